import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import type { SeenDocket } from "#dockets/archive/seen.ts";
import type { DocketSighting, Obtained } from "#dockets/model.ts";
import { placedTexts } from "#dockets/store/placed-texts.ts";
import { writeFilingTexts } from "#dockets/store/texts.ts";
import type { FilingTextWrite } from "#dockets/store/texts.ts";
import { writeDockets } from "#dockets/store/write.ts";
import { decisionDays } from "#opinions/store/decision-days.ts";
import type { ReadPdf } from "#text/pdf/pdf.ts";
import { wordsOfPdf } from "#text/pdf/words.ts";

const PAGES_MAX = 5_000;

/** Keeps what an official page says. Gives the docket of each sighting. */
export async function keepSightings(db: Db, sightings: readonly DocketSighting[]): Promise<readonly string[]> {
  return transaction(db, async (trx) => (await writeDockets(trx, sightings, decisionDays)).ids);
}

/** The same of what the archive says, with the words that it has. */
export async function keepSeen(db: Db, seen: readonly SeenDocket[], source: string): Promise<readonly string[]> {
  return transaction(db, async (trx) => {
    const sightings = seen.map(({ sighting }) => sighting);
    const { ids } = await writeDockets(trx, sightings, decisionDays);
    const texts: FilingTextWrite[] = [];
    for (const [at, { texts: told }] of seen.entries())
      texts.push(...(await placedTexts(trx, ids[at] ?? "", told, source)));
    await writeFilingTexts(trx, texts);
    return ids;
  });
}

/** Keeps the words of a filing in PDF; says why where it has none. */
export async function keepPdf(
  { db, readPdf }: { readonly db: Db; readonly readPdf: ReadPdf },
  filingId: string,
  bytes: Uint8Array,
  obtained: Obtained,
): Promise<string | undefined> {
  const read = await readPdf(bytes, PAGES_MAX);
  if ("fault" in read) return FAULTS[read.fault];
  const words = wordsOfPdf(read);
  if (words === undefined) return "its file holds pictures of pages and no text that could be read";
  await transaction(db, async (trx) => writeFilingTexts(trx, [{ filingId, ...words, obtained }]));
  return undefined;
}

const FAULTS = {
  protected: "its file is protected by a password",
  damaged: "its file is damaged",
  unreadable: "the fonts of its file put other letters for those it prints",
  too_long: `its file has more than ${PAGES_MAX} pages`,
} as const;
