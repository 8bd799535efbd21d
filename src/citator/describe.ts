import { courtById } from "#courts/courts.ts";
import type { Treatment, Voice } from "./model.ts";
import type { CitingDecision } from "./standing/citing-decision.ts";
import { evidenceIn } from "./standing/evidence.ts";
import type { StandingEvent } from "./standing/events.ts";

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

/**
 * An event in one sentence, as it stands beside the decision that did it, or beside one that tells of it: who says so, how
 * far it reaches, and how many later decisions tell of it, with the first of them.
 */
export function describeEvent(decision: CitingDecision, { category, isInPart, own, tellers }: StandingEvent): string {
  const part = isInPart ? " in part" : "";
  const others = tellers.filter((teller) => teller !== decision);
  if (own !== decision) {
    const said = describe(decision.treatment, decision.voice, decision.told?.name ?? null);
    return others.length === 0 ? said : `${said.slice(0, -1)}, as ${tellersIn(others)}.`;
  }
  if (evidenceIn(own) === null) return `The court ${DID[category]}${part}, as ${tellersIn(others)}.`;
  const said = `${describe(own.treatment, own.voice, null).slice(0, -1)}${part}`;
  return others.length === 0 ? `${said}.` : `${said}, and ${tellersIn(others)} so.`;
}

/** `14 later decisions, the first Alder v. Birch, 1 Xyz 1 (9th Cir. 1970), say`. */
function tellersIn(tellers: readonly CitingDecision[]): string {
  const [first] = tellers;
  if (first === undefined) return "";
  const court = courtById(first.courtId)?.abbreviation ?? first.courtId;
  const when = first.date === null ? court : `${court} ${first.date.slice(0, 4)}`.trim();
  const name = when === "" ? first.citation : `${first.citation} (${when})`;
  return tellers.length === 1 ? `${name} says` : `${tellers.length} later decisions, the first ${name}, say`;
}
