import type { Reader } from "#db/connection.ts";
import { addAccounts, EMPTY_ACCOUNT } from "../clean/text-account.ts";
import type { TextAccount } from "../clean/text-account.ts";
import { CLEANING_VERSION } from "../cleaning-version.ts";

/** Of the opinions of one source, how many were cleaned by rules older than those of this program. */
export type SourceCleaning = { readonly source: string; readonly opinions: number; readonly older: number };

export async function cleaningBySource(db: Reader): Promise<SourceCleaning[]> {
  const rows = await db
    .selectFrom("opinions")
    .select(({ fn }) => ["source", "cleaning_version", fn.countAll<number>().as("opinions")])
    .groupBy(["source", "cleaning_version"])
    .orderBy("source")
    .execute();
  return [...Map.groupBy(rows, ({ source }) => source)].map(([source, versions]) => ({
    source,
    opinions: sumOf(versions.map(({ opinions }) => opinions)),
    older: sumOf(
      versions.flatMap(({ cleaning_version, opinions }) => (cleaning_version < CLEANING_VERSION ? [opinions] : [])),
    ),
  }));
}

/** Where the characters of all opinions of one source went. */
export type SourceAccount = {
  readonly source: string;
  readonly accounted: number;
  /** Cleaned before accounts were kept. */
  readonly unaccounted: number;
  readonly account: TextAccount;
};

const ROWS_AT_ONCE = 2000;

/** Adds up what was kept of each opinion's characters when it was cleaned. Reads every opinion's record, no text. */
export async function accountsBySource(db: Reader): Promise<SourceAccount[]> {
  const sums = new Map<string, { accounted: number; unaccounted: number; account: TextAccount }>();
  for (let last = ""; ;) {
    const rows = await db
      .selectFrom("opinions")
      .select(["id", "source", "text_account"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { source, text_account } of rows) {
      const sum = sums.get(source) ?? { accounted: 0, unaccounted: 0, account: EMPTY_ACCOUNT };
      sums.set(source, sum);
      if (text_account === null) sum.unaccounted++;
      else {
        sum.accounted++;
        sum.account = addAccounts(sum.account, JSON.parse(text_account) as TextAccount);
      }
    }
    const final = rows.at(-1);
    if (final === undefined || rows.length < ROWS_AT_ONCE) break;
    last = final.id;
  }
  return [...sums]
    .map(([source, sum]) => ({ source, ...sum }))
    .toSorted((one, other) => (one.source < other.source ? -1 : 1));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
