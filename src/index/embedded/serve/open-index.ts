import type { CollectionSchema } from "#index/schema.ts";
import { Layout } from "#index/embedded/layout.ts";
import type { Snapshot } from "#index/embedded/segment/index-writer.ts";
import { DamageError } from "#index/embedded/segment/pages.ts";
import type { PageCache } from "#index/embedded/segment/pages.ts";
import { Segment } from "#index/embedded/segment/segment.ts";

/** An index as a search thread is told of it. */
export type SearchedIndex = {
  readonly dir: string;
  readonly schema: CollectionSchema;
  /** Words a wildcard, root or stem may stand for. */
  readonly expansions_max: number;
  readonly snapshot: Snapshot;
};

/**
 * An index in one search thread. Its files are opened by the first search and then kept open from state to state, so
 * that a thread holds nothing of a collection that nobody asks.
 */
export class OpenIndex {
  readonly layout: Layout;
  readonly expansions_max: number;
  readonly #dir: string;
  readonly #cache: PageCache;
  #snapshot: Snapshot;
  #open: Map<string, Segment> | undefined;
  /** A segment that cannot be opened; every search says so until another state is in use. */
  #broken: DamageError | undefined;

  constructor({ dir, schema, expansions_max, snapshot }: SearchedIndex, cache: PageCache) {
    this.layout = new Layout(schema);
    this.expansions_max = expansions_max;
    this.#dir = dir;
    this.#cache = cache;
    this.#snapshot = snapshot;
  }

  /** Throws DamageError when one of them cannot be opened. */
  segments(): readonly Segment[] {
    const open = this.#open ?? this.#opened(new Map());
    if (this.#broken !== undefined) throw this.#broken;
    return [...open.values()];
  }

  /** From now on searches see this state. */
  use(snapshot: Snapshot): void {
    this.#snapshot = snapshot;
    if (this.#open !== undefined) this.#opened(this.#open);
  }

  /** Says in an answer what is missing from it. */
  withLosses<Answer extends { readonly warnings: readonly string[] }>(answer: Answer): Answer {
    const { quarantined } = this.#snapshot.manifest;
    if (quarantined.length === 0) return answer;
    const lost = quarantined.reduce((sum, { documents }) => sum + documents, 0);
    const { name } = this.layout.schema;
    const what = lost === 0 ? `An unknown number of ${name} is` : `${lost} ${name} are`;
    const warning = `${what} missing from this answer: part of the index was damaged and is being rebuilt.`;
    return { ...answer, warnings: [...answer.warnings, warning] };
  }

  close(): void {
    for (const segment of this.#open?.values() ?? []) segment.close();
    this.#open = undefined;
  }

  /** Opens what is new, keeps what is unchanged, closes what is gone. */
  #opened(before: Map<string, Segment>): Map<string, Segment> {
    const next = new Map<string, Segment>();
    this.#broken = undefined;
    for (const { info, parts } of this.#snapshot.segments) {
      const key = `${info.name} ${info.deletions?.file ?? ""}`;
      try {
        next.set(key, before.get(key) ?? new Segment(this.#dir, this.layout, info, parts, this.#cache));
        before.delete(key);
      } catch (error) {
        if (!(error instanceof DamageError)) throw error;
        this.#broken = error;
      }
    }
    for (const segment of before.values()) segment.close();
    this.#open = next;
    return next;
  }
}
