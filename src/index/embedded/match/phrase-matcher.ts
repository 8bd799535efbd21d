import type { Bits } from "#index/embedded/segment/bits.ts";
import { ANY_BEFORE } from "#index/embedded/positions/common-words.ts";
import type { SegmentContext } from "./matcher.ts";
import { SpanBatch } from "./span-batch.ts";
import { approximateAll, nextOfAll, SpanUnit } from "./span-unit.ts";
import type { WordMatcher } from "./word-matcher.ts";

/** A word of a phrase that is read: its place, and what may stand right before it (a bit for each code). */
export type PhraseWord = { readonly word: WordMatcher; readonly offset: number; readonly before: number };

/** Words next to each other. Those that the codes of others vouch for are not among `words`. */
export class PhraseMatcher extends SpanUnit {
  readonly cost: number;
  readonly idf: number;
  override readonly spanWords: number;
  protected readonly what: string;
  readonly #length: number;
  /** The one with the fewest spans to be expected first: most documents fail before the others are read. */
  readonly #words: readonly PhraseWord[];
  /** The rarest first, without those that nearly every document has: asking them costs more than it saves. */
  readonly #matchers: readonly WordMatcher[];
  readonly #found = new SpanBatch();

  constructor(
    context: SegmentContext,
    words: readonly PhraseWord[],
    options: { readonly length: number; readonly idf: number; readonly what: string },
  ) {
    super(context);
    this.#length = options.length;
    this.spanWords = options.length;
    this.what = options.what;
    this.idf = options.idf;
    this.#words = words.toSorted((a, b) => effort(a) - effort(b));
    const matchers = this.#words.map(({ word }) => word).sort((a, b) => a.cost - b.cost);
    const most = context.segment.documents * EVERYWHERE;
    this.#matchers = matchers.filter((word, w) => w === 0 || word.cost < most);
    this.cost = this.#matchers[0]?.cost ?? 0;
  }

  next(target: number): number {
    return nextOfAll(this.#matchers, target);
  }

  approximate(windowStart: number, candidates: Bits): Bits {
    return approximateAll(this.#matchers, windowStart, candidates);
  }

  gather(windowStart: number, wanted: Bits, out: SpanBatch): void {
    const words = this.#words;
    const found = this.#found;
    words.forEach(({ word, offset, before }, w) => {
      if (w > 0) word.keepFollowed(windowStart, found, offset, before);
      else {
        word.gather(windowStart, wanted, found, before);
        for (let i = 0; i < found.count; i++) found.starts[i] = (found.starts[i] as number) - offset;
      }
    });
    out.begin(false);
    this.context.meter.add(found.count);
    for (let k = 0, i = 0; k < found.size; k++) {
      const end = found.offsets[k + 1] as number;
      for (; i < end; i++) {
        const start = found.starts[i] as number;
        out.add(start, start + this.#length - 1);
      }
      out.endDocument(found.documents[k] as number);
    }
  }

  protected weightedBound(windowStart: number): number {
    let least = Infinity;
    for (const word of this.#matchers) least = Math.min(least, word.weightedBound(windowStart));
    return least;
  }
}

/** A word in more than this share of the documents does not narrow them down. */
const EVERYWHERE = 0.9;
/** About one occurrence in so many has a given common word before it. */
const OCCURRENCES_PER_CODE = 8;

function effort({ word, before }: PhraseWord): number {
  return before === ANY_BEFORE ? word.cost : word.cost / OCCURRENCES_PER_CODE;
}
