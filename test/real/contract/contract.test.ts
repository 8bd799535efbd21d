import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestContext } from "vitest";
import { lacksSharedData, SHARED_DATA } from "../shared-data.ts";
import { bodyChecker } from "./body-checker.ts";
import { collapseChecks } from "./collapse.ts";
import { courtChecks } from "./courts.ts";
import { filterChecks } from "./filters.ts";
import { readGiven } from "./given.ts";
import type { Given } from "./given.ts";
import { keyChecks } from "./keys.ts";
import { lawChecks, readLawsGiven } from "./laws.ts";
import type { LawsGiven } from "./laws.ts";
import { lookupChecks } from "./lookups.ts";
import { modeChecks } from "./modes.ts";
import { operatorChecks } from "./operators.ts";
import { quotationChecks } from "./quotations.ts";
import { recordChecks } from "./records.ts";
import { requestChecks } from "./requests.ts";
import { searchResultChecks } from "./search-results.ts";
import { readSentenceTable, tableFaults } from "./sentence-table.ts";
import { claimsOf } from "./sentences.ts";
import { sourceCharacterChecks } from "./source-characters.ts";

/** The specification of the HTTP API, sentence by sentence, on all decisions of the shared data. */
describe.skipIf(lacksSharedData())("the contract on real decisions", () => {
  let read: Given | undefined;
  const given = (): Given => {
    if (read === undefined) throw new Error("nothing is given yet");
    return read;
  };
  beforeAll(async () => {
    read = await readGiven();
  }, 3_000_000);
  afterAll(async () => read?.real.close());

  describe("records", () => recordChecks(given));
  describe("search results", () => searchResultChecks(given));
  describe("lists", () => collapseChecks(given));
  describe("filters", () => filterChecks(given));
  describe("look-ups", () => lookupChecks(given));
  describe("quotations", () => quotationChecks(given));
  describe("courts", () => courtChecks(given));
  describe("operators", () => operatorChecks(given));
  describe("modes", () => modeChecks(given));
  describe("requests", () => requestChecks(given));
  describe("laws", () => {
    let laws: LawsGiven | undefined;
    beforeAll(async () => {
      laws = await readLawsGiven(given().real);
    }, 3_000_000);
    lawChecks(() => {
      if (laws === undefined) throw new Error("no laws are given yet");
      return laws;
    });
  });
  describe("keys", () => keyChecks(given));
  describe("source characters", () => sourceCharacterChecks(given));

  test("all that was asked and answered fits /openapi.json", () => {
    expect(given().real.checked()).toBeGreaterThan(100);
  });

  test("a body that does not fit is seen", () => {
    const { real, records } = given();
    const check = bodyChecker(real.document);
    const [opinion] = records.values();
    const faultsOf = (...opinions: readonly object[]): number =>
      check("post", "/opinions/get", "200", { opinions }).length;
    expect(faultsOf(opinion!)).toBe(0);
    for (const wrong of [
      { date_filed: "1999" },
      { citation_count: "1" },
      { id: "1" },
      { publish_status: "lost" },
      { more: 1 },
    ])
      expect(faultsOf({ ...opinion, ...wrong })).toBeGreaterThan(0);
    expect(
      check("post", "/opinions/get", "request", { opinion_ids: [opinion!.id], citations: ["1 U.S. 1"] }),
    ).not.toEqual([]);
  });

  describe("sentences", () => {
    const claims = claimsOf(readFileSync(join(SHARED_DATA, "../spec/http-api.md"), "utf8"));
    const rows = readSentenceTable();

    test("every sentence of the specification is held by a test that ran, not built, or no claim", ({ task }) => {
      expect(tableFaults(claims, rows, new Set(ranIn(task.file.tasks)))).toEqual([]);
      expect(claims.length).toBeGreaterThan(150);
    });

    test("a sentence, a row or a test too few or too many is seen", () => {
      const ran = new Set(rows.flatMap(({ tests }) => tests));
      expect(faults(claims, rows, ran)).toBe(0);
      expect(faults([], rows, ran)).toBe(1);
      expect(faults(claims.slice(1), rows, ran)).toBe(1);
      expect(faults([...claims, ...claimsOf("# New\nA sentence more.")], rows, ran)).toBe(1);
      expect(faults(claims, rows.slice(1), ran)).toBe(1);
      expect(faults(claims, [...rows, rows[0]!], ran)).toBe(1);
      expect(faults(claims, rows, new Set([...ran].slice(1)))).toBeGreaterThan(0);
      expect(faults(claims, rows.with(20, { ...rows[20]!, tests: [] }), ran)).toBe(1);
      expect(faults(claims, rows.with(20, { ...rows[20]!, notBuilt: ["sometime"] }), ran)).toBe(1);
    });

    test("sentences and rows are told apart", () => {
      const text =
        "# 1. A\nOne stands. Two `x` stand: yes.\n\n| head | x |\n|---|---|\n| row | 1. And 2. |\n\n1. listed\n- too";
      expect(claimsOf(text).map(({ text: claim }) => claim)).toEqual([
        "One stands.",
        "Two `x` stand: yes.",
        "| row | 1. And 2. |",
        "listed",
        "too",
      ]);
    });
  });
});

/** How many faults a table would have. */
function faults(...given: Parameters<typeof tableFaults>): number {
  return tableFaults(...given).length;
}

type Task = TestContext["task"]["file"]["tasks"][number];

/** The names of the tests that ended, well or not, before the one that asks. */
function ranIn(tasks: readonly Task[]): string[] {
  return tasks.flatMap((task) => {
    if (task.type === "suite") return ranIn(task.tasks);
    return task.result?.state === "pass" || task.result?.state === "fail" ? [task.name] : [];
  });
}
