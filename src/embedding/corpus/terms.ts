import { isFunctionWord } from "#text/function-words.ts";
import { stemKeyOf } from "#text/stem.ts";
import { BEGINS_NOTHING, TokenScanner } from "#text/tokenize.ts";

/** Words remembered with their stems; a text has few that are not among the commonest. */
const REMEMBERED_MAX = 200_000;

/**
 * Reads what vectors are made of: the stems of a text's words, function words left out, and each two that stand beside
 * one another in a sentence (`due process`, and `cause of action` as `caus action`). A pair has a space between its
 * stems, so that it is never taken for a word.
 */
export class TermReader {
  readonly #scanner = new TokenScanner();
  readonly #bytes = Buffer.from(this.#scanner.term.buffer);
  readonly #known = new Map<string, string>();

  /** Calls `word` with every word of the text in order, and `pair` with it and the one before in its sentence. */
  read(text: string, word: (stem: string) => void, pair: (stems: string) => void): void {
    const scanner = this.#scanner;
    scanner.reset(text);
    let before = "";
    while (scanner.next()) {
      if (scanner.begins !== BEGINS_NOTHING) before = "";
      const stem = this.#stem(this.#bytes.toString("utf8", 0, scanner.termLength));
      if (stem === "") continue;
      word(stem);
      if (before !== "") pair(`${before} ${stem}`);
      before = stem;
    }
  }

  /** Empty for a function word. */
  #stem(word: string): string {
    const known = this.#known.get(word);
    if (known !== undefined) return known;
    const stem = isFunctionWord(word) ? "" : stemKeyOf(word);
    if (this.#known.size >= REMEMBERED_MAX) this.#known.clear();
    this.#known.set(word, stem);
    return stem;
  }
}
