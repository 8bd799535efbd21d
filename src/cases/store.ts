import type { Reader, Trx } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { insertRows, upsertRows } from "#db/rows.ts";
import { docketNumbers, keyedNumbers, rowsNumbered } from "./docket-key.ts";
import type { DocketNumber } from "./docket-key.ts";

/** What the tables of this folder promise to statements of others, to be joined as if they were tables. */
export function caseRelation(db: Reader) {
  return db
    .selectFrom("cases")
    .select([
      "id",
      "source_id",
      "matter_id",
      "court_id",
      "docket_number",
      "docket_key",
      "source_court_id",
      "source_docket_number",
      "caption",
      "date_filed",
      "date_terminated",
    ]);
}

export function docketRelation(db: Reader) {
  return db.selectFrom("case_dockets").select(["case_id", "ordinal", "docket_number", "docket_key"]);
}

/** A docket number as records spell it, with the courts in which they do. */
export type DocketSpelling = {
  readonly number: string;
  readonly courtIds: readonly string[];
  readonly isSameKey: boolean;
};

/** Rows read for one number; of a number that more cases bear than this, the first spellings. */
const SPELLING_ROWS_MAX = 2000;

/** How the docket numbers that agree with this one are written, those of the same parts first, at most `max` of each. */
export async function docketSpellings(db: Reader, docketNumber: string, max: number): Promise<DocketSpelling[]> {
  const [asked] = keyedNumbers([docketNumber]);
  if (asked === undefined) return [];
  const rows = await db
    .selectFrom("case_dockets")
    .innerJoin("cases", "cases.id", "case_dockets.case_id")
    .select(["case_dockets.docket_number", "case_dockets.docket_key", "cases.court_id"])
    .distinct()
    .where("case_dockets.docket_key", "in", asked.keys)
    .orderBy("case_dockets.docket_number")
    .orderBy("cases.court_id")
    .limit(SPELLING_ROWS_MAX)
    .execute();
  const same = rows.filter(({ docket_key }) => docket_key === asked.key);
  const others = rowsNumbered(rows, [asked]).filter(({ docket_key }) => docket_key !== asked.key);
  return [...spellingsIn(same, true).slice(0, max), ...spellingsIn(others, false).slice(0, max)];
}

function spellingsIn(
  rows: readonly { readonly docket_number: string; readonly court_id: string }[],
  isSameKey: boolean,
): DocketSpelling[] {
  const courts = Map.groupBy(rows, ({ docket_number }) => docket_number);
  return [...courts].map(([number, held]) => ({ number, courtIds: held.map(({ court_id }) => court_id), isSameKey }));
}

/** A case as its source has it now. */
export type CaseWrite = {
  readonly id: string;
  readonly source: string;
  readonly sourceId: string;
  readonly courtId: string;
  readonly docketNumber: string | null;
  readonly caption: string;
  readonly dateFiled: string | null;
  readonly dateTerminated: string | null;
};

/**
 * Writes cases with their docket numbers; of those held already everything but the matter is replaced. `reassignMatters`
 * follows once the days of their decisions are written too.
 */
export async function writeCases(trx: Trx, cases: readonly CaseWrite[]): Promise<void> {
  const ids = cases.map(({ id }) => id);
  const matters = new Map<string, string>();
  for (const part of inParts(ids)) {
    const held = await trx.selectFrom("cases").select(["id", "matter_id"]).where("id", "in", part).execute();
    for (const { id, matter_id } of held) matters.set(id, matter_id);
    if (held.length > 0) await trx.deleteFrom("case_dockets").where("case_id", "in", part).execute();
  }
  const numbered = cases.map((one) => ({ one, numbers: docketNumbers(one.docketNumber) }));
  await upsertRows(
    trx,
    "cases",
    ["id"],
    numbered.map(({ one, numbers }) => ({
      id: one.id,
      source: one.source,
      source_id: one.sourceId,
      matter_id: matters.get(one.id) ?? one.id,
      court_id: one.courtId,
      docket_number: one.docketNumber,
      docket_key: numbers[0]?.key ?? null,
      source_court_id: one.courtId,
      source_docket_number: one.docketNumber,
      caption: one.caption,
      date_filed: one.dateFiled,
      date_terminated: one.dateTerminated,
    })),
  );
  await insertRows(
    trx,
    "case_dockets",
    numbered.flatMap(({ one, numbers }) => docketRows(one.id, numbers)),
  );
}

