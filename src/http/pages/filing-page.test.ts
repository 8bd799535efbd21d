import { expect, test } from "vitest";
import type { ReadFiling } from "#research/cases/filings/model.ts";
import { filingPage } from "./filing-page.ts";

const WORDS = "MOTION TO DISMISS\n\nThe lease <b>was</b> for one season.";

function filing(pages: ReadFiling["part"]["pages"], isInvented = false): ReadFiling {
  return {
    documentId: "c538e3ad-9eff-817d-8617-193af22b2534",
    documentType: "motion",
    caseId: "0b1c7f52-6f0c-8e0a-9d50-0a4f0e3a1d11",
    caseName: "Wren Orchards LLC v. Calder",
    courtName: "Southern District of New York",
    docketNumber: "1:20-cv-04567",
    slug: "wren-orchards-llc-v-calder-motion",
    title: null,
    description: "MOTION to Dismiss.",
    entryNumber: "3",
    attachmentNumber: null,
    dateFiled: "2020-08-03",
    isReadable: true,
    docket: null,
    sourceUrl: null,
    isInvented,
    recognised: null,
    missing: null,
    part: { id: "c538e3ad-9eff-817d-8617-193af22b2534", text: WORDS, section: null, url: null, pages },
  };
}

test.each([
  ["without pages", []],
  ["of one page", [{ at: 0, label: "1" }]],
  [
    "of two pages",
    [
      { at: 0, label: "1" },
      { at: 19, label: "2" },
    ],
  ],
])("the page of a filing %s shows all its words", (_what, pages) => {
  const page = filingPage(filing(pages), null);
  expect(page).toContain("<p>MOTION TO DISMISS</p>");
  expect(page).toContain("<p>The lease &lt;b&gt;was&lt;/b&gt; for one season.</p>");
});

test("an invented filing is called so, and no other", () => {
  const words = "an invented filing in an invented case";
  expect(filingPage(filing([], true), null)).toContain(words);
  expect(filingPage(filing([]), null)).not.toContain(words);
});
