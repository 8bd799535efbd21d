import { courtRank } from "#courts/hierarchy.ts";
import { describeEvent } from "./describe.ts";
import { rankOf, severityOf } from "./model.ts";
import type { Treatment } from "./model.ts";
import type { CitingDecision } from "./standing/citing-decision.ts";
import { eventsIn, isDirect } from "./standing/events.ts";
import type { StandingEvent } from "./standing/events.ts";
import { bindsAt, endsDecision, mustFollowAt, warns } from "./standing/judge.ts";
import { countedAs, isOftenDistinguished, NO_TALLY, placeAmong, tallied } from "./tally.ts";
import type { Tally } from "./tally.ts";

export type Status = "Negative" | "Caution" | "Positive" | "Neutral" | "unknown";

export type HistoryEntry = {
  readonly category: Treatment;
  readonly bindingCourt: boolean;
  readonly citation: string;
  readonly courtId: string;
  readonly dateDecided: string | null;
  readonly reason: string | null;
  readonly documentId: string;
};

export type TreatmentSummary = {
  readonly status: Status;
  /** Distinct citing decisions; copies of one decision count once. */
  readonly citationCount: number;
  readonly negative: number;
  readonly caution: number;
  readonly history: readonly HistoryEntry[];
  /** Binding citers with a Negative or Caution treatment beyond those listed. */
  readonly more: number;
};

/** Contract (tool interface, 2.4): at most five are listed. */
export const HISTORY_MAX = 5;

export const UNSEEN: TreatmentSummary = {
  status: "unknown",
  citationCount: 0,
  negative: 0,
  caution: 0,
  history: [],
  more: 0,
};

/**
 * The answer to "is this still good?" over all copies of a decision.
 *
 * - Only the citing court's own words count (`authoritative`), and what is told of another decision's act: evidence of
 *   one event is gathered under its actor (`standing/events.ts`), and what makes it Negative stands in
 *   `standing/judge.ts`. Anything less is Caution.
 * - A Negative treatment by a court that does not bind the cited one counts as Caution: a court cannot overrule what
 *   is not below it, nor say for it what a statute has ended. Reversal and vacatur are direct history and keep their
 *   weight.
 * - To be distinguished now and then is the ordinary life of a decision that is much cited: it counts as Caution where
 *   at least one in ten of those who cite it distinguish it.
 * - When a binding court treats the decision with Negative or Caution, the counts are of distinct binding citers;
 *   otherwise of all.
 * - `unknown`: nothing held cites it, so its later history is not known.
 *
 * Each citing decision comes once. Those that only count may be left out: `tally` is of all, and what it has beyond
 * `citing` is counted by it. All that have ended the decision, those who are told to have, and the first five of the
 * others that are a caution must be there.
 */
export function summarise(
  citedCourtId: string,
  citing: readonly CitingDecision[],
  tally: Tally = tallyOf(citedCourtId, citing),
): TreatmentSummary {
  if (tally.decisions === 0) return UNSEEN;
  const isOften = isOftenDistinguished(tally);
  const weighed = gatherEvents(
    citedCourtId,
    citing.map((decision) => weigh(citedCourtId, decision, isOften)),
    tally.decisions,
  );
  const marked = weighed.filter(({ severity }) => severity === "Negative" || severity === "Caution");
  const binding = marked.filter((one) => one.isBinding);
  const others = cautionsBeyond(tally, tallyOf(citedCourtId, citing), isOften);
  const isBindingAlone = binding.length + others.binding > 0;
  const counted = isBindingAlone ? binding : marked;
  const listed = marked.toSorted(inOrder).slice(0, HISTORY_MAX);
  return {
    status: worst([
      ...weighed.map(({ severity }) => severity),
      ...(others.all > 0 ? ["Caution" as const] : []),
      ...(tally.relied > 0 ? ["Positive" as const] : []),
    ]),
    citationCount: tally.decisions,
    negative: counted.filter(({ severity }) => severity === "Negative").length,
    caution:
      counted.filter(({ severity }) => severity === "Caution").length + (isBindingAlone ? others.binding : others.all),
    history: listed.map(entryOf),
    more: Math.max(0, binding.length + others.binding - listed.filter((one) => one.isBinding).length),
  };
}

