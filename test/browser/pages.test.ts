import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { onpoint, serve, temporaryDirectory } from "#test/e2e/program.ts";
import type { ServerProcess } from "#test/e2e/program.ts";
import { faintTexts, obstacles, openBrowser, visit, whyNoBrowser } from "./browser.ts";

// Each test starts several processes, slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const missing = whyNoBrowser();
const SCREENS = [
  { colorScheme: "light", width: 1200 },
  { colorScheme: "dark", width: 1200 },
  { colorScheme: "light", width: 360 },
] as const;

const HOSTILE = {
  id: "hostile",
  court: "nysd",
  case_name: 'Ice & "Snow" v. 3 < 4 <script>alert(1)</script><img src=x onerror=alert(2)>',
  docket_number: "<b>77-1</b>",
  citations: ["977 Samp. 3d 1"],
  judges: ['"><script>alert(3)</script>'],
  opinions: [
    {
      type: "lead",
      html: "<p onclick='alert(4)'>Affirmed.<script>alert(5)</script><a href='javascript:alert(6)'>here</a></p>",
    },
  ],
};

/** The pages there are, and the citation by which a decision is found. */
const PAGES = {
  "/docs": { citation: undefined },
  "a decision": { citation: "2 Samp. 15" },
  "a hostile decision": { citation: HOSTILE.citations[0] },
};

/** What the browser makes of a property of the first element that fits. */
async function styleOf(page: Page, selector: string, property: string, pseudo = ""): Promise<unknown> {
  return page.evaluate(`getComputedStyle(document.querySelector("${selector}"), "${pseudo}").${property}`);
}

describe.skipIf(missing !== undefined)(missing ?? "pages in Chromium", () => {
  let server: ServerProcess;
  let key: string;
  let browser: Browser;
  beforeAll(async () => {
    const directory = await temporaryDirectory();
    const settings = { ONPOINT_DATA_DIR: join(directory, "data") };
    server = await serve(settings);
    key = /op_live_\w+/u.exec(server.said.stdout)?.[0] ?? "";
    await writeFile(join(directory, "hostile.jsonl"), JSON.stringify(HOSTILE));
    expect(await onpoint(settings, ["import", "jsonl", join(directory, "hostile.jsonl")])).toMatchObject({ code: 0 });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const pathOf = async (name: keyof typeof PAGES): Promise<string> => {
    const { citation } = PAGES[name];
    if (citation === undefined) return name;
    const response = await fetch(`${server.origin}/v1/opinions/get`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ citations: [citation] }),
    });
    const { opinions } = (await response.json()) as { readonly opinions: readonly { readonly public_url: string }[] };
    return new URL(opinions[0]?.public_url ?? "").pathname;
  };

  describe.each(Object.keys(PAGES) as (keyof typeof PAGES)[])("%s", (name) => {
    test.each(SCREENS)("is quiet, legible and within the screen ($colorScheme, $width px)", async (screen) => {
      const { page, complaints } = await visit(browser, server.origin + (await pathOf(name)), screen);
      expect(complaints).toEqual([]);
      expect(await obstacles(page)).toEqual([]);
      const { looked, faint } = await faintTexts(page);
      expect(looked).toBeGreaterThan(10);
      expect(faint).toEqual([]);
      await page.context().close();
    });

    test("the first thing the keyboard reaches is the way past the navigation", async () => {
      const { page } = await visit(browser, server.origin + (await pathOf(name)));
      await page.keyboard.press("Tab");
      const target = await page.evaluate<string>("document.activeElement.getAttribute('href')");
      expect(target).toMatch(/^#/u);
      await page.keyboard.press("Enter");
      await expect.poll(() => new URL(page.url()).hash).toBe(target);
      await page.context().close();
    });
  });

  test("an operation of the API page is reached from its navigation, and its answer opens", async () => {
    const { page } = await visit(browser, `${server.origin}/docs`);
    await page
      .getByRole("navigation", { name: "Operations" })
      .getByRole("link", { name: "/search", exact: true })
      .click();
    expect(new URL(page.url()).hash).not.toBe("");
    const section = page.locator(new URL(page.url()).hash);
    await section.getByText("Fields of the answer").click();
    await expect.poll(() => section.getByRole("table", { name: "Answer" }).isVisible()).toBe(true);
    await page.context().close();
  });

  test("page markers are shown, apart from the text that is copied", async () => {
    const { page } = await visit(browser, server.origin + (await pathOf("a decision")));
    const markers = page.locator("svc-ps");
    expect(await markers.count()).toBeGreaterThan(0);
    const first = markers.first();
    expect(await first.textContent()).toMatch(/^\d+$/u);
    expect(await first.isVisible()).toBe(true);
    expect(await styleOf(page, "svc-ps", "content", "::before")).toBe('"*"');
    expect(await styleOf(page, "svc-ps", "userSelect")).toBe("none");
    await page.context().close();
  });

  test("a footnote is reached from its mark, and the text from the footnote", async () => {
    const { page } = await visit(browser, server.origin + (await pathOf("a decision")));
    const marks = page.locator(".text a[href^='#']");
    expect(await marks.count()).toBeGreaterThan(1);
    await marks.first().click();
    const note = page.locator(":target");
    expect(await note.count()).toBe(1);
    expect(await page.locator(".footnote:target").count()).toBe(1);
    await note.locator("a[href^='#']").first().click();
    expect(await page.locator(":target").count()).toBe(1);
    expect(await page.locator(".footnote:target, .footnote :target").count()).toBe(0);
    await page.context().close();
  });

  test("another name in the address leads to the right one", async () => {
    const path = await pathOf("a decision");
    const { page } = await visit(browser, server.origin + path.replace(/[^/]+$/u, "somebody-else"));
    expect(new URL(page.url()).pathname).toBe(path);
    await page.context().close();
  });

  test("names that are markup stay words", async () => {
    const { page, complaints } = await visit(browser, server.origin + (await pathOf("a hostile decision")));
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain('Ice & "Snow" v. 3 < 4');
    expect(await page.locator("script:not([src*='assets'])").count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
