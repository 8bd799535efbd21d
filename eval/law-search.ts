import { join } from "node:path";
import { parseArgs } from "node:util";
import { silentLogger } from "#base/log.ts";
import { citedLawKey } from "#citations/laws/law-key.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import type { QueryNode } from "#index/tree.ts";
import { systemClock } from "#base/clock.ts";
import { dayOf } from "#laws/currency.ts";
import { versionsById } from "#laws/store/read.ts";
import { createCollectionIndexer } from "#projections/collection-indexing.ts";
import { followedLaws } from "#projections/laws/law-indexing.ts";
import { openRecords } from "#schema/open.ts";
import { besideWords, SIGNAL_WEIGHTS } from "#search/law-signals.ts";
import type { SignalWeights } from "#search/law-signals.ts";
import { CITED_IN, LAW_FIELDS, lawFilters, LAWS } from "#search/laws.ts";
import { OPINIONS } from "#search/opinions.ts";
import { withFieldsOf } from "#search/read/collection-fields.ts";
import { readQueryAs } from "#search/read/query-forms.ts";
import { CORPUS_DIR } from "./corpus.ts";
import { HALVES, judge, meanOf, readLawQuestions } from "./law-search/questions.ts";
import type { Half, LawQuestion } from "./law-search/questions.ts";
import { votedKeys } from "./law-search/votes.ts";
import { reportFigures } from "./report.ts";

/**
 * Sections found by questions in plain language, by terms and by names, over the laws and opinions of a data directory:
 * `node eval/law-search.ts [--data DIR] [--half building|sealed|drawn|drawn-later] [--show] [--land]`. Each signal is asked alone
 * beside plain BM25, then all together as the service does. `drawn` and `drawn-later` are questions about sections drawn by a hash.
 *
 * The index of laws in the directory is brought up to date first, that of opinions must be.
 */
const { values: options } = parseArgs({
  options: {
    data: { type: "string", default: CORPUS_DIR },
    half: { type: "string", default: "building" },
    show: { type: "boolean", default: false },
    land: { type: "boolean", default: false },
  },
});
const half = HALVES.find((one): one is Half => one === options.half);
if (half === undefined) throw new Error(`--half wants one of ${HALVES.join(", ")}`);
if (half === "sealed" && options.show) throw new Error("the misses of the sealed half are not shown");

const NONE: SignalWeights = { citedIn: 0, phraseCitedIn: 0, above: 0, everyday: 0, asking: 1, share: 1 };
const { share, everyday, asking, citedIn, phraseCitedIn, above } = SIGNAL_WEIGHTS;
const SYSTEMS: Readonly<Record<string, SignalWeights | "votes">> = {
  "plain BM25": NONE,
  "fewer words": { ...NONE, share },
  "fewer, asking words less": { ...NONE, share, asking },
  "fewer, everyday words": { ...NONE, share, everyday },
  "fewer, courts' sentences": { ...NONE, share, citedIn, phraseCitedIn },
  "fewer, headings above": { ...NONE, share, above },
  "votes alone": "votes",
  all: SIGNAL_WEIGHTS,
};
const DEPTH = 10;

const db = await openRecords({ dataDir: options.data });
const open = async (schema: typeof LAWS, folder: string) =>
  openEmbeddedIndex({ schema, dir: join(options.data, folder), workers: 1, log: silentLogger, deadline_ms: 120_000 });
const laws = await open(LAWS, "index-laws");
const opinions = await open(OPINIONS, "index");
const indexer = createCollectionIndexer({ followed: followedLaws(), db, engine: laws, log: silentLogger });
await indexer.tend();
await indexer.runUntilCaughtUp();

const filters = lawFilters({ inForceOn: dayOf(systemClock) });
const fields = { what: "laws", known: new Set([...LAW_FIELDS, CITED_IN]), offered: "", filters: "" };

async function foundBy(tree: QueryNode): Promise<readonly string[]> {
  const request = { tree, filters, offset: 0, limit: DEPTH, facets: [], total: true, explain: false };
  const { hits } = await laws.search(request);
  const versions = await versionsById(
    db,
    hits.map(({ id }) => id),
  );
  return versions.map(({ citation, id }) => citation ?? id);
}

const questions = readLawQuestions(half);
const keys = new Map(questions.flatMap(({ right }) => right).map((citation) => [citedLawKey(citation), citation]));
const table: Record<string, Record<string, string>> = {};
const figures: Record<string, number> = { questions: questions.length };
for (const [name, weights] of Object.entries(SYSTEMS)) {
  const judged = new Map<LawQuestion["kind"], ReturnType<typeof judge>[]>();
  for (const { kind, query, right } of questions) {
    if (weights === "votes" && kind === "name") continue;
    const read = readQueryAs("laws", query);
    if (!read.ok) throw new Error(`${query} cannot be read`);
    const found =
      weights === "votes"
        ? (await votedKeys(db, opinions, query)).map((key) => keys.get(key) ?? key)
        : await foundBy(besideWords(withFieldsOf(fields, read.value.tree), weights));
    const one = judge(found, right);
    judged.set(kind, [...(judged.get(kind) ?? []), one]);
    const isMiss = kind === "name" ? one.first === 0 : one.found === 0;
    if (options.show && name === "all" && isMiss)
      console.log(`${query}\n  ${right.join(", ")}: ${found.slice(0, 3).join(", ")}`);
  }
  const row: Record<string, string> = {};
  for (const [kind, all] of judged) {
    const { first, found, ndcg } = meanOf(all);
    row[`${kind}: hit@1 hit@10 nDCG@10`] = [first, found, ndcg].map((figure) => figure.toFixed(3)).join(" ");
    figures[`${name}: ${kind} hit@1`] = first;
    figures[`${name}: ${kind} hit@10`] = found;
    figures[`${name}: ${kind} nDCG@10`] = ndcg;
  }
  table[name] = row;
}
console.table(table);
reportFigures(half === "building" ? "law-search" : `law-search-${half}`, figures, options.land);
await Promise.all([laws.close(), opinions.close()]);
await db.close();
