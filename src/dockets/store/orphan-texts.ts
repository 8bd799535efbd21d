import type { Trx } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import type { FilingsTable } from "../tables.ts";

type Filing = Pick<FilingsTable, "id" | "entry_id" | "attachment" | "pacer_doc_id">;

/**
 * Gives the words of filings that are gone to what they have become: the filing with the same number in the official
 * system, else the one that stands under the same numbers, or with the same main document. Words that fit nothing are
 * removed with their filing.
 * Returns the filings that now have words.
 */
export async function keepTexts(
  trx: Trx,
  held: readonly FilingsTable[],
  gone: readonly string[],
  now: readonly FilingsTable[],
  numbers: ReadonlyMap<string, string | null>,
): Promise<string[]> {
  const told: string[] = [];
  for (const ids of inParts(gone)) {
    const texts = await trx.selectFrom("filing_texts").select("filing_id").where("filing_id", "in", ids).execute();
    for (const { filing_id } of texts) {
      const before = held.find(({ id }) => id === filing_id);
      const after = before === undefined ? undefined : successorOf(before, held, now, numbers);
      const isFree = after !== undefined && !(await hasText(trx, after.id));
      const text = trx.updateTable("filing_texts").where("filing_id", "=", filing_id);
      if (isFree) await text.set({ filing_id: after.id }).execute();
      else await trx.deleteFrom("filing_texts").where("filing_id", "=", filing_id).execute();
      if (isFree) told.push(after.id);
    }
  }
  return told;
}

function successorOf(
  before: Filing,
  held: readonly Filing[],
  now: readonly Filing[],
  numbers: ReadonlyMap<string, string | null>,
): Filing | undefined {
  const number = numbers.get(before.entry_id) ?? null;
  const main = held.find(({ entry_id, attachment }) => entry_id === before.entry_id && attachment === 0);
  const heir = now.find(({ attachment, pacer_doc_id }) => attachment === 0 && isSame(pacer_doc_id, main));
  return (
    now.find(({ pacer_doc_id }) => isSame(pacer_doc_id, before)) ??
    now.find(
      ({ entry_id, attachment }) =>
        number !== null && attachment === before.attachment && numbers.get(entry_id) === number,
    ) ??
    now.find(({ entry_id, attachment }) => entry_id === heir?.entry_id && attachment === before.attachment)
  );
}

function isSame(pacer_doc_id: string | null, other: Filing | undefined): boolean {
  return pacer_doc_id !== null && pacer_doc_id === other?.pacer_doc_id;
}

async function hasText(trx: Trx, filingId: string): Promise<boolean> {
  const held = await trx
    .selectFrom("filing_texts")
    .select("filing_id")
    .where("filing_id", "=", filingId)
    .executeTakeFirst();
  return held !== undefined;
}
