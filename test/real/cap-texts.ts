import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";

type CapCase = { readonly id: number; readonly casebody: { readonly opinions: readonly { readonly text: string }[] } };

export type CapText = { readonly id: number; readonly text: string };

/** The opinions' texts of real cases as the archive keeps them, in the archive's order; at most `count_max`. */
export async function readCapTexts(sharedData: string, count_max = Infinity): Promise<CapText[]> {
  const texts: CapText[] = [];
  const archive = extract();
  archive.on("entry", (header, stream, next) => {
    const wanted = texts.length < count_max && /\/cases\/[^/]+\.json$/u.test(header.name);
    const chunks: Buffer[] = [];
    stream.on("data", (chunk) => {
      if (wanted) chunks.push(chunk as Buffer);
    });
    stream.on("end", () => {
      if (wanted) texts.push(textOf(JSON.parse(Buffer.concat(chunks).toString("utf8")) as CapCase));
      next();
    });
  });
  await pipeline(createReadStream(join(sharedData, "cap.tar.gz")), createGunzip(), archive);
  return texts;
}

function textOf({ id, casebody }: CapCase): CapText {
  return { id, text: casebody.opinions.map((opinion) => opinion.text).join("\n\n") };
}
