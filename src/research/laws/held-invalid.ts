import type { LawCiter, LawTreated } from "#citator/citing-laws.ts";
import type { LawTreatment } from "#citator/laws/model.ts";

/** A decision that itself holds a provision invalid, wholly, in part or as applied, in any of its versions. */
export type InvalidatingDecision = LawCiter & {
  readonly treated: LawTreated;
  /** A sentence for people, without its stop; whether it is still so is not known here. */
  readonly told: string;
};

/** What a decision does to a provision, behind its name. */
export const LAW_TREATMENT_WORDS: Readonly<Record<LawTreatment, string>> = {
  held_unconstitutional: "held it unconstitutional",
  void_for_vagueness: "held it void for vagueness",
  held_unconstitutional_as_applied: "held it unconstitutional as applied",
  preempted: "held it preempted",
  held_invalid: "held it invalid",
  severed: "severed it",
  upheld: "upheld it",
  construed: "construed it",
};

export function invalidating(citers: readonly LawCiter[]): InvalidatingDecision[] {
  return citers.flatMap((citer) => {
    const { caseName, citation, courtId, courtAbbreviation, dateFiled, treated } = citer;
    if (treated === null) return [];
    const printed = citation === null ? caseName : `${caseName}, ${citation}`;
    // `410 U.S. 901` names its court.
    const court = courtId === "scotus" && citation !== null ? [] : [courtAbbreviation];
    const told = [...court, ...(dateFiled === null ? [] : [dateFiled.slice(0, 4)])].join(" ");
    const behind = told === "" ? "" : ` (${told})`;
    const extent = treated.treatment === "held_unconstitutional_as_applied" ? "" : ", in whole or in part";
    const does = LAW_TREATMENT_WORDS[treated.treatment];
    const sentence = `${printed}${behind} ${does}${extent}; later decisions and amendments may have changed that`;
    return [{ ...citer, treated, told: sentence }];
  });
}
