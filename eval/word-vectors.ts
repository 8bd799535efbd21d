import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { packVector, VECTOR_DIMENSIONS, VECTORS_FILE } from "#analysis/readers/extractive/word-vectors.ts";
import type { Db } from "#db/connection.ts";
import { SeededRandom } from "#embedding/corpus/random.ts";
import { orthonormalise } from "#embedding/corpus/truncated-svd.ts";
import { openRecords } from "#schema/open.ts";
import { isFunctionWord } from "#text/function-words.ts";
import { stemKeyOf } from "#text/stem.ts";
import { tokenize } from "#text/tokenize.ts";
import { NeighbourCounts } from "./analysis/neighbour-counts.ts";
import type { SparseRows } from "./analysis/neighbour-counts.ts";
import { labelledQuestions } from "./analysis/questions.ts";
import { CORPUS_DIR, importOnce } from "./corpus.ts";

/**
 * Learns which words of opinions stand in the same company, from the real corpus without any opinion of which the
 * labelled questions ask: `node eval/word-vectors.ts [--db DIR] [--write]`. The same corpus gives the same bytes.
 *
 * Positive pointwise mutual information of neighbouring stems, its first directions by subspace iteration.
 */
const { values: options } = parseArgs({
  options: { db: { type: "string", default: CORPUS_DIR }, write: { type: "boolean", default: false } },
});
const WORDS = 8_000;
const COLUMNS = VECTOR_DIMENSIONS + 12;
const ITERATIONS = 5;
const SEED = 1;
/** A word that is this share of all words is always read; the more frequent ones as often as the root of the ratio. */
const SHARE_READ_WHOLE = 1e-4;

const db = await openRecords({ dataDir: options.db });
await importOnce(db, options.db);
const asked = new Set(
  [...labelledQuestions("building"), ...labelledQuestions("sealed")].flatMap(({ source }) =>
    typeof source === "string" ? [source] : [],
  ),
);
const counts = new Map<string, number>();
for await (const text of texts(db)) for (const stem of text) counts.set(stem, (counts.get(stem) ?? 0) + 1);
const vocabulary = [...counts].toSorted(([one, n], [other, m]) => m - n || (one < other ? -1 : 1)).slice(0, WORDS);
const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
console.log(`${total} words of ${counts.size} stems; the rarest kept stands ${vocabulary.at(-1)?.[1]} times`);

const places = new Map(vocabulary.map(([stem], place) => [stem, place]));
const chances = vocabulary.map(([, count]) => Math.min(1, Math.sqrt((SHARE_READ_WHOLE * total) / count)));
const neighbours = new NeighbourCounts(WORDS);
const random = new SeededRandom(SEED);
for await (const text of texts(db)) {
  const kept: number[] = [];
  for (const stem of text) {
    const place = places.get(stem);
    if (place !== undefined && random.next() < (chances[place] ?? 1)) kept.push(place);
  }
  neighbours.add(kept);
}
await db.close();
const vectors = directions(neighbours.information());
const lines = vocabulary.map(([stem], place) => `${stem} ${packVector(vectorAt(place))}`);
if (options.write) writeFileSync(VECTORS_FILE, `${lines.join("\n")}\n`);
for (const word of ["lawyer", "retirement", "landlord", "guilty", "reversed", "ship"])
  console.log(`${word}: ${nearest(word).join(", ")}`);

/** The stems of each text once, without function words and whatever has no forms. */
async function* texts(from: Db): AsyncGenerator<string[]> {
  const seen = new Set<string>();
  const clusters = await from.selectFrom("clusters").select(["id", "source", "source_id"]).orderBy("id").execute();
  for (const { id, source, source_id } of clusters) {
    if (asked.has(`${source === "courtlistener" ? "cl" : source}:${source_id}`)) continue;
    const rows = await from
      .selectFrom("opinions")
      .innerJoin("opinion_texts", "opinion_texts.opinion_id", "opinions.id")
      .select("opinion_texts.text")
      .where("opinions.cluster_id", "=", id)
      .orderBy("opinions.ordinal")
      .orderBy("opinions.id")
      .execute();
    for (const { text } of rows) {
      const hash = createHash("sha256").update(text).digest("base64");
      if (seen.has(hash)) continue;
      seen.add(hash);
      yield tokenize(text)
        .filter((token) => /^[a-z]{3,}$/u.test(token.text) && !isFunctionWord(token.text))
        .map((token) => stemKeyOf(token.text));
    }
  }
}

/** The first directions of a symmetric matrix, each as long as the root of its share: a row of `COLUMNS` for each word. */
function directions(matrix: SparseRows): Float32Array {
  let held: Float32Array = Float32Array.from({ length: WORDS * COLUMNS }, () => random.normal());
  for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
    held = product(matrix, held);
    orthonormalise(held, COLUMNS);
  }
  const stretched = product(matrix, held);
  for (let column = 0; column < COLUMNS; column += 1) {
    let squares = 0;
    for (let at = column; at < stretched.length; at += COLUMNS) squares += (stretched[at] ?? 0) ** 2;
    for (let at = column; at < held.length; at += COLUMNS) held[at] = (held[at] ?? 0) * squares ** 0.25;
  }
  return held;
}

function product({ columns, values }: SparseRows, by: Float32Array): Float32Array {
  const made = new Float32Array(by.length);
  for (const [row, at] of columns.entries()) {
    const weights = values[row] ?? new Float32Array();
    for (const [place, column] of at.entries()) {
      const weight = weights[place] ?? 0;
      for (let i = 0; i < COLUMNS; i += 1)
        made[row * COLUMNS + i] = (made[row * COLUMNS + i] ?? 0) + weight * (by[column * COLUMNS + i] ?? 0);
    }
  }
  return made;
}

function vectorAt(place: number): Float32Array {
  return vectors.subarray(place * COLUMNS, place * COLUMNS + VECTOR_DIMENSIONS);
}

function nearest(word: string): string[] {
  const own = vectorAt(places.get(stemKeyOf(word)) ?? 0);
  const cosine = (other: Float32Array): number =>
    other.reduce((sum, value, at) => sum + value * (own[at] ?? 0), 0) / Math.hypot(...other);
  return vocabulary
    .map(([stem], place) => [stem, cosine(vectorAt(place))] as const)
    .toSorted(([, one], [, other]) => other - one)
    .slice(1, 9)
    .map(([stem]) => stem);
}
