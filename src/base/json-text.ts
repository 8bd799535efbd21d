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

/** The JSON of a value, in UTF-8. */
export function jsonBytes(value: unknown): Buffer<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let json: string;
  written = parts;
  try {
    json = JSON.stringify(value);
  } finally {
    written = undefined;
  }
  if (parts.length === 0) return Buffer.from(json);
  const between = json.split(`"${PLACE}"`);
  return Buffer.concat(between.flatMap((text, at) => [Buffer.from(text), ...parts.slice(at, at + 1)]));
}
