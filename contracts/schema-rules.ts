import { typesOf, valuesOf } from "./schema-parts.ts";
import { canonical } from "./shape.ts";
import type { Schema } from "./shape.ts";

/** What becomes of the values a schema allows. `other`: it cannot be told. */
export type Effect = "wider" | "narrower" | "other";
export type RuleChange = readonly [effect: Effect, what: string];

const UPPER = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"];
const LOWER = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"];
/** Each narrows by being there; how two of them relate is not judged. */
const NARROWING = ["format", "pattern", "multipleOf", "uniqueItems", "contentEncoding", "contentMediaType"];

/** The keywords that `ruleChanges` compares. */
export const RULES: readonly string[] = [...UPPER, ...LOWER, ...NARROWING, "type", "enum", "const"];

/** What differs in the rules for one value, its members and items not looked at. */
export function ruleChanges(before: Schema, after: Schema): RuleChange[] {
  return [...typeChanges(before, after), ...valueChanges(before, after), ...boundChanges(before, after)];
}

function typeChanges(before: Schema, after: Schema): RuleChange[] {
  const [old, fresh] = [typesOf(before), typesOf(after)];
  const added = [...fresh].filter((type) => !old.has(type));
  const removed = [...old].filter((type) => !fresh.has(type));
  return [
    ...(added.length === 0 ? [] : [["wider", `may be ${added.join(", ")}`] as const]),
    ...(removed.length === 0 ? [] : [["narrower", `may no longer be ${removed.join(", ")}`] as const]),
  ];
}

function valueChanges(before: Schema, after: Schema): RuleChange[] {
  const [old, fresh] = [valuesOf(before), valuesOf(after)];
  if (old === undefined && fresh === undefined) return [];
  if (old === undefined) return [["narrower", `only ${[...(fresh ?? [])].join(", ")}`]];
  if (fresh === undefined) return [["wider", `no longer only ${[...old].join(", ")}`]];
  const added = [...fresh].filter((value) => !old.has(value));
  const removed = [...old].filter((value) => !fresh.has(value));
  return [
    ...added.map((value) => ["wider", `value ${value} was added`] as const),
    ...removed.map((value) => ["narrower", `value ${value} was removed`] as const),
  ];
}

function bound(schema: Schema, keyword: string): number | undefined {
  return schema[keyword] as number | undefined;
}

function boundChanges(before: Schema, after: Schema): RuleChange[] {
  const differs = (keyword: string): boolean => canonical(before[keyword]) !== canonical(after[keyword]);
  const told = (keyword: string, effect: Effect): RuleChange => {
    const [was, is] = [before[keyword], after[keyword]].map((value) => canonical(value) || "not set");
    return [effect, `\`${keyword}\` was ${was} and is ${is}`];
  };
  return [
    ...UPPER.filter(differs).map((one) =>
      told(one, (bound(after, one) ?? Infinity) > (bound(before, one) ?? Infinity) ? "wider" : "narrower"),
    ),
    ...LOWER.filter(differs).map((one) =>
      told(one, (bound(after, one) ?? -Infinity) < (bound(before, one) ?? -Infinity) ? "wider" : "narrower"),
    ),
    ...NARROWING.filter(differs).map((one) => {
      if (after[one] === undefined) return told(one, "wider");
      return told(one, before[one] === undefined ? "narrower" : "other");
    }),
  ];
}
