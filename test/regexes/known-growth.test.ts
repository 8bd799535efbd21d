import { describe, expect, test } from "vitest";
import { partOf } from "#analysis/invented.fixture.ts";
import { readQuestion } from "#analysis/readers/extractive/question.ts";
import { rank } from "#analysis/readers/extractive/ranking.ts";
import { stockOf } from "#analysis/readers/extractive/stock.ts";
import { unitsOf } from "#analysis/readers/extractive/units.ts";
import { extractCitations } from "#citations/citations.ts";
import { attributeQuotations } from "#citations/quotations/attribute.ts";
import { cleanCaption } from "#opinions/derive/case-name.ts";
import { headCitations } from "#opinions/derive/head-citations.ts";
import { typeOfEntry } from "#dockets/document-types/type-of-entry.ts";
import { isMail } from "#dockets/pages/notice/mail.ts";
import { countsAt, daysAt } from "#search/query/value.ts";
import { growthOf } from "./growth.ts";

function rankSentence(text: string): unknown {
  return rank(readQuestion("Who paid the rent?"), stockOf(unitsOf({ kind: "opinion", parts: [partOf(text)] })));
}

function attribute(text: string): unknown {
  return attributeQuotations(text, extractCitations(text));
}

/** Texts on which a backtracking expression of the obvious shape takes exponential time or a high power of the length. */
const READ: readonly [name: string, read: (text: string) => unknown, of: (size: number) => string][] = [
  ["a range of days full of spaces", daysAt, (size) => `[${" ".repeat(size)}to ${" ".repeat(size)}`],
  ["a range of counts full of spaces", countsAt, (size) => `[${" ".repeat(size)}to${" ".repeat(size)}]`],
  ["conditions full of spaces", daysAt, (size) => `(${" ".repeat(size)}x${" ".repeat(size)})`],
  ["a name of asterisks", cleanCaption, (size) => `In re ${"*".repeat(size)} v. Alder`],
  ["a name of spaced asterisks", cleanCaption, (size) => `In re ${"* ".repeat(size)}v. Alder`],
  ["a name of points", cleanCaption, (size) => `In re ${".".repeat(size)} v. Alder`],
  ["a name of footnotes", cleanCaption, (size) => `In re ${"[1]".repeat(size)} v. Alder`],
  ["a head line of one word", (text) => headCitations([text]), (size) => `1 A${"a".repeat(size)}`],
  ["a head line of words", (text) => headCitations([text]), (size) => `1 A${" b".repeat(size)}`],
  [
    "a docket line of remarks in parentheses",
    (text) => typeOfEntry({ description: text }),
    (size) => `text) ${"a only) ".repeat(size)}`,
  ],
  ["a sentence of what may be a reporter", rankSentence, (size) => `The rent is 1 A${" a".repeat(size)} due.`],
  ["a sentence of what may be a year's bracket", rankSentence, (size) => `The rent is (${"a".repeat(size)} due.`],
  ["a sentence of abbreviations in brackets", rankSentence, (size) => `The rent is (${"a. ".repeat(size)} due.`],
  [
    "remarks between a quotation and its citation",
    attribute,
    (size) => `"The keys are the term and no more." ${" (emphasis)".repeat(size)} 5 U.S. 7 (1990).`,
  ],
  [
    "marks between a quotation and its citation",
    attribute,
    (size) => `"The keys are the term and no more." ${") .".repeat(size)} 5 U.S. 7 (1990).`,
  ],
  [
    "a court that holds and holds",
    attribute,
    (size) => `5 U.S. 7 (1990), where the Court ${"held ".repeat(size)}that "the keys are the term and no more."`,
  ],
  ["the head of a mail with folded lines", isMail, (size) => `A:b\r\n${"\tA:\r\n".repeat(size)}x`],
];

describe("work grows with the text", () => {
  test.each(READ)("%s", (name, read, of) => {
    const { at, degree } = growthOf(read, { name, of }, 250);
    expect(at[0]?.steps).toBeGreaterThan(0);
    expect(degree, JSON.stringify(at)).toBeLessThan(1.2);
  });
});
