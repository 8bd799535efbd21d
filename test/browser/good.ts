import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { axeFindings } from "./axe.ts";
import { faintTexts, obstacles } from "./browser.ts";

/** Where pictures of the pages are kept; without it none are. */
const SHOTS = process.env["ONPOINT_TEST_SCREENSHOTS"];

/** Keeps a picture of a page. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return;
  await mkdir(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true });
}

/** A page is quiet, legible, reachable, and axe finds nothing. */
export async function expectGood(page: Page, complaints: readonly string[]): Promise<void> {
  expect(complaints).toEqual([]);
  expect(await obstacles(page)).toEqual([]);
  const { looked, faint } = await faintTexts(page);
  expect(looked).toBeGreaterThan(3);
  expect(faint).toEqual([]);
  const { passed, findings } = await axeFindings(page);
  expect(passed).toBeGreaterThan(10);
  expect(findings).toEqual([]);
}

/** What has the keyboard: by its label, or its words. */
export async function focused(page: Page): Promise<string> {
  return page.evaluate("(document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim()");
}

/** Goes there by the tabulator alone. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Tab");
    if ((await focused(page)) === name) return;
  }
  throw new Error(`the keyboard does not reach ${name}`);
}
