import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { findCourts } from "#research/courts.ts";

type Case = {
  readonly name: string;
  /** Exactly these. */
  readonly courts?: readonly string[];
  /** None of these. */
  readonly not?: readonly string[];
  /** Whether a note tells that the name is spelled otherwise. */
  readonly respelled?: boolean;
};

const { cases } = JSON.parse(readFileSync(join(import.meta.dirname, "court-names.json"), "utf8")) as { cases: Case[] };

describe("names of courts as the field writes them", () => {
  test("there are cases", () => {
    expect(cases.length).toBeGreaterThan(40);
  });

  test.each(cases)("$name", ({ name, courts, not = [], respelled = false }) => {
    const found = findCourts({ by: "name", given: [name] });
    const ids = found.courts.map(({ id }) => id);
    if (courts !== undefined) expect(ids).toEqual(courts);
    expect(ids.filter((id) => not.includes(id))).toEqual([]);
    expect(found.notes.some(({ reason }) => reason.code === "court_respelled")).toBe(respelled);
  });
});
