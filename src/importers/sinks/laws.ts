import type { Db, Trx } from "#db/connection.ts";
import type { LawCollection } from "#laws/model.ts";
import { collections, writeCollections } from "#laws/store/collections.ts";
import { placesHeld } from "#laws/store/read.ts";
import { writeLaws } from "#laws/store/write.ts";
import type { LawChange, LawTally } from "#laws/store/write.ts";
import { rejectsOf } from "../frame/sink.ts";
import type { ReadyBatch, Sink } from "../frame/sink.ts";
import type { RejectReason } from "../frame/source.ts";
import type { LawItem } from "../laws/law-item.ts";

type ReadyLaws = ReadyBatch<LawItem> & { readonly items: readonly LawItem[] };

const NO_PLACE: RejectReason = {
  reason: "no_place",
  message: "nothing says where in its code this provision stands: the input has no index of it, and none is held",
  hint: "import the whole code first, then the changes to it",
};

/** Provisions and their versions: each batch is written as it was read. */
export function lawSink(db: Db): Sink<LawItem, ReadyLaws> {
  return {
    kinds: ["versions"],
    batchesAhead: 1,
    prepare: async (batch) => {
      const items = await Promise.all(batch.items.map(async (item) => (item.unplaced ? placed(db, item) : item)));
      return { batch, items, rejects: rejectsOf(items) };
    },
    write: async (trx, { items }) => {
      const versions: LawTally = { added: 0, updated: 0, unchanged: 0, removed: 0 };
      for (const { collection, changes } of byCollection(items)) {
        await keepCollection(trx, collection);
        const written = await writeLaws(trx, collection.id, changes);
        for (const name of Object.keys(versions) as (keyof LawTally)[]) versions[name] += written.versions[name];
      }
      return { tallies: { versions } };
    },
  };
}

async function placed(db: Db, item: LawItem): Promise<LawItem> {
  const drafts = item.changes.flatMap((change) => (change.kind === "draft" ? [change.draft] : []));
  const places = await placesHeld(
    db,
    item.collection.id,
    drafts.map(({ sourceId }) => sourceId),
  );
  if (drafts.some(({ sourceId }) => !places.has(sourceId))) {
    return { ...item, changes: [], rejects: [...item.rejects, NO_PLACE] };
  }
  const changes = item.changes.map((change): LawChange => {
    if (change.kind !== "draft") return change;
    return { ...change, draft: { ...change.draft, ...places.get(change.draft.sourceId) } };
  });
  return { ...item, changes };
}

/** What follows one another in one collection is written together. */
function byCollection(
  items: readonly LawItem[],
): { readonly collection: LawCollection; readonly changes: readonly LawChange[] }[] {
  const runs: { collection: LawCollection; changes: LawChange[] }[] = [];
  for (const { collection, changes } of items) {
    if (changes.length === 0) continue;
    const last = runs.at(-1);
    if (last?.collection.id === collection.id) {
      last.collection = collection;
      last.changes.push(...changes);
    } else {
      runs.push({ collection, changes: [...changes] });
    }
  }
  return runs;
}

async function keepCollection(trx: Trx, collection: LawCollection): Promise<void> {
  const held = (await collections(trx)).find(({ id }) => id === collection.id);
  if (JSON.stringify(held) !== JSON.stringify(collection)) await writeCollections(trx, [collection]);
}
