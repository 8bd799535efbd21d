import type { Standing } from "#completeness/completeness.ts";
import type { EngineStatus } from "#index/index.ts";

/** What is known of a projection. */
export type Facts = {
  /** Position and projection are tied together. */
  readonly belongs: boolean;
  /** Something of its own is still to follow. */
  readonly isPending: boolean;
  /** It has once had what was held when it was begun. */
  readonly isFilled: boolean;
  /** The records say that it holds something. */
  readonly isToHold: boolean;
  /** Of one that stands apart from the records. */
  readonly status?: Pick<EngineStatus, "documents" | "isBehind"> | undefined;
  /** Other rules than today's made its words. */
  readonly isOutdated: boolean;
  /** Its parts that were lost, also of vectors. */
  readonly damaged: EngineStatus["damaged"];
};

/** Where a projection stands, whoever brings it on or does not. */
export function standingOf({ belongs, isPending, isFilled, isToHold, status, isOutdated, damaged }: Facts): Standing {
  const isEmpty = status?.documents === 0;
  if (!belongs) return isEmpty ? "filling" : "elsewhere";
  if (isEmpty && isToHold) return "filling";
  if (isPending && !isFilled) return "filling";
  if (damaged.length > 0) return "damaged";
  if (isOutdated && !isEmpty) return "outdated";
  return isPending || status?.isBehind === true ? "following" : "whole";
}
