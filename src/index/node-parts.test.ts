import { describe, expect, test } from "vitest";
import { OPINIONS } from "#search/opinions.ts";
import { DocumentCheck } from "./opensearch/check/document-check.ts";
import { WordTests } from "./opensearch/check/word-tests.ts";
import { IntervalRules } from "./opensearch/compile/intervals.ts";
import { placed } from "./node-parts.ts";
import type { QueryNode } from "./tree.ts";

const at = { start: 0, end: 0 };
const word: QueryNode = { kind: "term", text: "heron", exact: true, at };
const near = (left: QueryNode): QueryNode => ({
  kind: "near",
  left,
  right: word,
  unit: "word",
  distance: 2,
  ordered: false,
  at,
});
const PLACELESS: readonly QueryNode[] = [
  { kind: "and", children: [word, word], at },
  { kind: "ranked", children: [word, word], required: 1, at },
  { kind: "not", child: word, at },
  { kind: "atLeast", child: word, count: 2, at },
  { kind: "prior", column: "timesCited", weight: 1, at },
  { kind: "filter", filter: { column: "court", anyOf: ["scotus"] }, at },
];

describe.each(PLACELESS)("a node of kind $kind", (node) => {
  const message = `a proximity cannot take "${node.kind}" as an operand`;
  const refusal = expect.objectContaining({ code: "invalid_input", message }) as Error;

  test("has no places, and is refused as an operand by whoever looks for them", () => {
    expect(() => placed(node)).toThrow(refusal);
    expect(() => new IntervalRules(OPINIONS, "body").least(near(node))).toThrow(refusal);
    const check = new DocumentCheck(OPINIONS, new WordTests(), { body: [{ words: "heron heron" }] }, undefined);
    expect(() => check.has(near(node))).toThrow(refusal);
  });
});

test("a node that has places is itself", () => {
  const operands: readonly QueryNode[] = [word, near(word), { kind: "or", children: [word, near(word)], at }];
  for (const node of operands) expect(placed(node)).toBe(node);
});
