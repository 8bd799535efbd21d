import { createReadStream } from "node:fs";
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { extract } from "tar-stream";

/** Unpacks a `.tar.zst` into a directory, as `tar --zstd -xf` would. */
export async function unpack(archive: string, directory: string): Promise<void> {
  const tar = extract();
  const reading = pipeline(createReadStream(archive), createZstdDecompress(), tar);
  for await (const entry of tar) {
    const path = join(directory, entry.header.name);
    if (entry.header.type !== "file") {
      entry.resume();
      continue;
    }
    await mkdir(dirname(path), { recursive: true });
    await pipeline(entry, createWriteStream(path));
  }
  await reading;
}
