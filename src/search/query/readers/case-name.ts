import { readCaption } from "#search/query/caption.ts";
import { typedReading } from "#search/query/typed-reading.ts";
import type { QueryReader } from "#search/query/reading.ts";
import { isLooseSign } from "#search/query/tokens.ts";
import type { QueryToken } from "#search/query/tokens.ts";
import { isPattern } from "#search/query/words.ts";

/** A year, or court and year, in parentheses behind a name. */
const YEAR_BEHIND = /\((?:[^()]*\s)?\d{4}\s*\)\s*$/u;

/** A case name: `Smith & Co. v. Jones (1973)`, `In re Gault`. */
export const readCaseName: QueryReader = (text, { lexed }) =>
  isOfName(text, lexed.tokens) && readCaption(text) !== undefined ? typedReading(text) : undefined;

/** In a case name `&` is part of the name, and so is a year in parentheses behind it. */
function isOfName(text: string, tokens: readonly QueryToken[]): boolean {
  const hasYear = YEAR_BEHIND.test(text);
  return tokens.every((token) => {
    if (token.kind === "word") return !isPattern(token.text);
    if (hasYear && (token.kind === "open" || token.kind === "close")) return true;
    return token.kind === "and" && isLooseSign(token);
  });
}
