import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { zstdDecompressSync, gunzipSync } from "node:zlib";
import { silentLogger } from "#base/log.ts";
import { corpusEmbedders } from "#embedding/corpus/corpus-embedders.ts";
import { heldModels } from "#embedding/corpus/model-directory.ts";
import { runImport } from "#importers/importer.ts";
import { openRecords } from "#schema/open.ts";
import { SEARCH_MODES } from "#search/request.ts";
import { indexed, SHARED_DATA } from "./corpus.ts";
import { reportFigures } from "./report.ts";
import { openServing } from "./semantic/serving.ts";

/**
 * Sentences of opinions that explain a phrase of the United States Code, found by the phrase in every mode:
 * `node eval/statute-phrases.ts --model DIR [--land]`, where DIR holds a trained model (that of `eval/modes.ts`).
 *
 * Lawyers graded how much each sentence helps to say what the phrase means. Each sentence is imported as a decision of
 * its own, so the whole path answers; sentences about other phrases are in the way and worth nothing. nDCG takes 3, 2
 * and 1 for high, certain and potential value, and is the mean over phrases. "by chance" is what the phrase's own
 * sentences give in any order: nearly all of them have the phrase's words, so that is what words alone can do.
 */
const { values: options } = parseArgs({
  options: {
    sentences: { type: "string", default: join(SHARED_DATA, "eval/statute-phrase-dev.jsonl.gz") },
    model: { type: "string" },
    land: { type: "boolean", default: false },
  },
});
const model = options.model === undefined ? undefined : heldModels(options.model)[0];
if (options.model === undefined || model === undefined)
  throw new Error("--model wants a directory with a trained model");

const GAINS: Readonly<Record<string, number>> = {
  "high value": 3,
  "certain value": 2,
  "potential value": 1,
  "no value": 0,
};
const DEPTHS = [10, 100];

type Sentence = { readonly term: string; readonly text: string; readonly label: string };

function readSentences(file: string): readonly Sentence[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith(".zst") ? zstdDecompressSync(bytes) : gunzipSync(bytes)).toString("utf8");
  const rows = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Sentence);
  const distinct = new Map(rows.map((row) => [`${row.term}\n${row.text}`, row]));
  const unknown = [...distinct.values()].find(({ label }) => GAINS[label] === undefined);
  if (unknown !== undefined || distinct.size === 0) throw new Error(`no gain is known for "${unknown?.label}"`);
  return [...distinct.values()];
}

function discounted(gains: readonly number[], depth: number): number {
  return gains.slice(0, depth).reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0);
}

const sentences = readSentences(options.sentences);
const byTerm = Map.groupBy(sentences, ({ term }) => term);
const dir = await mkdtemp(join(tmpdir(), "onpoint-phrases-"));
const file = join(dir, "sentences.jsonl");
await writeFile(
  file,
  sentences
    .map(({ text }, at) =>
      JSON.stringify({
        id: `s${at}`,
        court: "scotus",
        case_name: `Sentence ${at}`,
        opinions: [{ type: "lead", text }],
      }),
    )
    .join("\n"),
);
const db = await openRecords({ dataDir: dir });
await runImport({ source: "jsonl", paths: [file], db, dataDir: dir, log: silentLogger });
const corpus = await indexed(db, dir, false);
const embedder = await corpusEmbedders(options.model).open(model.id);
const serving = await openServing(corpus, embedder, dir);
const sentenceOf = (opinion: string): Sentence | undefined =>
  sentences[Number(/:s(\d+)$/u.exec(corpus.works.get(opinion)?.sourceId ?? "")?.[1] ?? "NaN")];

const figures: Record<string, number> = { sentences: sentences.length, phrases: byTerm.size };
const mean = (of: (own: readonly Sentence[], term: string) => number): number =>
  [...byTerm].reduce((sum, [term, own]) => sum + of(own, term), 0) / byTerm.size;
const best = (own: readonly Sentence[], depth: number): number =>
  discounted(
    own.map(({ label }) => GAINS[label] ?? 0).toSorted((a, b) => b - a),
    depth,
  );
for (const depth of DEPTHS) {
  figures[`by chance nDCG@${depth}`] = mean((own) => {
    const average = own.reduce((sum, { label }) => sum + (GAINS[label] ?? 0), 0) / own.length;
    return discounted(Array<number>(own.length).fill(average), depth) / best(own, depth);
  });
}
for (const mode of SEARCH_MODES) {
  for (const rerank of [false, true]) {
    const found = new Map<string, readonly number[]>();
    for (const term of byTerm.keys()) {
      const { ranking } = await serving.rank({ query: term, mode, rerank }, undefined);
      found.set(
        term,
        ranking.hits.map(({ id }) => sentenceOf(id)).map((one) => (one?.term === term ? (GAINS[one.label] ?? 0) : 0)),
      );
    }
    for (const depth of DEPTHS) {
      figures[`${mode}${rerank ? ", reranked" : ""} nDCG@${depth}`] = mean(
        (own, term) => discounted(found.get(term) ?? [], depth) / best(own, depth),
      );
    }
  }
}
await serving.close();
await corpus.close();
await rm(dir, { recursive: true });
reportFigures("statute-phrases", figures, options.land);
