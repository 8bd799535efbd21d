import { createReadStream } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { buffer } from "node:stream/consumers";
import { createZstdDecompress } from "node:zlib";
import { extract } from "tar-stream";
import { prepareLaws } from "#importers/law-sources.ts";
import type { LawSourceName } from "#importers/law-sources.ts";
import { SHARED_DATA } from "../../test/real/shared-data.ts";
import type { LabelledFile } from "./questions.ts";

/** Some files of an archive, by their names. */
export async function filesOf(archive: string, wanted: (name: string) => boolean): Promise<Map<string, Buffer>> {
  const tar = extract();
  const reading = pipeline(createReadStream(join(SHARED_DATA, archive)), createZstdDecompress(), tar);
  const files = new Map<string, Buffer>();
  for await (const entry of tar) {
    if (entry.header.type === "file" && wanted(entry.header.name)) files.set(entry.header.name, await buffer(entry));
    else entry.resume();
  }
  await reading;
  return files;
}

/** The texts of laws as the importers make them, by citation without its periods. */
export async function lawTexts(laws: readonly LabelledFile[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const [archive, some] of Map.groupBy(laws, (law) => law.archive)) {
    const names = new Set(some.map(({ file }) => file));
    const files = await filesOf(archive, (name) => names.has(name) || /^2021-10-18\/.*\/index\.xml$/u.test(name));
    const root = await mkdtemp(join(tmpdir(), "onpoint-eval-laws-"));
    try {
      for (const [name, bytes] of files) {
        await mkdir(dirname(join(root, name)), { recursive: true });
        await writeFile(join(root, name), bytes);
      }
      await readDrafts(sourceOf(archive), root, texts);
    } finally {
      await rm(root, { recursive: true });
    }
  }
  return texts;
}

export function citationKey(citation: string): string {
  return citation.replaceAll(/[.\s]+/gu, "").toLowerCase();
}

function sourceOf(archive: string): LawSourceName {
  if (archive.includes("dc-code")) return "dc-code";
  return archive.includes("uscode") ? "uslm" : "ecfr";
}

async function readDrafts(source: LawSourceName, root: string, texts: Map<string, string>): Promise<void> {
  const paths = source === "dc-code" ? [join(root, "2021-10-18")] : [root];
  const prepared = await prepareLaws(source, { paths });
  for (const part of prepared.parts) {
    const opened = await part.open(0);
    for await (const group of opened.groups)
      for (const { changes } of group)
        for (const change of changes)
          if (change.kind === "draft" && change.draft.citation !== null && change.draft.text !== "")
            texts.set(citationKey(change.draft.citation), change.draft.text);
    await opened.close();
  }
  await prepared.close();
}

/** A docket sheet as its expected JSON has it. */
export type Sheet = {
  readonly docket_entries: readonly {
    readonly date_filed: string | null;
    readonly date_entered?: string | null;
    readonly description: string | null;
    readonly document_number: string | null;
  }[];
};

export async function docketSheets(dockets: readonly LabelledFile[]): Promise<Map<string, Sheet>> {
  const sheets = new Map<string, Sheet>();
  for (const [archive, some] of Map.groupBy(dockets, (docket) => docket.archive)) {
    const names = new Set(some.map(({ file }) => file));
    for (const [name, bytes] of await filesOf(archive, (one) => names.has(one)))
      sheets.set(name, JSON.parse(bytes.toString("utf8")) as Sheet);
  }
  return sheets;
}

/** What `make` makes, kept in a file between runs. */
export async function kept<Value>(path: string, make: () => Promise<Value>): Promise<Value> {
  const held = await readFile(path, "utf8").catch(() => undefined);
  if (held !== undefined) return JSON.parse(held) as Value;
  const made = await make();
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify(made));
  return made;
}
