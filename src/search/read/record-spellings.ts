import type { Reader } from "#db/connection.ts";
import { citationKey } from "#citations/citation-key.ts";
import { samePage } from "#citations/nominative.ts";
import { docketKey } from "#cases/docket-key.ts";
import { docketSpellings } from "#cases/store.ts";
import { courtById } from "#courts/courts.ts";
import { spellingsUnder } from "#opinions/store/cited.ts";
import type { DirectReference } from "#search/query/direct.ts";

/** More decisions than this under one number or citation are found by the words alone. */
const SPELLINGS_MAX = 20;

/** A citation or docket number as the records spell it; in these courts, where others write another case's so. */
export type Spelling = { readonly text: string; readonly courtIds?: readonly string[] };

/**
 * How the records themselves spell the citation or docket number a query names, whatever way it was typed; empty
 * when nothing is held under it. One statement.
 */
export async function spellingsOf(
  db: Reader,
  reference: DirectReference & { readonly kind: "citation" | "docket" },
): Promise<readonly Spelling[]> {
  if (reference.kind === "docket") return docketsNumbered(db, reference.docket);
  const typed = [reference.citation, ...(reference.parallel ?? [])];
  const keys = typed.flatMap((citation) => [citation, ...samePage(citation)]).map(citationKey);
  return (await spellingsUnder(db, [...new Set(keys)], SPELLINGS_MAX)).map((text) => ({ text }));
}

/**
 * With the spellings of the same parts come those that leave the kind of case out, in the federal courts that do; those
 * that have one which was not typed come only where nothing else bears the number: courts of appeals number by year and
 * serial alone.
 */
async function docketsNumbered(db: Reader, docketNumber: string): Promise<readonly Spelling[]> {
  const found = await docketSpellings(db, docketNumber, SPELLINGS_MAX);
  const same = found.filter(({ isSameKey }) => isSameKey).map(({ number }) => ({ text: number }));
  const saysKind = /^\d{2}[a-z]/u.test(docketKey(docketNumber) ?? "");
  if (!saysKind && same.length > 0) return same;
  const others = found.flatMap(({ number, courtIds, isSameKey }): Spelling[] => {
    const ofTrial = courtIds.filter(isFederalTrial);
    return isSameKey || ofTrial.length === 0 ? [] : [{ text: number, courtIds: ofTrial }];
  });
  return [...same, ...others];
}

function isFederalTrial(courtId: string): boolean {
  const court = courtById(courtId);
  return court?.federalRecordsCourtId != null && court.level === "trial";
}
