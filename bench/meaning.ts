/**
 * A search by meaning over many opinions, and what their vectors take: opinions are made by shuffling the paragraphs of
 * the real ones, cut into passages, embedded by the model of `eval/modes.ts` and indexed as the service does it.
 *
 *     node bench/meaning.ts [--opinions 100000] [--steps 4] [--data DIR] [--models DIR] [--keep DIR] [--write]
 *
 * After each step, of as many opinions, the same questions are asked of one search thread, as the semantic mode asks
 * them, of everything and of one court in fifty: times by the clock, and the processor time of all threads, which other
 * programs move less. Of embedding and indexing it is processor time. Memory is how far the process has grown since the
 * model was loaded, the paragraphs left out. With `--keep` the index is made in that directory and stays; one that is
 * there is asked anew, and what making it took is told as it was.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { silentLogger } from "#base/log.ts";
import type { Reader } from "#db/connection.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import type { EmbeddedIndex } from "#index/embedded/embedded.ts";
import type { IndexDocument } from "#index/index.ts";
import { readPlainTexts } from "#opinions/store/texts.ts";
import { embedDocuments } from "#projections/vectors/embed-documents.ts";
import { collectionVectors } from "#search/collection-vectors.ts";
import { opinionFilters, opinionList, OPINIONS } from "#search/opinions.ts";
import { SEMANTIC_DEPTH } from "#search/retrieve/semantic.ts";
import { randomFrom } from "#test/conformance/vector-index.ts";
import { CORPUS_DIR, openCorpus, SHARED_DATA } from "../eval/corpus.ts";
import { readQuestions } from "../eval/plain/questions.ts";
import { readRetrievalCases } from "../eval/retrieval-cases.ts";
import { openModel } from "../eval/semantic/model.ts";
import { queriesOf } from "../eval/semantic/queries.ts";

const { values: options } = parseArgs({
  options: {
    opinions: { type: "string", default: "100000" },
    steps: { type: "string", default: "4" },
    data: { type: "string", default: CORPUS_DIR },
    models: { type: "string", default: join(CORPUS_DIR, "models") },
    keep: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const opinions = Number(options.opinions);
const steps = Number(options.steps);
const COURTS = 50;
/** Passages of the cases that are asked beside the plain questions. */
const PASSAGES_ASKED = 40;
const OPINIONS_AT_ONCE = 500;
/** Questions asked before times are taken. */
const WARMING = 5;
/** Characters of real opinions whose paragraphs are shuffled. */
const POOL_CHARS = 60_000_000;

type Asked = { readonly p50_ms: number; readonly p95_ms: number; readonly processor_ms: number };
type Opinions = { readonly paragraphs: readonly string[]; readonly lengths: readonly number[] };

async function readOpinions(db: Reader, ids: readonly string[]): Promise<Opinions> {
  const [paragraphs, lengths]: [string[], number[]] = [[], []];
  for (let [at, chars] = [0, 0]; at < ids.length && chars < POOL_CHARS; at += OPINIONS_AT_ONCE) {
    for (const text of (await readPlainTexts(db, ids.slice(at, at + OPINIONS_AT_ONCE))).values()) {
      paragraphs.push(...text.split(/\n\s*\n/u));
      lengths.push(text.length);
      chars += text.length;
    }
  }
  return { paragraphs, lengths };
}

/** An opinion as long as a real one, of paragraphs of any. */
function shuffled({ paragraphs, lengths }: Opinions, random: () => number, place: number): IndexDocument {
  const chars = lengths[Math.floor(random() * lengths.length)] as number;
  const some: string[] = [];
  for (let length = 0; length < chars;) {
    const next = paragraphs[Math.floor(random() * paragraphs.length)] as string;
    some.push(next);
    length += next.length + 2;
  }
  return {
    id: `00000000-0000-8000-8000-${place.toString(16).padStart(12, "0")}`,
    texts: { body: some.join("\n\n") },
    values: {
      courtId: `court-${place % COURTS}`,
      // Three in ten are opinions of a decision with more than two, as of the real ones.
      decision: place % 10 < 3 ? Math.floor(place / 10) : null,
      placeInDecision: 0,
      repeats: "",
      timesCited: 0,
    },
  };
}

