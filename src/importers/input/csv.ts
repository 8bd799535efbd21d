import { isUtf8 } from "node:buffer";
import { OnpointError } from "#base/errors.ts";

/**
 * Reader of PostgreSQL's `COPY … CSV HEADER FORCE_QUOTE * ESCAPE '\'`: a quoted field may hold anything, `\"` and
 * `\\` stand for `"` and `\`, and an unquoted empty field is NULL. It exists beside csv-parse (its oracle in the
 * tests) for three things that library cannot do: a field above the limit costs no memory and only its own row, a
 * column nobody reads is never decoded, and a fault in one row leaves the next ones whole.
 */
export type CsvLimits = {
  readonly field_bytes_max: number;
  /** All fields of one row together. */
  readonly row_bytes_max: number;
};

/** Why a row could not be read. `firstField` is its first column, usually the source's id, when that much is known. */
export type CsvFault = {
  readonly row: number;
  readonly line: number;
  readonly bytes: number;
  readonly firstField: string | null;
  readonly reason: string;
  readonly hint: string;
};

const COMMA = 0x2c;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

const PLAIN = 0;
const QUOTED = 1;
const QUOTED_WITH_ESCAPES = 2;

/** One row: its bytes and where the fields stand in them; a field is decoded when asked for. */
export class CsvRow {
  /** 1 for the first row under the header. */
  readonly row: number;
  /** Line of the file the row begins on, the header being line 1. */
  readonly line: number;
  readonly #bytes: Buffer;
  /** Start, end and form of each field. */
  readonly #fields: readonly number[];

  constructor(row: number, line: number, bytes: Buffer, fields: readonly number[]) {
    this.row = row;
    this.line = line;
    this.#bytes = bytes;
    this.#fields = fields;
  }

  get bytes(): number {
    return this.#bytes.length;
  }

  get width(): number {
    return this.#fields.length / 3;
  }

