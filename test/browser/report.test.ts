import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reportHtml } from "#briefs/report/report.ts";
import { FINDING_KINDS } from "#research/brief-findings.ts";
import type { Checks } from "#research/brief-findings.ts";
import type { CheckedCitation } from "#research/checked-citation.ts";
import { faintTexts, obstacles, openBrowser, visit, whyNoBrowser } from "./browser.ts";

const missing = whyNoBrowser();
const VERDICTS = ["found", "differs", "ambiguous", "not_held", "reporter_unknown", "not_checked"] as const;
const CHECKS: readonly [Checks, ...Checks[]] = [
  { exists: "held", facts: "agree", quotation: "exact", pin: "inside", goodLaw: "no_negative" },
  { exists: "held", facts: "differ", quotation: "altered", pin: "outside", goodLaw: "negative" },
  { exists: "held", facts: "not_checked", quotation: "not_found", pin: "unknown", goodLaw: "caution" },
  { exists: "unconfirmed", facts: "not_checked", quotation: "not_checked", pin: "none", goodLaw: "not_checked" },
  { exists: "impossible", facts: "not_checked", quotation: "none", pin: "none", goodLaw: "unknown" },
  { exists: "no_such_provision", facts: "not_checked", quotation: "none", pin: "none", goodLaw: "repealed" },
];
const QUOTED = "a tenant must not pay for every month of the term";
const TEXT = VERDICTS.map((verdict, at) => `Elm <b>v.</b> Fir ${verdict}, 1${at} F.3d 34. "${QUOTED}."`).join("\n\n");

/** One citation of each verdict, each with everything that a report can show of it. */
const CITATIONS = VERDICTS.map((verdict, at): CheckedCitation => {
  const text = `1${at} F.3d 34`;
  const start = TEXT.indexOf(text);
  const from = TEXT.indexOf(QUOTED, start);
  return {
    text,
    start,
    end: start + text.length,
    whole: { start: TEXT.lastIndexOf("Elm", start), end: start + text.length },
    kind: "case",
    verdict,
    reason: `${verdict} <script>alert(1)</script>`,
    differences: [{ field: "name", cited: "Elm v. Fir", recorded: "Elm v. <img src=x onerror=alert(2)>" }],
    pin: null,
    impossible: "F.3d ended with volume 999 in 2021",
    knownByCiters: { name: "Elm v. Oak", year: 1994, works: 3 },
    didYouMean: [],
    matches: [],
    law: null,
    checks: CHECKS[at] ?? CHECKS[0],
    findings: [
      {
        kind: FINDING_KINDS[at * 2] ?? "not_read",
        needsReview: at % 2 === 0,
        message: "Elm <script>alert(3)</script>",
      },
    ],
    quotations: [
      {
        text: QUOTED,
        start: from,
        end: from + QUOTED.length,
        status: "altered",
        source: "a tenant must pay for each month of the term",
        alterations: [{ quoted: "every", source: "each" }],
      },
    ],
  };
});

describe.skipIf(missing !== undefined)(missing ?? "the report in Chromium", () => {
  let directory: string;
  let browser: Browser;
  let url: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "onpoint-report-"));
    const file = join(directory, "report.html");
    await writeFile(
      file,
      reportHtml(TEXT, CITATIONS, { title: "brief.docx", date: "2026-11-22", hasSuggestions: true }),
    );
    url = pathToFileURL(file).href;
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await rm(directory, { recursive: true, force: true });
  });

  test.each([
    { colorScheme: "light", width: 1200 },
    { colorScheme: "dark", width: 1200 },
    { colorScheme: "light", width: 360 },
  ] as const)("is quiet, legible and within the screen ($colorScheme, $width px)", async (screen) => {
    const { page, complaints } = await visit(browser, url, screen);
    expect(complaints).toEqual([]);
    expect(await obstacles(page)).toEqual([]);
    const { looked, faint } = await faintTexts(page);
    expect(looked).toBeGreaterThan(20);
    expect(faint).toEqual([]);
    const width = await page.evaluate("document.documentElement.scrollWidth");
    expect(width).toBeLessThanOrEqual(screen.width);
  });

  test("a row of the table leads to its place in the text, which holds every character", async () => {
    const { page } = await visit(browser, url);
    await page.click("tbody a");
    expect(await page.evaluate("document.querySelector('mark:target') !== null")).toBe(true);
    expect(await page.evaluate("document.querySelector('.brief').textContent")).toBe(TEXT);
    expect(await page.evaluate("document.scripts.length + document.images.length")).toBe(0);
  });
});
