import type { EngineStatus, EngineVerification, IndexChanges, IndexDocument, SearchEngine } from "#index/index.ts";

/** The plainest engine there can be: what it holds is there to look at, and it can be told to fail. */
export class MemoryEngine implements SearchEngine {
  documents = new Map<string, IndexDocument>();
  /** Calls of `apply` that changed something, by the number of documents put in. */
  readonly batches: number[] = [];
  /** Throws to fail before anything is applied; what `afterApply` throws comes too late to undo it. */
  beforeApply: (documents: readonly IndexDocument[]) => void = () => undefined;
  afterApply: () => void = () => undefined;

  async apply({ upserts, deletes, mends }: IndexChanges): Promise<void> {
    this.beforeApply(upserts);
    for (const id of deletes) this.documents.delete(id);
    for (const document of upserts) this.documents.set(document.id, document);
    if (upserts.length + deletes.length > 0) this.batches.push(upserts.length);
    if (mends === true) this.isDamaged = false;
    this.afterApply();
  }

  /** Documents that are lost, as a damaged file would lose them. */
  damage(...ids: string[]): void {
    for (const id of ids) this.documents.delete(id);
    this.isDamaged = true;
  }

  isDamaged = false;

  async replaceAll(batches: AsyncIterable<readonly IndexDocument[]>): Promise<void> {
    const documents = new Map<string, IndexDocument>();
    for await (const batch of batches) for (const document of batch) documents.set(document.id, document);
    this.documents = documents;
    this.isDamaged = false;
  }

  async missing(ids: readonly string[]): Promise<readonly string[]> {
    return ids.filter((id) => !this.documents.has(id));
  }

  async verify(): Promise<EngineVerification> {
    return { documents: this.documents.size, terms: 0, postings: 0, faults: [] };
  }

  async status(): Promise<EngineStatus> {
    const damaged = this.isDamaged ? [{ name: "some", documents: 0, file: "some", reason: "lost" }] : [];
    return { documents: this.documents.size, size_bytes: 0, damaged };
  }

  async search(): Promise<never> {
    throw new Error("holds documents and searches none");
  }

  async counts(): Promise<never> {
    throw new Error("holds documents and counts no matches");
  }

  async nearest(): Promise<never> {
    throw new Error("holds documents and compares none");
  }

  async frequencies(): Promise<never> {
    throw new Error("holds documents and knows none of their words");
  }

  async close(): Promise<void> {
    this.documents.clear();
  }

  /** Everything held, in order of id. */
  held(): IndexDocument[] {
    return [...this.documents.values()].toSorted((left, right) => (left.id < right.id ? -1 : 1));
  }
}
