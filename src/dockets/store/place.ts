import { docketIdPart, docketKey, isSameOffice, officeOf } from "#cases/docket-key.ts";
import { docketRelation } from "#cases/store.ts";
import { OnpointError } from "#base/errors.ts";
import type { Reader } from "#db/connection.ts";
import { tellingWords } from "#text/case-names.ts";
import { docketIdOf } from "../ids.ts";
import type { DocketSighting } from "../model.ts";

type Told = Pick<DocketSighting, "courtId" | "docketNumber" | "pacerCaseIds"> & { readonly caption: string | null };
type Candidate = { readonly id: string; readonly docketNumber: string | null; readonly caption: string | null };

/** A caption of many parties tells them apart long before its end. */
const APART_CHARS_MAX = 1000;

/** Where a sighting belongs. */
export type Place = {
  /** The dockets held that it is of: more than one when only this sighting shows that they are one. */
  readonly ids: readonly string[];
  /** What a docket of its own would be called. */
  readonly sourceId: string;
};

/**
 * Finds the docket that a sighting is of. The official system's own number of the case decides; else the docket number,
 * with office and, where two cases have one number, caption.
 * @throws OnpointError `invalid_input` for what names no case
 */
export async function placeOf(db: Reader, told: Told): Promise<Place> {
  if (!namesCase(told)) {
    throw new OnpointError("invalid_input", "nothing tells of which case this is: neither its number nor an id");
  }
  const place = await placeTold(db, told);
  if (place.ids.length > 0) return place;
  // What was made for the same words before may bear another number by now, or be one of several with this number.
  const own = docketIdOf(place.sourceId);
  const held = await db.selectFrom("dockets").select("id").where("id", "=", own).executeTakeFirst();
  return held === undefined ? place : { ...place, ids: [own] };
}

/** Whether a sighting says of which case it is; what says it not can be put nowhere. */
export function namesCase({ docketNumber, pacerCaseIds }: Pick<Told, "docketNumber" | "pacerCaseIds">): boolean {
  return docketKey(docketNumber) !== null || pacerCaseIds.length > 0;
}

async function placeTold(db: Reader, told: Told): Promise<Place> {
  const sourceId = sourceIdOf(told);
  const byPacerId = await withPacerIds(db, told);
  const key = docketKey(told.docketNumber);
  if (key === null) return { ids: byPacerId.map(({ id }) => id), sourceId };
  const numbered = await withNumber(db, told, key);
  const isOfNumber = ({ docketNumber }: Candidate): boolean =>
    docketNumber === null || (docketKey(docketNumber) === key && isSameOffice(docketNumber, told.docketNumber ?? ""));
  if (byPacerId.length > 0) {
    const others = byPacerId.every(isOfNumber) ? numbered.free : [];
    return { ids: [...new Set([...byPacerId, ...others].map(({ id }) => id))], sourceId };
  }
  const ids = among(numbered.free, told.caption).map(({ id }) => id);
  if (ids.length > 0) return { ids, sourceId };
  const apart = numbered.isTaken ? told.pacerCaseIds : tellingWords(told.caption ?? "", "copies").toSorted();
  return {
    ids,
    sourceId:
      numbered.isTaken || numbered.free.length > 0
        ? `${sourceId}\n${apart.join(" ").slice(0, APART_CHARS_MAX)}`
        : sourceId,
  };
}

/** The same however a source writes the number; a case without one is called by its number in the official system. */
function sourceIdOf({ courtId, docketNumber, pacerCaseIds }: Told): string {
  const key = docketIdPart(docketNumber);
  if (key === null) return `${courtId}\npacer ${pacerCaseIds.join(" ")}`;
  const office = officeOf(docketNumber ?? "");
  return office === null ? `${courtId}\n${key}` : `${courtId}\n${office}:${key}`;
}

async function withPacerIds(db: Reader, { courtId, pacerCaseIds }: Told): Promise<Candidate[]> {
  if (pacerCaseIds.length === 0) return [];
  const rows = await db
    .selectFrom("docket_pacer_ids as held")
    .innerJoin("dockets", "dockets.id", "held.docket_id")
    .select(["dockets.id", "dockets.docket_number as docketNumber", "dockets.caption"])
    .distinct()
    .where("held.court_id", "=", courtId)
    .where("held.pacer_case_id", "in", pacerCaseIds)
    .orderBy("dockets.id")
    .execute();
  return rows;
}

/**
 * The dockets with a number. In a bankruptcy court a case and a proceeding in it may bear one number, which then names
 * no kind of case: those that have another number in the official system are not free to be this one.
 */
async function withNumber(
  db: Reader,
  { courtId, docketNumber, pacerCaseIds }: Told,
  key: string,
): Promise<{ readonly free: readonly Candidate[]; readonly isTaken: boolean }> {
  const rows = await db
    .selectFrom(docketRelation(db).as("number"))
    .innerJoin("dockets", "dockets.id", "number.case_id")
    .leftJoin("docket_pacer_ids as pacer", "pacer.docket_id", "dockets.id")
    .select([
      "dockets.id",
      "dockets.docket_number as docketNumber",
      "dockets.caption",
      "pacer.pacer_case_id as pacerCaseId",
    ])
    .where("number.docket_key", "=", key)
    .where("dockets.court_id", "=", courtId)
    .orderBy("dockets.id")
    .execute();
  const same = rows.filter((row) => isSameOffice(row.docketNumber ?? "", docketNumber ?? ""));
  const namesKind = /[a-z]/u.test(key);
  const others = new Set(
    namesKind || pacerCaseIds.length === 0
      ? []
      : same.filter(({ pacerCaseId }) => pacerCaseId !== null).map(({ id }) => id),
  );
  const free = new Map(same.filter(({ id }) => !others.has(id)).map((row) => [row.id, row]));
  return { free: [...free.values()], isTaken: same.length > free.size };
}

/** Of several with one number that whose caption shares a telling word; none where that does not tell. */
function among(candidates: readonly Candidate[], caption: string | null): readonly Candidate[] {
  if (candidates.length < 2) return candidates;
  const words = new Set(tellingWords(caption ?? "", "copies"));
  const sharing = candidates.filter((candidate) =>
    tellingWords(candidate.caption ?? "", "copies").some((word) => words.has(word)),
  );
  return sharing.length === 1 ? sharing : [];
}
