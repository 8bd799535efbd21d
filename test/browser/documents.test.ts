import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { readDocuments } from "../../src/http/documents/read-documents.ts";
import { serve, temporaryDirectory } from "#test/e2e/program.ts";
import type { ServerProcess } from "#test/e2e/program.ts";
import { openBrowser, visit, whyNoBrowser } from "./browser.ts";
import { expectGood, shoot } from "./good.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 300_000 });

const missing = whyNoBrowser();

describe.skipIf(missing !== undefined)(missing ?? "the documentation in Chromium", () => {
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

  const PAGES = [
    ["the list", "/docs/guide"],
    ["what is found", "/docs/guide?q=proximity+operators"],
    ["nothing found", "/docs/guide?q=qqqxyz"],
    ["wide tables", "/docs/api/query-language"],
    ["settings", "/docs/operating/configuration"],
    ["code", "/docs/start/first-hour"],
    ["a decision", "/docs/decisions/libraries"],
    ["an unknown page", "/docs/api/nothing"],
  ] as const;

  test.each(PAGES)("%s is quiet, legible and within the screen", async (name, path) => {
    for (const screen of [{ width: 1280 }, { width: 390 }, { width: 1280, colorScheme: "dark" }] as const) {
      const { page, complaints } = await visit(browser, server.origin + path, screen);
      await shoot(page, `documents ${name} ${screen.width}${"colorScheme" in screen ? " dark" : ""}`);
      const told = path === "/docs/api/nothing" ? complaints.filter((line) => !line.includes("404")) : complaints;
      await expectGood(page, told);
      await page.context().close();
    }
  });

  test("no page is wider than a telephone or paper", async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
    const page = await context.newPage();
    const wide: string[] = [];
    for (const { path } of readDocuments().all) {
      await page.goto(`${server.origin}/docs/${path}`);
      const over = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
      if (over > 0) wide.push(`${path}: ${over}`);
    }
    await context.close();
    expect(wide).toEqual([]);
  });

  test("without scripts a search leads to the section of a page, and from there to others", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${server.origin}/help`);
    await page.getByRole("link", { name: "Documentation", exact: true }).click();
    await page.getByRole("searchbox", { name: "Search the documentation" }).fill("restore a backup");
    await page.getByRole("button", { name: "Find" }).click();
    await page.locator(".found a").first().click();
    expect(new URL(page.url()).pathname).toMatch(/^\/docs\/operating\//u);
    expect(await page.locator("main h1").count()).toBe(1);
    await context.close();
  });
});
