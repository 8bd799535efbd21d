import { Ajv2020 } from "ajv/dist/2020.js";
import {
  assert,
  boolean,
  constantFrom,
  gen,
  integer,
  letrec,
  oneof,
  option,
  property,
  record,
  shuffledSubarray,
  string,
} from "fast-check";
import type { GeneratorValue } from "fast-check";
import { describe, expect, test } from "vitest";
import { schemaChanges } from "./schema-changes.ts";
import type { Direction } from "./schema-changes.ts";
import { normalSchema } from "./shape.ts";
import type { Schema } from "./shape.ts";

const WORDS = ["a", "b", "bb", "ccc"];
const NAMES = ["one", "two", "three"];
const small = integer({ min: 0, max: 4 });
const set = (value: object): Schema => JSON.parse(JSON.stringify(value)) as Schema;

const { schema } = letrec<{ schema: Schema; leaf: Schema; object: Schema }>((tie) => ({
  leaf: oneof(
    record({ minLength: option(small), maxLength: option(small) }).map((more) => bounded("string", more)),
    record({ minimum: option(small), maximum: option(small) }).map((more) => bounded("integer", more)),
    shuffledSubarray(WORDS, { minLength: 1 }).map((values) => ({ type: "string", enum: values })),
    constantFrom<Schema>({ type: "boolean" }, { type: "null" }, { type: ["string", "null"] }, { const: "a" }, {}),
  ),
  object: record({
    members: shuffledSubarray(NAMES),
    parts: record({ one: tie("schema"), two: tie("schema"), three: tie("schema") }),
    required: shuffledSubarray(NAMES),
    others: oneof(boolean(), tie("leaf")),
  }).map(({ members, parts, required, others }) => ({
    type: "object",
    properties: Object.fromEntries(members.map((name) => [name, parts[name as keyof typeof parts]])),
    required: required.filter((name) => members.includes(name)),
    additionalProperties: others,
  })),
  schema: oneof(
    { maxDepth: 3 },
    tie("leaf"),
    tie("leaf"),
    tie("object"),
    record({ items: tie("leaf"), maxItems: option(small) }).map((more) => bounded("array", more)),
    record({ left: tie("leaf"), right: tie("object") }).map(({ left, right }) => ({ anyOf: [left, right] })),
  ),
}));

function bounded(type: string, more: object): Schema {
  return { type, ...Object.fromEntries(Object.entries(more).filter(([, value]) => value !== null)) };
}

/** The schema with one thing in it changed, somewhere. */
function edited(before: Schema, draw: GeneratorValue): Schema {
  const inner = innerParts(before);
  if (inner.length > 0 && draw(boolean)) {
    const [part, put] = inner[draw(integer, { min: 0, max: inner.length - 1 })]!;
    return put(edited(part, draw));
  }
  const keywords = Object.keys(before);
  const keyword = keywords[draw(integer, { min: 0, max: Math.max(0, keywords.length - 1) })];
  const value = keyword === undefined ? undefined : before[keyword];
  const { [keyword ?? ""]: _, ...without } = before;
  const kind = draw(constantFrom, "replace", "remove", "change", "change", "add", "null", "member");
  switch (kind) {
    case "replace":
      return draw(() => schema);
    case "remove":
      return without;
    case "change":
      if (typeof value === "number") return { ...before, [keyword!]: Math.max(0, value + draw(constantFrom, -1, 1)) };
      if (keyword === "enum") return { ...before, enum: draw(() => shuffledSubarray(WORDS, { minLength: 1 })) };
      if (keyword === "required") return { ...before, required: draw(() => shuffledSubarray(NAMES)) };
      if (keyword === "additionalProperties") return { ...before, additionalProperties: draw(boolean) };
      return before;
    case "add":
      return {
        ...before,
        [draw(constantFrom, "maxLength", "minLength", "maximum", "minimum", "maxItems")]: draw(() => small),
      };
    case "null":
      return { anyOf: [before, { type: "null" }] };
    default: {
      const { [draw(constantFrom, ...NAMES)]: _gone, ...kept } = (before["properties"] ?? {}) as Schema;
      return { ...before, properties: { ...kept, [draw(constantFrom, ...NAMES)]: draw(() => schema) } };
    }
  }
}

