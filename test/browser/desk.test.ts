import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { serve, temporaryDirectory } from "#test/e2e/program.ts";
import type { ServerProcess } from "#test/e2e/program.ts";
import { openBrowser, visit, whyNoBrowser } from "./browser.ts";
import { expectGood, shoot } from "./good.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

const missing = whyNoBrowser();

describe.skipIf(missing !== undefined)(missing ?? "the pages to search on and to read, in Chromium", () => {
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
    ["the empty page", "/"],
    ["results", "/?q=negligence"],
    ["a query with connectors", "/?q=lease+W%2F10+tenant&mode=words&from=1950-01-01"],
    ["nothing found", "/?q=zebra+AND+quux&mode=words"],
    ["results narrowed", "/?q=lease&mode=words&jurisdiction=State+Supreme"],
    ["the check of a brief", "/check"],
    ["a survey", "/survey?q=bridge+toll"],
    ["courts", "/courts"],
    ["a court", "/courts/cal"],
    ["codes", "/codes"],
    ["help", "/help"],
  ] as const;

  test.each(PAGES)("%s is quiet, legible and within the screen", async (name, path) => {
    for (const width of [1280, 390]) {
      const { page, complaints } = await visit(browser, server.origin + path, { width });
      await shoot(page, `desk ${name} ${width}`);
      await expectGood(page, complaints);
      await page.context().close();
    }
  });

  test("without scripts a citation leads to an overruled decision whose page says so, and on to who overruled it", async () => {
    for (const width of [1280, 390]) {
      const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 900 } });
      const page = await context.newPage();
      await page.goto(server.origin);
      await page.getByRole("searchbox").fill("9 Samp. 310");
      await page.getByRole("button", { name: "Search" }).click();
      expect(new URL(page.url()).searchParams.get("q")).toBe("9 Samp. 310");
      await page.locator(".hit a").first().click();
      const standing = page.getByRole("region", { name: "How this decision stands" });
      expect(await standing.textContent()).toContain("Negative treatment");
      await standing.getByRole("link", { name: /27 Samp\. 145/u }).click();
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("Dorsey");
      await context.close();
    }
  });

  test("the keyboard goes to the box, down the list and into a decision, and copies its citation", async () => {
    const { page, complaints } = await visit(browser, `${server.origin}/?q=27+Samp.+145`);
    await page.keyboard.press("/");
    expect(await page.evaluate("document.activeElement.id")).toBe("q");
    await page.getByRole("searchbox").blur();
    await page.keyboard.press("j");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.keyboard.press("c");
    await expect
      .poll(() => page.getByRole("status").textContent())
      .toMatch(/^Copied: Dorsey.*27 Samp\. 145 \(Cal\. \d{4}\)$/u);
    await page.keyboard.press("o");
    await page.getByRole("region", { name: "How this decision stands" }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("without scripts a citation in the text leads to the decision that it names", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${server.origin}/?q=27+Samp.+145`);
    await page.locator(".hit a").first().click();
    const link = page.locator(".text a.cite.negative").first();
    expect(await link.getAttribute("title")).toMatch(/9 Samp\. 310 .*Negative treatment\./u);
    await link.click();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("Fallowell");
    await context.close();
  });

  test("a brief in a file is checked, what is no longer good law first", async () => {
    const brief = "Fallowell v. Great Basin Transit Co., 9 Samp. 310 (Cal. 1958). Dorsey, 27 Samp. 145 (Cal. 1974).";
    for (const width of [1280, 390]) {
      const { page, complaints } = await visit(browser, `${server.origin}/check`, { width });
      const file = { name: "brief.txt", mimeType: "text/plain", buffer: Buffer.from(brief) };
      await page.getByLabel("Or choose a file").setInputFiles(file);
      await page.getByRole("button", { name: "Check" }).click();
      const unsafe = page.getByRole("region", { name: /^Look at these/u });
      expect(await unsafe.textContent()).toMatch(/Fallowell[\s\S]*NEGATIVE/u);
      await shoot(page, `checked ${width}`);
      await expectGood(page, complaints);
      await page.context().close();
    }
  });

  test("a law is found on its tab, and its page leads to those beside it", async () => {
    for (const width of [1280, 390]) {
      const { page, complaints } = await visit(browser, `${server.origin}/?q=bridge&tab=laws`, { width });
      await shoot(page, `laws ${width}`);
      await expectGood(page, complaints);
      await page.locator(".hit a").first().click();
      await page.getByRole("navigation", { name: "Where this stands" }).waitFor();
      await shoot(page, `law ${width}`);
      await expectGood(page, complaints);
      await page.context().close();
    }
  });

  test("without scripts the contents of a decision lead to its dissent and to what it cites", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${server.origin}/?q=27+Samp.+145`);
    await page.locator(".hit a").first().click();
    const contents = page.getByRole("navigation", { name: "Contents" });
    for (const name of [/^Dissent/u, /^Authorities/u]) {
      await contents.getByRole("link", { name }).click();
      expect((await page.locator(":target").textContent())?.trim()).toMatch(name);
    }
    await context.close();
  });

  test("the page of a decision is quiet, legible and within the screen", async () => {
    for (const width of [1280, 390]) {
      const { page, complaints } = await visit(browser, `${server.origin}/?q=9+Samp.+310`, { width });
      await page.locator(".hit a").first().click();
      await page.getByRole("region", { name: "How this decision stands" }).waitFor();
      await shoot(page, `decision ${width}`);
      await expectGood(page, complaints);
      await page.context().close();
    }
  });
});
