import type { Reader } from "#db/connection.ts";
import type { SearchEngine } from "#index/index.ts";
import { readListings } from "#opinions/store/listings.ts";
import type { PriorNode, QueryNode } from "#index/tree.ts";
import { TIMES_CITED } from "#search/opinions.ts";
import { isPartyOf } from "#search/query/party-name.ts";
import { respelledName } from "#search/results/name-neighbours.ts";
import type { ReadSearch } from "#search/read/read.ts";
import { rankedTree } from "#search/retrieve/keyword.ts";
import type { Question } from "#search/retrieve/question.ts";
import type { Found } from "#search/retrieve/retriever.ts";
import { NOTHING_KNOWN } from "./first.ts";
import type { Known } from "./first.ts";

/** Of a name that more decisions bear the others follow where the words or their meaning put them. */
const KNOWN_MAX = 20;
const TOPIC_NAMES_MAX = 3;
/** Names that hold all words of what may be a party, of which those are kept that call one so. */
const PARTY_MAX = 60;
const CITED_MOST: PriorNode = { ...TIMES_CITED, weight: 3 };

export type KnownSources = { readonly engine: SearchEngine; readonly db: Reader };

type Named = Pick<ReadSearch, "request" | "question" | "named" | "namesake" | "party">;

/**
 * The opinions held of what a query names by citation, docket number or case name, within its filters, best first; those
 * that the surest way of telling them finds. A name of which a word stands in hardly any name may be misspelt, and is
 * looked for with a letter changed. In an order by words alone what is named scores far above the rest where the words
 * match it, so that only what they miss is put before them; in another order nothing is. A few words that are the whole
 * name of one party name its cases.
 */
export async function knownOpinions({ engine, db }: KnownSources, named: Named): Promise<Known> {
  const { request, question, named: ways, namesake, party } = named;
  if (request.sort !== "relevance") return NOTHING_KNOWN;
  const isByWords = request.mode === "keyword" && !request.rerank;
  const isSure = ways.length > 0 && (!isByWords || namesake !== undefined);
  const known = isSure ? await outright(engine, named, isByWords) : NOTHING_KNOWN;
  if (known.hits.length > 0 || ways.length > 0 || party === undefined) return known;
  // Of the cases of one party that is likeliest meant which others cite most, whatever else its name says.
  const tree = rankedTree(party.tree, { ...question, prior: CITED_MOST });
  const hits = await bearing(engine, tree, question, PARTY_MAX);
  if (hits.length === 0) return NOTHING_KNOWN;
  const listings = await readListings(
    db,
    hits.map(({ id }) => id),
  );
  const ofParty = hits.filter(({ id }) => isPartyOf(party, listings.get(id)?.caseName ?? ""));
  return { hits: ofParty.slice(0, KNOWN_MAX) };
}

/** By citation, docket number or the name of a case. */
async function outright(
  engine: SearchEngine,
  { question, named, namesake }: Named,
  isByWords: boolean,
): Promise<Known> {
  const find = async (tree: QueryNode): Promise<readonly Found[]> => bearing(engine, tree, question, KNOWN_MAX);
  const counts = await engine.counts({ trees: named, enough: 1 });
  const way = named.find((_, at) => (counts[at] ?? 0) > 0);
  if (way !== undefined) {
    const { tree } = question;
    const hits = await find({ kind: "and", children: [rankedTree(tree, question), way], at: tree.at });
    if (hits.length > 0) return isByWords ? NOTHING_KNOWN : { hits };
    return { hits: await find(rankedTree(way, question)), isBeside: true };
  }
  const respelled = namesake === undefined ? undefined : await respelledName(engine, namesake.bearing);
  if (respelled === undefined) return NOTHING_KNOWN;
  return { hits: await find(rankedTree(respelled, question)), isBeside: true, isRespelled: true };
}

/** The opinions that match, within the filters of what was asked. */
async function bearing(
  engine: SearchEngine,
  tree: QueryNode,
  { filters, collapse, excerpts, leaveOutSource, explain }: Question,
  limit: number,
): Promise<readonly Found[]> {
  const { hits } = await engine.search({
    tree,
    filters,
    offset: 0,
    limit,
    facets: [],
    total: false,
    explain,
    ...(excerpts === undefined ? {} : { excerpts }),
    ...(collapse === undefined ? {} : { collapse }),
    ...(leaveOutSource === undefined ? {} : { leaveOutSource }),
  });
  return hits.map((hit) => ({ ...hit, source: "keyword" }));
}

/** For the person who asked. */
export async function respelledNote(db: Reader, { hits, isRespelled }: Known): Promise<readonly string[]> {
  const [first] = hits;
  if (isRespelled !== true || first === undefined) return [];
  const name = (await readListings(db, [first.id])).get(first.id)?.caseName;
  return name === undefined ? [] : [`Read as ${name}, the nearest name held; it stands first.`];
}

/**
 * What the rest of the list is about: the query without the citations in it. Where it is nothing else, the names of the
 * decisions that it names; where those are not held, the query as typed.
 */
export async function topicOf(
  db: Reader,
  { question, request }: Pick<ReadSearch, "question" | "request">,
  known: Known["hits"],
): Promise<string> {
  if (question.text !== "") return question.text;
  const named = await readListings(
    db,
    known.map(({ id }) => id),
  );
  const names = [...new Set([...named.values()].map(({ caseName }) => caseName))].slice(0, TOPIC_NAMES_MAX);
  return names.length === 0 ? request.query : names.join("; ");
}
