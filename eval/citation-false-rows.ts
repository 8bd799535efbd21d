import { createReadStream } from "node:fs";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { createZstdDecompress } from "node:zlib";
import { Parser } from "htmlparser2";
import { extract } from "tar-stream";
import type { Citation, ExtractOptions } from "#citations/model.ts";
import { requireSharedData, SHARED_DATA } from "../test/real/shared-data.ts";
import { reportFigures } from "./report.ts";

/**
 * How often a decision is read where none is cited: `node eval/citation-false-rows.ts [--code DIR] [--list] [--land]`.
 *
 * Reads 2,000,000 words of laws and docket sheets, which cite laws and hardly a decision, as the citator reads opinions,
 * and counts the rows that name a decision or an article per 100,000 words. A row that stands behind the two
 * parties of a case or in `In re` is a citation and counted apart; `--list` shows all others for reading.
 */
const SOURCES = [
  { name: "D.C. Code", archive: "laws/dc-code.tar.zst", words: 1_000_000, every: 11 },
  { name: "U.S. Code", archive: "laws/uscode-uslm.tar.zst", words: 450_000, every: 1 },
  { name: "regulations", archive: "laws/cfpb-regulations.tar.zst", words: 250_000, every: 2 },
  { name: "docket sheets", archive: "dockets/pacer-pages.tar.zst", words: 400_000, every: 1 },
] as const;
/** `Id.` and `supra` are there as printed, whatever they stand for. */
const DECISIONS: ReadonlySet<Citation["kind"]> = new Set(["case", "short", "docket", "journal", "reference"]);
/** No document may fill a source's share. */
const WORDS_OF_DOCUMENT_MAX = 60_000;
const CONTEXT_CHARS = 70;
const NAMED = /\sv\.?\s[^;]{2,120}$|\b(?:In re|Ex parte|Matter of)\s[^;]{2,120}$/u;

const { values } = parseArgs({
  options: {
    code: { type: "string", default: join(import.meta.dirname, "..") },
    list: { type: "boolean", default: false },
    land: { type: "boolean", default: false },
  },
});

const BLOCKS = new Set(
  "p div li td th tr br h1 h2 h3 h4 h5 h6 section para subsection num heading content text".split(" "),
);
const UNSEEN = new Set(["script", "style", "head", "meta"]);

function textOfMarkup(markup: string): string {
  const parts: string[] = [];
  let unseen = 0;
  const parser = new Parser({
    onopentag(name) {
      if (UNSEEN.has(name)) unseen += 1;
      if (BLOCKS.has(name)) parts.push("\n\n");
    },
    onclosetag(name) {
      if (UNSEEN.has(name)) unseen -= 1;
      if (BLOCKS.has(name)) parts.push("\n\n");
    },
    ontext(text) {
      if (unseen === 0) parts.push(text);
    },
  });
  parser.end(markup);
  return parts
    .join("")
    .replaceAll(/[^\S\n]+/gu, " ")
    .replaceAll(/\s*\n\s*/gu, "\n\n");
}

/** Some documents of an archive as plain text, until their words are enough. */
async function textsOf({
  archive,
  words,
  every,
}: (typeof SOURCES)[number]): Promise<{ texts: string[]; words: number }> {
  const texts: string[] = [];
  let read = 0;
  let documents = 0;
  const tar = extract();
  const source = createReadStream(join(SHARED_DATA, archive));
  const reading = pipeline(source, createZstdDecompress(), tar).catch((error: unknown) => {
    if (read < words) throw error;
  });
  for await (const entry of tar) {
    const isWanted =
      entry.header.type === "file" && /\.(?:html?|xml)$/u.test(entry.header.name) && documents++ % every === 0;
    if (!isWanted) {
      entry.resume();
      continue;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    const inOrder = textOfMarkup(Buffer.concat(chunks).toString("utf8")).split(/(?<=\s)(?=\S)/u);
    const kept = inOrder.slice(0, Math.min(WORDS_OF_DOCUMENT_MAX, words - read));
    texts.push(kept.join(""));
    read += kept.length;
    if (read >= words) break;
  }
  source.destroy();
  await reading;
  return { texts, words: read };
}

requireSharedData();
const module = pathToFileURL(join(resolve(values.code), "src/citations/citations.ts")).href;
const { extractCitations } = (await import(module)) as {
  extractCitations: (text: string, options: ExtractOptions) => readonly Citation[];
};
const figures: Record<string, number> = {};
const total = { words: 0, rows: 0 };
for (const source of SOURCES) {
  const { texts, words } = await textsOf(source);
  let rows = 0;
  let named = 0;
  for (const text of texts) {
    for (const { kind, span } of extractCitations(text, { unknownReporters: true })) {
      if (!DECISIONS.has(kind)) continue;
      const before = text.slice(Math.max(0, span.start - 160), span.start);
      if (NAMED.test(before)) {
        named += 1;
        continue;
      }
      rows += 1;
      const shown = `${before.slice(-CONTEXT_CHARS)}⟦${text.slice(span.start, span.end)}⟧${text.slice(span.end, span.end + CONTEXT_CHARS)}`;
      if (values.list) console.log(`${source.name}\t${kind}\t${shown.replaceAll(/\s+/gu, " ")}`);
    }
  }
  figures[`${source.name}: words`] = words;
  figures[`${source.name}: rows with a name`] = named;
  figures[`${source.name}: rows without`] = rows;
  total.words += words;
  total.rows += rows;
}
figures["words"] = total.words;
figures["rows without a name"] = total.rows;
figures["per 100,000 words"] = (100_000 * total.rows) / total.words;
reportFigures("citation-false-rows", figures, values.land);
if (total.words === 0) process.exitCode = 1;
