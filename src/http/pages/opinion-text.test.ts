import { expect, test } from "vitest";
import type { Decision } from "#research/decision.ts";
import { tellingsOf } from "./opinion-text.ts";

type Opinion = Decision["opinions"][number];

const opinion = (type: Opinion["type"], textChars: number): Opinion => ({ type, textChars, id: type }) as Opinion;
const speakers =
  (...labels: readonly (string | null)[]): Decision["turnsOf"] =>
  ({ type }) =>
    type === "combined" ? labels.map((label, start) => ({ start, label })) : [];
const idsOf = ({ read, again }: ReturnType<typeof tellingsOf>) => [read, again].map((of) => of.map(({ id }) => id));

test.each([
  ["one text alone", [opinion("combined", 900)], speakers(), [["combined"], []]],
  [
    "a text that holds the others again",
    [opinion("combined", 1000), opinion("lead", 600), opinion("dissent", 390)],
    speakers(null, "dissent (Vale)"),
    [["lead", "dissent"], ["combined"]],
  ],
  [
    "one in which more speak than the parts tell",
    [opinion("combined", 1000), opinion("lead", 600), opinion("dissent", 390)],
    speakers(null, "dissent (Vale)", "dissent (Quist)", "notes"),
    [["combined"], ["lead", "dissent"]],
  ],
  [
    "a text of which the parts tell half",
    [opinion("combined", 1000), opinion("dissent", 500)],
    speakers(),
    [["combined", "dissent"], []],
  ],
])("%s: what is read, and what only says it again", (_name, opinions, turnsOf, expected) => {
  expect(idsOf(tellingsOf({ opinions, turnsOf }))).toEqual(expected);
});
