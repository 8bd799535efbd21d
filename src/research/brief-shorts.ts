import type { Brief, CheckRow } from "#citations/check.ts";
import { citationKey } from "#citations/citation-key.ts";
import type { ShortCaseCitation } from "#citations/model.ts";
import { partyDifference } from "#citations/parties.ts";
import { pagesIn } from "#citations/pin-pages.ts";
import type { Reader } from "#db/connection.ts";
import { readVolume } from "#opinions/store/volume.ts";
import { heldUnder } from "./brief-records.ts";

/** Volumes read for short forms of one text. */
const VOLUMES_MAX = 50;

/**
 * The rows with short forms resolved that stand behind no full citation (`Elm v. Fir, 12 F.3d at 36`): the held decision
 * whose pages in that volume begin last before the one pointed at, where it bears the name.
 */
export async function withNamedShorts(
  db: Reader,
  { citations }: Brief,
  rows: readonly CheckRow[],
): Promise<readonly CheckRow[]> {
  const alone = new Map<
    number,
    { readonly short: ShortCaseCitation; readonly volume: string; readonly page: number }
  >();
  for (const { number, standsFor, decision } of rows) {
    const short = citations[number];
    if (short?.kind !== "short" || standsFor !== null || decision !== null || short.antecedent === null) continue;
    const page = short.pin === null ? undefined : (pagesIn(short.pin)[0] ?? undefined);
    if (page === undefined || short.volume === null || short.correctedReporter === null) continue;
    alone.set(number, {
      short,
      volume: citationKey(`${short.volume} ${short.correctedReporter} 0`).slice(0, -1),
      page,
    });
  }
  if (alone.size === 0) return rows;
  const firsts = new Map<string, readonly number[]>();
  for (const { volume } of alone.values())
    if (!firsts.has(volume) && firsts.size < VOLUMES_MAX)
      firsts.set(
        volume,
        (await readVolume(db, volume)).map(({ page }) => page),
      );
  const keyOf = ({ volume, page }: { readonly volume: string; readonly page: number }): string =>
    `${volume}${firsts.get(volume)?.findLast((first) => first <= page) ?? ""}`;
  const held = await heldUnder(db, [...new Set([...alone.values()].map(keyOf))]);
  return rows.map((row) => {
    const found = alone.get(row.number);
    const name = found?.short.antecedent ?? null;
    if (found === undefined || name === null) return row;
    const decision = held
      .get(keyOf(found))
      ?.find(({ caseName, otherNames = [] }) => partyDifference(name, [caseName, ...otherNames]) === null);
    if (decision === undefined) return row;
    return { ...row, decision, verdict: "found", verdictText: "found by its name; no full citation stands before it" };
  });
}
