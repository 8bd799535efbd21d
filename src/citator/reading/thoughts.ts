import { actorBefore } from "./actors.ts";
import type { Status } from "./hit.ts";
import { VerbGroup } from "./verb-group.ts";

/** `We do not find ⟦⟧ controlling`, `the panel deemed ⟦⟧ to be distinguishable`: a predicate without a verb of its own. */
const THOUGHT =
  / (finds?|found|thinks?|thought|considers?|considered|holds?|deems?|deemed|regards?|regarded|views?|viewed|believes?|believed|treats?|treated) (?:(?:that|those|these|the) )?⟦(\d+)⟧ (?:(?:to be|as|itself|quite|altogether|[a-z]+ly) )*$/u;

export type Thought = { readonly place: string; readonly status: Status };

/** Who thinks so of which decision, from the words before the predicate. */
export function thoughtBefore(before: string): Thought | undefined {
  const match = THOUGHT.exec(before);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  const group = new VerbGroup(before.slice(0, match.index + 1));
  const { actor, distance } = actorBefore(group.clause);
  const isOurs = actor === "own" && distance <= 3;
  return { place: match[2], status: statusOf(isOurs, match[1].endsWith("ed") || PAST.has(match[1]), group) };
}

const PAST: ReadonlySet<string> = new Set(["found", "thought"]);

function statusOf(isOurs: boolean, isPastForm: boolean, group: VerbGroup): Status {
  if (!isOurs) return "others";
  if (group.isPast || group.isPerfect || isPastForm) return "told";
  if (group.isDenied) return "denied";
  return group.isPossible || group.isAsked ? "open" : "we";
}
