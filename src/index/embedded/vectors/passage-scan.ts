import { NONE, scoreFrom } from "#index/vectors.ts";
import type { TopHits } from "#index/embedded/match/top-hits.ts";
import type { Segment } from "#index/embedded/segment/segment.ts";
import type { WorkMeter } from "#index/embedded/work-meter.ts";
import { BATCH } from "./comparison.ts";
import type { Comparison } from "./comparison.ts";
import type { PassageSources } from "./passage-sources.ts";
import type { Vectors } from "./vectors.ts";
import { WaitingDocuments } from "./waiting-documents.ts";
import type { FoundDocument } from "./waiting-documents.ts";

/** Units of work that a comparison of this many places is. */
const PLACES_PER_UNIT = 128;
/** What it costs to compare a whole code, in comparisons of sketches. */
const SHARP_COST = 4;

/** Who is told of documents as they are walked over; of those that cannot enter the list only where that matters. */
export type Told = { readonly found: FoundDocument; readonly passedOver?: ((document: number) => void) | undefined };

/**
 * The walk over the passages of one segment. The nearest of each kind, a document's own and what others say of it, make
 * its score: the sketches of both tell what it cannot exceed. Where that enters the list, whole codes are compared of
 * the passages that may be the nearest of their kind.
 */
export class PassageScan {
  readonly #segment: Segment;
  readonly #vectors: Vectors;
  readonly #comparison: Comparison;
  readonly #sources: PassageSources;
  readonly #otherShare: number;
  readonly #meter: WorkMeter;
  readonly #waiting: WaitingDocuments;
  /** Cosines, from their sketches, of the passages of some documents. */
  #sketched = new Float32Array(BATCH);

  constructor(
    segment: Segment,
    comparison: Comparison,
    sources: PassageSources,
    { otherShare, meter }: { readonly otherShare: number; readonly meter: WorkMeter },
  ) {
    this.#segment = segment;
    this.#vectors = segment.opened.vectors;
    this.#comparison = comparison;
    this.#sources = sources;
    this.#otherShare = otherShare;
    this.#meter = meter;
    this.#waiting = new WaitingDocuments(this.#vectors, comparison, otherShare);
  }

  /** Tells of the admitted documents with passages what each scores, or that it cannot enter the list. */
  run(admitted: Int32Array, top: TopHits, told: Told): void {
    for (const [first, end] of this.#blocks(admitted)) {
      this.#sketch(first, end);
      this.#consider(first, end, top.threshold, told);
      if (this.#waiting.passages >= BATCH) this.#tell(top, told);
    }
    this.#tell(top, told);
  }

  /** Admitted documents that stand next to each other, of at most BATCH passages or a single one; from and to. */
  *#blocks(admitted: Int32Array): Generator<readonly [number, number]> {
    const { starts } = this.#vectors;
    const { documents } = this.#segment;
    const isAdmitted = (at: number): boolean => (((admitted[at >>> 5] as number) >>> (at & 31)) & 1) !== 0;
    for (let first = 0; first < documents;) {
      if (!isAdmitted(first)) {
        first = (admitted[first >>> 5] as number) >>> (first & 31) === 0 ? (first | 31) + 1 : first + 1;
        continue;
      }
      const most = (starts[first] as number) + BATCH;
      let end = first + 1;
      while (end < documents && (starts[end + 1] as number) <= most && isAdmitted(end)) {
        // A whole word of the bits at once where all of it is admitted and has room.
        const isWhole = (end & 31) === 0 && admitted[end >>> 5] === -1 && (starts[end + 32] as number) <= most;
        end += isWhole ? 32 : 1;
      }
      yield [first, end];
      first = end;
    }
  }

  #sketch(first: number, end: number): void {
    const start = this.#vectors.starts[first] as number;
    const passages = (this.#vectors.starts[end] as number) - start;
    if (passages > this.#sketched.length) this.#sketched = new Float32Array(passages);
    for (let at = 0; at < passages; at += BATCH) {
      const some = { from: start + at, count: Math.min(BATCH, passages - at) };
      this.#comparison.fromSketches(this.#vectors, some, this.#sketched, at);
    }
    this.#meter.add((passages * this.#vectors.places) / PLACES_PER_UNIT);
  }

  /** Documents just sketched that can enter the list wait for the comparison of whole codes. */
  #consider(first: number, end: number, threshold: number, { passedOver }: Told): void {
    const { starts, sources } = this.#vectors;
    const sketched = this.#sketched;
    const margin = this.#comparison.sketchMargin;
    // No score above 0 is greater than its nearer cosine: most documents are passed over by that alone.
    const least = threshold > 0 ? threshold - margin : -Infinity;
    const start = starts[first] as number;
    let passage = start;
    for (let document = first; document < end; document++) {
      const next = starts[document + 1] as number;
      let own = NONE;
      let said = NONE;
      for (; passage < next; passage++) {
        const cosine = sketched[passage - start] as number;
        if (sources[passage] === 0) {
          if (cosine > own) own = cosine;
        } else if (cosine > said && !this.#sources.isLeftOut(this.#vectors, passage)) said = cosine;
      }
      const isNear = (own > said ? own : said) >= least;
      if (isNear && scoreFrom(own + margin, said + margin, this.#otherShare) >= threshold) {
        this.#wait(document, start, own - 2 * margin, said - 2 * margin);
      } else if (passedOver !== undefined && (own > NONE || said > NONE)) passedOver(document);
    }
  }

  /** Of each kind of passages those wait whose sketches come near enough to the nearest. */
  #wait(document: number, start: number, ownLeast: number, saidLeast: number): void {
    const { starts, sources } = this.#vectors;
    const end = starts[document + 1] as number;
    for (let passage = starts[document] as number; passage < end; passage++) {
      const isOwn = sources[passage] === 0;
      if ((this.#sketched[passage - start] as number) < (isOwn ? ownLeast : saidLeast)) continue;
      if (isOwn || !this.#sources.isLeftOut(this.#vectors, passage)) this.#waiting.add(passage);
    }
    this.#waiting.end(document);
  }

  #tell(top: TopHits, { found, passedOver }: Told): void {
    this.#meter.add((this.#waiting.passages * SHARP_COST * this.#vectors.places) / PLACES_PER_UNIT);
    this.#waiting.tell((document, score) => {
      if (score >= top.threshold) found(document, score);
      else passedOver?.(document);
    });
  }
}
