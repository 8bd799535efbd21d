import type { Manner, Scope, Treatment, Voice } from "../model.ts";

/** What one citing decision does to the cited one, worst passage first over all its opinions and copies. */
export type CitingDecision = {
  readonly workId: string;
  readonly opinionId: string;
  readonly courtId: string;
  /** `YYYY-MM-DD` or null. */
  readonly date: string | null;
  /** How the citing decision is cited, or its name when it has no citation. */
  readonly citation: string;
  readonly treatment: Treatment;
  readonly voice: Voice;
  readonly authoritative: boolean;
  readonly scope: Scope;
  readonly manner: Manner;
  /** Out of 100, how likely it is that the decision does it in its own words; null where it tells of it, or does nothing. */
  readonly chance: number | null;
  /** What happened, in words. */
  readonly reason: string | null;
  /** The decision that is told to have done it, when `voice` is `history` and it is named. */
  readonly told: ToldActor | null;
};

/** Who is told to have done something: the work where it is held, else the name alone. */
export type ToldActor = {
  readonly name: string;
  readonly held: { readonly workId: string; readonly courtId: string; readonly date: string | null } | null;
};
