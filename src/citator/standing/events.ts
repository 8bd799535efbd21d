import { rankOf } from "../model.ts";
import type { Treatment } from "../model.ts";
import type { CitingDecision } from "./citing-decision.ts";
import { beliefIn, evidenceIn } from "./evidence.ts";

/** One act by which a decision lost its force, in whole or in part, with everything that is evidence of it. */
export type StandingEvent = {
  /** The work that did it, else how those who tell of it name it; null where nobody names it. */
  readonly actor: string | null;
  readonly category: Treatment;
  /** Only a part of the decision is said to be gone, or another point than it is cited for. */
  readonly isInPart: boolean;
  /** What the actor itself says of the decision, where it is held and cites it. */
  readonly own: CitingDecision | undefined;
  /** The decisions that tell of it, earliest first; none of them is the actor. */
  readonly tellers: readonly CitingDecision[];
  /** How likely it is that it happened, from 0 to 1. */
  readonly confidence: number;
};

/**
 * The events that are told of one decision, each once. Those who name nobody tell of the one event there is, if they are
 * later than it; where there is none, or several, they tell of one whose actor is not known.
 */
export function eventsIn(citing: readonly CitingDecision[]): StandingEvent[] {
  const evidence = citing.filter((one) => evidenceIn(one) !== null);
  const named = Map.groupBy(
    evidence.filter((one) => actorOf(one) !== null),
    (one) => actorOf(one) ?? "",
  );
  const unnamed = evidence.filter((one) => actorOf(one) === null);
  const [only, ...others] = [...named].map(([actor, tellings]) => ({ actor, tellings }));
  const actorDate = only === undefined ? null : dateOf(only.actor, only.tellings, citing);
  const isOfOnly = (one: CitingDecision): boolean =>
    others.length === 0 && actorDate !== null && one.date !== null && one.date > actorDate;
  const strays = only === undefined ? unnamed : unnamed.filter((one) => !isOfOnly(one));
  return [
    ...(only === undefined ? [] : [only, ...others]).map(({ actor, tellings }) =>
      eventOf(actor, actor === only?.actor ? [...tellings, ...unnamed.filter(isOfOnly)] : tellings, citing),
    ),
    ...(strays.length === 0 ? [] : [eventOf(null, strays, citing)]),
  ];
}

/** Who ended the decision, by what this one says: itself, or the one it names. */
function actorOf({ voice, workId, authoritative, told }: CitingDecision): string | null {
  if (authoritative || voice === "account") return workId;
  return told === null ? null : (told.held?.workId ?? told.name);
}

function dateOf(actor: string, tellings: readonly CitingDecision[], citing: readonly CitingDecision[]): string | null {
  const told = tellings.find((one) => one.told?.held?.workId === actor)?.told?.held?.date;
  return told ?? citing.find(({ workId }) => workId === actor)?.date ?? null;
}

function eventOf(
  actor: string | null,
  evidence: readonly CitingDecision[],
  citing: readonly CitingDecision[],
): StandingEvent {
  const own = actor === null ? undefined : citing.find(({ workId }) => workId === actor);
  const tellers = evidence.filter(({ workId }) => workId !== actor).toSorted(earlierFirst);
  const act = evidence.find((one) => one.authoritative) ?? worstOf(tellers) ?? evidence[0];
  const parts = evidence.some((one) => one.authoritative) ? evidence.filter((one) => one.authoritative) : evidence;
  return {
    actor,
    category: act?.treatment ?? "Overruled",
    isInPart: parts.every(({ scope }) => scope !== "whole"),
    own,
    tellers,
    confidence: 1 - evidence.reduce((doubt, one) => doubt * (1 - beliefOf(one)), 1),
  };
}

/** A decision's own words are believed as surely as they were read, and never wholly. */
function beliefOf(one: CitingDecision): number {
  const evidence = evidenceIn(one);
  if (evidence === null) return 0;
  return one.authoritative && one.chance !== null ? Math.min(OWN_MOST, one.chance / 100) : beliefIn(evidence);
}

const OWN_MOST = 0.97;

function worstOf(tellers: readonly CitingDecision[]): CitingDecision | undefined {
  return tellers.toSorted((one, other) => rankOf(one.treatment) - rankOf(other.treatment))[0];
}

function earlierFirst(one: CitingDecision, other: CitingDecision): number {
  const [before = "9999", after = "9999"] = [one.date ?? undefined, other.date ?? undefined];
  if (before !== after) return before < after ? -1 : 1;
  return one.opinionId < other.opinionId ? -1 : Number(one.opinionId > other.opinionId);
}

/** A reviewing court does it to the judgment before it, whatever its rank otherwise. */
export function isDirect(treatment: Treatment): boolean {
  return treatment === "Reversed" || treatment === "Vacated";
}
