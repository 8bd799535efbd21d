import { messageOf } from "#base/errors.ts";
import { eachWithinTime, TOOK_TOO_LONG } from "#base/within-time.ts";
import type { Reader } from "#db/connection.ts";
import type { OutboxEntry } from "#db/outbox.ts";
import { ENDLESS_READING } from "#db/unread.ts";
import type { UnreadKind } from "#db/unread.ts";
import type { IndexDocument } from "#index/index.ts";
import type { DocumentSource } from "./document-source.ts";
import type { IndexRules } from "./index-rules.ts";
import type { CollectionName } from "#completeness/completeness.ts";

/** A collection whose index follows the outbox by units: what changes are told of, of one or more documents each. */
export type FollowedCollection = {
  readonly name: Exclude<CollectionName, "opinions">;
  /** The name under which its index keeps its position in the outbox. */
  readonly projection: string;
  /** The rules by which its documents are made. */
  readonly rules: IndexRules;
  /** Every unit that is held, in pages whose texts may be held at once. */
  readonly pages: (db: Reader) => AsyncIterable<readonly string[]>;
  /** The ids of every document that is held, in pages. */
  readonly pagesOfDocuments: (db: Reader) => AsyncIterable<readonly string[]>;
  readonly documentsOf: (db: Reader, unitIds: readonly string[]) => Promise<MadeDocuments>;
  /** What its documents are among the records. */
  readonly kind: UnreadKind;
  /** The units that these documents are of, each once. */
  readonly unitsOf: (db: Reader, documentIds: readonly string[]) => Promise<readonly string[]>;
  /** Units that changed, and documents that are gone. */
  readonly changesIn: (db: Reader, entries: readonly OutboxEntry[]) => Promise<Changes>;
  /** Units whose texts are held at once. */
  readonly unitsAtOnce: number;
};

/** Documents, and those that could not be made with the reason. */
export type MadeDocuments = {
  readonly documents: readonly IndexDocument[];
  readonly unmade: ReadonlyMap<string, string>;
};

/** What making the documents of a unit may take; the longest known take a second. */
export const UNIT_BUDGET: { unit_ms_max: number } = { unit_ms_max: 20_000 };

/** The documents of units. One with which that does not come to an end, or that breaks it, stops none of the others. */
export function documentsInTime<Unit>(
  units: readonly Unit[],
  idsOf: (unit: Unit) => readonly string[],
  make: (unit: Unit) => readonly IndexDocument[],
): MadeDocuments {
  const tried = (unit: Unit): readonly IndexDocument[] | { readonly fault: unknown } => {
    try {
      return make(unit);
    } catch (fault) {
      return { fault };
    }
  };
  const documents: IndexDocument[] = [];
  const unmade = new Map<string, string>();
  for (const [at, made] of eachWithinTime(units, UNIT_BUDGET.unit_ms_max, tried).entries()) {
    if (made !== TOOK_TOO_LONG && !("fault" in made)) {
      documents.push(...made);
      continue;
    }
    const reason = made === TOOK_TOO_LONG ? ENDLESS_READING : messageOf(made.fault);
    for (const id of idsOf(units[at] as Unit)) unmade.set(id, reason);
  }
  return { documents, unmade };
}

export type Changes = { readonly units: readonly string[]; readonly gone: readonly string[] };

/** Its documents as an index that repairs itself reads them. */
export function documentsIn(followed: Omit<FollowedCollection, "name">, db: Reader): DocumentSource {
  return {
    ids: () => followed.pagesOfDocuments(db),
    documentsOf: async (ids) => {
      const wanted = new Set(ids);
      const units = await followed.unitsOf(db, ids);
      return (await followed.documentsOf(db, units)).documents.filter(({ id }) => wanted.has(id));
    },
  };
}

/** Pages of what is read in the order of its ids. */
export async function* pagesAfter(
  read: (after: string) => Promise<readonly string[]>,
): AsyncGenerator<readonly string[]> {
  for (let after = ""; ;) {
    const page = await read(after);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last;
  }
}
