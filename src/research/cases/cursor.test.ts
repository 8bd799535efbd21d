import { assert, integer, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { cursorsOf } from "./cursor.ts";
import type { CaseQuery } from "./model.ts";

const query: CaseQuery = {
  query: "lateral support of land",
  jurisdiction: "state",
  courts: ["Cal."],
  states: [],
  dateFrom: "1990-01-01",
  documentTypes: ["opinion"],
};
const place = { queries: [query], shown: ["0163485c-c599-8ceb-8880-a1a091eb8961"] };
const secret = Buffer.alloc(32, 7);
const at = (time: string) => cursorsOf(secret, () => new Date(time));
const NOON = "2026-03-01T12:00:00Z";
const written = at(NOON).write("caller", place);

function refused(text: string): void {
  expect(() => at(NOON).read("caller", text)).toThrow("no cursor of this service");
}

describe("a cursor", () => {
  test("is read by any process with the secret, within half an hour", () => {
    expect(at("2026-03-01T12:30:00Z").read("caller", written)).toEqual({ queries: [query], shown: ["0163485c"] });
  });

  test.each([
    ["later", "2026-03-01T12:30:01Z", "caller", "has expired"],
    ["by another caller", NOON, "other", "another caller"],
  ])("is refused %s, and why is said", (_name, time, caller, why) => {
    expect(() => at(time).read(caller, written)).toThrow(why);
  });

  test("of another secret is none of ours", () => {
    const others = cursorsOf(Buffer.alloc(32, 8), () => new Date(NOON)).write("caller", place);
    expect(() => at(NOON).read("caller", others)).toThrow("no cursor of this service");
  });

  test("with any one character changed, cut off or added is none of ours", () => {
    assert(
      property(integer({ min: 0, max: written.length - 1 }), integer({ min: 1, max: 63 }), (index, step) => {
        const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        const other = letters[(letters.indexOf(written[index]!) + step) % 64]!;
        refused(written.slice(0, index) + other + written.slice(index + 1));
      }),
    );
    for (const text of [
      "",
      "A",
      written.slice(1),
      written.slice(0, -1),
      `${written}A`,
      `${written}=`,
      "é",
      "x".repeat(50_000),
    ])
      refused(text);
  });

  test("stays short enough to be copied", () => {
    const shown = Array.from({ length: 80 }, (_, index) => index.toString(16).padStart(8, "0"));
    expect(at(NOON).write("caller", { queries: [query], shown }).length).toBeLessThan(1000);
  });
});
