import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { LawContext, LawPart, PreparedLaws } from "../laws/law-item.ts";
import { codeDirectory, editionsAt } from "./editions.ts";
import type { Edition, ListedFile } from "./editions.ts";
import { editionRows } from "./rows.ts";

/**
 * The D.C. Code as its Council publishes it in XML: the whole code, or the files that changed since an edition before
 * with the list of those that went (docs/operating/import-laws.md). One part an edition, in the order of days.
 */
export async function prepareDcCode({ paths, edition }: LawContext): Promise<PreparedLaws> {
  const editions = (await Promise.all(paths.map(async (path) => editionsAt(path, edition)))).flat();
  const ordered = editions.toSorted((left, right) => (left.day < right.day ? -1 : 1));
  const parts = await Promise.all(ordered.map(async (one, index) => editionPart(one, ordered.slice(0, index + 1))));
  return { source: "dc-code", parts, notes: [], finish: async () => undefined, close: async () => undefined };
}

async function editionPart(edition: Edition, upTo: readonly Edition[]): Promise<LawPart> {
  const files = await filesOf(edition);
  let taken = 0;
  return {
    key: files.key,
    label: edition.day,
    size_bytes: files.listed.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
    open: async (afterRow) => ({
      groups: editionRows({ edition, upTo, files: files.listed, afterRow, onBytes: (bytes) => (taken += bytes) }),
      bytesTaken: () => taken,
      close: async () => undefined,
    }),
  };
}

/** Every file of XML in the order of paths, and a key that changes when one is added, removed or rewritten. */
async function filesOf(edition: Edition): Promise<{ readonly listed: readonly ListedFile[]; readonly key: string }> {
  const root = codeDirectory(edition);
  const hash = createHash("sha256");
  const listed: ListedFile[] = [];
  const paths = (await readdir(root, { recursive: true })).map((path) => path.replaceAll("\\", "/"));
  for (const path of paths.filter((one) => one.endsWith(".xml")).toSorted()) {
    const { size, mtimeMs } = await stat(join(root, path));
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
    listed.push({ path, size_bytes: size });
  }
  if (!edition.isWhole) hash.update(await readFile(join(edition.root, "deleted.txt")));
  return { listed, key: `${edition.day}:${listed.length}:${hash.digest("hex").slice(0, 16)}` };
}
