import { randomUUID } from "node:crypto";

/**
 * A value that is written as JSON already, in UTF-8. What a database has written need not be taken apart and written
 * again, which for large texts is most of the work of an answer.
 */
export class JsonText<Value> {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  read(): Value {
    return JSON.parse(Buffer.from(this.bytes).toString()) as Value;
  }

  /** What any other writer of JSON is given. */
  toJSON(): unknown {
    if (written === undefined) return this.read();
    written.push(this.bytes);
    return PLACE;
  }
}

/** A value, parts of which may be written already. */
export type Written<Value> = Value | JsonText<Value> | WrittenMembers<Value>;
/** The same of an object or list that is not written as a whole. */
export type WrittenMembers<Value> = Value extends object
  ? { readonly [Name in keyof Value]: Written<Value[Name]> }
  : never;

/** Stands where a written part belongs while the rest is written; nobody outside can know it. */
const PLACE: string = randomUUID();
/** The parts met by the writing that is going on. */
let written: Uint8Array[] | undefined;

/** Copied between two turns of the event loop: half a millisecond. */
const STEP_BYTES = 1024 * 1024;

/** The JSON of a value, in UTF-8. One that is longer than a step is put together in steps; `turn` is waited for before each. */
export async function jsonBytes(
  value: unknown,
  turn: () => Promise<void>,
  step_bytes = STEP_BYTES,
): Promise<Buffer<ArrayBuffer>> {
  const parts = jsonParts(value);
  const size_bytes = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (size_bytes <= step_bytes) return Buffer.concat(parts);
  const bytes = Buffer.allocUnsafeSlow(size_bytes);
  let at = 0;
  let left_bytes = 0;
  for (const part of parts) {
    for (let from = 0; from < part.byteLength;) {
      if (left_bytes === 0) {
        await turn();
        left_bytes = step_bytes;
      }
      const piece = part.subarray(from, from + left_bytes);
      bytes.set(piece, at);
      at += piece.byteLength;
      from += piece.byteLength;
      left_bytes -= piece.byteLength;
    }
  }
  return bytes;
}

function jsonParts(value: unknown): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let json: string;
  written = parts;
  try {
    json = JSON.stringify(value);
  } finally {
    written = undefined;
  }
  if (parts.length === 0) return [Buffer.from(json)];
  const between = json.split(`"${PLACE}"`);
  return between.flatMap((text, at) => [Buffer.from(text), ...parts.slice(at, at + 1)]);
}
