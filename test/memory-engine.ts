import type { IndexDocument, SearchEngine } from "#search/engine.ts";

/** The plainest engine there can be: what it holds is there to look at, and it can be told to fail. */
export class MemoryEngine implements SearchEngine {
  documents = new Map<string, IndexDocument>();
  /** Calls of `apply` that changed something, by the number of documents put in. */
  readonly batches: number[] = [];
  /** Throws to fail before anything is applied; what `afterApply` throws comes too late to undo it. */
  beforeApply: (documents: readonly IndexDocument[]) => void = () => undefined;
  afterApply: () => void = () => undefined;

  async apply({ upserts, deletes }: Parameters<SearchEngine["apply"]>[0]): Promise<void> {
    this.beforeApply(upserts);
    for (const id of deletes) this.documents.delete(id);
    for (const document of upserts) this.documents.set(document.id, document);
    if (upserts.length + deletes.length > 0) this.batches.push(upserts.length);
    this.afterApply();
  }

  async documentCount(): Promise<number> {
    return this.documents.size;
  }

  async search(): Promise<never> {
    throw new Error("holds documents and searches none");
  }

  async close(): Promise<void> {
    this.documents.clear();
  }

  /** Everything held, in order of id. */
  held(): IndexDocument[] {
    return [...this.documents.values()].toSorted((left, right) => (left.id < right.id ? -1 : 1));
  }
}
