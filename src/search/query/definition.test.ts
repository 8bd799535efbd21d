import { expect, test } from "vitest";
import { definitionsAsked } from "./definition.ts";

const termOf = (text: string): string | undefined => {
  const [found] = definitionsAsked(text, { start: 0, end: text.length });
  if (found?.kind !== "boost" || found.child.kind !== "near") return undefined;
  const { left } = found.child;
  return left.kind === "phrase"
    ? left.words.map((word) => ("text" in word ? word.text : "")).join(" ")
    : left.kind === "term"
      ? left.text
      : undefined;
};

test.each([
  ["definition of consumer debt", "consumer debt"],
  ["What is the legal definition of a debtor in bankruptcy?", "debtor"],
  ['meaning of the term "mooring"', "mooring"],
  ["define lighter", "lighter"],
  ["what does berth mean in the harbour code", "berth"],
  ["how is berth defined", "berth"],
  ["ballast defined", "ballast"],
  ["pilotage definitions", "pilotage"],
])("%s asks what %s is", (text, term) => expect(termOf(text)).toBe(term));

test.each(["definitions", "berthing fees", "what is a berth", "a defined benefit plan", "define", "mean high water"])(
  "%s asks for no definition",
  (text) => expect(termOf(text)).toBeUndefined(),
);
