import { existsSync, readFileSync } from "node:fs";
import { chromium } from "playwright-core";
import type { Browser, Page } from "playwright-core";

const CHROMIUM = "/usr/bin/chromium";
const ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Why there is no browser to test with; undefined when there is one. On the build machine its absence is a failure. */
export function whyNoBrowser(): string | undefined {
  if (existsSync(CHROMIUM)) return undefined;
  const reason = `${CHROMIUM} is not installed (apt-get install chromium)`;
  if (process.env["CI"]) throw new Error(reason);
  return reason;
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
}

export type Visit = {
  readonly page: Page;
  /** Script errors, refused requests and breaches of the content policy, as the browser told them. */
  readonly complaints: string[];
};

export async function visit(
  browser: Browser,
  url: string,
  options: { readonly colorScheme?: "light" | "dark"; readonly width?: number } = {},
): Promise<Visit> {
  const { colorScheme = "light", width = 1200 } = options;
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (thrown) => complaints.push(thrown.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("requestfailed", (request) => complaints.push(`${request.url()} failed`));
  await page.goto(url);
  return { page, complaints };
}

const IN_PAGE = readFileSync(new URL("./in-page.js", import.meta.url), "utf8");

/** Texts with too little contrast, and how many were looked at. */
export async function faintTexts(page: Page): Promise<{ readonly looked: number; readonly faint: readonly string[] }> {
  return page.evaluate(`{ ${IN_PAGE} checks.faintTexts() }`);
}

/** What a person with a screen reader or a keyboard would stumble over. */
export async function obstacles(page: Page): Promise<readonly string[]> {
  return page.evaluate(`{ ${IN_PAGE} checks.obstacles() }`);
}