async function ask(
  index: EmbeddedIndex,
  vectors: readonly Float32Array[],
  filters: ReturnType<typeof opinionFilters>,
): Promise<Asked> {
  const times: number[] = [];
  let cpu_ms = 0;
  for (const vector of [...vectors.slice(0, WARMING), ...vectors]) {
    const began = performance.now();
    const used_ms = processorTime_ms();
    const { hits } = await index.nearest({
      vector,
      filters,
      depth: SEMANTIC_DEPTH,
      offset: 0,
      limit: 20,
      otherShare: 0.3,
      ...opinionList("decision", "relevance"),
    });
    if (hits.length === 0) throw new Error("nothing was found");
    times.push(performance.now() - began);
    if (times.length > WARMING) cpu_ms += processorTime_ms() - used_ms;
  }
  const sorted = times.slice(WARMING).toSorted((a, b) => a - b);
  const at = (share: number): number => round(sorted[Math.floor(sorted.length * share)] as number);
  return { p50_ms: at(0.5), p95_ms: at(0.95), processor_ms: round(cpu_ms / sorted.length) };
}

function processorTime_ms(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function bytesIn(dir: string): number {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

function round(value: number): number {
  return Number(value.toFixed(1));
}

const corpus = await openCorpus(options.data, { citingWords: true });
const cases = queriesOf(corpus, readRetrievalCases(join(SHARED_DATA, "eval/retrieval-dev.jsonl.gz")), "fit");
const { embedder } = await openModel(corpus, options.models, cases.leavesOut);
const texts = [
  ...readQuestions(corpus, "building").map(({ question }) => question),
  ...cases.queries.slice(0, PASSAGES_ASKED).map(({ query }) => query),
];
const { dimensions } = embedder.version;
const rows = await embedder.queries(texts);
const asked = texts.map((_, at) => rows.slice(at * dimensions, (at + 1) * dimensions));
const pool = await readOpinions(corpus.db, [...corpus.works.keys()]);
await corpus.close();

/** What making an index of so many opinions took. */
type Made = {
  readonly opinions: number;
  readonly passages: number;
  readonly embedding_s: number;
  readonly indexing_s: number;
  readonly grown_mb: number;
  readonly disk_mb: number;
};
const dir = options.keep ?? mkdtempSync(join(tmpdir(), "onpoint-bench-meaning-"));
mkdirSync(dir, { recursive: true });
type Row = Made & { readonly everything: Asked; readonly oneCourt: Asked };
/** Of an index that is kept: a row for each step in which it was made. */
const madeFile = join(dir, "made.json");
const kept = existsSync(madeFile) ? (JSON.parse(readFileSync(madeFile, "utf8")) as readonly Row[]) : [];
try {
  const index = await openEmbeddedIndex({
    schema: collectionVectors(OPINIONS, embedder.version),
    dir: join(dir, "index"),
    workers: 1,
    log: silentLogger,
  });
  const random = randomFrom(11);
  const before_bytes = process.memoryUsage.rss();
  const results = kept.slice(0, -1);
  const tell = async (soFar: Made): Promise<void> => {
    const everything = await ask(index, asked, []);
    const oneCourt = await ask(index, asked, opinionFilters({ courtIds: ["court-7"] }));
    results.push({ ...soFar, everything, oneCourt });
    console.log(JSON.stringify(results.at(-1)));
    if (!options.write) return;
    const report = { dimensions, asked: asked.length, cores: availableParallelism(), load: loadavg()[0], results };
    writeFileSync(new URL("results/meaning.json", import.meta.url), `${JSON.stringify(report, null, 2)}\n`);
  };
  const last = kept.at(-1);
  if (last !== undefined) await tell(last);
  let [made, passages, embedding_ms, indexing_ms] = [0, 0, 0, 0];
  const stepsToMake = last === undefined ? steps : 0;
  for (let step = 1; step <= stepsToMake; step++) {
    const wanted = Math.round((opinions * step) / steps);
    while (made < wanted) {
      const many = Math.min(OPINIONS_AT_ONCE, wanted - made);
      const documents = Array.from({ length: many }, (_, at) => shuffled(pool, random, made + at));
      const began_ms = processorTime_ms();
      const embedded = await embedDocuments(documents, embedder);
      const embedded_ms = processorTime_ms();
      await index.apply({ upserts: embedded, deletes: [] });
      embedding_ms += embedded_ms - began_ms;
      await index.settled();
      indexing_ms += processorTime_ms() - embedded_ms;
      passages += embedded.reduce((sum, one) => sum + (one.passages?.length ?? 0), 0);
      made += many;
    }
    // As an index is that has been at rest for half a minute.
    await index.settled();
    await index.mergeNow();
    const soFar = {
      opinions: made,
      passages,
      embedding_s: round(embedding_ms / 1000),
      indexing_s: round(indexing_ms / 1000),
      grown_mb: round((process.memoryUsage.rss() - before_bytes) / 1e6),
      disk_mb: round(bytesIn(dir) / 1e6),
    };
    await tell(soFar);
    if (step === steps) writeFileSync(madeFile, JSON.stringify(results));
  }
  await index.close();
} finally {
  if (options.keep === undefined) rmSync(dir, { recursive: true, force: true });
}
