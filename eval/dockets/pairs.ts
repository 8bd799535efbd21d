import { createHash } from "node:crypto";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { extract } from "tar-stream";
import { decodePage } from "#dockets/pages/decode.ts";

export type Half = "building" | "sealed";

/** One page beside the JSON that is expected of it. */
export type Pair = {
  /** The folder it stands in. */
  readonly kind: string;
  readonly path: string;
  readonly half: Half;
  readonly page: string;
  readonly expected: unknown;
};

const PAGE = /\.(?:html|txt|acms_json)$/u;

/** All pairs of an archive, in the order of paths. The pages of one case are all in one half. */
export async function pairsOf(tar: Buffer): Promise<Pair[]> {
  const files = new Map<string, Buffer>();
  const entries = extract();
  Readable.from([tar]).pipe(entries);
  for await (const entry of entries) {
    const parts: Buffer[] = [];
    for await (const part of entry) parts.push(part as Buffer);
    files.set(entry.header.name.replace(/^\.\//u, ""), Buffer.concat(parts));
  }
  return [...files]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([path, bytes]) => {
      const expected = files.get(expectedPath(path));
      if (expected === undefined || expectedPath(path) === path) return [];
      const kind = path.slice(0, path.lastIndexOf("/"));
      return [
        {
          kind,
          path,
          half: halfOf(path),
          page: decodePage(bytes),
          expected: JSON.parse(expected.toString("utf8")) as unknown,
        },
      ];
    });
}

/** The appellate system of two circuits answers in JSON, which lies beside what is expected of it under a further suffix. */
function expectedPath(path: string): string {
  if (PAGE.test(path)) return path.replace(PAGE, ".json");
  return path.endsWith(".compare.json") ? path.replace(/\.compare\.json$/u, ".json") : path;
}

/** By court and case, so that no half knows the other's cases. */
function halfOf(path: string): Half {
  const stem = basename(path).replace(/\..*$/u, "").toLowerCase();
  const key = stem.split("_").slice(0, 2).join("_");
  const [byte = 0] = createHash("sha256").update(key).digest();
  return (byte & 1) === 0 ? "building" : "sealed";
}
