import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { unreadRecords } from "#db/unread.ts";
import type { NotedUnread, UnreadKind } from "#db/unread.ts";
import { docketsById } from "#dockets/store/read.ts";
import { plainCollections } from "./collections.ts";
import { decisionRelation, opinionRelation } from "#opinions/store/relations.ts";

/** A record that is held, and passed over by one of those that read its text. */
export type PassedOver = NotedUnread & { readonly name: string };

type NamesOf = (db: Reader, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

const NAMES: Readonly<Record<UnreadKind, NamesOf>> = {
  opinion: async (db, ids) => named(await opinionNames(db, ids)),
  decision: async (db, ids) => named(await decisionNames(db, ids)),
  docket: async (db, ids) =>
    named((await docketsById(db, ids)).map(({ id, caption, docketNumber }) => ({ id, name: caption ?? docketNumber }))),
};

/** What the documents of a collection are called it says itself. */
function namesOf(kind: UnreadKind): NamesOf {
  const collection = plainCollections().find(({ followed }) => followed.kind === kind);
  return NAMES[kind] ?? collection?.texts.names ?? (async () => new Map());
}

/** The records that readers pass over, with what they are called; those that are gone since are left out. */
export async function recordsPassedOver(db: Reader): Promise<readonly PassedOver[]> {
  const noted = await unreadRecords(db);
  const found: PassedOver[] = [];
  for (const [kind, records] of Map.groupBy(noted, (one) => one.kind)) {
    const names = await namesOf(kind)(
      db,
      records.map(({ recordId }) => recordId),
    );
    for (const record of records) {
      const name = names.get(record.recordId);
      if (name !== undefined) found.push({ ...record, name });
    }
  }
  return found;
}

function named(rows: readonly { readonly id: string; readonly name: string | null }[]): ReadonlyMap<string, string> {
  return new Map(rows.map(({ id, name }) => [id, name ?? id]));
}

async function opinionNames(db: Reader, ids: readonly string[]) {
  const rows: { id: string; name: string }[] = [];
  for (const part of inParts(ids)) {
    rows.push(
      ...(await db
        .selectFrom(opinionRelation(db).as("opinion"))
        .innerJoin(decisionRelation(db).as("decision"), "decision.id", "opinion.cluster_id")
        .select(["opinion.id", "decision.case_name as name"])
        .where("opinion.id", "in", part)
        .execute()),
    );
  }
  return rows;
}

async function decisionNames(db: Reader, ids: readonly string[]) {
  const rows: { id: string; name: string }[] = [];
  for (const part of inParts(ids)) {
    rows.push(
      ...(await db
        .selectFrom(decisionRelation(db).as("decision"))
        .select(["decision.id", "decision.case_name as name"])
        .where("decision.id", "in", part)
        .execute()),
    );
  }
  return rows;
}
