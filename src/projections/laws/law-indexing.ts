import { systemClock } from "#base/clock.ts";
import type { Clock } from "#base/clock.ts";
import type { Reader } from "#db/connection.ts";
import { eachEntry } from "#db/outbox.ts";
import type { OutboxEntry } from "#db/outbox.ts";
import { dayOf } from "#laws/currency.ts";
import { nodeIdsAfter, nodesCitedUnder, versionIdsOf, versionsById } from "#laws/store/read.ts";
import { pagesAfter } from "../followed-collection.ts";
import type { Changes, FollowedCollection } from "../followed-collection.ts";
import { indexRules } from "../index-rules.ts";
import { lawDocuments } from "./law-documents.ts";

export const LAW_INDEX_PROJECTION = "law-index";

/** Provisions whose texts are held at once. */
const NODES_PER_PART = 500;

/** Laws, followed by provision: each version of one is a document. The clock says which of them is law today. */
export function followedLaws(clock: Clock = systemClock): FollowedCollection {
  const pages: FollowedCollection["pages"] = (db) =>
    pagesAfter(async (after) => nodeIdsAfter(db, after, NODES_PER_PART));
  return {
    name: "laws",
    kind: "law",
    projection: LAW_INDEX_PROJECTION,
    rules: indexRules("law_documents"),
    pages,
    async *pagesOfDocuments(db) {
      for await (const nodeIds of pages(db)) yield versionIdsOf(db, nodeIds);
    },
    documentsOf: async (db, nodeIds) => lawDocuments(db, nodeIds, dayOf(clock)),
    unitsOf: async (db, ids) => [...new Set((await versionsById(db, ids)).map(({ nodeId }) => nodeId))],
    changesIn,
    unitsAtOnce: NODES_PER_PART,
  };
}

/** Provisions that changed or that others cite now, and versions that are gone. */
async function changesIn(db: Reader, entries: readonly OutboxEntry[]): Promise<Changes> {
  const units = new Set<string>();
  const cited = new Set<string>();
  const gone = new Set<string>();
  eachEntry(entries, {
    law: ({ op, recordId }) => (op === "delete" ? gone : units).add(recordId),
    opinion: () => undefined,
    cluster: () => undefined,
    citing_words: () => undefined,
    cited_law: ({ recordId }) => cited.add(recordId),
    docket: () => undefined,
    filing: () => undefined,
    trial_filing: () => undefined,
  });
  for (const nodeId of await nodesCitedUnder(db, [...cited])) units.add(nodeId);
  return { units: [...units], gone: [...gone] };
}
