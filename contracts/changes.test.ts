import { describe, expect, test } from "vitest";
import { shapeChanges } from "./changes.ts";
import { normalSchema } from "./shape.ts";
import type { OperationShape, Schema, Shape } from "./shape.ts";

const text = { type: "string" };
const object = (properties: Schema, required: string[] = [], more: Schema = {}): Schema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
  ...more,
});

function operation(more: Partial<OperationShape> = {}): OperationShape {
  return {
    id: "ask",
    parameters: normalSchema(object({ "query page": text })),
    request: { isRequired: true, body: { "application/json": normalSchema(object({ a: text })) } },
    answers: { "200": { "application/json": normalSchema(object({ b: text }, ["b"])) } },
    security: ["key"],
    words: null,
    ...more,
  };
}

const shape = (one: OperationShape, schemas: Shape["schemas"] = {}): Shape => ({
  operations: { "POST /ask": one },
  schemas,
});
const told = (before: Shape, after: Shape): string[] =>
  shapeChanges(before, after).map(({ kind, place, what }) => `${kind}: ${place}: ${what}`);

const body = (schema: Schema): OperationShape["request"] => ({ isRequired: true, body: { json: schema } });
const sent = (schema: Schema): Shape => shape(operation({ request: body(normalSchema(schema)) }));
const got = (schema: Schema): Shape => shape(operation({ answers: { "200": { json: normalSchema(schema) } } }));

type Verdict = "same" | "additive" | "breaking";

function verdictOf(changes: readonly string[]): Verdict {
  if (changes.length === 0) return "same";
  return changes.every((change) => change.startsWith("additive")) ? "additive" : "breaking";
}

/** What each side of an exchange makes of the same change of a schema. */
function bothWays(before: Schema, after: Schema): Record<"request" | "answer", Verdict> {
  return { request: verdictOf(told(sent(before), sent(after))), answer: verdictOf(told(got(before), got(after))) };
}

type Row = readonly [name: string, before: Schema, after: Schema, request: string, answer: string];
const rows: readonly Row[] = [
  ["other words only", { ...text, description: "x" }, { ...text, title: "y", examples: ["z"] }, "same", "same"],
  ["another order", object({ a: text, b: text }, ["a", "b"]), object({ b: text, a: text }, ["b", "a"]), "same", "same"],
  ["a member named as a word that explains", object({ title: text }), object({}), "breaking", "breaking"],
  ["an optional member added", object({}), object({ a: text }), "additive", "additive"],
  ["a required member added", object({}), object({ a: text }, ["a"]), "breaking", "additive"],
  ["a member removed", object({ a: text }), object({}), "breaking", "breaking"],
  ["a member becomes required", object({ a: text }), object({ a: text }, ["a"]), "breaking", "additive"],
  ["a member becomes optional", object({ a: text }, ["a"]), object({ a: text }), "additive", "breaking"],
  [
    "a member added where any was taken",
    object({}, [], { additionalProperties: true }),
    object({ a: text }, [], { additionalProperties: true }),
    "breaking",
    "additive",
  ],
  [
    "a member within a list",
    { type: "array", items: object({ a: text }) },
    { type: "array", items: object({}) },
    "breaking",
    "breaking",
  ],
  ["a value added", { enum: ["a"] }, { enum: ["a", "b"] }, "additive", "breaking"],
  ["a value removed", { enum: ["a", "b"] }, { enum: ["a"] }, "breaking", "additive"],
  ["a constant becomes one of two", { const: "a" }, { enum: ["b", "a"] }, "additive", "breaking"],
  ["a list of values where any was", text, { type: "string", enum: ["a"] }, "breaking", "additive"],
  ["any where a list of values was", { type: "string", enum: ["a"] }, text, "additive", "breaking"],
  ["a larger maximum", { type: "integer", maximum: 50 }, { type: "integer", maximum: 100 }, "additive", "breaking"],
  ["a smaller maximum", { type: "integer", maximum: 100 }, { type: "integer", maximum: 50 }, "breaking", "additive"],
  ["a maximum where none was", { type: "array" }, { type: "array", maxItems: 5 }, "breaking", "additive"],
  ["a smaller minimum", { type: "string", minLength: 2 }, { type: "string", minLength: 1 }, "additive", "breaking"],
  ["no minimum any more", { type: "integer", minimum: 1 }, { type: "integer" }, "additive", "breaking"],
  ["null as well", text, { type: ["string", "null"] }, "additive", "breaking"],
  ["null as well, as a choice", text, { anyOf: [text, { type: "null" }] }, "additive", "breaking"],
  ["null no longer", { anyOf: [{ type: "null" }, text] }, text, "breaking", "additive"],
  ["whole numbers only", { type: "number" }, { type: "integer" }, "breaking", "additive"],
  ["another type", text, { type: "boolean" }, "breaking", "breaking"],
  ["a format", text, { type: "string", format: "date" }, "breaking", "additive"],
  ["another format", { type: "string", format: "date" }, { type: "string", format: "uuid" }, "breaking", "breaking"],
  ["another pattern", { type: "string", pattern: "^a" }, { type: "string", pattern: "^b" }, "breaking", "breaking"],
  ["another default", { type: "integer", default: 10 }, { type: "integer", default: 20 }, "breaking", "breaking"],
  ["a default where none was", text, { type: "string", default: "" }, "breaking", "breaking"],
  ["other members taken", object({}), object({}, [], { additionalProperties: true }), "additive", "additive"],
  ["other members no longer taken", object({}, [], { additionalProperties: true }), object({}), "breaking", "additive"],
  [
    "other values in a map",
    { type: "object", additionalProperties: { type: "integer" } },
    { type: "object", additionalProperties: text },
    "breaking",
    "breaking",
  ],
  [
    "a choice added",
    { anyOf: [text, { type: "integer" }] },
    { anyOf: [text, { type: "integer" }, { type: "null" }] },
    "additive",
    "breaking",
  ],
  [
    "a choice wider within",
    { anyOf: [{ type: "null" }, object({ a: text })] },
    { anyOf: [object({ a: text, b: text }), { type: "null" }] },
    "additive",
    "additive",
  ],
  [
    "an exclusive choice that overlaps",
    { oneOf: [text, { type: "null" }] },
    { oneOf: [text, { type: "null" }, { type: "string", maxLength: 3 }] },
    "breaking",
    "breaking",
  ],
  [
    "an exclusive choice told apart by a constant",
    { oneOf: [object({ kind: { const: "a" } }, ["kind"])] },
    { oneOf: [object({ kind: { const: "a" } }, ["kind"]), object({ kind: { const: "b" } }, ["kind"])] },
    "additive",
    "breaking",
  ],
  [
    "a rule that cannot be judged",
    { if: false, else: { oneOf: [{ required: ["a"] }] } },
    { if: false, else: { oneOf: [{ required: ["b"] }] } },
    "breaking",
    "breaking",
  ],
  ["a rule that cannot be judged, gone", { not: text }, {}, "breaking", "breaking"],
  ["a keyword nobody knows", text, { type: "string", "x-secret": 1 }, "breaking", "breaking"],
  ["nothing any more", {}, { not: {} }, "breaking", "breaking"],
];