function innerParts(whole: Schema): [Schema, (part: Schema) => Schema][] {
  const members = (whole["properties"] ?? {}) as Record<string, Schema>;
  const choices = (whole["anyOf"] ?? []) as Schema[];
  return [
    ...Object.entries(members).map(([name, part]): [Schema, (part: Schema) => Schema] => [
      part,
      (now) => ({ ...whole, properties: { ...members, [name]: now } }),
    ]),
    ...choices.map((part, at): [Schema, (part: Schema) => Schema] => [
      part,
      (now) => ({ ...whole, anyOf: choices.with(at, now) }),
    ]),
    ...("items" in whole
      ? [
          [whole["items"] as Schema, (items: Schema): Schema => ({ ...whole, items })] as [
            Schema,
            (part: Schema) => Schema,
          ],
        ]
      : []),
  ];
}

/** Values that mostly fit one of the schemas. */
function valueNear(around: Schema, draw: GeneratorValue): unknown {
  const choices = around["anyOf"] as Schema[] | undefined;
  if (choices !== undefined) return valueNear(choices[draw(integer, { min: 0, max: choices.length - 1 })]!, draw);
  if (around["enum"] !== undefined || draw(integer, { min: 0, max: 9 }) === 0)
    return draw(constantFrom, ...WORDS, "", null, 3, true);
  if ("const" in around) return around["const"];
  const types = [around["type"] ?? ["string", "integer", "boolean", "null"]].flat() as string[];
  const type = types[draw(integer, { min: 0, max: types.length - 1 })] ?? "null";
  switch (type) {
    case "string":
      return draw(() => string({ maxLength: 6 }));
    case "integer":
      return draw(integer, { min: -1, max: 6 });
    case "boolean":
      return draw(boolean);
    case "array":
      return Array.from({ length: draw(integer, { min: 0, max: 5 }) }, () =>
        valueNear((around["items"] ?? {}) as Schema, draw),
      );
    case "object": {
      const members = (around["properties"] ?? {}) as Record<string, Schema>;
      const required = (around["required"] ?? []) as string[];
      const names = NAMES.filter((name) => required.includes(name) || draw(boolean));
      const others = around["additionalProperties"];
      return Object.fromEntries(
        names.map((name) => [
          name,
          valueNear(members[name] ?? (typeof others === "object" ? (others as Schema) : {}), draw),
        ]),
      );
    }
    default:
      return null;
  }
}

/** The schema as one reads it who passes over members that have no name. */
function tolerant(whole: unknown): unknown {
  if (Array.isArray(whole)) return whole.map(tolerant);
  if (typeof whole !== "object" || whole === null) return whole;
  return Object.fromEntries(
    Object.entries(whole)
      .filter(([keyword, value]) => !(keyword === "additionalProperties" && value === false))
      .map(([keyword, value]) => [keyword, tolerant(value)]),
  );
}

const checker = (against: unknown): ((value: unknown) => boolean) =>
  new Ajv2020({ strict: false }).compile(against as object);

describe("what is called additive harms nobody, as another validator sees it", () => {
  test.each<Direction>(["request", "answer"])("%s", (direction) => {
    let harmless = 0;
    let tried = 0;
    assert(
      property(gen(), (draw) => {
        const before = normalSchema(set(draw(() => schema)));
        const after = normalSchema(set(edited(before, draw)));
        const changes = schemaChanges(before, after, { place: "", direction, before: {}, after: {} });
        if (changes.length === 0 || changes.some(({ kind }) => kind === "breaking")) return;
        harmless += 1;
        const [given, taken] = direction === "request" ? [before, after] : [after, tolerant(before)];
        const [fits, isTaken] = [checker(given), checker(taken)];
        for (let round = 0; round < 12; round += 1) {
          const value = valueNear(direction === "request" ? before : after, draw);
          if (!fits(value)) continue;
          tried += 1;
          expect(isTaken(value), JSON.stringify({ before, after, value })).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
    expect(harmless).toBeGreaterThan(50);
    expect(tried).toBeGreaterThan(100);
  });
});
