import { idFault, kindOfId } from "#base/ids.ts";
import type { Reader } from "#db/connection.ts";
import { docketIdsByNumbers, docketIdsOfCase } from "#dockets/store/read.ts";
import { opinionIdsOfCase } from "#opinions/store/case-opinions.ts";
import { findByDocketNumbers } from "#opinions/store/dockets.ts";
import type { DocketNamed } from "../cases/answers.ts";
import { courtsNamed } from "../cases/courts-asked.ts";
import { cut } from "../cases/cut.ts";
import type { Note } from "../note.ts";
import type { OpinionView } from "../opinions.ts";
import type { OpinionViews } from "../opinion-views.ts";
import { namedSo } from "./called.ts";
import { asFederalCourtsPrint } from "#dockets/numbers/federal-numbers.ts";
import type { DocketView } from "./model.ts";
import { asSeen, otherSpellings } from "#dockets/numbers/number-spellings.ts";
import { docketViews } from "./views.ts";

/** What is held of one case: its docket, its decisions, or both. */
export type Holding = { readonly docket: DocketView | null; readonly decisions: readonly OpinionView[] };

/** A case as it was asked for: one that can be looked up, in courts that there are. */
export type CaseReference =
  | { readonly by: "case"; readonly id: string }
  | {
      readonly by: "docket";
      readonly courtIds: readonly string[];
      readonly courtName: string;
      readonly docketNumber: string;
      readonly caseName: string | null;
      /** That its court was named by another spelling. */
      readonly respelled?: Note;
    };

/** What the reference names, or why it can name nothing. */
export function readReference(named: DocketNamed | null): CaseReference | { readonly fault: Note } {
  if (named === null) return fault("neither a case nor a docket is named", "no_reference");
  if (named.by === "case") {
    const wrong = kindOfId(named.id) === "case" ? undefined : idFault(named.id, "case");
    return wrong === undefined ? { by: "case", id: named.id.toLowerCase() } : fault(wrong, "no_case_id");
  }
  const courts = courtsNamed(named.court);
  if ("unknown" in courts) return { fault: courts.unknown };
  const docketNumber = asSeen(named.docketNumber);
  if (!/\d/u.test(docketNumber)) return fault(`${cut(docketNumber)} is no docket number`, "no_number");
  return {
    by: "docket",
    courtIds: courts.courts.map(({ id }) => id),
    courtName: courts.courts[0]?.fullName ?? named.court,
    docketNumber,
    caseName: named.caseName,
    ...(courts.respelled && { respelled: courts.respelled }),
  };
}

/** What there is to say of how the case was named. */
export function notesOfReference(reference: CaseReference): readonly Note[] {
  return reference.by === "docket" && reference.respelled !== undefined ? [reference.respelled] : [];
}

function fault(message: string, code: string): { readonly fault: Note } {
  return { fault: { message, reason: { code } } };
}

type Sources = { readonly db: Reader; readonly views: OpinionViews };

/** All that is held of what the reference names, each case once; several where it does not tell them apart. */
export async function holdingsOf(sources: Sources, reference: CaseReference): Promise<Holding[]> {
  const { docketIds, opinionIds } = await idsOf(sources.db, reference);
  const dockets = await docketViews(sources.db, docketIds);
  const decisions = await sources.views.read(opinionIds, { content: false, treatments: false });
  const byCase = Map.groupBy(decisions, ({ record }) => record.caseId);
  const withDocket = dockets.map((docket) => ({ docket, decisions: byCase.get(docket.docket.caseId) ?? [] }));
  const cases = new Set(dockets.map(({ docket }) => docket.caseId));
  const without = [...byCase].flatMap(([id, views]) => (cases.has(id) ? [] : [{ docket: null, decisions: views }]));
  return namedSo([...withDocket, ...without], reference.by === "docket" ? reference.caseName : null);
}

type Ids = { readonly docketIds: readonly string[]; readonly opinionIds: readonly string[] };

/** An id that is a docket's own names that one alone, though its case has others. */
async function idsOf(db: Reader, reference: CaseReference): Promise<Ids> {
  if (reference.by === "case") {
    const ids = await docketIdsOfCase(db, reference.id);
    const docketIds = ids.includes(reference.id) ? [reference.id] : ids;
    return { docketIds, opinionIds: await opinionIdsOfCase(db, reference.id) };
  }
  const { courtIds, docketNumber } = reference;
  const found = await byNumbers(db, courtIds, () => [docketNumber]);
  if (found.docketIds.length + found.opinionIds.length > 0) return found;
  return byNumbers(db, courtIds, (courtId) => {
    const printed = asFederalCourtsPrint(docketNumber, courtId);
    return [...(printed === docketNumber ? [] : [printed]), ...otherSpellings(printed)];
  });
}

type NumbersIn = (courtId: string) => readonly string[];

async function byNumbers(db: Reader, courtIds: readonly string[], numbersIn: NumbersIn): Promise<Ids> {
  const dockets = courtIds.map(async (courtId) => docketIdsByNumbers(db, courtId, numbersIn(courtId)));
  const opinions = courtIds.map(async (courtId) => findByDocketNumbers(db, courtId, numbersIn(courtId)));
  return { docketIds: (await Promise.all(dockets)).flat(), opinionIds: (await Promise.all(opinions)).flat() };
}
