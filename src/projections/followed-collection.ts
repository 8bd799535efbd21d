import type { Reader } from "#db/connection.ts";
import type { OutboxEntry } from "#db/outbox.ts";
import type { IndexDocument } from "#index/index.ts";
import type { DocumentSource } from "./document-source.ts";
import type { IndexName } from "./requests.ts";

/** A collection whose index follows the outbox by units: what changes are told of, of one or more documents each. */
export type FollowedCollection = {
  readonly name: Exclude<IndexName, "opinions">;
  /** The name under which its index keeps its position in the outbox. */
  readonly projection: string;
  /** Every unit that is held, in pages whose texts may be held at once. */
  readonly pages: (db: Reader) => AsyncIterable<readonly string[]>;
  /** The ids of every document that is held, in pages. */
  readonly pagesOfDocuments: (db: Reader) => AsyncIterable<readonly string[]>;
  readonly documentsOf: (db: Reader, unitIds: readonly string[]) => Promise<IndexDocument[]>;
  /** The units that these documents are of, each once. */
  readonly unitsOf: (db: Reader, documentIds: readonly string[]) => Promise<readonly string[]>;
  /** Units that changed, and documents that are gone. */
  readonly changesIn: (entries: readonly OutboxEntry[]) => Changes;
  /** Units whose texts are held at once. */
  readonly unitsAtOnce: number;
};

export type Changes = { readonly units: readonly string[]; readonly gone: readonly string[] };

/** Its documents as an index that repairs itself reads them. */
export function documentsIn(followed: Omit<FollowedCollection, "name">, db: Reader): DocumentSource {
  return {
    ids: () => followed.pagesOfDocuments(db),
    documentsOf: async (ids) => {
      const wanted = new Set(ids);
      const units = await followed.unitsOf(db, ids);
      return (await followed.documentsOf(db, units)).filter(({ id }) => wanted.has(id));
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
