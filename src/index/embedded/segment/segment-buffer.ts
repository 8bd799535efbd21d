import type { IndexDocument } from "#index/index.ts";
import type { Layout } from "#index/embedded/layout.ts";
import { Making } from "./making.ts";
import type { PartGatherer } from "./part.ts";
import { PART_LIST } from "./parts.ts";
import type { SegmentInfo } from "./segment-files.ts";

/** Documents on their way into a segment, part by part. */
export class SegmentBuffer {
  readonly #layout: Layout;
  readonly #gatherers: readonly PartGatherer[];
  #lengths: number[][];
  #documents = 0;

  constructor(layout: Layout) {
    this.#layout = layout;
    this.#gatherers = PART_LIST.map(([, part]) => part.gatherer(layout));
    this.#lengths = layout.names.map(() => []);
  }

  get documents(): number {
    return this.#documents;
  }

  get words(): number {
    return this.#gatherers.reduce((sum, { words }) => sum + words, 0);
  }

  /** Throws `invalid_input` for a field or column the schema has not; what is held is then no longer whole. */
  add(document: IndexDocument): void {
    const read = { number: this.#documents, document, lengths: this.#layout.names.map(() => 0), places: [], said: [] };
    for (const gatherer of this.#gatherers) gatherer.add(read);
    this.#lengths.forEach((column, field) => column.push(read.lengths[field] ?? 0));
    this.#documents++;
  }

  /** Writes everything held as a segment and starts empty. */
  write(dir: string, name: string): SegmentInfo {
    const lengths = this.#lengths.map((column) => Int32Array.from(column));
    const making = new Making(dir, name, this.#layout, this.#documents, lengths);
    try {
      for (const gatherer of this.#gatherers) gatherer.write(making);
      const info = making.finish();
      this.clear();
      return info;
    } catch (error) {
      making.abandon();
      throw error;
    }
  }

  clear(): void {
    for (const gatherer of this.#gatherers) gatherer.clear();
    this.#lengths = this.#layout.names.map(() => []);
    this.#documents = 0;
  }
}
