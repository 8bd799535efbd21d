import { OnpointError } from "#base/errors.ts";
import type { Principal } from "#accounts/principal.ts";
import type { FilingHit } from "#research/cases/filings/model.ts";
import type { DocketView } from "#research/dockets/model.ts";
import type { LawFound } from "#research/laws/get.ts";
import type { LawsFound } from "#research/laws/search.ts";
import { DESK_PAGE_SIZE } from "./desk-request.ts";
import type { DeskQuestion } from "./desk-request.ts";
import type { Services } from "./services.ts";

export type LawsAnswer = {
  readonly kind: "laws";
  /** The law that the words cite, if they are a citation of one. */
  readonly cited: LawFound | undefined;
  readonly found: LawsFound;
  readonly page: number;
};

export type DocketsAnswer = {
  readonly kind: "dockets";
  readonly dockets: readonly DocketView[];
  readonly filings: readonly FilingHit[];
  readonly notes: readonly string[];
};

type Ask = { readonly research: Services["research"]; readonly principal: Principal; readonly signal: AbortSignal };

/** Laws in force that have the words, and the one that they cite. */
export async function askLaws(
  { research, principal, signal }: Ask,
  { query, state, page: given }: DeskQuestion,
): Promise<LawsAnswer> {
  const page = given === "" ? 1 : Number(given);
  const states = state === "" ? {} : { states: [state] };
  const asked = { query, currentOnly: true, page, pageSize: DESK_PAGE_SIZE, ...states };
  const [found, cited] = await Promise.all([
    research.laws.search(principal, asked, signal),
    page === 1 ? citedLaw(research, principal, query) : undefined,
  ]);
  return { kind: "laws", cited, found, page };
}

async function citedLaw(
  research: Services["research"],
  principal: Principal,
  query: string,
): Promise<LawFound | undefined> {
  if (!/\d/u.test(query)) return undefined;
  const named = { by: "citation", given: query } as const;
  const answer = await research.laws.get(principal, { named, includeHistorical: false }).catch(refused);
  return answer?.status === "found" ? answer : undefined;
}

/** Words that cite no law, or several. */
function refused(thrown: unknown): undefined {
  if (thrown instanceof OnpointError && thrown.code === "invalid_input") return undefined;
  throw thrown;
}

/** Dockets with the number that was typed, and in one state the filings of its trial courts that have the words. */
export async function askDockets(
  { research, principal, signal }: Ask,
  { query, state }: DeskQuestion,
): Promise<DocketsAnswer> {
  const dockets = await research.dockets.numbered(principal, query);
  if (state === "" || dockets.length > 0) return { kind: "dockets", dockets, filings: [], notes: [] };
  const asked = { query, jurisdiction: "trial", courts: [], states: [state], documentTypes: "all" } as const;
  const { hits, notes, skipped } = await research.cases.search(principal, { queries: [asked] }, signal);
  const told = [...notes, ...skipped.map(({ note }) => note)].map(({ message }) => message);
  return {
    kind: "dockets",
    dockets,
    filings: hits.flatMap((hit) => ("filing" in hit ? [hit.filing] : [])),
    notes: told,
  };
}
