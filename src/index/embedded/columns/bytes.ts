/** Everything in a `.cols` file begins at a multiple of this, so that all kinds of numbers can be read in place. */
const ALIGNMENT_BYTES = 8;

/** The bytes of an array, with zeros up to the next multiple of ALIGNMENT_BYTES. */
export function padded(values: NodeJS.TypedArray): Uint8Array {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  if (bytes.length % ALIGNMENT_BYTES === 0) return bytes;
  const whole = new Uint8Array(Math.ceil(bytes.length / ALIGNMENT_BYTES) * ALIGNMENT_BYTES);
  whole.set(bytes);
  return whole;
}

/** Takes arrays one after another from bytes that `padded` made, without copying. */
export class Taker {
  readonly #buffer: ArrayBufferLike;
  #offset = 0;

  constructor(buffer: ArrayBufferLike) {
    this.#buffer = buffer;
  }

  int32(count: number): Int32Array {
    return new Int32Array(this.#buffer, this.#take(count * 4), count);
  }

  uint32(count: number): Uint32Array {
    return new Uint32Array(this.#buffer, this.#take(count * 4), count);
  }

  float32(count: number): Float32Array {
    return new Float32Array(this.#buffer, this.#take(count * 4), count);
  }

  float64(count: number): Float64Array {
    return new Float64Array(this.#buffer, this.#take(count * 8), count);
  }

  bytes(count: number): Buffer {
    return Buffer.from(this.#buffer, this.#take(count), count);
  }

  /** Numbers of 1, 2 or 4 bytes. */
  ordinals(count: number, width: number): Ordinals {
    const offset = this.#take(count * width);
    if (width === 1) return new Uint8Array(this.#buffer, offset, count);
    return width === 2 ? new Uint16Array(this.#buffer, offset, count) : new Uint32Array(this.#buffer, offset, count);
  }

  #take(size_bytes: number): number {
    const start = this.#offset;
    this.#offset += Math.ceil(size_bytes / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;
    return start;
  }
}

/** Places in a table of values, as narrow as the table allows. */
export type Ordinals = Uint8Array | Uint16Array | Uint32Array;

export function ordinalsOf(values: readonly number[], width: 1 | 2 | 4): Ordinals {
  if (width === 1) return Uint8Array.from(values);
  return width === 2 ? Uint16Array.from(values) : Uint32Array.from(values);
}

/** The bytes a number below `count` takes. */
export function widthFor(count: number): 1 | 2 | 4 {
  if (count <= 0x100) return 1;
  return count <= 0x10000 ? 2 : 4;
}
