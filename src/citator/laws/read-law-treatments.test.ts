import { expect, test } from "vitest";
import { extractCitations } from "#citations/citations.ts";
import { splitSentences } from "#text/sentences.ts";
import type { SectionVoice } from "../voices.ts";
import type { LawReading } from "./model.ts";
import { lawTreatments } from "./read-law-treatments.ts";
import { LAW_RULES } from "./rules.ts";
import { LAW_SENTENCES } from "./sentences.fixture.ts";

function readings(text: string, voice: SectionVoice = "court"): readonly LawReading[] {
  const citations = extractCitations(text, { unknownReporters: true });
  const sections = [{ start: 0, end: text.length, voice }];
  return [...lawTreatments(text, citations, splitSentences(text), sections).values()];
}

test.for(LAW_SENTENCES)("%s, %s: %s", ([treatment, whose, sentence]) => {
  const read = readings(sentence).map((one) => [one.treatment, one.own ? "own" : "told"]);
  const wanted = treatment === "-" ? [] : [[treatment, whose]];
  // One sentence may name a provision by several of its citations.
  expect([...new Set(read.map((one) => one.join(" ")))]).toEqual(wanted.map((one) => one.join(" ")));
});

test("every rule reads a sentence of the table", () => {
  const fired = new Set(LAW_SENTENCES.flatMap(([, , sentence]) => readings(sentence).map(({ rule }) => rule)));
  expect(LAW_RULES.map(({ id }) => id).filter((id) => !fired.has(id))).toEqual([]);
});

test("a dissent does nothing to a law", () => {
  const held = "We hold that 18 U.S.C. § 9901 is unconstitutional.";
  expect(readings(held)).toHaveLength(1);
  expect(readings(held, "dissent")).toEqual([]);
});

test("a section without its code is the one that the opinion cites in full, if it is one alone", () => {
  const said = "We hold that § 9901 is unconstitutional.";
  expect(readings(`He was charged under 18 U.S.C. § 9901. ${said}`)).toMatchObject([{ key: "18usc9901", own: true }]);
  expect(readings(`See 18 U.S.C. § 9901; 26 U.S.C. § 9901. ${said}`)).toEqual([]);
  expect(readings(said)).toEqual([]);
});

test("the court's own act counts before one that it tells of, and the graver one first", () => {
  const told = "The District Court held that 18 U.S.C. § 9901 was unconstitutional.";
  expect(readings(`${told} We uphold 18 U.S.C. § 9901.`)).toMatchObject([{ treatment: "upheld", own: true }]);
  expect(readings(`We uphold 18 U.S.C. § 9901. As applied here, 18 U.S.C. § 9901 is unconstitutional.`)).toMatchObject([
    { treatment: "held_unconstitutional" },
  ]);
});
