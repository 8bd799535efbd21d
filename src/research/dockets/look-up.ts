import { OnpointError } from "#base/errors.ts";
import { idFault } from "#base/ids.ts";
import type { Reader } from "#db/connection.ts";
import { cut } from "../cases/cut.ts";
import { requireCourts } from "../courts.ts";
import type { DocketNamed, OpinionView } from "../opinions.ts";
import type { OpinionViews } from "../opinion-views.ts";
import { filingsHeld } from "./filed-cases.ts";
import type { Note } from "../note.ts";
import { holdingsOf, notesOfReference } from "./find.ts";
import type { CaseReference } from "./find.ts";
import type { DocketView } from "./model.ts";
import { asSeen } from "#dockets/numbers/number-spellings.ts";

/** One docket: by the id of its case or of itself, or by its number in a court. */
export type DocketKey =
  | { readonly by: "id"; readonly id: string }
  | ({ readonly by: "docket"; readonly caseName: string | null } & DocketNamed);

/** The docket that is meant, with the decisions held of its case; or what may be meant, or that nothing is held. */
export type DocketLookup =
  | {
      readonly status: "found";
      readonly docket: DocketView;
      readonly decisions: readonly OpinionView[];
      readonly notes: readonly Note[];
    }
  | DocketNotFound;

export type DocketNotFound =
  | { readonly status: "ambiguous"; readonly dockets: readonly DocketView[]; readonly total: number }
  | {
      readonly status: "not_found";
      /** What was asked for, in words. */
      readonly asked: string;
      /** Decisions of such a case are held all the same. */
      readonly decisions: readonly OpinionView[];
      /** Filings of such a case that are held without a docket. */
      readonly filings: number;
    };

/** Candidates that one answer names. */
const MATCHES_MAX = 50;

/** @throws OnpointError `invalid_input` for what can name no docket */
export async function lookUpDocket(
  sources: { readonly db: Reader; readonly views: OpinionViews },
  key: DocketKey,
): Promise<DocketLookup> {
  const reference = referenceOf(key);
  const holdings = await holdingsOf(sources, reference);
  const held = holdings.flatMap(({ docket, decisions }) => (docket === null ? [] : [{ docket, decisions }]));
  const [only] = held;
  if (only === undefined) {
    return {
      status: "not_found",
      asked: askedFor(reference),
      decisions: holdings.flatMap(({ decisions }) => decisions),
      filings: await filingsHeld(sources.db, reference),
    };
  }
  if (held.length === 1) return { status: "found", ...only, notes: notesOfReference(reference) };
  const dockets = held.slice(0, MATCHES_MAX).map(({ docket }) => docket);
  return { status: "ambiguous", dockets, total: held.length };
}

/** The case as whoever asked named it. */
export function nameAsked(key: DocketKey): string | null {
  return key.by === "docket" ? key.caseName : null;
}

function referenceOf(key: DocketKey): CaseReference {
  if (key.by === "id") {
    const fault = idFault(key.id, "case");
    if (fault !== undefined) throw refusal("id", fault);
    return { by: "case", id: key.id.toLowerCase() };
  }
  const { court, caseName } = key;
  const docketNumber = asSeen(key.docketNumber);
  const path = court.by === "id" ? "docket.courtId" : "docket.courtAbbreviation";
  const { courts, respelled } = requireCourts(court.by, court.given, path);
  if (!/\d/u.test(docketNumber)) throw refusal("docket.docketNumber", `${cut(docketNumber)} is no docket number`);
  return {
    by: "docket",
    courtIds: courts.map(({ id }) => id),
    courtName: courts[0]?.fullName ?? court.given,
    docketNumber,
    caseName,
    ...(respelled && { respelled }),
  };
}

function refusal(path: string, message: string): OnpointError {
  return new OnpointError("invalid_input", message, { faults: [{ path, message }] });
}

function askedFor(reference: CaseReference): string {
  return reference.by === "case"
    ? `the id ${reference.id}`
    : `${cut(reference.docketNumber)} in ${reference.courtName}`;
}
