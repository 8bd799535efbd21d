import { LIMITS } from "#base/limits.ts";
import { err, ok } from "#base/result.ts";
import type { Result } from "#base/result.ts";
import type { QueryFault } from "./fault.ts";
import { FAULTS_MAX } from "./lexer.ts";
import { plainReading } from "./plain-reading.ts";
import { readQuery } from "./read-query.ts";
import { ReadContext } from "./reading.ts";
import type { QueryReader, Read, Reading, ResolveCourt } from "./reading.ts";
import { foldTypography } from "#text/typography.ts";

export type ParseOptions = {
  readonly resolveCourt: ResolveCourt;
  /** Reads whatever is typed; without it the readers of opinions do. */
  readonly read?: (...given: Parameters<QueryReader>) => Read;
};

/** A query as it was read, or what stands in the way. */
export type QueryRead = Result<Reading, readonly QueryFault[]>;

/** Repairs tried one after the other before a fault is answered with advice only; with more faults than that, none. */
const REPAIRS_MAX = 8;

/**
 * Reads a query as typed (grammar: docs/api/query-language.md). Never throws; a query that cannot be read gives
 * faults with positions and, where a repair leaves a query that can be read, that query.
 */
export function parseQuery(text: string, options: ParseOptions): QueryRead {
  const read = readWith(text, options);
  if (read.ok) return ok(read.value);
  // One query that works is enough, and to try repairs out takes time.
  return err(
    read.error.slice(0, FAULTS_MAX).map(({ repaired, advice, ...fault }, index) => {
      const whole = index === 0 && read.error.length <= REPAIRS_MAX ? readable(repaired, options) : undefined;
      if (whole === undefined) return { ...fault, suggestion: advice };
      return { ...fault, suggestion: `Did you mean: ${whole}`, repaired: whole };
    }),
  );
}

/** Connectors that are no word of any language; AND, OR and NOT are. */
const CONNECTORS = /(?<!\S)(?:W|PRE|NEAR|ONEAR|\+|-)?\/(?:\d+|[SPsp])(?!\S)/gu;
/** What stands between words and is part of none. */
const SIGNS = /[^\p{L}\p{M}\p{N}\s.,;:'’§¶$%&-]+/gu;

/**
 * Reads a query where operators have no meaning: those it has are told, and what is left of it is read as words. A query
 * without operators is read as ever, as the name of a record or a case, or as words.
 */
export function parseAsWords(text: string, { resolveCourt }: ParseOptions): QueryRead {
  const read = readQuery(text, new ReadContext(text, resolveCourt));
  if (read.ok && read.value.operators.length === 0) return read;
  const words = plainReading(wordsOf(text));
  if (!words.ok || text.length > LIMITS.query_chars_max) return parseQuery(text, { resolveCourt });
  const operators = read.ok ? read.value.operators : [];
  const what = operators.length === 0 ? "Operators" : operators.join(", ");
  const note = `${what} ${operators.length === 1 ? "has" : "have"} a meaning in keyword mode only; the query was read as words.`;
  return ok({ ...words.value, operators, notes: [...words.value.notes, note] });
}

/** The query without connectors and signs. */
export function wordsOf(text: string): string {
  return foldTypography(text).replace(CONNECTORS, " ").replace(SIGNS, " ");
}

/** The query as it is once it can be read, one fault after the other taken out. */
function readable(repaired: string, options: ParseOptions): string | undefined {
  let candidate = repaired;
  for (let tries = 0; tries < REPAIRS_MAX && candidate !== ""; tries += 1) {
    const read = readWith(candidate, options);
    if (read.ok) return candidate;
    candidate = read.error[0]?.repaired ?? "";
  }
  return undefined;
}

function readWith(text: string, { resolveCourt, read = readQuery }: ParseOptions): Read {
  return read(text, new ReadContext(text, resolveCourt));
}

/** Filters name courts, not queries: whatever is named, the query is refused for asking at all, not for the name. */
const anyCourt: ResolveCourt = (name) => ok([name]);

/** A reader for queries of a collection in which no query names courts. */
export function readOfCollection(read: NonNullable<ParseOptions["read"]>): (text: string) => QueryRead {
  return (text) => parseQuery(text, { resolveCourt: anyCourt, read });
}
