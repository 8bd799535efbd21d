import type { Reader } from "#db/connection.ts";
import { decisionsUnder } from "#opinions/store/cited.ts";
import { readOpinionTexts } from "#opinions/store/texts.ts";
import type { HeldUnder } from "./authorities.ts";
import { beginReading, finishReading } from "./read-opinion.ts";
import type { CitedDecision } from "./read-opinion.ts";

/** What one held opinion cites. */
export type ReadOpinion = {
  readonly opinionId: string;
  readonly clusterId: string;
  readonly cited: readonly CitedDecision[];
};
/** An opinion that breaks the reader is told, not passed over in silence. */
export type ReadOutcome = ReadOpinion | { readonly opinionId: string; readonly fault: string };

/** Reads these opinions from the records; one that is gone has no outcome. */
export async function readStoredOpinions(db: Reader, opinionIds: readonly string[]): Promise<ReadOutcome[]> {
  const rows = await readOpinionTexts(db, opinionIds);
  const begun = rows.map((row) => {
    try {
      return {
        row,
        reading: beginReading({
          text: row.text,
          type: row.type,
          courtId: row.courtId,
          caseName: row.caseName,
          year: yearOf(row.dateFiled),
        }),
      };
    } catch (thrown) {
      return { row, fault: String(thrown) };
    }
  });
  const held = await heldUnder(db, [...new Set(begun.flatMap(({ reading }) => reading?.incompleteKeys ?? []))]);
  return begun.map(({ row, reading, fault }): ReadOutcome => {
    if (reading === undefined) return { opinionId: row.opinionId, fault: fault ?? "unknown" };
    try {
      return {
        opinionId: row.opinionId,
        clusterId: row.clusterId,
        cited: finishReading(reading, (key) => held.get(key)),
      };
    } catch (thrown) {
      return { opinionId: row.opinionId, fault: String(thrown) };
    }
  });
}

export function yearOf(date: string | null): number | null {
  return date === null ? null : Number(date.slice(0, 4));
}

/** What is held under each key, unless several works are. */
async function heldUnder(db: Reader, keys: readonly string[]): Promise<Map<string, HeldUnder>> {
  return new Map(
    [...(await decisionsUnder(db, keys))].flatMap(([key, [first, ...others]]) =>
      first === undefined || others.some(({ workId }) => workId !== first.workId)
        ? []
        : [[key, { name: first.caseName, courtId: first.courtId }] as const],
    ),
  );
}
