import { docketNumbers } from "#cases/docket-key.ts";
import type { Reader } from "#db/connection.ts";
import { courtIdsByNumbers, docketIdsByNumbers } from "#dockets/store/read.ts";
import type { DocketView } from "./model.ts";
import { otherSpellings } from "#dockets/numbers/number-spellings.ts";
import { docketViews } from "./views.ts";

const DOCKETS_MAX = 50;

/** The dockets of any court that have the number a text begins with, in any spelling. */
export async function docketsNumbered(db: Reader, text: string): Promise<readonly DocketView[]> {
  const [asked] = docketNumbers(text);
  if (asked === undefined || !/\d/u.test(asked.number)) return [];
  const spellings = [asked.number, ...otherSpellings(asked.number)];
  const keys = spellings.flatMap((one) => docketNumbers(one).map(({ key }) => key));
  const courtIds = await courtIdsByNumbers(db, asked.number, keys);
  const ids = await Promise.all(courtIds.map(async (courtId) => docketIdsByNumbers(db, courtId, spellings)));
  return docketViews(db, ids.flat().slice(0, DOCKETS_MAX));
}
