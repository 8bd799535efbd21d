import { docxOf } from "#briefs/brief-files.fixture.ts";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";
import { inventedBulkTables, writeBulkFiles } from "#test/importers/bulk-files.ts";

export const ROOT: string = resolve(import.meta.dirname, "../..");

/** A block of a page that shows a command or a body. */
export type Example = { readonly page: string; readonly kind: "sh" | "json"; readonly text: string };

/** The pages of a folder of the repository, by their paths. */
export async function pagesOf(folder: string): Promise<string[]> {
  const names = await readdir(join(ROOT, folder));
  return names.filter((name) => name.endsWith(".md")).map((name) => `${folder}/${name}`);
}

/** The blocks of a page, in its order. */
export async function examplesOf(page: string): Promise<Example[]> {
  const text = await readFile(join(ROOT, page), "utf8");
  return [...text.matchAll(/^```(?<kind>sh|json)\n(?<text>[\s\S]*?)^```$/gmu)].map(({ groups }) => ({
    page,
    kind: groups?.["kind"] as Example["kind"],
    text: groups?.["text"] ?? "",
  }));
}

/** The commands of a block, continued lines joined and comments taken off. */
export function commandsOf(block: string): string[] {
  return block
    .replaceAll("\\\n", " ")
    .split("\n")
    .map((line) => line.replace(/\s{2,}#.*$/u, "").trim())
    .filter((line) => line !== "");
}

/** Whether a command ends with 1 because it finds what it looks for: the brief of the examples relies on bad law. */
export function findsFaults(command: string): boolean {
  return /\bonpoint cite check\b/u.test(command);
}

/** The files that the examples name, in a folder; `ownDocuments` is what the page of the `jsonl` import shows. */
export async function writeInputs(folder: string, ownDocuments: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeBulkFiles(join(folder, "bulk-data"), inventedBulkTables(3));
  await writeFile(join(folder, "our-memos.jsonl"), ownDocuments);
  await writeFile(join(folder, "brief.txt"), `${BRIEF}\n`);
  const document = `<w:p><w:r><w:t>${BRIEF}</w:t></w:r></w:p>`;
  await writeFile(join(folder, "brief.docx"), docxOf({ document }));
  const tar = pack();
  tar.entry({ name: "samp/1/cases/0001-01.json" }, JSON.stringify(CAP_CASE));
  tar.finalize();
  await pipeline(tar, createGzip(), createWriteStream(join(folder, "cap.tar.gz")));
}

const BRIEF = "See Fallowell v. Great Basin Transit Co., 9 Samp. 310 (Cal. 1958).";

const CAP_CASE = {
  id: 1,
  name: "Marlow v. Denby",
  name_abbreviation: "Marlow v. Denby",
  decision_date: "1931-04-02",
  citations: [{ type: "official", cite: "77 Samp. 12" }],
  court: { name: "California Supreme Court", name_abbreviation: "Cal." },
  casebody: { judges: [], head_matter: "", opinions: [{ type: "majority", author: null, text: "Affirmed." }] },
};
