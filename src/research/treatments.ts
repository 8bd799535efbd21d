import { LIMITS } from "#base/limits.ts";
import { readChains } from "#citator/chain.ts";
import type { ChainStep } from "#citator/chain.ts";
import { readCiting } from "#citator/citing.ts";
import type { Reader } from "#db/connection.ts";

/** What one citing opinion does to the cited one. */
export type TreatmentView = {
  readonly citingOpinionId: string;
  readonly category: string;
  readonly description: string;
  /** False for dissents, concurrences, reported argument and history told by another court. */
  readonly isAuthoritative: boolean;
  /** The citing words, verbatim. */
  readonly quote: string;
};

/** What citing opinions did with one, and how many more there are than one answer has room for. */
export type TreatmentsFound = { readonly treatments: readonly TreatmentView[]; readonly leftOut: number };

/** One step in the course of the case that an opinion belongs to. */
export type CaseStep = ChainStep;

/** The steps of its case, earliest first, by opinion id; an opinion of whose case nothing else is known has no entry. */
export async function readDirectHistory(
  db: Reader,
  opinionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly CaseStep[]>> {
  return readChains(db, opinionIds);
}

/** By opinion id, in the order of importance; an opinion that nobody cites has no entry. */
export async function readTreatments(
  db: Reader,
  opinionIds: readonly string[],
): Promise<ReadonlyMap<string, TreatmentsFound>> {
  const { byOpinion, leftOut } = await readCiting(db, opinionIds, {}, LIMITS.answer_treatments_max);
  return new Map(
    [...byOpinion].map(([id, list]) => [
      id,
      {
        treatments: list.map(({ opinionId, treatment, description, isAuthoritative, quote }) => ({
          citingOpinionId: opinionId,
          category: treatment,
          description,
          isAuthoritative,
          quote,
        })),
        leftOut: leftOut.get(id) ?? 0,
      },
    ]),
  );
}
