import { boundedReading } from "#search/query/boolean/bounded-reading.ts";
import { joinReferences } from "#search/query/boolean/join-references.ts";
import { BooleanParser } from "#search/query/boolean/parser.ts";
import { QueryCursor } from "#search/query/boolean/query-cursor.ts";
import type { Read, ReadContext } from "#search/query/reading.ts";
import { foldTypography } from "#text/typography.ts";

/** Operators, groups and field prefixes: what every text can be read by. */
export function readBoolean(text: string, { lexed: { tokens, notes }, resolveCourt }: ReadContext): Read {
  const cursor = new QueryCursor(text, joinReferences(foldTypography(text), tokens));
  return boundedReading(cursor, notes, () => new BooleanParser(cursor, resolveCourt).parse());
}