  /** The field's text; null for NULL and for a column the file does not have (`undefined`). */
  text(column: number | undefined): string | null {
    if (column === undefined) return null;
    const start = this.#fields[column * 3];
    const end = this.#fields[column * 3 + 1];
    const form = this.#fields[column * 3 + 2];
    if (start === undefined || end === undefined || (form === PLAIN && start === end)) return null;
    return form === QUOTED_WITH_ESCAPES ? unescaped(this.#bytes, start, end) : this.#bytes.toString("utf8", start, end);
  }

  isUtf8(): boolean {
    return isUtf8(this.#bytes);
  }
}

/** Bytes of a field while its escapes are taken out; it grows to the largest field met. */
let scratch = Buffer.allocUnsafe(64 * 1024);

/** A backslash before a quote or a backslash goes; before anything else it stands for itself. */
function unescaped(bytes: Buffer, start: number, end: number): string {
  if (scratch.length < end - start) scratch = Buffer.allocUnsafe(2 * (end - start));
  let length = 0;
  let from = start;
  for (let at = bytes.indexOf(BACKSLASH, start); at >= 0 && at < end - 1; at = bytes.indexOf(BACKSLASH, at)) {
    const next = bytes[at + 1];
    if (next === QUOTE || next === BACKSLASH) {
      length += bytes.copy(scratch, length, from, at);
      from = at + 1;
    }
    at += 2;
  }
  length += bytes.copy(scratch, length, from, end);
  return scratch.toString("utf8", 0, length);
}

const AT_START = 0;
const IN_PLAIN = 1;
const IN_QUOTED = 2;
const AFTER_BACKSLASH = 3;
const AFTER_QUOTE = 4;
type State = typeof AT_START | typeof IN_PLAIN | typeof IN_QUOTED | typeof AFTER_BACKSLASH | typeof AFTER_QUOTE;

const LARGE_HINT = "no opinion is that long: the file is damaged, or holds something else";

type Trouble = { readonly reason: string; readonly hint: string; readonly firstField: string | null };

/** Finds the rows in a stream of byte chunks. Fed by `push`, closed by `end`. */
export class CsvScanner {
  readonly #limits: CsvLimits;
  #state: State = AT_START;
  /** Parts of the present row that came with earlier chunks, and their length together. */
  #carried: Buffer[] = [];
  #carried_bytes = 0;
  #fields: number[] = [];
  #fieldStart = 0;
  #fieldForm = PLAIN;
  #trouble: Trouble | undefined;
  #dropped_bytes = 0;
  /** The header is row 0. */
  #row = 0;
  #line = 1;
  #rowLine = 1;
  /** Of the chunk before: a line end may be cut in two. */
  #lastByte: number | undefined;

  constructor(limits: CsvLimits) {
    this.#limits = limits;
  }

  /** Rows and faults completed by this chunk. The chunk's memory is kept as long as its rows are. */
  push(chunk: Buffer): (CsvRow | CsvFault)[] {
    const out: (CsvRow | CsvFault)[] = [];
    const length = chunk.length;
    let rowStart = 0;
    let at = 0;
    while (at < length) {
      if (this.#state === IN_QUOTED) {
        at = this.#insideQuotes(chunk, at);
        continue;
      }
      const byte = chunk[at] as number;
      const offset = this.#carried_bytes + at - rowStart;
      at += 1;
      if (this.#state === AFTER_BACKSLASH) {
        if (byte === NEWLINE) this.#line += 1;
        this.#state = IN_QUOTED;
      } else if (byte === NEWLINE) {
        this.#endField(offset, (at >= 2 ? chunk[at - 2] : this.#lastByte) === RETURN);
        const row = this.#endRow(chunk, rowStart, at);
        if (row !== undefined) out.push(row);
        rowStart = at;
      } else if (byte === COMMA) {
        this.#endField(offset, false);
        this.#fieldStart = offset + 1;
        this.#state = AT_START;
      } else if (this.#state === AT_START && byte === QUOTE) {
        this.#fieldStart = offset + 1;
        this.#fieldForm = QUOTED;
        this.#state = IN_QUOTED;
      } else if (this.#state === AFTER_QUOTE) {
        if (byte !== RETURN) this.#strayText();
      } else {
        this.#state = IN_PLAIN;
      }
    }
    this.#carry(chunk, rowStart);
    this.#lastByte = chunk.at(-1) ?? this.#lastByte;
    return out;
  }

  /** What is left when the input ends: a last row without its newline, or the fault of one cut short. */
  end(): (CsvRow | CsvFault)[] {
    if (this.#state === IN_QUOTED || this.#state === AFTER_BACKSLASH) {
      this.#setTrouble(
        `a quote is opened in the row that begins on line ${this.#rowLine} and never closed`,
        "the file is cut short or damaged here; fetch it again",
      );
    }
    if (this.#carried_bytes === 0 && this.#trouble === undefined) return [];
    this.#endField(this.#carried_bytes, false);
    const row = this.#endRow(Buffer.alloc(0), 0, 0);
    return row === undefined ? [] : [row];
  }

  #insideQuotes(chunk: Buffer, from: number): number {
    const length = chunk.length;
    let at = from;
    let lines = 0;
    while (at < length) {
      const byte = chunk[at] as number;
      at += 1;
      if (byte > BACKSLASH) continue;
      if (byte === BACKSLASH) {
        this.#fieldForm = QUOTED_WITH_ESCAPES;
        if (at === length) {
          this.#state = AFTER_BACKSLASH;
          break;
        }
        if (chunk[at] === NEWLINE) lines += 1;
        at += 1;
      } else if (byte === QUOTE) {
        this.#state = AFTER_QUOTE;
        break;
      } else if (byte === NEWLINE) {
        lines += 1;
      }
    }
    this.#line += lines;
    return at;
  }

  /** `offset` is that of the byte after the field's last one, closing quote included. */
  #endField(offset: number, afterReturn: boolean): void {
    let end = afterReturn ? offset - 1 : offset;
    if (this.#fieldForm !== PLAIN) end -= 1;
    if (this.#trouble === undefined) {
      if (end - this.#fieldStart > this.#limits.field_bytes_max) this.#fieldTooLarge();
      else this.#fields.push(this.#fieldStart, Math.max(this.#fieldStart, end), this.#fieldForm);
    }
    this.#fieldForm = PLAIN;
  }

  #endRow(chunk: Buffer, start: number, end: number): CsvRow | CsvFault | undefined {
    const rowLine = this.#rowLine;
    if (this.#carried_bytes + end - start > this.#limits.row_bytes_max) {
      this.#rowTooLarge([...this.#carried, chunk.subarray(start, end)]);
    }
    const trouble = this.#trouble;
    const dropped = this.#dropped_bytes > 0;
    const fields = this.#fields;
    const bytes = this.#carried_bytes + this.#dropped_bytes + end - start;
    const content = this.#carried.length === 0 ? chunk.subarray(start, end) : this.#joined(chunk, start, end);
    this.#line += 1;
    this.#rowLine = this.#line;
    this.#state = AT_START;
    this.#carried = [];
    this.#carried_bytes = 0;
    this.#dropped_bytes = 0;
    this.#fields = [];
    this.#fieldStart = 0;
    this.#trouble = undefined;
    if (trouble === undefined && fields.length === 3 && fields[0] === fields[1]) return undefined;
    const row = this.#row;
    this.#row += 1;
    if (trouble !== undefined) {
      const firstField = trouble.firstField ?? (dropped ? null : firstFieldOf([content], fields));
      return { row, line: rowLine, bytes, ...trouble, firstField };
    }
    return new CsvRow(row, rowLine, content, fields);
  }

  #joined(chunk: Buffer, start: number, end: number): Buffer {
    return Buffer.concat([...this.#carried, chunk.subarray(start, end)]);
  }

  /** Keeps the unfinished row for the next chunk, unless it has grown beyond what may be kept. */
  #carry(chunk: Buffer, start: number): void {
    const rest = chunk.length - start;
    if (rest === 0) return;
    if (this.#trouble === undefined) {
      const known = [...this.#carried, chunk.subarray(start)];
      const row_bytes = this.#carried_bytes + rest;
      // A closing quote that has been seen is no part of the field.
      const field_bytes = row_bytes - this.#fieldStart - (this.#state === AFTER_QUOTE ? 1 : 0);
      if (field_bytes > this.#limits.field_bytes_max) this.#fieldTooLarge(known);
      else if (row_bytes > this.#limits.row_bytes_max) this.#rowTooLarge(known);
    }
    if (this.#trouble !== undefined) {
      this.#dropped_bytes += this.#carried_bytes + rest;
      this.#carried = [];
      this.#carried_bytes = 0;
      return;
    }
    this.#carried.push(chunk.subarray(start));
    this.#carried_bytes += rest;
  }

  #fieldTooLarge(known: readonly Buffer[] = this.#carried): void {
    const limit_mb = Math.floor(this.#limits.field_bytes_max / 1e6);
    this.#setTrouble(`column ${this.#fields.length / 3 + 1} holds more than ${limit_mb} MB`, LARGE_HINT, known);
  }

  #rowTooLarge(known: readonly Buffer[]): void {
    this.#setTrouble(`the row has more than ${Math.floor(this.#limits.row_bytes_max / 1e6)} MB`, LARGE_HINT, known);
  }

  #strayText(): void {
    this.#setTrouble(
      "text follows the closing quote of a field",
      "quotes inside a field are written \\\" and a backslash \\\\, as CourtListener's bulk files have them",
    );
  }

  #setTrouble(reason: string, hint: string, known: readonly Buffer[] = this.#carried): void {
    if (this.#trouble !== undefined) return;
    this.#trouble = { reason, hint, firstField: firstFieldOf(known, this.#fields) };
  }
}

function firstFieldOf(known: readonly Buffer[], fields: readonly number[]): string | null {
  const [start, end] = fields;
  const first = known[0];
  if (first === undefined || start === undefined || end === undefined || end > first.length) return null;
  return first.toString("utf8", start, Math.min(end, start + 100));
}

export type CsvTable = {
  /** Column name to position. */
  readonly columns: ReadonlyMap<string, number>;
  /** Rows in groups as the input delivered them. A row of the wrong width or encoding comes as a fault. */
  readonly rows: AsyncGenerator<readonly (CsvRow | CsvFault)[]>;
};

/** Opens a table: reads the header, and refuses a file that lacks one of `required`, naming what it has instead. */
export async function openCsv(
  label: string,
  chunks: AsyncIterator<Buffer>,
  required: readonly string[],
  limits: CsvLimits,
): Promise<CsvTable> {
  const scanner = new CsvScanner(limits);
  const first: (CsvRow | CsvFault)[] = [];
  let started = false;
  while (first.length === 0) {
    const next = await chunks.next();
    if (next.done === true) {
      first.push(...scanner.end());
      break;
    }
    const chunk: Buffer = started ? next.value : withoutByteOrderMark(label, next.value);
    started ||= chunk.length > 0;
    first.push(...scanner.push(chunk));
  }
  const header = first.shift();
  if (header === undefined) throw new OnpointError("invalid_input", `${label} is empty: not even a header line`);
  const columns = columnsOf(label, header, required);
  return { columns, rows: rowsOf(scanner, first, chunks, columns.size) };
}

function columnsOf(label: string, header: CsvRow | CsvFault, required: readonly string[]): ReadonlyMap<string, number> {
  const isText = header instanceof CsvRow && header.isUtf8() && header.text(0)?.includes("\0") === false;
  if (!isText) {
    throw new OnpointError("invalid_input", `${label} does not begin with a CSV header in UTF-8`, {
      hint: "is it compressed under another name, or not a bulk file at all?",
    });
  }
  const names = Array.from({ length: header.width }, (_, column) => header.text(column)?.trim() ?? "");
  const columns = new Map(names.map((name, column) => [name, column]));
  const missing = required.filter((name) => !columns.has(name));
  if (missing.length > 0) {
    throw new OnpointError("invalid_input", `${label} lacks the column ${missing.join(", ")}`, {
      hint: `its columns are: ${names.join(", ").slice(0, 500)}`,
      faults: missing.map((name) => ({ path: `${label}:1`, message: `column ${name} is missing` })),
    });
  }
  return columns;
}

function withoutByteOrderMark(label: string, chunk: Buffer): Buffer {
  const [one, two, three] = chunk;
  if ((one === 0xff && two === 0xfe) || (one === 0xfe && two === 0xff)) {
    throw new OnpointError("invalid_input", `${label} is in UTF-16; the bulk files are UTF-8`, {
      hint: "convert it first: iconv -f UTF-16 -t UTF-8",
    });
  }
  return one === 0xef && two === 0xbb && three === 0xbf ? chunk.subarray(3) : chunk;
}

async function* rowsOf(
  scanner: CsvScanner,
  first: readonly (CsvRow | CsvFault)[],
  chunks: AsyncIterator<Buffer>,
  width: number,
): AsyncGenerator<readonly (CsvRow | CsvFault)[]> {
  if (first.length > 0) yield first.map((row) => checked(row, width));
  for (;;) {
    const next = await chunks.next();
    const rows = next.done === true ? scanner.end() : scanner.push(next.value);
    if (rows.length > 0) yield rows.map((row) => checked(row, width));
    if (next.done === true) return;
  }
}

function checked(row: CsvRow | CsvFault, width: number): CsvRow | CsvFault {
  if (!(row instanceof CsvRow)) return row;
  if (row.width === width && row.isUtf8()) return row;
  const reason =
    row.width === width ? "the row is not valid UTF-8" : `${row.width} fields where the header has ${width}`;
  const hint =
    row.width === width
      ? "the file was written or converted in another encoding (Latin-1?); the bulk files are UTF-8"
      : "a quote or a line break inside a field was not written as the format asks";
  return {
    row: row.row,
    line: row.line,
    bytes: row.bytes,
    firstField: row.text(0)?.slice(0, 100) ?? null,
    reason,
    hint,
  };
}
