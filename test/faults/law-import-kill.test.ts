import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { LawImportReport } from "#importers/law-import.ts";
import { killLoop } from "./kill-loop.ts";

const CODE = "us/dc/council/code";
const NAMESPACES = 'xmlns="https://code.dccouncil.us/schemas/dc-library" xmlns:xi="http://www.w3.org/2001/XInclude"';
const TITLES = ["70", "71", "72", "73", "74", "75"];
const SECTIONS = Array.from({ length: 250 }, (_, at) => at + 1);
/** Sections that the second edition amends, moves to another chapter, and no longer has. */
const isAmended = (number: number): boolean => number % 7 === 0;
const isMoved = (number: number): boolean => number % 13 === 0;
const isGone = (number: number): boolean => number % 31 === 0;
/** Files that are damaged in both editions, so that rejects are held to the same test. */
const isDamaged = (number: number): boolean => number % 97 === 0;

function indexOf(title: string, chapterOf: (number: number) => number, numbers: readonly number[]): string {
  const chapters = [1, 2, 3].map((chapter) => {
    const includes = numbers
      .filter((number) => chapterOf(number) === chapter)
      .map((number) => `<xi:include href="./sections/${title}-${number}.xml"/>`);
    return `<container><prefix>Chapter</prefix><num>${chapter}</num><heading>Tolls</heading>${includes.join("")}</container>`;
  });
  return `<container ${NAMESPACES}><prefix>Title</prefix><num>${title}</num><heading>Bridges</heading>${chapters.join("")}</container>`;
}

function sectionFile(title: string, number: number, words: string): string {
  const whole = `<section ${NAMESPACES}><num>${title}-${number}</num><heading>Toll ${number}</heading><text>${words}</text><annotations><annotation type="History">May 1, 1901</annotation></annotations></section>`;
  return isDamaged(number) ? whole.slice(0, whole.length / 2) : whole;
}

/** A code of six titles, and an edition of changes to it. */
function codeFiles(): Map<string, string> {
  const files = new Map<string, string>();
  const root = TITLES.map((title) => `<xi:include href="./titles/${title}/index.xml"/>`).join("");
  const gone: string[] = [];
  for (const day of ["2021-01-01", "2022-06-01"]) {
    const at = `${day}/${CODE}`;
    files.set(`${at}/index.xml`, `<document ${NAMESPACES} id="D.C. Code">${root}</document>`);
    for (const title of TITLES) {
      const isFirst = day === "2021-01-01";
      const numbers = isFirst ? SECTIONS : SECTIONS.filter((number) => !isGone(number));
      const chapterOf = (number: number): number => ((number + (!isFirst && isMoved(number) ? 1 : 0)) % 3) + 1;
      files.set(`${at}/titles/${title}/index.xml`, indexOf(title, chapterOf, numbers));
      for (const number of numbers) {
        if (!isFirst && !isAmended(number)) continue;
        const words = `${isFirst ? "No troll" : "Nobody"} shall toll bridge ${number} of title ${title}. ${"It stays open. ".repeat(number % 40)}`;
        files.set(`${at}/titles/${title}/sections/${title}-${number}.xml`, sectionFile(title, number, words));
      }
      if (isFirst) continue;
      gone.push(...SECTIONS.filter(isGone).map((number) => `${CODE}/titles/${title}/sections/${title}-${number}.xml`));
    }
  }
  return files.set("2022-06-01/deleted.txt", gone.join("\n"));
}

test("an import of laws killed at random moments ends as one that was left alone", { timeout: 900_000 }, async () => {
  const directory = await mkdtemp(join(tmpdir(), "onpoint-code-"));
  try {
    for (const [path, text] of codeFiles()) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), text);
    }
    const loop = await killLoop<LawImportReport>("dc-code", directory, 15);
    const { uninterrupted, report, interrupted, kills } = loop;
    const { added, removed } = report.counts.versions;
    expect(added).toBeGreaterThan(TITLES.length * SECTIONS.length);
    expect(removed).toBe(TITLES.length * SECTIONS.filter((number) => isGone(number) && !isDamaged(number)).length);
    expect(report.counts.rejected).toBeGreaterThan(TITLES.length);
    expect(uninterrupted.rejects.trim().split("\n")).toHaveLength(report.counts.rejected);
    expect(kills).toBeGreaterThanOrEqual(15);
    for (const { outcome, report: resumed } of interrupted) {
      expect(outcome).toEqual(uninterrupted);
      expect(resumed.counts).toEqual(report.counts);
    }
    expect(interrupted.some(({ report: resumed }) => resumed.resumed)).toBe(true);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
