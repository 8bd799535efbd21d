import type { Reader } from "#db/connection.ts";
import { nodeIdsAfter, versionIdsOf } from "#laws/store/read.ts";

/** The name under which the index of laws keeps its position in the outbox. */
export const LAW_INDEX_PROJECTION = "law-index";

/** Provisions whose texts are held at once. */
export const NODES_PER_PART = 500;

/** Every provision that is held, in pages. */
export async function* pagesOfNodes(db: Reader): AsyncGenerator<readonly string[]> {
  for (let after = ""; ;) {
    const page = await nodeIdsAfter(db, after, NODES_PER_PART);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last;
  }
}

/** The ids of every version that is held, in pages. */
export async function* pagesOfVersions(db: Reader): AsyncGenerator<readonly string[]> {
  for await (const nodeIds of pagesOfNodes(db)) yield versionIdsOf(db, nodeIds);
}
