import type { Span } from "./model.ts";
import type { Before } from "./names.ts";
import type { Trailer } from "./trailer.ts";

type ReadBefore = { readonly floor: number; readonly emphasis: Span | undefined; readonly before: Before };
type ReadTrailer = { readonly trailer: Trailer; readonly until: Until };
type OtherSource = { readonly floor: number; readonly source: string | null };

/** What a trailer was read up to: behind `from` the next citation starts at `start`. */
export type Until = { readonly from: number; readonly start: number };

/**
 * What was read around places of one text. A text in which the first pass leaves something out is passed over a second time
 * with more tokens, and nearly all that stands around them is as it was.
 */
export class ReadOnce {
  readonly #befores = new Map<number, ReadBefore>();
  readonly #trailers = new Map<number, ReadTrailer>();
  readonly #names = new Map<string, boolean>();
  readonly #sources = new Map<number, OtherSource>();

  /** What stands before `at`, back to `floor` at most. */
  before(at: number, floor: number, emphasis: Span | undefined, read: () => Before): Before {
    const known = this.#befores.get(at);
    if (known !== undefined && known.floor === floor && known.emphasis === emphasis) return known.before;
    const before = read();
    this.#befores.set(at, { floor, emphasis, before });
    return before;
  }

  /** What stands behind a citation that ends at `from`, if the next one still starts where it did. */
  trailer(from: number, isStill: (until: Until) => boolean, read: () => ReadTrailer): Trailer {
    const known = this.#trailers.get(from);
    if (known !== undefined && isStill(known.until)) return known.trailer;
    const found = read();
    this.#trailers.set(from, found);
    return found.trailer;
  }

  /** Whether a name points at one case, as `read` has it. */
  isOneCase(name: string, read: (name: string) => boolean): boolean {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const isOne = read(name);
    this.#names.set(name, isOne);
    return isOne;
  }

  /** The source of another kind between `floor` and `at`. */
  otherSource(at: number, floor: number, read: () => string | null): string | null {
    const known = this.#sources.get(at);
    if (known?.floor === floor) return known.source;
    const source = read();
    this.#sources.set(at, { floor, source });
    return source;
  }
}
