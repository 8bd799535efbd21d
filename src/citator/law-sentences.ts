import { sql } from "kysely";
import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { opinionRelation } from "#opinions/store/relations.ts";
import { collapseSpace } from "#text/typography.ts";
import { readQuotes } from "./quotes.ts";

/** Of a provision's citers so many are looked at, those read first, and of these the ones that speak of it most are heard. */
const CITERS_MAX = 400;
const SENTENCES_MAX = 80;
/** Provisions whose sentences are read at once. */
const KEYS_AT_ONCE = 100;
/** What is heard of one provision. */
const CHARS_MAX = 24_000;

/**
 * The sentences in which opinions cite provisions of law, by the key of the provision (`citedLawKey`), each once. Of a
 * provision that many cite a bounded number.
 */
export async function readLawSentences(db: Reader, keys: readonly string[]): Promise<Map<string, readonly string[]>> {
  const sentences = new Map<string, readonly string[]>();
  for (const part of inParts([...new Set(keys)], KEYS_AT_ONCE)) {
    const rows = [...Map.groupBy(await citersOf(db, part), ({ law_key }) => law_key).values()].flatMap((citers) =>
      citers.slice(0, SENTENCES_MAX),
    );
    const quotes = await readQuotes(db, rows);
    const said = Map.groupBy(
      rows.map(({ law_key }, at) => ({ law_key, quote: collapseSpace(quotes[at] ?? "").trim() })),
      ({ law_key }) => law_key,
    );
    for (const [key, list] of said) sentences.set(key, bounded(list.map(({ quote }) => quote)));
  }
  return sentences;
}

/** Copies of one decision say the same. */
function bounded(quotes: readonly string[]): readonly string[] {
  const heard = new Set<string>();
  let chars = 0;
  for (const quote of quotes) {
    if (quote === "" || heard.has(quote)) continue;
    chars += quote.length;
    if (chars > CHARS_MAX) break;
    heard.add(quote);
  }
  return [...heard];
}

async function citersOf(db: Reader, keys: readonly string[]) {
  const ranked = db
    .selectFrom("citing_laws")
    .select(["law_key", "citing_id", "mentions", "quote_start", "quote_bytes"])
    .select(sql<number>`row_number() over (partition by law_key order by citing_id)`.as("place"))
    .where("law_key", "in", keys);
  return db
    .selectFrom(ranked.as("law"))
    .innerJoin("citing_opinions as by", "by.id", "law.citing_id")
    .innerJoin(opinionRelation(db).as("opinion"), "opinion.id", "by.opinion_id")
    .select(["law.law_key", "law.quote_start", "law.quote_bytes"])
    .select(["by.opinion_id", "by.text_chars as chars_read", "opinion.text_chars"])
    .where("law.place", "<=", CITERS_MAX)
    .orderBy("law.law_key")
    .orderBy("law.mentions", "desc")
    .orderBy("by.opinion_id")
    .execute();
}
