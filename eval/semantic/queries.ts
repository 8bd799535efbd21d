import { yearsIn } from "#search/query/years.ts";
import type { Corpus } from "../corpus.ts";
import type { RetrievalCase } from "../retrieval-cases.ts";
import { halfOf } from "./halves.ts";
import type { Half } from "./halves.ts";

/** A query with the works that answer it, and the one its words come from. */
export type WorkQuery = {
  readonly id: string;
  readonly query: string;
  readonly citingWork: string | undefined;
  readonly wanted: ReadonlySet<string | undefined>;
};

/**
 * The cases of a half as queries for works, and all works, of either half, that their words come from: one model that
 * has seen nothing of these serves both. Throws where none is held.
 */
export function queriesOf(
  corpus: Corpus,
  cases: readonly RetrievalCase[],
  half: Half,
): { readonly queries: readonly WorkQuery[]; readonly leavesOut: ReadonlySet<string> } {
  const workOf = new Map([...corpus.works.values()].map(({ sourceId, workId }) => [sourceId, workId]));
  const inHalf = cases.filter(({ citing }) => halfOf(citing) === half);
  const leavesOut = new Set(cases.flatMap(({ citing }) => workOf.get(citing) ?? []));
  if (leavesOut.size === 0) throw new Error("no citing decision is held: nothing could be left out");
  const queries = inHalf.map(({ id, query, citing, relevant }) => ({
    id,
    query,
    citingWork: workOf.get(citing),
    wanted: new Set(relevant.map((one) => workOf.get(one))),
  }));
  return { queries, leavesOut };
}

/**
 * The query with every year taken out: most of these print the year of the decision sought, since citations were taken
 * out of them and the years behind were left.
 */
export function withoutYears(text: string): string {
  return [...yearsIn(text)].reduce((rest, year) => rest.replace(new RegExp(`(?<!\\d)${year}(?!\\d)`, "gu"), ""), text);
}

/** The query with every year that it prints moved to one that is wrong. */
export function withWrongYears(text: string): string {
  return [...yearsIn(text)]
    .reduce((rest, year) => rest.replace(new RegExp(`(?<!\\d)${year}(?!\\d)`, "gu"), `<${year - YEARS_OFF}>`), text)
    .replace(/<(\d{4})>/gu, "$1");
}

const YEARS_OFF = 7;
