import { PASSAGE_WORDS_FROM } from "#search/query/plain.ts";
import { plainReading } from "#search/query/plain-reading.ts";
import type { QueryReader } from "#search/query/reading.ts";
import { isLooseSign } from "#search/query/tokens.ts";
import type { QueryToken } from "#search/query/tokens.ts";

const NOTE = "Read as a passage of text: operators and quotation marks in it were passed over.";

/** Plain words in a row, outside quotation marks, that no one types between operators. */
const PROSE_RUN = 13;

/** Text pasted from somewhere rather than typed as a query: its parentheses and quotation marks belong to the prose. */
export const readPassage: QueryReader = (text, { lexed }) =>
  isPassage(lexed.tokens) ? plainReading(text, [NOTE]) : undefined;

/** A long run of plain words with no connector between them, or many words with no connector at all. */
function isPassage(tokens: readonly QueryToken[]): boolean {
  let bare = 0;
  let quoted = 0;
  let run = 0;
  let longest = 0;
  let connected = false;
  for (const token of tokens) {
    if (token.kind === "word" || (token.kind === "quoted" && !token.closed)) {
      const words = token.text.trim().split(/\s+/u).length;
      bare += words;
      run += words;
    } else if (token.kind === "quoted") {
      quoted += token.text.split(/\s+/u).length;
    } else if (token.kind !== "open" && token.kind !== "close" && !isLooseSign(token)) {
      connected = true;
      run = 0;
    }
    longest = Math.max(longest, run);
  }
  return longest >= PROSE_RUN && bare + quoted >= PASSAGE_WORDS_FROM
    ? true
    : !connected && bare > 3 && bare + quoted > 24;
}
