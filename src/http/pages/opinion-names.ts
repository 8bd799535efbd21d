import type { Decision } from "#research/decision.ts";

type OpinionRecord = Decision["first"];

const HEADINGS: Readonly<Record<OpinionRecord["type"], string>> = {
  combined: "Opinion",
  unanimous: "Opinion of the Court",
  lead: "Opinion of the Court",
  plurality: "Plurality opinion",
  concurrence: "Concurrence",
  concurrence_in_part: "Concurrence in part",
  dissent: "Dissent",
  addendum: "Addendum",
  remittitur: "Remittitur",
  rehearing: "Rehearing",
  on_the_merits: "On the merits",
  on_motion_to_strike: "On motion to strike",
  trial_court: "Trial court document",
};

/** What an opinion is and whose: `Dissent (Quist)`. */
export function headingOf({ type, author }: Pick<OpinionRecord, "type" | "author">): string {
  return author === null ? HEADINGS[type] : `${HEADINGS[type]} (${author})`;
}

/** Whether it does not speak for the court. */
export function isSeparate({ type }: Pick<OpinionRecord, "type">): boolean {
  return type === "concurrence" || type === "concurrence_in_part" || type === "dissent";
}
