import type { Filter } from "#index/filter.ts";
import type { Condition } from "#search/conditions/conditions.ts";
import type { Favour, Question } from "#search/retrieve/question.ts";

/** What a decision counts that a condition wants: one put into words that mean nothing else, and one that may be a fact of the case. */
const SURE = 3;
const LIKELY = 1.2;

/**
 * How a list takes the conditions into account that a query puts into words. Those of one kind are a choice (`second or
 * ninth circuit`), each kind counts for itself; the courts and days that are sure are what a list by meaning is kept to.
 */
export function wantedBy(conditions: readonly Condition[] = []): Pick<Question, "wanted" | "within"> {
  if (conditions.length === 0) return {};
  const wanted: Favour[] = [...Map.groupBy(conditions, ({ kind }) => kind)].flatMap(([kind, group]) => {
    // Days are each a bound of their own.
    const choices = kind === "date" ? group.map((one) => [one]) : [group];
    return choices.map((choice) => ({
      factor: choice.some(({ isSure }) => isSure) ? SURE : LIKELY,
      within: choice.flatMap(({ within }) => within),
    }));
  });
  const within = conditions.filter(({ isSure }) => isSure).flatMap((one) => onlyFilters(one, conditions));
  return { wanted, ...(within.length > 0 && { within }) };
}

/** What every document must pass that the condition wants, where no other of its kind may be met in its place. */
function onlyFilters({ kind, within }: Condition, all: readonly Condition[]): readonly Filter[] {
  const [only, ...choices] = within;
  const isOneOfSeveral = kind !== "date" && all.filter((one) => one.kind === kind).length > 1;
  return only === undefined || choices.length > 0 || isOneOfSeveral ? [] : only;
}

/** For the person who typed, who may have meant the words alone. */
export function conditionNotes(conditions: readonly Condition[] = []): readonly string[] {
  const sure = conditions.filter(({ isSure }) => isSure).map(({ meaning }) => meaning);
  return sure.length === 0 ? [] : [`Ranked higher, as the query asks: ${sure.join("; ").replace(/\.$/u, "")}.`];
}
