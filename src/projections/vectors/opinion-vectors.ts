import type { Logger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { outboxEnd } from "#db/outbox.ts";
import type { OutboxEntry } from "#db/outbox.ts";
import { CoveredWorks } from "#projections/covered.ts";
import { documentSource } from "#projections/document-source.ts";
import { buildDocuments } from "#projections/documents.ts";
import type { CitingWordsOf } from "#projections/documents.ts";
import { holdsIndexed } from "#projections/indexed.ts";
import { formerlyIndexed, partsOf, sortedOut } from "#projections/index-works.ts";
import { copiedOpinionIds, readWorks, shownOpinionIds, touchedBy } from "#projections/works.ts";
import type { Touched } from "#projections/works.ts";
import type { VectorPart, VectorSource } from "./vector-source.ts";

/** The shown copies of works, with what others say where they cite them. */
export function vectorsOfOpinions(citingWordsOf: CitingWordsOf, log: Logger): VectorSource {
  return {
    collection: "opinions",
    kind: "opinion",
    begin: (db) => {
      const covered = new CoveredWorks();
      return async function* (entries: readonly OutboxEntry[]) {
        const last = entries.at(-1);
        if (last === undefined) return;
        const end = await outboxEnd(db);
        const { workIds, deletedIds } = await touchedBy(db, entries);
        const due = covered.stillDue(workIds, last.seq);
        yield* partsFor({ db, citingWordsOf, log }, { workIds: due, deletedIds });
        covered.add(due, end);
      };
    },
    documents: (db) => documentSource(db, citingWordsOf),
    holdsAnything: holdsIndexed,
    countOfRefused: async (db, ids) => {
      const { count } = await db
        .selectFrom("indexed_opinions")
        .select((row) => row.fn.countAll<number>().as("count"))
        .where("opinion_id", "in", ids)
        .where("state", "=", "skipped")
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}

/** What makes the index hold exactly the shown copies of these works. */
async function* partsFor(
  { db, citingWordsOf, log }: { readonly db: Db; readonly citingWordsOf: CitingWordsOf; readonly log: Logger },
  { workIds, deletedIds }: Touched,
): AsyncGenerator<VectorPart> {
  const works = await readWorks(db, workIds);
  const wanted = new Set(works.flatMap(shownOpinionIds));
  const unwanted = [...deletedIds, ...works.flatMap(copiedOpinionIds), ...(await formerlyIndexed(db, workIds))];
  yield { documents: [], unwanted: [...new Set(unwanted)].filter((id) => !wanted.has(id)) };
  for (const part of partsOf(works)) {
    const { documents, unbuilt } = sortedOut(await buildDocuments(db, part, citingWordsOf), log);
    yield { documents, unwanted: [...unbuilt.keys()] };
  }
}
