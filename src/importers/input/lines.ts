import { isUtf8 } from "node:buffer";

/** One line of a text file without its end; `text` is undefined for a line too long to keep, null for one that is not UTF-8. */
export type Line = { readonly line: number; readonly bytes: number; readonly text: string | null | undefined };

const NEWLINE = 0x0a;

/** The lines of a stream, in groups as it delivers them. A line above `line_bytes_max` is counted and not kept. */
export async function* readLines(
  chunks: AsyncIterator<Buffer>,
  line_bytes_max: number,
): AsyncGenerator<readonly Line[]> {
  let carried: Buffer[] = [];
  let carried_bytes = 0;
  let dropped_bytes = 0;
  let number = 0;
  const finish = (rest: Buffer): Line => {
    const bytes = carried_bytes + dropped_bytes + rest.length;
    const whole = dropped_bytes > 0 || bytes > line_bytes_max ? undefined : Buffer.concat([...carried, rest]);
    carried = [];
    carried_bytes = 0;
    dropped_bytes = 0;
    number += 1;
    return { line: number, bytes, text: whole === undefined ? undefined : textOf(whole, number) };
  };
  for (;;) {
    const next = await chunks.next();
    if (next.done === true) break;
    const chunk = next.value;
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      lines.push(finish(chunk.subarray(start, end)));
      start = end + 1;
    }
    const rest = chunk.subarray(start);
    if (dropped_bytes > 0 || carried_bytes + rest.length > line_bytes_max) {
      dropped_bytes += carried_bytes + rest.length;
      carried = [];
      carried_bytes = 0;
    } else if (rest.length > 0) {
      carried.push(rest);
      carried_bytes += rest.length;
    }
    if (lines.length > 0) yield lines;
  }
  if (carried_bytes + dropped_bytes > 0) yield [finish(Buffer.alloc(0))];
}

function textOf(bytes: Buffer, line: number): string | null {
  if (!isUtf8(bytes)) return null;
  const text = bytes.toString("utf8");
  return line === 1 ? text.replace(/^\u{feff}/u, "") : text;
}