/** How these citing decisions count, each of which comes once. */
export function tallyOf(citedCourtId: string, citing: readonly CitingDecision[]): Tally {
  return citing.reduce(
    (tally, one) => tallied(tally, { countsAs: countedAs(one), place: placeAmong(one, citedCourtId) }, 1),
    NO_TALLY,
  );
}

/** Decisions that are a caution and are counted without being told one by one. */
function cautionsBeyond(tally: Tally, told: Tally, isOften: boolean): { all: number; binding: number } {
  const all = tally.cautioned - told.cautioned + (isOften ? tally.distinguished - told.distinguished : 0);
  const distinguishing = isOften ? tally.distinguishedBinding - told.distinguishedBinding : 0;
  return { all, binding: tally.cautionedBinding - told.cautionedBinding + distinguishing };
}

type Severity = "Negative" | "Caution" | "Positive" | "Neutral";
type Weighed = {
  readonly decision: CitingDecision;
  readonly isBinding: boolean;
  readonly severity: Severity;
  /** The act of this decision by which the cited one lost its force, or of which it tells. */
  readonly event?: StandingEvent;
};

function weigh(citedCourtId: string, decision: CitingDecision, distinguishedCounts: boolean): Weighed {
  const counts = decision.treatment !== "Distinguished" || distinguishedCounts;
  const canAct = bindsAt(decision, citedCourtId);
  return {
    decision,
    isBinding: mustFollowAt(decision, citedCourtId),
    severity: counts ? severityIn(decision, canAct) : "Neutral",
  };
}

function severityIn({ treatment, voice, authoritative }: CitingDecision, canAct: boolean): Severity {
  const severity = severityOf(treatment);
  if (!authoritative)
    return (voice === "history" || voice === "account") && severity === "Negative" ? "Caution" : "Neutral";
  return severity === "Negative" && !canAct && !isDirect(treatment) ? "Caution" : severity;
}

/**
 * Puts what several decisions tell of one event under its actor. An actor that is among the citing decisions is listed
 * itself, and those who only tell of it no more; one that is not leaves its tellers, who are believed together.
 */
function gatherEvents(citedCourtId: string, weighed: readonly Weighed[], citers: number): Weighed[] {
  const changed = new Map<CitingDecision, Pick<Weighed, "severity" | "event">>();
  const events = eventsIn(weighed.map(({ decision }) => decision)).map((event) => ({
    event,
    severity: endsDecision(event, citedCourtId, citers)
      ? ("Negative" as const)
      : warns(event, citers)
        ? ("Caution" as const)
        : ("Neutral" as const),
  }));
  for (const { event, severity } of events)
    for (const teller of event.tellers)
      changed.set(teller, event.own === undefined ? { severity, event } : { severity: "Neutral" });
  // What a decision did itself outweighs what it tells of another.
  for (const { event, severity } of events) if (event.own !== undefined) changed.set(event.own, { severity, event });
  return weighed.map((one) => ({ ...one, ...changed.get(one.decision) }));
}

function worst(severities: readonly Severity[]): Status {
  return (["Negative", "Caution", "Positive"] as const).find((one) => severities.includes(one)) ?? "Neutral";
}

/** Binding courts first, then Negative before Caution, then court rank, then earliest first; undated last. */
function inOrder(left: Weighed, right: Weighed): number {
  return (
    Number(right.isBinding) - Number(left.isBinding) ||
    Number(left.severity === "Caution") - Number(right.severity === "Caution") ||
    courtRank(left.decision.courtId) - courtRank(right.decision.courtId) ||
    compareText(left.decision.date ?? "9999", right.decision.date ?? "9999") ||
    rankOf(left.decision.treatment) - rankOf(right.decision.treatment) ||
    compareText(left.decision.opinionId, right.decision.opinionId)
  );
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

function entryOf({ decision, isBinding: bindingCourt, event }: Weighed): HistoryEntry {
  return {
    category: event?.own === decision ? event.category : decision.treatment,
    bindingCourt,
    citation: decision.citation,
    courtId: decision.courtId,
    dateDecided: decision.date,
    reason: event === undefined ? decision.reason : describeEvent(decision, event),
    documentId: decision.opinionId,
  };
}
