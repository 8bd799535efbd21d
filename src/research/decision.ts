import { courtById } from "#courts/courts.ts";
import type { Reader } from "#db/connection.ts";
import { readDecision } from "#opinions/store/read-decision.ts";
import type { OpinionRecord } from "#opinions/store/record.ts";

/** One decision whole, as its public page shows it: `first` speaks for the whole. */
export type Decision = {
  readonly first: OpinionRecord;
  /** Its opinions in order, with their content. */
  readonly opinions: readonly OpinionRecord[];
  readonly courtName: string;
};

/** The largest number a decision can have: SQLite and JSON agree up to here. */
const PUBLIC_NUMBER = /^[1-9]\d{0,14}$/u;

/** The decision with this public number, as an address has it; undefined when there is none. */
export async function decisionNumbered(db: Reader, publicNumber: string): Promise<Decision | undefined> {
  const opinions = PUBLIC_NUMBER.test(publicNumber) ? await readDecision(db, Number(publicNumber)) : [];
  const [first] = opinions;
  if (first === undefined) return undefined;
  return { first, opinions, courtName: courtById(first.courtId)?.fullName ?? first.courtId };
}
