import type { Reader } from "#db/connection.ts";
import { decisionsUnder } from "#opinions/store/cited.ts";
import { readOpinionTexts } from "#opinions/store/texts.ts";
import type { HeldUnder } from "./authorities.ts";
import { utf8Positions } from "#text/utf8-positions.ts";
import { keptDecision, keptLaw } from "./kept.ts";
import type { KeptDecision, KeptLaw } from "./kept.ts";
import { beginReading, finishReading, lawsCited } from "./read-opinion.ts";
import type { BegunReading } from "./read-opinion.ts";

/** What one held opinion cites. Plain data: it crosses threads. */
export type ReadOpinion = {
  readonly opinionId: string;
  readonly clusterId: string;
  readonly textChars: number;
  readonly cited: readonly KeptDecision[];
  readonly laws: readonly KeptLaw[];
};
/** An opinion that breaks the reader is told, not passed over in silence. */
export type ReadOutcome = ReadOpinion | { readonly opinionId: string; readonly fault: string };

/** Reads these opinions from the records; one that is gone has no outcome. */
export async function readStoredOpinions(db: Reader, opinionIds: readonly string[]): Promise<ReadOutcome[]> {
  const { begun, held } = await beginStoredOpinions(db, opinionIds);
  return begun.map(({ opinionId, clusterId, reading, fault }): ReadOutcome => {
    if (reading === undefined) return { opinionId, fault: fault ?? "unknown" };
    try {
      const { text } = reading.opinion;
      const bytesAt = utf8Positions(text);
      const cited = finishReading(reading, held).map((one) => keptDecision(one, bytesAt));
      const laws = lawsCited(reading).map((one) => keptLaw(one, bytesAt));
      return { opinionId, clusterId, textChars: text.length, cited, laws };
    } catch (thrown) {
      return { opinionId, fault: String(thrown) };
    }
  });
}

type BegunOpinion = {
  readonly opinionId: string;
  readonly clusterId: string;
  readonly reading?: BegunReading;
  readonly fault?: string;
};

/** These opinions with their citations found, and what the records say of decisions they cite without a name or court. */
export async function beginStoredOpinions(
  db: Reader,
  opinionIds: readonly string[],
): Promise<{ readonly begun: readonly BegunOpinion[]; readonly held: (key: string) => HeldUnder | undefined }> {
  const rows = await readOpinionTexts(db, opinionIds);
  const begun = rows.map(({ opinionId, clusterId, text, type, courtId, caseName, dateFiled }): BegunOpinion => {
    try {
      const reading = beginReading({ text, type, courtId, caseName, year: yearOf(dateFiled) });
      return { opinionId, clusterId, reading };
    } catch (thrown) {
      return { opinionId, clusterId, fault: String(thrown) };
    }
  });
  const held = await heldUnder(db, [...new Set(begun.flatMap(({ reading }) => reading?.incompleteKeys ?? []))]);
  return { begun, held: (key) => held.get(key) };
}

function yearOf(date: string | null): number | null {
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
