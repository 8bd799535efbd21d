import { expect, test } from "vitest";
import { html } from "hono/html";
import { addressesOf } from "#research/address.ts";
import { layout } from "./layout.ts";
import type { Markup } from "./layout.ts";
import { citersSection } from "./citers-section.ts";
import { courseSection, standingSection } from "./standing-section.ts";
import type { LaterTreatment } from "./standing-section.ts";

const HOSTILE = '"><script>alert(1)</script>';

const OVERRULED: LaterTreatment = {
  standing: {
    status: "Negative",
    citationCount: 12,
    negative: 1,
    caution: 0,
    more: 2,
    history: [
      {
        category: "Overruled",
        bindingCourt: true,
        citation: `Elm v. ${HOSTILE}`,
        courtId: "scotus",
        dateDecided: "1938-04-25",
        reason: "The court overrules this decision.",
        documentId: "a",
      },
    ],
  },
  steps: [
    {
      outcome: "Reversed",
      isInPart: true,
      by: {
        workId: "w",
        opinionId: "a",
        citation: `Elm ${HOSTILE}`,
        courtId: "scotus",
        date: "1938-04-25",
        page: { publicNumber: 7, slug: "elm" },
      },
      of: {
        workId: null,
        opinionId: null,
        citation: "Elm v. Fir, 10 F.2d 20",
        courtId: "ca2",
        date: "1937",
        page: null,
      },
      toldBy: null,
    },
  ],
  tellers: new Map(),
  quotes: new Map([["a", `We overrule it. ${HOSTILE}`]]),
  citing: {
    results: [
      {
        opinionId: "a",
        caseName: `Elm ${HOSTILE}`,
        publicNumber: 7,
        slug: "elm",
        citation: null,
        courtId: "scotus",
        courtAbbreviation: "U.S.",
        dateFiled: null,
        treatment: "Overruled",
        description: "The court overrules this decision.",
        isAuthoritative: true,
        isBinding: true,
        quote: "We overrule it.",
      },
    ],
    pagination: { page: 1, pageSize: 10, totalResults: 12, totalPages: 2, hasNext: true, hasPrev: false },
    notes: [],
  },
  counts: [
    {
      treatment: "Overruled",
      isWarning: true,
      courtId: "scotus",
      courtAbbreviation: `U.S. ${HOSTILE}`,
      year: 1938,
      count: 2,
    },
    { treatment: "Cited", isWarning: false, courtId: "ca9", courtAbbreviation: "9th Cir.", year: 1950, count: 10 },
  ],
  shown: { treatment: "", court: "", from: "", to: "" },
};

/** On a page. */
const shown = (part: Markup | string): string =>
  layout({ root: "./", title: "", description: "", body: html`${part}` });

const addresses = addressesOf("../..");

test("an overruled decision is told to be so in words: by whom, when, whether it binds, in which words", () => {
  const text = shown(standingSection(OVERRULED, addresses))
    .replace(/<[^>]+>/gu, " ")
    .replace(/\s+/gu, " ");
  expect(text).toContain("Negative treatment");
  expect(text).toContain("1938");
  expect(text).toContain("The court overrules this decision.");
  expect(text).toContain("Binding on the court");
  expect(text).toContain("We overrule it.");
  expect(text).toContain("2 more decisions");
  expect(text).toContain("not covered");
});

test("names and words of those who cite stay words", () => {
  for (const part of [
    standingSection(OVERRULED, addresses),
    citersSection(OVERRULED, addresses),
    courseSection(OVERRULED, addresses),
  ]) {
    expect(shown(part)).not.toContain("<script>");
    expect(shown(part)).toContain("&lt;script&gt;");
  }
});

test("the course of the case names each step, and leads to what is held", () => {
  const text = shown(courseSection(OVERRULED, addresses));
  expect(text).toContain("Elm v. Fir, 10 F.2d 20</cite> (1937): <strong>Reversed in part</strong>");
  expect(text).toContain('href="../../opinions/7/elm"');
  expect(courseSection({ steps: [] }, addresses)).toBe("");
});

test("citers lead to their words, and to more of them", () => {
  const text = shown(citersSection(OVERRULED, addresses));
  expect(text).toContain('href="../../opinions/7/elm#opinion-a:~:text=We%20overrule%20it.');
  expect(text).toContain('href="?cited-by=2#cited-by"');
});

test("nobody citing is no list, and not taken for good law", () => {
  const none: LaterTreatment = {
    ...OVERRULED,
    standing: { ...OVERRULED.standing, status: "unknown", citationCount: 0, history: [], more: 0 },
    citing: { ...OVERRULED.citing, results: [], pagination: { ...OVERRULED.citing.pagination, totalResults: 0 } },
  };
  expect(citersSection(none, addresses)).toBe("");
  expect(shown(standingSection(none, addresses))).toContain("No decision on file here is known to cite it");
});

test("citers are drawn by year, those who warn apart, and narrowed by what they do, court and year", () => {
  const text = shown(citersSection(OVERRULED, addresses));
  expect(text).toContain('href="?from=1938&amp;to=1938#cited-by"');
  expect(text).toContain('aria-label="1938: 2 citing decisions, 2 negative or with caution"');
  expect(text).toContain("Overruled (2)");
  expect(text).toContain("9th Cir. (10)");
  const narrowed = { ...OVERRULED, shown: { ...OVERRULED.shown, treatment: "Overruled", from: "1930" } };
  expect(shown(citersSection(narrowed, addresses))).toContain("Cited by 12 of 12 on file here");
  expect(shown(citersSection(narrowed, addresses))).toContain(
    'href="?treatment=Overruled&amp;from=1930&amp;cited-by=2#cited-by"',
  );
});