/** Puts these numbers in the place of those by which a case was found. */
export async function writeDocketNumbers(trx: Trx, caseId: string, numbers: readonly DocketNumber[]): Promise<void> {
  await trx
    .updateTable("cases")
    .set({ docket_key: numbers[0]?.key ?? null })
    .where("id", "=", caseId)
    .execute();
  await trx.deleteFrom("case_dockets").where("case_id", "=", caseId).execute();
  await insertRows(trx, "case_dockets", docketRows(caseId, numbers));
}

function docketRows(caseId: string, numbers: readonly DocketNumber[]) {
  return numbers.map(({ number, key }, ordinal) => ({
    case_id: caseId,
    ordinal,
    docket_number: number,
    docket_key: key,
  }));
}

/** What a case is by its decisions' own texts, beside what its source says. */
export type CaseAmendment = {
  readonly id: string;
  readonly courtId: string;
  readonly docketNumber: string | null;
  /** Every number that leads to it. */
  readonly numbers: readonly DocketNumber[];
};

/** Brings cases to what their decisions print, and returns those that were changed by it. */
export async function amendCases(trx: Trx, amendments: readonly CaseAmendment[]): Promise<string[]> {
  const changed: string[] = [];
  for (const part of inParts(amendments)) {
    const ids = part.map(({ id }) => id);
    const rows = await trx.selectFrom("cases").selectAll().where("id", "in", ids).execute();
    const held = new Map(rows.map((row) => [row.id, row]));
    const dockets = await trx
      .selectFrom("case_dockets")
      .selectAll()
      .where("case_id", "in", ids)
      .orderBy("case_id")
      .orderBy("ordinal")
      .execute();
    const keys = Map.groupBy(dockets, ({ case_id }) => case_id);
    for (const { id, courtId, docketNumber, numbers } of part) {
      const before = held.get(id);
      if (before === undefined) continue;
      const isSame = before.court_id === courtId && before.docket_number === docketNumber;
      if (isSame && textOf(keys.get(id) ?? []) === textOf(docketRows(id, numbers))) continue;
      await trx
        .updateTable("cases")
        .set({ court_id: courtId, docket_number: docketNumber, docket_key: numbers[0]?.key ?? null })
        .where("id", "=", id)
        .execute();
      await trx.deleteFrom("case_dockets").where("case_id", "=", id).execute();
      await insertRows(trx, "case_dockets", docketRows(id, numbers));
      changed.push(id);
    }
  }
  return changed;
}

function textOf(rows: readonly { readonly docket_number: string; readonly docket_key: string }[]): string {
  return rows.map(({ docket_number, docket_key }) => `${docket_key} ${docket_number}`).join("\n");
}

/** What the sources say of these cases. */
export async function casesToldBySource(
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, { readonly courtId: string; readonly docketNumber: string | null }>> {
  const told = new Map<string, { readonly courtId: string; readonly docketNumber: string | null }>();
  for (const part of inParts(ids)) {
    const rows = await db
      .selectFrom("cases")
      .select(["id", "source_court_id", "source_docket_number"])
      .where("id", "in", part)
      .execute();
    for (const row of rows) told.set(row.id, { courtId: row.source_court_id, docketNumber: row.source_docket_number });
  }
  return told;
}

/** Some cases of a source, at most `limit` of them. */
export async function casesOfSource(trx: Trx, source: string, limit: number): Promise<string[]> {
  const rows = await trx
    .selectFrom("cases")
    .select("id")
    .where("source", "=", source)
    .orderBy("source_id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes cases, which nothing may refer to any more, and returns the matters that have lost one. */
export async function deleteCases(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const matters = new Set<string>();
  for (const part of inParts(ids)) {
    const rows = await trx.selectFrom("cases").select("matter_id").where("id", "in", part).execute();
    for (const { matter_id } of rows) matters.add(matter_id);
    await trx.deleteFrom("cases").where("id", "in", part).execute();
  }
  return [...matters];
}
