import { STATE_WORD_SET } from "./words.ts";

/** A lower-case word without the `s` of its plural or genitive. */
export function singular(word: string): string {
  return word.length > 4 && word.endsWith("s") && !word.endsWith("ss") && !STATE_WORD_SET.has(word)
    ? word.slice(0, -1)
    : word;
}
