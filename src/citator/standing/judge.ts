import { isSameCourt } from "#courts/courts.ts";
import { isBinding, mustFollow } from "#courts/hierarchy.ts";
import { evidenceIn } from "./evidence.ts";
import { isDirect } from "./events.ts";
import type { StandingEvent } from "./events.ts";

/**
 * An event that is less likely than this is Caution: of five decisions shown as overruled, four and more must be. To show
 * good law as bad is worse than to ask a reader to look.
 */
const SURE = 0.8;
/** What many decisions cite is seldom gone, and to be shown so wrongly misleads many. */
const MUCH_CITED = 20;
const SURE_OF_MUCH_CITED = 0.9;
/** Less than this is not worth a caution about what is much cited. */
const PLAUSIBLE = 0.72;
/** So many that tell of it independently are as good as the act. */
const TELLINGS_MIN = 2;
const TELLINGS_MIN_OF_MUCH_CITED = 3;

/**
 * Whether an event makes a decision Negative: the court that is said to have acted can do it, it is likely, and it stands
 * in the actor's own words, in a later word of the actor's court about its own act, or in two independent tellings.
 * A single word of any other court, and whatever is told of a court that could not do it, is Caution. `citers` is how many
 * decisions cite it: the more, the surer it must be.
 */
export function endsDecision(event: StandingEvent, citedCourtId: string, citers = 0): boolean {
  const sure = citers >= MUCH_CITED ? SURE_OF_MUCH_CITED : SURE;
  return event.confidence >= sure && canAct(event, citedCourtId) && isWellTold(event, citers);
}

/** Whether an event that does not end a decision is worth a caution, of so many decisions that cite it. */
export function warns(event: StandingEvent, citers: number): boolean {
  return citers < MUCH_CITED || event.confidence >= PLAUSIBLE;
}

/** Reversal and vacatur are direct history, whatever the rank; of an actor that is not held nothing speaks against it. */
function canAct(event: StandingEvent, citedCourtId: string): boolean {
  if (isDirect(event.category)) return true;
  if (event.actor === null) return event.tellers.some((teller) => bindsAt(teller, citedCourtId));
  const court = courtOf(event);
  return court === undefined || bindsAt(court, citedCourtId);
}

function isWellTold({ actor, own, tellers, ...event }: StandingEvent, citers: number): boolean {
  const ofOwn = own === undefined ? null : evidenceIn(own);
  if (ofOwn?.startsWith("own words") === true) return true;
  // Two sentences that name nobody may both be misread.
  const tellings_min = citers >= MUCH_CITED && actor === null ? TELLINGS_MIN_OF_MUCH_CITED : TELLINGS_MIN;
  if (tellers.length + (ofOwn === null ? 0 : 1) >= tellings_min) return true;
  const court = courtOf({ actor, own, tellers, ...event })?.courtId;
  return court !== undefined && tellers.some((teller) => isSameCourt(teller.courtId, court));
}

/** The court of the actor, where it is held. */
function courtOf({
  own,
  tellers,
}: StandingEvent): { readonly courtId: string; readonly date: string | null } | undefined {
  return own ?? tellers.find(({ told }) => told?.held != null)?.told?.held ?? undefined;
}

/** Can a decision of this court, of its date, change what the cited one's court has said? */
export function bindsAt(
  { courtId, date }: { readonly courtId: string; readonly date: string | null },
  citedCourtId: string,
): boolean {
  return isBinding(courtId, citedCourtId, date === null ? {} : { decided: date });
}

/** Must the cited one's court follow a decision of this court, of its date? */
export function mustFollowAt(
  { courtId, date }: { readonly courtId: string; readonly date: string | null },
  citedCourtId: string,
): boolean {
  return mustFollow(courtId, citedCourtId, date === null ? {} : { decided: date });
}
