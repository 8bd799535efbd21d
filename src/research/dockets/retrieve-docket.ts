import type { Principal } from "#accounts/principal.ts";
import type { DocketAsked } from "../cases/answers.ts";
import { chargesOf } from "./charges.ts";
import { otherNameNotes } from "./called.ts";
import type { CaseReference, Holding } from "./find.ts";
import type { DocketWanted, Fetched, Retrieval, Retrieved, Unfetched } from "./retrieval.ts";

/** What came of fetching a docket, with what to say of it. */
export type Tried = Retrieved;

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
  const others = held === undefined || reference.by === "case" ? [] : otherNameNotes(reference.caseName, held);
  if (others.length > 0) return triedOf({ outcome: "refused", notes: others }, { refresh, isHeld: true });
  const wanted = wantedOf(reference, held, refresh);
  if (wanted.length === 0) return undefined;
  const said: Unfetched[] = [];
  for (const one of wanted) {
    const retrieved = await retrieval.docket(principal, one, signal);
    if (retrieved.outcome === "fetched") return withEarlier(retrieved, said);
    said.push(retrieved);
    // Which case is meant is not settled by buying what another court has under the number.
    if (retrieved.outcome === "ambiguous") break;
  }
  return triedOf(allOf(said), { refresh, isHeld: held !== undefined });
}

/** With what was charged at courts that were asked before this one, and had none. */
function withEarlier(fetched: Fetched, said: readonly Unfetched[]): Fetched {
  return { ...fetched, notes: [...fetched.notes, ...said.flatMap(({ notes }) => chargesOf(notes))] };
}

/** What each court's records said, and of what that means the gravest. */
function allOf(said: readonly Unfetched[]): Unfetched {
  const outcome = GRAVEST_FIRST.find((one) => said.some((each) => each.outcome === one)) ?? "not_served";
  const notes = said.flatMap((one) => one.notes);
  const once = new Map(notes.map((note) => [note.message, note]));
  return { outcome, notes: [...once.values()], cases: said.flatMap((one) => one.cases ?? []) };
}

const GRAVEST_FIRST: readonly Unfetched["outcome"][] = [
  "refused",
  "ambiguous",
  "failed",
  "unreadable",
  "absent",
  "not_served",
];

/** By what is held of the case, else in each court that the name may mean. */
function wantedOf(reference: CaseReference, held: Holding | undefined, refresh: boolean): DocketWanted[] {
  if (held?.docket != null) {
    const { docket, caseName, hasSheet } = held.docket;
    const docketId = hasSheet ? docket.id : null;
    return [{ courtId: docket.courtId, docketNumber: docket.docketNumber, caseName, docketId, refresh }];
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
  const isNameAsked = caseName !== null;
  return courtIds.map((courtId) => ({ courtId, docketNumber, caseName, isNameAsked, docketId: null, refresh }));
}

/** Says that what is held answers though more was wanted: a fetch that failed does not say that nothing new was filed. */
function triedOf(unfetched: Unfetched, { refresh, isHeld }: { refresh: boolean; isHeld: boolean }): Tried {
  const { outcome, notes } = unfetched;
  if (!isHeld) return unfetched;
  if (!refresh && outcome === "not_served") return { outcome, notes: [] };
  const wish = refresh ? "the latest report was not fetched" : "the docket was not fetched";
  const said =
    outcome === "not_served"
      ? "the official records were not asked, so the wish for the latest report was passed over"
      : `${wish}, which does not mean that nothing new was filed`;
  const code = notes[0]?.reason.code ?? outcome;
  const message = `${said}: ${notes.map((note) => note.message).join("; ")}`;
  return { outcome, notes: [{ message, reason: { code } }] };
}
