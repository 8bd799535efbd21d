import type { Principal } from "#accounts/principal.ts";
import type { DocketAsked } from "../cases/answers.ts";
import type { Note } from "../note.ts";
import type { CaseReference, Holding } from "./find.ts";
import type { DocketWanted, Retrieval, Retrieved } from "./retrieval.ts";

/** What came of fetching a docket, with what to say of it. */
export type Tried =
  | Extract<Retrieved, { readonly outcome: "fetched" }>
  | { readonly outcome: Exclude<Retrieved["outcome"], "fetched">; readonly notes: readonly Note[] };

type Wanting = {
  readonly reference: CaseReference;
  readonly held: Holding | undefined;
  readonly asked: Pick<DocketAsked, "refresh">;
};

/** Fetches what is not held, or the latest of it when that is asked for; undefined where there is no reason to fetch. */
export async function retrieveDocket(
  retrieval: Retrieval,
  principal: Principal,
  { reference, held, asked }: Wanting,
  signal?: AbortSignal,
): Promise<Tried | undefined> {
  const { refresh } = asked;
  if (!refresh && (held?.docket ?? null) !== null) return undefined;
  const wanted = wantedOf(reference, held, refresh);
  if (wanted.length === 0) return undefined;
  let last: Retrieved | undefined;
  for (const one of wanted) {
    last = await retrieval.docket(principal, one, signal);
    if (last.outcome === "fetched" || last.outcome === "refused") break;
  }
  return last === undefined ? undefined : triedOf(last, { refresh, isHeld: held !== undefined });
}

/** By what is held of the case, else in each court that the name may mean. */
function wantedOf(reference: CaseReference, held: Holding | undefined, refresh: boolean): DocketWanted[] {
  if (held?.docket != null) {
    const { docket, caseName } = held.docket;
    return [{ courtId: docket.courtId, docketNumber: docket.docketNumber, caseName, docketId: docket.id, refresh }];
  }
  const decision = held?.decisions[0]?.record;
  if (decision !== undefined) {
    const { courtId, docketNumber, caseName } = decision;
    return docketNumber === "" || docketNumber === null
      ? []
      : [{ courtId, docketNumber, caseName, docketId: null, refresh }];
  }
  if (reference.by === "case") return [];
  const { courtIds, docketNumber, caseName } = reference;
  return courtIds.map((courtId) => ({ courtId, docketNumber, caseName, docketId: null, refresh }));
}

/** Says that what is held answers though more was wanted: a fetch that failed does not say that nothing new was filed. */
function triedOf(retrieved: Retrieved, { refresh, isHeld }: { refresh: boolean; isHeld: boolean }): Tried {
  if (retrieved.outcome === "fetched") return retrieved;
  const { note, outcome } = retrieved;
  if (!isHeld) return { outcome, notes: [note] };
  const wish = refresh ? "the latest report was not fetched" : "the docket was not fetched";
  const ignored =
    retrieved.outcome === "not_served"
      ? "the official records were not asked, so the wish for the latest report was passed over"
      : `${wish}, which does not mean that nothing new was filed`;
  if (!refresh && retrieved.outcome === "not_served") return { outcome, notes: [] };
  const message = `${ignored}: ${note.message}`;
  return { outcome, notes: [{ ...note, message }] };
}
