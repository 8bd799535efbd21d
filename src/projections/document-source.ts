import type { Reader } from "#db/connection.ts";
import type { IndexDocument } from "#index/index.ts";
import { buildDocuments } from "./documents.ts";
import type { CitingWordsOf } from "./documents.ts";
import { workIdsAfter } from "#opinions/store/copies.ts";
import { workIdsOfOpinions } from "#opinions/store/held.ts";
import { readWorks, shownOpinionIds } from "./works.ts";

const WORKS_PER_PAGE = 500;

/** The records as an engine that repairs itself reads them. */
export type DocumentSource = {
  /** Every id that belongs in the index, in batches. */
  readonly ids: () => AsyncIterable<readonly string[]>;
  /** The documents of some of them; one that no longer belongs there is left out. */
  readonly documentsOf: (ids: readonly string[]) => Promise<readonly IndexDocument[]>;
};

export function documentSource(db: Reader, citingWordsOf: CitingWordsOf): DocumentSource {
  return {
    async *ids() {
      for await (const page of pagesOfWorks(db, WORKS_PER_PAGE)) {
        yield (await readWorks(db, page)).flatMap(shownOpinionIds);
      }
    },
    async documentsOf(ids) {
      const wanted = new Set(ids);
      const works = await readWorks(db, [...new Set((await workIdsOfOpinions(db, ids)).values())]);
      const built = await buildDocuments(db, works, citingWordsOf);
      return built.flatMap((one) => ("document" in one && wanted.has(one.opinionId) ? [one.document] : []));
    },
  };
}

/** The ids of all works, in order, page by page. */
export async function* pagesOfWorks(db: Reader, size: number): AsyncGenerator<readonly string[]> {
  for (let after = ""; ;) {
    const page = await workIdsAfter(db, after, size);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last;
  }
}
