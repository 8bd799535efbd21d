import type { TextSpan } from "../model.ts";

/** What a court does to a provision of law, the gravest first: of several the first is what its opinion is listed by. */
export const LAW_TREATMENTS = [
  "held_unconstitutional",
  "void_for_vagueness",
  "held_unconstitutional_as_applied",
  "preempted",
  "held_invalid",
  "severed",
  "upheld",
  "construed",
] as const;

export type LawTreatment = (typeof LAW_TREATMENTS)[number];

/** Treatments that take something away from a provision. */
export const INVALIDATING: ReadonlySet<LawTreatment> = new Set(LAW_TREATMENTS.slice(0, 5));

/** One sentence that does something to a provision, or tells that it was done. */
export type LawReading = {
  /** `citedLawKey` of the provision. */
  readonly key: string;
  readonly treatment: LawTreatment;
  /** False where the opinion only tells of it: another court, or an earlier decision, did it. */
  readonly own: boolean;
  /** The rule that read it (`rules.ts`). */
  readonly rule: string;
  /** The sentence, in the opinion's text. */
  readonly sentence: TextSpan;
};
