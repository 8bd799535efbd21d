/** Letters that tell: runs of so many are looked up. */
const LETTERS = 4;
/** 26 letters, and one sign for all else. */
const SIGNS = 27;
const RUNS = SIGNS ** LETTERS;

/** Letters by their code, in either case; under `iu` a pattern's s and k match two signs beyond ASCII too. */
function signOf(code: number): number {
  const small = code | 0x20;
  if (code < 0x80) return small >= 0x61 && small <= 0x7a ? small - 0x60 : 0;
  if (code === 0x17f) return 19;
  return code === 0x212a ? 11 : 0;
}

/** The last letters of a text, as a number, when one more follows. */
function followed(run: number, code: number): number {
  return (run * SIGNS + signOf(code)) % RUNS;
}

/**
 * For lists of words of which a text must hold one, tells in one pass over the text which lists it may satisfy: those
 * with a word whose first four letters stand in it. A list without words, or with a shorter one, it always may. The
 * answer has a 1 for each such list and holds until the next text.
 */
export function beginningsIn(lists: readonly (readonly string[] | null)[]): (text: string) => Uint8Array {
  const listsOf = new Map<number, number[]>();
  const always = new Uint8Array(lists.length);
  for (const [index, words] of lists.entries()) {
    if (words === null || words.some(({ length }) => length < LETTERS)) {
      always[index] = 1;
      continue;
    }
    for (const word of words) {
      let run = 0;
      for (let at = 0; at < LETTERS; at += 1) run = followed(run, word.charCodeAt(at));
      listsOf.set(run, [...(listsOf.get(run) ?? []), index]);
    }
  }
  const isBeginning = new Uint8Array(RUNS);
  for (const run of listsOf.keys()) isBeginning[run] = 1;
  const found = new Uint8Array(lists.length);
  return (text) => {
    found.set(always);
    let run = 0;
    for (let at = 0; at < text.length; at += 1) {
      run = followed(run, text.charCodeAt(at));
      if (isBeginning[run] === 1) for (const index of listsOf.get(run) ?? []) found[index] = 1;
    }
    return found;
  };
}