describe("a schema that changed, for those who send it and those who get it", () => {
  test.each(rows)("%s", (_name, before, after, request, answer) => {
    expect(bothWays(before, after)).toEqual({ request, answer });
    expect(bothWays(before, before)).toEqual({ request: "same", answer: "same" });
  });
});

describe("an operation that changed", () => {
  const changed: readonly (readonly [string, Partial<OperationShape>, Partial<OperationShape>, string[]])[] = [
    ["its id", {}, { id: "tell" }, ["breaking: POST /ask: its id was ask and is tell"]],
    [
      "its words, where callers act on them",
      { words: "Asks." },
      { words: "Tells." },
      ["breaking: POST /ask: its words changed"],
    ],
    ["a body wanted", { request: null }, { request: body({}) }, ["breaking: POST /ask request: is required now"]],
    [
      "a body taken",
      { request: null },
      { request: { isRequired: false, body: {} } },
      ["additive: POST /ask request: was added"],
    ],
    ["no body", {}, { request: null }, ["breaking: POST /ask request: was removed"]],
    [
      "a parameter",
      {},
      { parameters: object({ "query page": text, "query size": text }) },
      ["additive: POST /ask parameters query size: was added"],
    ],
    ["no parameter", {}, { parameters: object({}) }, ["breaking: POST /ask parameters query page: was removed"]],
    [
      "another refusal",
      {},
      { answers: { ...operation().answers, "429": {} } },
      ["additive: POST /ask answer 429: was added"],
    ],
    [
      "another success",
      {},
      { answers: { ...operation().answers, "202": {} } },
      ["breaking: POST /ask answer 202: was added"],
    ],
    ["no success", {}, { answers: {} }, ["breaking: POST /ask answer 200: is no longer given"]],
    ["another way in", {}, { security: ["key", "token"] }, ["additive: POST /ask: security token was added"]],
    ["one way in less", { security: ["key", "token"] }, {}, ["breaking: POST /ask: security token was removed"]],
    ["a closed door", { security: [] }, {}, ["breaking: POST /ask: security key is wanted now"]],
  ];
  test.each(changed)("%s", (_name, before, after, expected) => {
    expect(told(shape(operation(before)), shape(operation(after)))).toEqual(expected);
  });

  test("operations come and do not go", () => {
    const one = shape(operation());
    const two: Shape = { ...one, operations: { ...one.operations, "GET /more": operation({ id: "more" }) } };
    expect(told(one, two)).toEqual(["additive: GET /more: was added"]);
    expect(told(two, one)).toEqual(["breaking: GET /more: was removed"]);
  });

  test("what is referred to is compared where it is used, however deep, and ends", () => {
    const tree = (leaf: Schema): Shape["schemas"] => ({
      Tree: object({ leaf, branches: { type: "array", items: { $ref: "#/components/schemas/Tree" } } }),
    });
    const using = (leaf: Schema): Shape =>
      shape(operation({ request: body({ $ref: "#/components/schemas/Tree" }) }), tree(leaf));
    expect(told(using(text), using(text))).toEqual([]);
    expect(told(using({ enum: ["a", "b"] }), using({ enum: ["a"] }))).toEqual([
      'breaking: POST /ask request leaf: value "b" was removed',
    ]);
    const renamed = { operations: using(text).operations, schemas: { ...tree(text), Bush: object({}) } };
    expect(told(renamed, using(text))).toEqual([
      "breaking: schema Bush: was removed or renamed: generated clients lose the type",
    ]);
  });
});
