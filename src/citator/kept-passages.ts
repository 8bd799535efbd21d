import type { Reader } from "#db/connection.ts";
import { readEachStretch } from "#opinions/store/texts.ts";
import { wordsOfPassage } from "./passages.ts";
import type { Passage } from "./passages.ts";

/**
 * Passages are kept as places in the stored text: unsigned LEB128 numbers, of each passage its distance from the end of
 * the one before, its length, how many mentions it holds, and of each mention its distance from the one before or the
 * passage's start, and its length; all in bytes of the text's UTF-8. Null stands for no passage.
 */
export function packPassages(passages: readonly Passage[], bytesAt: (position: number) => number): Uint8Array | null {
  const numbers: number[] = [];
  let at = 0;
  for (const { start, end, holes } of passages) {
    numbers.push(bytesAt(start) - at, bytesAt(end) - bytesAt(start), holes.length);
    let before = bytesAt(start);
    for (const hole of holes) {
      const from = Math.max(before, bytesAt(hole.start));
      numbers.push(from - before, Math.max(from, bytesAt(hole.end)) - from);
      before = Math.max(from, bytesAt(hole.end));
    }
    at = bytesAt(end);
  }
  return numbers.length === 0 ? null : Uint8Array.from(numbers.flatMap(leb128));
}

/** The passages as they were packed, in bytes. */
export function unpackPassages(packed: Uint8Array | null): Passage[] {
  if (packed === null) return [];
  const next = numbersIn(packed);
  const passages: Passage[] = [];
  for (let at = 0, from = next(); from !== undefined; from = next()) {
    const start = at + from;
    const end = start + (next() ?? 0);
    let before = start;
    const holes = Array.from({ length: next() ?? 0 }, () => {
      const hole = before + (next() ?? 0);
      before = hole + (next() ?? 0);
      return { start: hole, end: before };
    });
    passages.push({ start, end, holes });
    at = end;
  }
  return passages;
}

/** The words of opinions' passages, in the order asked for; an opinion that is not held any more says nothing. */
export async function readPassages(
  db: Reader,
  asked: readonly { readonly opinionId: string; readonly passages: Uint8Array | null }[],
): Promise<string[][]> {
  const unpacked = asked.map(({ passages }) => unpackPassages(passages));
  const stretches = await readEachStretch(
    db,
    unpacked.flatMap((passages, at) =>
      passages.map(({ start, end }) => ({ id: asked[at]?.opinionId ?? "", from: start, bytes: end - start })),
    ),
  );
  let next = 0;
  return unpacked.map((passages) =>
    passages.flatMap((passage) => {
      const held = stretches[next++];
      if (held === undefined) return [];
      return [wordsOfPassage(passage, (from, to) => held.toString("utf8", from - passage.start, to - passage.start))];
    }),
  );
}

function leb128(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return [...bytes, rest];
}

/** Answers one number after the other; undefined at the end. */
function numbersIn(packed: Uint8Array): () => number | undefined {
  let at = 0;
  return () => {
    if (at >= packed.length) return undefined;
    let value = 0;
    for (let place = 1; ; place *= 0x80) {
      const byte = packed[at++] ?? 0;
      value += (byte & 0x7f) * place;
      if (byte < 0x80) return value;
    }
  };
}
