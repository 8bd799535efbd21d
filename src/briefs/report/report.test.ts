import { describe, expect, test } from "vitest";
import type { CheckedCitation } from "#research/checked-citation.ts";
import { reportHtml } from "./report.ts";

const TEXT = 'The tenant "must not pay for every month." Elm v. <Fir>, 12 F.3d 34, 99 (2d Cir. 1994). Id. at 36.';
const NOTHING = {
  differences: [],
  pin: null,
  impossible: null,
  knownByCiters: null,
  didYouMean: [],
  quotations: [],
  law: null,
  findings: [],
  checks: { exists: "held", facts: "agree", quotation: "none", pin: "none", goodLaw: "caution" },
} as const;
const MATCH = {
  opinionId: "o1",
  caseName: "Elm v. Fir & Co.",
  publicNumber: 1,
  slug: "elm-v-fir",
  courtId: "ca2",
  courtAbbreviation: "2d Cir.",
  dateFiled: "1994-03-02",
  standing: { status: "Caution", citationCount: 3, negative: 0, caution: 1, history: [], more: 0 },
} as const;

function cited(text: string, over: Partial<CheckedCitation>): CheckedCitation {
  const start = TEXT.indexOf(text);
  const end = start + text.length;
  return {
    text,
    start,
    end,
    whole: { start, end },
    kind: "case",
    verdict: "found",
    reason: "found",
    matches: [MATCH],
    ...NOTHING,
    ...over,
  };
}

const quoted = "must not pay for every month.";
const ELM = cited("12 F.3d 34", {
  whole: { start: TEXT.indexOf("Elm v."), end: TEXT.indexOf(" Id.") },
  verdict: "differs",
  reason: "found; pin differs",
  checks: { exists: "held", facts: "agree", quotation: "altered", pin: "outside", goodLaw: "caution" },
  findings: [
    { kind: "quotation_differs", needsReview: true, message: "A quotation differs." },
    { kind: "pin_outside", needsReview: true, message: "The page is outside." },
    { kind: "caution", needsReview: false, message: "Criticized by Oak v. <Ash>." },
  ],
  differences: [{ field: "pin", cited: "99", recorded: "pages 34 to 60" }],
  quotations: [
    {
      text: quoted,
      start: TEXT.indexOf(quoted),
      end: TEXT.indexOf(quoted) + quoted.length,
      status: "altered",
      source: "must pay for each <month>",
      alterations: [
        { quoted: "not", source: "" },
        { quoted: "every", source: "each" },
      ],
    },
  ],
});
const ID = cited("Id. at 36", { kind: "id" });
const OPTIONS = { title: "brief <1>.docx", date: "2026-11-22", hasSuggestions: true };
const html = reportHtml(TEXT, [ELM, ID], OPTIONS);

describe("the report", () => {
  test("puts every place of a decision into one row, called as the brief calls it", () => {
    const [table = ""] = /<tbody>[^]*<\/tbody>/u.exec(html) ?? [];
    expect(table.match(/<tr>/gu)).toHaveLength(1);
    expect(table).toContain("Elm v. &lt;Fir&gt;");
    expect(table).toContain("cited 3 times");
    expect(table.match(/href="#c\d"/gu)).toEqual(['href="#c0"', 'href="#c1"']);
  });

  test("has a column for each question, and the worst answer of all places in it", () => {
    const [table = ""] = /<tbody>[^]*<\/tbody>/u.exec(html) ?? [];
    const cells = [...table.matchAll(/<td class="(\w+)">([^<]*)/gu)].map(([, tone, word]) => [tone, word]);
    expect(cells).toEqual([
      ["good", "yes"],
      ["good", "agree"],
      ["bad", "DIFFERS"],
      ["doubt", "caution"],
    ]);
    expect(html).not.toMatch(/>\s*Agrees\s*</u);
  });

  test("puts what only informs apart from what needs a look", () => {
    const [look = "", information = ""] = html.split('id="information"');
    expect(look).not.toContain("Criticized by");
    expect(information).toContain("Criticized by Oak v. &lt;Ash&gt;.");
  });

  test("says what differs, with the decision's words and each difference drawn", () => {
    expect(html).toContain("The page cited: your text has <b>99</b>, the record has <b>pages 34 to 60</b>.");
    expect(html).toContain("<q>must pay for each &lt;month&gt;</q>");
    expect(html).toContain("<del>every</del>, the source has <ins>each</ins>");
    expect(html).toContain("<del>not</del>, which the source does not have");
  });

  test("shows the text with its marks, and nothing of it is lost", () => {
    const [brief = ""] = /<div class="brief">[^]*?<\/div>/u.exec(html) ?? [];
    expect(brief).toContain('<mark id="c0" class="look"');
    expect(brief).toContain('<span class="quotation altered"');
    const plain = brief
      .replace(/<[^>]*>/gu, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"');
    expect(plain).toBe(TEXT);
  });

  test("needs nothing else, and runs nothing that a brief holds", () => {
    expect(html).not.toMatch(/<script|<img|<link|src=|https?:/u);
    expect(html).not.toContain("<Fir>");
    expect(html).not.toContain("<1>");
  });

  test("says what was not checked", () => {
    expect(html).toContain("whether a decision stands for what it is cited for");
    expect(reportHtml("", [], { ...OPTIONS, hasSuggestions: false })).toContain("there is no index");
    expect(reportHtml("", [], OPTIONS)).toContain("No citation was found.");
  });
});
