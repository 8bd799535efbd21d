import { utf8Positions } from "./utf8-positions.ts";

/** Positions are marked this often; what lies between two marks is counted. */
const UNITS_PER_MARK = 128;

/**
 * Where bytes of a text's UTF-8 stand in the text, in UTF-16 units: the way back from `utf8Positions`. A byte within a
 * character stands behind it. The text must be well formed.
 */
export function utf16Positions(text: string): (byte: number) => number {
  if (Buffer.byteLength(text) === text.length) return (byte) => Math.min(byte, text.length);
  const bytesAt = utf8Positions(text);
  const marks = Float64Array.from({ length: Math.floor(text.length / UNITS_PER_MARK) + 1 }, (_, mark) =>
    bytesAt(mark * UNITS_PER_MARK),
  );
  return (byte) => {
    let low = 0;
    let high = marks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((marks[middle] ?? 0) < byte) low = middle;
      else high = middle - 1;
    }
    let position = low * UNITS_PER_MARK;
    for (let at = marks[low] ?? 0; at < byte && position < text.length;) {
      const point = text.codePointAt(position) ?? 0;
      at += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4;
      position += point < 0x1_0000 ? 1 : 2;
    }
    return position;
  };
}
