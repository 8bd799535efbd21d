/** Few, so that a long one holds up little. */
const OPINIONS_MAX = 16;
/** Of text in UTF-16; one opinion that has more is handed out alone. */
const CHARS_MAX = 500_000;

/** Opinions as they are handed to reading threads, in order: so many of them and so much text at once, and no more. */
export function inRequests(opinionIds: readonly string[], chars: ReadonlyMap<string, number>): string[][] {
  const requests: string[][] = [];
  let last: string[] = [];
  let sum_chars = 0;
  for (const id of opinionIds) {
    const own_chars = chars.get(id) ?? 0;
    if (last.length === 0 || last.length === OPINIONS_MAX || sum_chars + own_chars > CHARS_MAX) {
      last = [];
      sum_chars = 0;
      requests.push(last);
    }
    last.push(id);
    sum_chars += own_chars;
  }
  return requests;
}
