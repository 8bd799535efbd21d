/** Of addresses in the memory: the first row, the end of the rows, the query, the first sum. */
type Run = (rows: number, end: number, query: number, sums: number) => void;

/**
 * Products of rows of bits with a query of small whole numbers, the inner loop of every search by meaning: for each row
 * the sum of the query's numbers at the places whose bit is set. The query stands as planes too, so that the sum is
 * that of the bits common to row and plane, times the plane's weight.
 *
 * JavaScript has no instruction that counts bits, WebAssembly has: a third of the time. The code is made here, unrolled
 * for the length of a row, and what it must answer is written down plainly in the test.
 */
export class BitProducts {
  /** Where rows are put, of which `run` takes the first ones; 32 places a word. */
  readonly rows: Int32Array;
  /** The sum of each row after `run`. */
  readonly sums: Int32Array;
  readonly rows_max: number;
  readonly #query: Uint8Array;
  readonly #planes: number;
  readonly #places: number;
  readonly #run: Run;
  readonly #row_bytes: number;

  /** `places` is a multiple of 64; the query's numbers have `planes` bits, one of them for the sign. */
  constructor(places: number, planes: number, rows_max: number) {
    const words = places / 64;
    this.rows_max = rows_max;
    this.#places = places;
    this.#planes = planes;
    this.#row_bytes = words * 8;
    const query_bytes = planes * this.#row_bytes;
    const rows_bytes = rows_max * this.#row_bytes;
    const memory = new WebAssembly.Memory({ initial: Math.ceil((query_bytes + rows_bytes + rows_max * 4) / 65_536) });
    this.#query = new Uint8Array(memory.buffer, 0, query_bytes);
    this.rows = new Int32Array(memory.buffer, query_bytes, rows_bytes / 4);
    this.sums = new Int32Array(memory.buffer, query_bytes + rows_bytes, rows_max);
    const instance = new WebAssembly.Instance(new WebAssembly.Module(moduleFor(words, planes)), { m: { m: memory } });
    this.#run = instance.exports["f"] as Run;
  }

  /** Numbers from -(2^(planes - 1)) to 2^(planes - 1) - 1, one a place. */
  setQuery(numbers: Int32Array): void {
    this.#query.fill(0);
    for (let place = 0; place < this.#places; place++) {
      const number = numbers[place] as number;
      for (let plane = 0; plane < this.#planes; plane++) {
        if (((number >> plane) & 1) === 0) continue;
        const at = plane * this.#row_bytes + (place >> 3);
        this.#query[at] = (this.#query[at] as number) | (1 << (place & 7));
      }
    }
  }

  /** Writes the sums of the first `count` rows, at most `rows_max`. */
  run(count: number): void {
    if (count === 0) return;
    const rows = this.rows.byteOffset;
    this.#run(rows, rows + count * this.#row_bytes, 0, this.sums.byteOffset);
  }
}

// Opcodes of WebAssembly (specification 2.0, chapter 5).
const [LOOP, END, BR_IF] = [0x03, 0x0b, 0x0d];
const [LOCAL_GET, LOCAL_SET, LOCAL_TEE] = [0x20, 0x21, 0x22];
const [I64_LOAD, I32_STORE, I32_CONST, I64_CONST] = [0x29, 0x36, 0x41, 0x42];
const [I32_LESS_UNSIGNED, I32_ADD, I32_WRAP_I64] = [0x49, 0x6a, 0xa7];
const [I64_POPCNT, I64_ADD, I64_SUB, I64_AND, I64_SHL] = [0x7b, 0x7c, 0x7d, 0x83, 0x86];
const [I32, I64, FUNCTION, NO_VALUE] = [0x7f, 0x7e, 0x60, 0x40];
const [MAGIC, VERSION] = [
  [0x00, 0x61, 0x73, 0x6d],
  [1, 0, 0, 0],
];
/** Parameters: the row at hand, the end of the rows, the query, the sum at hand. Then the word at hand, and the sums. */
const [ROW, ROWS_END, QUERY, SUM, WORD, SUMS] = [0, 1, 2, 3, 4, 5] as const;

function moduleFor(words: number, planes: number): Uint8Array<ArrayBuffer> {
  const loop = [
    ...Array.from({ length: words }, (_, word) => wordCode(word, words, planes)),
    weighedSum(planes),
    [LOCAL_GET, ROW, I32_CONST, ...signed(words * 8), I32_ADD, LOCAL_TEE, ROW],
    [LOCAL_GET, SUM, I32_CONST, ...signed(4), I32_ADD, LOCAL_SET, SUM],
    [LOCAL_GET, ROWS_END, I32_LESS_UNSIGNED, BR_IF, 0],
  ].flat();
  const run = [1, planes + 1, I64, LOOP, NO_VALUE, ...loop, END, END];
  const [types, imports, functions, exports, bodies] = [1, 2, 3, 7, 10] as const;
  const sections = [
    section(types, [1, FUNCTION, 4, I32, I32, I32, I32, 0]),
    section(imports, [1, 1, 0x6d, 1, 0x6d, 2, 0, 1]),
    section(functions, [1, 0]),
    section(exports, [1, 1, 0x66, 0, 0]),
    section(bodies, [1, ...unsigned(run.length), ...run]),
  ];
  return Uint8Array.from([MAGIC, VERSION, ...sections].flat());
}

/** Adds the bits that a word of the row has in common with each plane of the query to the plane's sum. */
function wordCode(word: number, words: number, planes: number): number[] {
  const common = Array.from({ length: planes }, (_, plane) => {
    const ofQuery = (plane * words + word) * 8;
    const bits = [LOCAL_GET, WORD, LOCAL_GET, QUERY, I64_LOAD, 3, ...unsigned(ofQuery), I64_AND, I64_POPCNT];
    const added = word === 0 ? bits : [...bits, LOCAL_GET, SUMS + plane, I64_ADD];
    return [...added, LOCAL_SET, SUMS + plane];
  });
  return [LOCAL_GET, ROW, I64_LOAD, 3, ...unsigned(word * 8), LOCAL_SET, WORD, ...common.flat()];
}

/** Stores the sums of the planes times their weights; the last plane is that of the sign and counts against. */
function weighedSum(planes: number): number[] {
  const weighed = Array.from({ length: planes }, (_, plane) => {
    const term = [LOCAL_GET, SUMS + plane, I64_CONST, plane, I64_SHL];
    return plane === 0 ? term : [...term, plane === planes - 1 ? I64_SUB : I64_ADD];
  });
  return [LOCAL_GET, SUM, ...weighed.flat(), I32_WRAP_I64, I32_STORE, 2, 0];
}

function section(id: number, bytes: readonly number[]): number[] {
  return [id, ...unsigned(bytes.length), ...bytes];
}

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >>> 7)];
}
