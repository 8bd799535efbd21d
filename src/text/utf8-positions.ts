/** Positions are marked this often; what lies between two marks is counted. */
const UNITS_PER_MARK = 256;

/**
 * Where positions of a text, in UTF-16 units, stand in its UTF-8, in bytes. The middle of a surrogate pair stands at the
 * pair's end. The text must be well formed.
 */
export function utf8Positions(text: string): (position: number) => number {
  if (Buffer.byteLength(text) === text.length) return (position) => position;
  const marks = new Float64Array(Math.floor(text.length / UNITS_PER_MARK) + 1);
  for (let mark = 1; mark < marks.length; mark += 1) {
    const end = mark * UNITS_PER_MARK;
    marks[mark] = (marks[mark - 1] ?? 0) + bytesOf(text, end - UNITS_PER_MARK, end);
  }
  return (position) => {
    const mark = Math.min(Math.floor(position / UNITS_PER_MARK), marks.length - 1);
    return (marks[mark] ?? 0) + bytesOf(text, mark * UNITS_PER_MARK, position);
  };
}

function bytesOf(text: string, from: number, to: number): number {
  let bytes = 0;
  for (let at = from; at < to; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit < 0xd800 || unit >= 0xe000) bytes += 3;
    else if (unit < 0xdc00) bytes += 4; // The first of a pair; the second adds nothing.
  }
  return bytes;
}
