import { parseArgs } from "node:util";
import { createSearch } from "#search/search.ts";
import type { SearchResponse } from "#search/request.ts";
import { CORPUS_DIR, openCorpus } from "./corpus.ts";
import type { Corpus } from "./corpus.ts";
import { printedNames } from "./printed-names.ts";
import type { PrintedName } from "./printed-names.ts";
import { reportFigures } from "./report.ts";

/**
 * Finds decisions by name as other judges write it: `node eval/case-names.ts [--data DIR] [--count N] [--sealed] [--land]`.
 * A query is a name that stands before a citation in a real opinion (`Bell Atlantic Corp. v. Twombly`), asked as printed,
 * in small letters and with a topic behind it; what that opinion itself says is left out of the index. The decision that
 * bears the citation must come before those that cite it, and may not be called not held. Names whose citation leads to
 * nothing held must not be passed over in silence, unless a record has both parties in its name.
 */
const { values: options } = parseArgs({
  options: {
    data: { type: "string", default: CORPUS_DIR },
    count: { type: "string", default: "300" },
    seed: { type: "string", default: "names" },
    sealed: { type: "boolean", default: false },
    misses: { type: "boolean", default: false },
    land: { type: "boolean", default: false },
  },
});

const TOPICS = ["qualified immunity", "summary judgment standard", "due process", "standing", "statute of limitations"];
const NOT_HELD = "No decision of that name is held";
const NEAREST = "comes nearest";

const corpus = await openCorpus(options.data, { citingWords: true });
const { search } = createSearch({ engine: corpus.engine, db: corpus.db });
const half = options.sealed ? "sealed" : "building";
const drawn = (await printedNames(corpus, options.seed)).filter((one) => one.half === half);
const held = drawn.filter(({ workId }) => workId !== undefined).slice(0, Number(options.count));
const absent = drawn.filter(({ workId, citation }) => workId === undefined && /U\. ?S\.|F\. ?[23]d/u.test(citation));
if (held.length === 0 || absent.length === 0) throw new Error("no names were found");

const ways: readonly (readonly [way: string, write: (caption: string, index: number) => string])[] = [
  ["as printed", (caption) => caption],
  ["small letters", (caption) => caption.toLowerCase()],
  ["with a topic", (caption, index) => `${caption} ${TOPICS[index % TOPICS.length] ?? ""}`],
  ["small, with a topic", (caption, index) => `${caption} ${TOPICS[index % TOPICS.length] ?? ""}`.toLowerCase()],
];

const figures: Record<string, number> = { names: held.length };
for (const [way, write] of ways) {
  const ranks: number[] = [];
  let calledNotHeld = 0;
  let nearest = 0;
  let behindNamesakes = 0;
  for (const [index, one] of held.entries()) {
    const query = write(one.caption, index);
    const answer = await ask(query, one);
    const rank = rankOf(corpus, answer, one.workId);
    ranks.push(rank);
    if (rank === 1 || areNamesakes(one.caption, before(answer, one.workId))) behindNamesakes += 1;
    const said = answer.warnings.join(" ");
    if (said.includes(NOT_HELD)) calledNotHeld += 1;
    if (said.includes(NEAREST)) nearest += 1;
    if (options.misses && (rank !== 1 || said.includes(NOT_HELD))) {
      console.log(`${rank}\t${query}\t${one.citation}\t${answer.results[0]?.caseName ?? "-"}\t${said}`);
    }
  }
  const within = (most: number): number => ranks.filter((rank) => rank <= most).length / ranks.length;
  figures[`${way}: first`] = within(1);
  figures[`${way}: first, or behind its namesakes`] = behindNamesakes / ranks.length;
  figures[`${way}: among 3`] = within(3);
  figures[`${way}: among 10`] = within(10);
  figures[`${way}: called not held`] = calledNotHeld;
  figures[`${way}: nearest is told`] = nearest;
}
const names = await namesHeld(corpus);
const strangers = absent.filter(({ caption }) => !isAnyoneCalled(caption, names)).slice(0, 100);
let silent = 0;
for (const one of strangers) {
  const answer = await ask(one.caption, one);
  const said = answer.warnings.join(" ");
  if (said.includes(NOT_HELD) || said.includes(NEAREST)) continue;
  silent += 1;
  if (options.misses) console.log(`silent\t${one.caption}\t${one.citation}\t${answer.results[0]?.caseName ?? "-"}`);
}
figures["not held"] = strangers.length;
figures["not held, passed over in silence"] = silent;
await corpus.close();
reportFigures(options.sealed ? "case-names-sealed" : "case-names", figures, options.land);

async function ask(query: string, { citedBy }: PrintedName): Promise<SearchResponse> {
  return search({
    query,
    mode: "keyword",
    filters: {},
    includeFacets: false,
    page: 1,
    pageSize: 50,
    rerank: false,
    collapse: "decision",
    sort: "relevance",
    explain: false,
    leaveOutCitingOf: citedBy,
  });
}

function rankOf({ works }: Corpus, { results }: SearchResponse, workId: string | undefined): number {
  const found = [...new Set(results.map(({ opinionId }) => works.get(opinionId)?.workId))];
  const rank = found.indexOf(workId) + 1;
  return rank === 0 ? Number.POSITIVE_INFINITY : rank;
}

/** The names of what stands before a decision; none where it is not found. */
function before({ results }: SearchResponse, workId: string | undefined): readonly string[] {
  const at = results.findIndex(({ opinionId }) => corpus.works.get(opinionId)?.workId === workId);
  return results.slice(0, Math.max(0, at)).map(({ caseName }) => caseName);
}

/** Whether all of these, and there are some, bear the whole name too: then the name alone does not say which is meant. */
function areNamesakes(caption: string, others: readonly string[]): boolean {
  const isOne = (other: string): boolean => isAnyoneCalled(caption, [new Set(plainWords(other))]);
  return others.length > 0 && others.every(isOne);
}

/** The words of each held name, by plain rules of their own. */
async function namesHeld({ db }: Corpus): Promise<readonly ReadonlySet<string>[]> {
  const rows = await db
    .selectFrom("clusters")
    .innerJoin("cases", "cases.id", "clusters.case_id")
    .select(["clusters.case_name", "cases.caption"])
    .execute();
  return rows.map(({ case_name, caption }) => new Set(plainWords(`${case_name} ${caption}`)));
}

function isAnyoneCalled(caption: string, held: readonly ReadonlySet<string>[]): boolean {
  const sides = caption.split(" v. ").map((side) => plainWords(side).filter((word) => word.length > 3));
  return held.some((words) => sides.every((side) => side.every((word) => words.has(word))));
}

function plainWords(text: string): readonly string[] {
  return text
    .toLowerCase()
    .replace(/['’‘.]/gu, "")
    .split(/[^a-z]+/u);
}
