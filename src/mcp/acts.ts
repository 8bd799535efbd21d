import { readMatter } from "#accounts/matters/matter.ts";
import type { Principal } from "#accounts/principal.ts";
import { OnpointError } from "#base/errors.ts";
import type { ActName, Acts, Searched } from "#contracts/tools/acts.ts";
import type { Research } from "#research/research.ts";
import type { Caller } from "./tool.ts";

/** What answers each act, whichever version asked. */
export type Answerers = {
  readonly [Name in ActName]: (asked: Acts[Name]["asked"], caller: Caller) => Promise<Acts[Name]["answer"]>;
};

export function answerers({ cases, laws }: Research): Answerers {
  return {
    searchCases: async (asked, { principal, signal }) => cases.search(principal, asked, signal),
    searchEach: async (queries, { principal, signal }) =>
      Promise.all(
        queries.map(async (query): Promise<Searched> => {
          const outcome = await cases.search(principal, { queries: [query] }, signal).catch(refusedOnly);
          return { query: query.query, outcome };
        }),
      ),
    findInOpinion: async (asked, { principal }) => cases.passages(principal, asked),
    analyzeOpinion: async (asked, { principal, signal }) => cases.opinion(principal, asked, signal),
    analyzeDocument: async (asked, { principal, signal }) =>
      cases.document(chargedTo(principal, asked.matter), asked, signal),
    analyzeDocket: async (asked, { principal, signal }) =>
      cases.docket(chargedTo(principal, asked.matter), asked, signal),
    analyzeFiling: async (asked, { principal, signal }) => cases.filing(principal, asked, signal),
    searchLaws: async (asked, { principal, signal }) => laws.search(principal, asked, signal),
    analyzeLaw: async (asked, { principal, signal }) => laws.analyse(principal, asked, signal),
  };
}

/**
 * Who asks, for the client or matter that the arguments name: it goes before the header of the request and the default
 * of the key. Throws `invalid_input`.
 */
function chargedTo(principal: Principal, matter: string | undefined): Principal {
  return matter === undefined ? principal : { ...principal, matter: readMatter(matter) };
}

/** What is wrong with one query refuses that one. */
function refusedOnly(thrown: unknown): { readonly refused: string } {
  if (thrown instanceof OnpointError && thrown.code === "invalid_input") return { refused: thrown.message };
  throw thrown;
}
