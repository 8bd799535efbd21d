import { expect, test } from "vitest";
import { extractCitations } from "#citations/citations.ts";
import { resolveWithin } from "#citations/within.ts";
import { authoritiesOf } from "./authorities.ts";
import { findNames, shortForms } from "./names.ts";
import { passagesOf, quoteAround, wordsOfPassage } from "./passages.ts";
import type { Mention } from "./model.ts";

test.each([
  ["Alder", ["Alder"]],
  ["Alder Lumber Co.", ["Alder Lumber", "Alder"]],
  ["United States", []],
  ["State of Ohio", []],
  ["John Q. Hazel", ["John Q. Hazel", "John Q.", "Hazel", "John"]],
  ["Ex parte Larch", ["Larch"]],
])("the short forms of %s", (party, forms) => {
  const found = shortForms(party);
  for (const form of forms) expect(found).toContain(form);
  if (forms.length === 0) expect(found).toEqual([]);
});

const PARTIES = [
  { authority: 0, parties: ["Alder", "Birch"] },
  { authority: 1, parties: ["Cedar", "United States"] },
];

test.each([
  ["We follow Alder here.", ["Alder:0"]],
  ["Mr. Alder was ill, and Justice Cedar sat.", []],
  ["See Alder v. Birch and Cedar v. United States below.", ["Alder v. Birch:0", "Cedar v. United States:1"]],
  ["See Elm v. Cedar.", []],
  ["Alder’s rule is old.", ["Alder:0"]],
  ["An alder is a tree.", []],
])("names in %j", (text, wanted) => {
  const found = findNames(text, PARTIES, []).map(
    ({ authority, span }) => `${text.slice(span.start, span.end)}:${authority}`,
  );
  expect(found).toEqual(wanted);
});

test("the name of the case at hand is a person's", () => {
  const found = findNames("Alder was heard, and Cedar is followed.", PARTIES, [], "Alder v. Elm");
  expect(found.map(({ authority }) => authority)).toEqual([1]);
});

test("the case at hand may be printed in other capitals, and a place is no case", () => {
  const names = [{ authority: 0, parties: ["ALder", "Puerto Rico Ports Auth."] }];
  expect(findNames("ALder was heard in Puerto Rico.", names, [], "Alder Financial v. Elm")).toEqual([]);
});

test("a name that two cases share stands for the one cited last", () => {
  const shared = [
    { authority: 0, parties: ["Alder"] },
    { authority: 1, parties: ["Alder"] },
  ];
  const text = "1 U.S. 1 ... 2 U.S. 2 ... Alder";
  const cited: Mention[] = [
    { authority: 0, span: { start: 0, end: 8 }, form: "citation" },
    { authority: 1, span: { start: 13, end: 21 }, form: "citation" },
  ];
  expect(findNames(text, shared, cited).map(({ authority }) => authority)).toEqual([1]);
});

const wordsIn = (...[text, mentions, sentences]: Parameters<typeof passagesOf>): string[] =>
  passagesOf(text, mentions, sentences).map((passage) => wordsOfPassage(passage, (from, to) => text.slice(from, to)));

test("passages leave the mention out and join where they overlap; the quotation keeps it", () => {
  const sentences = ["One stands first. ", "Two cites Alder here. ", "Three follows. ", "Four is far. "];
  const text = sentences.join("");
  let at = 0;
  const spans = sentences.map((sentence) => ({ start: at, end: (at += sentence.length) }));
  const start = text.indexOf("Alder");
  const mention: Mention = { authority: 0, span: { start, end: start + 5 }, form: "name" };
  expect(wordsIn(text, [mention], spans)).toEqual(["One stands first. Two cites here. Three follows."]);
  expect(passagesOf(text, [mention, mention], spans)).toHaveLength(1);
  const quote = quoteAround(text, mention.span, spans);
  expect(text.slice(quote.start, quote.end)).toBe("Two cites Alder here.");
});

test("a passage of a sentence without end is cut at words", () => {
  const text = `${"word ".repeat(600)}Alder ${"word ".repeat(600)}`;
  const start = text.indexOf("Alder");
  const spans = [{ start: 0, end: text.length }];
  const [passage = ""] = wordsIn(text, [{ authority: 0, span: { start, end: start + 5 }, form: "name" }], spans);
  expect(passage.length).toBeLessThan(1000);
  expect(new Set(passage.split(" "))).toEqual(new Set(["word"]));
  const quote = quoteAround(text, { start, end: start + 5 }, spans);
  expect(text.slice(quote.start, quote.end)).toMatch(/^word .* Alder .* word$/u);
});

/** The names under which an invented opinion knows the decisions that it cites. */
function partiesIn(text: string): Record<string, readonly string[]> {
  const citations = extractCitations(text);
  const { authorities } = authoritiesOf(text, citations, resolveWithin(citations));
  return Object.fromEntries(authorities.map(({ citation, parties }) => [citation.corrected, parties]));
}

test("a decision misprinted where it is first cited is known by its name further on, and so is the one beside it", () => {
  const parties = partiesIn(
    "In Aldar v. Birch, 310 U.S. 101 (1940), we left it open. Compare Cedar v. Dogwood, 320 U.S. 202 (1943). As was said in Alder v. Birch, 310 U.S., at 104, it was open. So it is under Alder and Cedar v. Dogwood, 320 U.S. 202 (1943).",
  );
  expect(parties["310 U.S. 101"]).toContain("Alder");
  expect(parties["320 U.S. 202"]).toEqual(["Cedar", "Dogwood"]);
});
