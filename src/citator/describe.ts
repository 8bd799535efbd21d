import type { Treatment, Voice } from "./model.ts";

const DID: Record<Treatment, string> = {
  Overruled: "overrules this decision",
  "Superseded by statute": "says a statute has superseded this decision",
  Reversed: "reverses this decision",
  Vacated: "vacates this decision",
  Abrogated: "abrogates this decision",
  Criticized: "criticizes this decision",
  Questioned: "questions this decision",
  Limited: "limits this decision",
  "Declined to follow": "declines to follow this decision",
  "Disagreed with": "disagrees with this decision",
  Distinguished: "distinguishes this decision",
  Affirmed: "affirms this decision",
  Followed: "follows this decision",
  Explained: "explains this decision",
  Cited: "cites this decision",
};

const TOLD: Partial<Record<Treatment, string>> = {
  Overruled: "was overruled",
  "Superseded by statute": "was superseded by statute",
  Reversed: "was reversed",
  Vacated: "was vacated",
  Abrogated: "was abrogated",
  Affirmed: "was affirmed",
};

/** What a treatment is, in one sentence that says who speaks. `by` is the decision told to have done it. */
export function describe(treatment: Treatment, voice: Voice, by: string | null): string {
  switch (voice) {
    case "court":
      return `The court ${DID[treatment]}.`;
    case "concurrence":
      return `A concurring opinion ${DID[treatment]}.`;
    case "dissent":
      return `A dissenting opinion ${DID[treatment]}.`;
    case "account":
      return `A separate opinion says that the court ${DID[treatment]}.`;
    case "reported":
      return `The opinion reports a view or argument that ${DID[treatment]}.`;
    case "history":
      return by === null
        ? `The opinion says that this decision ${TOLD[treatment] ?? "was so treated"} elsewhere.`
        : `The opinion says that this decision ${TOLD[treatment] ?? "was so treated"} by ${by}.`;
    default:
      return voice satisfies never;
  }
}

/** What a citing decision is told to have done, by so many later ones. */
export function describeTold(treatment: Treatment, times: number): string {
  const tellers = times === 1 ? "a later decision" : `${times} later decisions`;
  return `As ${tellers} tell${times === 1 ? "s" : ""}, the court ${DID[treatment]}.`;
}
