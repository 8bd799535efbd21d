import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { LawsGiven } from "./laws.ts";
import type { LawAnswer } from "./law-wire.ts";
import { overAll } from "./real-service.ts";

type Row = {
  readonly style: string;
  readonly typed: string;
  readonly collection: string;
  readonly path: string;
  readonly pin: string;
};

/** Citations as people type them, each with the provision of the real codes that is meant, and what it points at there. */
function readTable(): readonly Row[] {
  const lines = readFileSync(new URL("./law-citations.tsv", import.meta.url), "utf8").split("\n");
  return lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [style = "", typed = "", collection = "", path = "", pin = ""] = line.split("\t");
      return { style, typed, collection, path, pin };
    });
}

export function lawCitationChecks(given: () => LawsGiven): void {
  test("150 citations in twelve styles lead to the provisions that are meant", async () => {
    const rows = readTable();
    expect(rows.length).toBeGreaterThanOrEqual(150);
    expect(new Set(rows.map(({ style }) => style)).size).toBeGreaterThanOrEqual(12);
    const wrong = await overAll(rows, async ({ typed, collection, path, pin }) => {
      // In force is the temporary act that stands in the place of such a text.
      const isReplaced = typed.endsWith("(Perm)");
      const { real } = given();
      const body = { citation: typed, ...(isReplaced && { include_historical: true }) };
      const key = isReplaced ? real.historicalKey : real.key;
      const { status, document, pin_cite } = await real.ask<LawAnswer>("/laws/get", body, key);
      const found = [status, document?.collection_id, document?.path, pin_cite ?? ""];
      return String(found) === String(["found", collection, path, pin]) ? [] : [`${typed}: ${found.join(" ")}`];
    });
    expect(wrong.flat()).toEqual([]);
  });
}
