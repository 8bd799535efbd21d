import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { serve, temporaryDirectory } from "#test/e2e/program.ts";
import type { ServerProcess } from "#test/e2e/program.ts";
import { openBrowser, whyNoBrowser } from "./browser.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

const missing = whyNoBrowser();
const CLICKS_MAX = 4;

/** A person at the desk, whose clicks on links and buttons are counted; typing and choosing in a form are none. */
type Person = { readonly page: Page; readonly click: (at: Locator) => Promise<void> };

type Task = readonly [name: string, does: (person: Person) => Promise<void>];

const box = (page: Page): Locator => page.getByRole("searchbox").first();
const search = (page: Page): Locator => page.getByRole("button", { name: "Search" }).first();
const firstHit = (page: Page): Locator => page.locator(".hit h3 a").first();

async function openDecision({ page, click }: Person, typed: string): Promise<void> {
  await box(page).fill(typed);
  await click(search(page));
  await click(firstHit(page));
}

async function downloadName({ page, click }: Person, link: Locator): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent("download"), click(link)]);
  return file.suggestedFilename();
}

const TASKS: readonly Task[] = [
  [
    "a decision by its citation, loosely typed",
    async (person) => {
      await openDecision(person, "9 samp 310");
      expect(await person.page.getByRole("heading", { level: 1 }).textContent()).toContain("Fallowell");
    },
  ],
  [
    "whether it is good law, and why not",
    async (person) => {
      await openDecision(person, "9 Samp. 310");
      const standing = person.page.getByRole("region", { name: "How this decision stands" });
      expect(await standing.textContent()).toMatch(/Negative treatment[\s\S]*27 Samp\. 145[\s\S]*overrul/u);
    },
  ],
  [
    "who cites it, from which court, in which words",
    async (person) => {
      await openDecision(person, "9 Samp. 310");
      const citers = person.page.getByRole("region", { name: /^Cited by/u });
      expect(await citers.locator("li").first().textContent()).toMatch(/\(Cal\. \d{4}\)/u);
      expect(await citers.locator("blockquote, .long").count()).toBeGreaterThan(0);
    },
  ],
  [
    "which section answers a question",
    async ({ page, click }) => {
      await click(page.getByRole("link", { name: "Survey" }));
      await page.getByRole("searchbox").fill("toll of a bridge");
      await click(page.getByRole("main").getByRole("button").first());
      expect(await page.getByRole("table").textContent()).toContain("§");
    },
  ],
  [
    "what a section said before",
    async ({ page, click }) => {
      await click(page.getByRole("link", { name: "Laws", exact: true }));
      await box(page).fill("Avalon Code § 1-101");
      await click(search(page));
      await click(firstHit(page));
      const older = page.locator(".versions svg a:not([aria-current])").first();
      await older.focus();
      await older.press("Enter");
      await page.waitForURL(/version=/u);
      expect(await page.getByRole("main").textContent()).toMatch(/1-101/u);
    },
  ],
  [
    "whether a brief can be filed",
    async ({ page, click }) => {
      await click(page.getByRole("link", { name: "Check a brief" }));
      await page.getByLabel("Paste the text").fill("Fallowell v. Great Basin Transit Co., 9 Samp. 310 (Cal. 1958).");
      await click(page.getByRole("button", { name: "Check" }));
      expect(await page.getByRole("region", { name: /^Look at these/u }).textContent()).toContain("NEGATIVE");
      expect(await downloadName({ page, click }, page.getByRole("link", { name: /^Table of authorities/u }))).toBe(
        "table-of-authorities.docx",
      );
    },
  ],
  [
    "the orders of a docket",
    async ({ page, click }) => {
      await click(page.getByRole("link", { name: "Dockets and filings" }));
      await box(page).fill("1:14-cv-02217-LRK");
      await click(search(page));
      await click(firstHit(page));
      await page.getByLabel("Words").fill("order");
      await click(page.getByRole("button", { name: "Show" }));
      expect(await page.locator("tbody tr").count()).toBeGreaterThan(0);
    },
  ],
  [
    "words with their citation and page",
    async (person) => {
      const { page, click } = person;
      await openDecision(person, "27 Samp. 145");
      await page.locator("#text .text p").nth(3).selectText();
      await click(page.getByRole("button", { name: "Copy with citation" }));
      expect(await page.evaluate("navigator.clipboard.readText()")).toMatch(
        /^“[\s\S]*” .*Dorsey.*, 27 Samp\. 145(?:, 1\d\d(?:–\d+)?)? \(Cal\. 1974\)\.$/u,
      );
    },
  ],
  [
    "a list as a table",
    async ({ page, click }) => {
      await box(page).fill("negligence");
      await click(search(page));
      await click(page.getByText("Export this list"));
      expect(await downloadName({ page, click }, page.getByRole("link", { name: "CSV (Excel)" }))).toBe(
        "decisions.csv",
      );
    },
  ],
  [
    "a survey as a table",
    async ({ page, click }) => {
      await click(page.getByRole("link", { name: "Survey" }));
      await page.getByRole("searchbox").fill("toll of a bridge");
      await click(page.getByRole("main").getByRole("button").first());
      expect(await downloadName({ page, click }, page.getByRole("link", { name: "CSV (Excel)" }))).toMatch(/\.csv$/u);
    },
  ],
];

describe.skipIf(missing !== undefined)(missing ?? "ten tasks of a person, each in four clicks at most", () => {
  let server: ServerProcess;
  let browser: Browser;
  beforeAll(async () => {
    server = await serve({ ONPOINT_DATA_DIR: join(await temporaryDirectory(), "data") });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test.each(TASKS)("%s", async (_name, does) => {
    const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
    const page = await context.newPage();
    await page.goto(server.origin);
    let clicks = 0;
    const click = async (at: Locator): Promise<void> => {
      clicks += 1;
      await at.click();
    };
    await does({ page, click });
    expect(clicks).toBeGreaterThan(0);
    expect(clicks).toBeLessThanOrEqual(CLICKS_MAX);
    await context.close();
  });
});
