import type { Reader } from "#db/connection.ts";
import type { ReadStretches } from "#db/stretches.ts";
import { filingTexts } from "#dockets/filings/read.ts";
import { plainTextsOf, textStretches } from "#laws/store/read.ts";
import { readPlainTexts, readStretches } from "#opinions/store/texts.ts";

/** How the texts of a collection's documents are read from the records. */
export type ReadTexts = {
  readonly stretches: ReadStretches;
  readonly whole: (db: Reader, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
};

/** By the name of the collection, as threads are told it. */
export const TEXTS = {
  opinions: { stretches: readStretches, whole: readPlainTexts },
  laws: { stretches: textStretches, whole: plainTextsOf },
  filings: { stretches: filingStretches, whole: wholeFilings },
} as const satisfies Record<string, ReadTexts>;

export type TextsName = keyof typeof TEXTS;

async function wholeFilings(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return new Map([...(await filingTexts(db, ids))].map(([id, { text }]) => [id, text]));
}

async function filingStretches(...[db, asked]: Parameters<ReadStretches>): Promise<Map<string, string>> {
  const texts = await wholeFilings(
    db,
    asked.map(({ id }) => id),
  );
  return new Map(
    asked.flatMap(({ id, from, bytes = Infinity }) => {
      const text = texts.get(id);
      return text === undefined ? [] : [[id, Buffer.from(text).toString("utf8", from, from + bytes)] as const];
    }),
  );
}
