import { OnpointError } from "#base/errors.ts";
import type { IndexPassage } from "#index/index.ts";
import type { Layout } from "#index/embedded/layout.ts";
import { padded } from "#index/embedded/columns/bytes.ts";
import { sourceHashes } from "#index/embedded/positions/passages.ts";
import type { Making } from "#index/embedded/segment/making.ts";
import type { MergeSource, PartGatherer, SegmentPart } from "#index/embedded/segment/part.ts";
import { code, PLANES } from "./codes.ts";
import { Growing } from "./growing.ts";
import { hashOfSource } from "./passage-sources.ts";
import { placesFor, Rotation } from "./rotation.ts";
import { RECORD_HEAD_BYTES, recordBytesFor, Vectors } from "./vectors.ts";

/** The segment's words are counted in units of so many bytes. */
const WORD_BYTES = 16;

/** What the passages of documents mean, as codes of their vectors. */
export const VECTORS: SegmentPart<Vectors, "codes", "vec"> = {
  resident: ["codes"],
  paged: ["vec"],
  gatherer: (layout) => new VectorsGatherer(layout),
  open: ({ resident, paged, documents }) => new Vectors(resident.codes, paged.vec, documents),
  merge,
  verify: (vectors, { layout, fail }) => {
    if (!vectors.fits) fail("codes", "its passages do not fit its documents");
    if (vectors.dimensions !== (layout.schema.vectors?.dimensions ?? 0))
      fail("codes", "its vectors are of another size");
    return {};
  },
};

/** The resident file, put together passage by passage. */
class Table {
  readonly #dimensions: number;
  readonly #sketches: Growing;
  readonly #rests: Growing;
  readonly #factors = [new Growing(4), new Growing(4)] as const;
  readonly #sources = new Growing(4);
  readonly #starts = [0];
  passages = 0;

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
    this.#sketches = new Growing(placesFor(dimensions) / 8);
    this.#rests = new Growing((placesFor(dimensions) / 8) * (PLANES - 1));
  }

  add(sketch: Int32Array, rest: Int32Array, factors: readonly [number, number], source: number): void {
    this.#sketches.add(sketch);
    this.#rests.add(rest);
    this.#factors.forEach((column, at) => column.add(Float32Array.of(factors[at] as number)));
    this.#sources.add(Int32Array.of(source));
    this.passages++;
  }

  /** The passages added since the last call are those of one document. */
  endDocument(): void {
    this.#starts.push(this.passages);
  }

  write(making: Making): void {
    const columns = [this.#sketches, this.#rests, ...this.#factors, this.#sources].map((column) => column.taken());
    const parts = [Uint32Array.of(this.passages, this.#dimensions), Uint32Array.from(this.#starts), ...columns];
    making.resident("codes", parts.map(padded));
  }
}

class VectorsGatherer implements PartGatherer {
  readonly #rotation: Rotation;
  #table: Table;
  #records: Growing;

  constructor({ schema }: Layout) {
    this.#rotation = new Rotation(schema.vectors?.dimensions ?? 0);
    this.#table = new Table(this.#rotation.dimensions);
    this.#records = new Growing(recordBytesFor(this.#rotation.places));
  }

  get words(): number {
    return Math.ceil((this.#records.size_bytes * 1.3) / WORD_BYTES);
  }

  add({
    document: { id, passages = [] },
  }: {
    readonly document: { readonly id: string; readonly passages?: readonly IndexPassage[] };
  }): void {
    for (const passage of passages) this.#addPassage(id, passage);
    this.#table.endDocument();
  }

  write(making: Making): void {
    this.#table.write(making);
    const records = this.#records.taken();
    making.paged("vec").append(records, 0, records.length);
  }

  clear(): void {
    this.#table = new Table(this.#rotation.dimensions);
    this.#records = new Growing(recordBytesFor(this.#rotation.places));
  }

  #addPassage(id: string, { vector, from, to, source }: IndexPassage): void {
    const { dimensions } = this.#rotation;
    const refuse = (what: string): OnpointError =>
      new OnpointError("invalid_input", `a passage of ${id} has a vector ${what}`);
    if (dimensions === 0) throw refuse("and its collection has none");
    if (vector.length !== dimensions) throw refuse(`of ${vector.length} dimensions where ${dimensions} are kept`);
    const turned = this.#rotation.turn(vector);
    if (turned === undefined) throw refuse("without a direction");
    const { sketch, rest, sketchFactor, codeFactor, fine, fineScale } = code(turned);
    const [first, second] = source === undefined ? [0, 0] : sourceHashes(source);
    this.#table.add(sketch, rest, [sketchFactor, codeFactor], source === undefined ? 0 : hashOfSource(first));
    const record = new Uint8Array(recordBytesFor(fine.length));
    new Uint32Array(record.buffer, 0, 3).set([from, to, second]);
    new Float32Array(record.buffer, 12, 1)[0] = fineScale;
    record.set(new Uint8Array(fine.buffer), RECORD_HEAD_BYTES);
    this.#records.add(record);
  }
}

/** Codes say the same of a vector in whichever segment, so they are copied as they stand. */
function merge(sources: readonly MergeSource<Vectors>[], making: Making): void {
  const table = new Table(making.layout.schema.vectors?.dimensions ?? 0);
  for (const { opened, numbers } of sources) {
    const words = opened.places / 32;
    numbers.forEach((number, document) => {
      if (number < 0) return;
      for (
        let passage = opened.starts[document] as number;
        passage < (opened.starts[document + 1] as number);
        passage++
      ) {
        table.add(
          opened.sketches.subarray(passage * words, (passage + 1) * words),
          opened.rests.subarray(passage * words * (PLANES - 1), (passage + 1) * words * (PLANES - 1)),
          [opened.sketchFactors[passage] as number, opened.codeFactors[passage] as number],
          opened.sources[passage] as number,
        );
        const record = opened.recordBytesOf(passage);
        making.paged("vec").append(record, 0, record.length);
      }
      table.endDocument();
    });
  }
  table.write(making);
}
