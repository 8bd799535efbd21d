import { deriveId } from "#base/ids.ts";
import { tellingWords } from "#text/case-names.ts";
import type { DatePrecision } from "./model.ts";

/**
 * When two stored decisions are copies of one: they share a citation, the court is the same, the dates agree within
 * what each is good for, and neither name nor docket number contradicts. Figures: docs/internals/works.md.
 */
export type WorkMember = {
  readonly id: string;
  readonly courtId: string;
  readonly caseName: string;
  readonly caption: string;
  readonly docketKey: string | null;
  readonly dateFiled: string | null;
  readonly datePrecision: DatePrecision;
  readonly citationKeys: readonly string[];
};

/** The work a decision is alone in. A work is named after the smallest id among its members, so order of import is nothing. */
export function workIdOf(smallestClusterId: string): string {
  return deriveId("work", "cluster", smallestClusterId);
}

/** Whether two decisions that share a citation are one. Symmetric; decided from the two alone. */
export function isSameDecision(left: WorkMember, right: WorkMember): boolean {
  if (left.courtId !== right.courtId) return false;
  if (!datesAgree(left, right)) return false;
  if (left.docketKey !== null && right.docketKey !== null && left.docketKey !== right.docketKey) return false;
  return namesAgree(left, right);
}

/** Characters of `YYYY-MM-DD` a date is good for. An approximate date is good for its year. */
const GOOD_FOR: Record<DatePrecision, number> = { day: 10, month: 7, year: 4, approximate: 4, none: 0 };

function datesAgree(left: WorkMember, right: WorkMember): boolean {
  if (left.dateFiled === null || right.dateFiled === null) return true;
  const chars = Math.min(GOOD_FOR[left.datePrecision], GOOD_FOR[right.datePrecision]);
  return left.dateFiled.slice(0, chars) === right.dateFiled.slice(0, chars);
}

/** Several short decisions stand on one page of a reporter, of one court and day: their parties tell them apart. */
function namesAgree(left: WorkMember, right: WorkMember): boolean {
  const [leftWords, rightWords] = [left, right].map(({ caseName, caption }) =>
    tellingWords(`${caseName} ${caption}`, "copies"),
  );
  if (leftWords === undefined || rightWords === undefined) return true;
  return leftWords.length === 0 || rightWords.length === 0 || leftWords.some((word) => rightWords.includes(word));
}

/** Groups members into works, each named; members must hold every decision that could be joined to one of them. */
export function worksOf(members: readonly WorkMember[]): ReadonlyMap<string, string> {
  const parent = new Map(members.map(({ id }) => [id, id]));
  const rootOf = (id: string): string => {
    let at = id;
    for (let up = parent.get(at); up !== undefined && up !== at; up = parent.get(at)) at = up;
    return at;
  };
  for (const sharers of sharersByKey(members).values()) {
    sharers.forEach((left, index) => {
      for (const right of sharers.slice(index + 1)) {
        const [first, second] = [rootOf(left.id), rootOf(right.id)].toSorted();
        if (first === undefined || second === undefined || first === second || !isSameDecision(left, right)) continue;
        parent.set(second, first);
      }
    });
  }
  return new Map(members.map(({ id }) => [id, workIdOf(rootOf(id))]));
}

function sharersByKey(members: readonly WorkMember[]): Map<string, WorkMember[]> {
  const sharers = new Map<string, WorkMember[]>();
  for (const member of members) {
    for (const key of new Set(member.citationKeys)) {
      const others = sharers.get(key);
      if (others === undefined) sharers.set(key, [member]);
      else others.push(member);
    }
  }
  return sharers;
}
