import { expect, test } from "vitest";
import type { Given } from "./given.ts";
import { inParts, overAll } from "./real-service.ts";
import type { Court } from "./wire.ts";

/** The jurisdictions the specification names; there are more. */
const NAMED_JURISDICTIONS = [
  "Federal Appellate",
  "Federal District",
  "Federal Special",
  "State Trial",
  "State Appellate",
];

export function courtChecks(given: () => Given): void {
  const get = async (body: object): Promise<readonly Court[]> =>
    (await given().real.ask<{ readonly courts: readonly Court[] }>("/court/get", body)).courts;

  test("every listed court is got by its id, with the same fields", async () => {
    const { courts } = given();
    expect(courts.length).toBeGreaterThan(2_800);
    const got = await overAll(inParts(courts, 100), async (part) => get({ court_ids: part.map(({ id }) => id) }));
    expect(got.flat()).toEqual(courts);
  });

  test("every court is among those its abbreviation and its name find", async () => {
    const { courts } = given();
    const some = courts.filter((_, at) => at % 3 === 0);
    const missing = await overAll(some, async (court) => {
      const found = await Promise.all([
        get({ court_abbreviations: [court.court_abbreviation] }),
        get({ names: [court.full_name] }),
      ]);
      return found.every((list) => list.some(({ id }) => id === court.id)) ? [] : [court.id];
    });
    expect(missing.flat()).toEqual([]);
  });

  test("every court of a record is listed", () => {
    const { courts, records } = given();
    const ids = new Set(courts.map(({ id }) => id));
    expect([...records.values()].filter(({ court_id }) => !ids.has(court_id))).toEqual([]);
    expect(new Set(courts.map(({ id }) => id)).size).toBe(courts.length);
  });

  test("jurisdictions named in the specification are among those of the courts, and a state is a state or Federal", () => {
    const { courts } = given();
    const jurisdictions = new Set(courts.map(({ jurisdiction }) => jurisdiction));
    expect(NAMED_JURISDICTIONS.filter((name) => !jurisdictions.has(name))).toEqual([]);
    const states = new Set(courts.map(({ state }) => state));
    expect(states.has("Federal") && states.has("California") && states.has("Texas")).toBe(true);
    expect([...states].filter((state) => !/^[A-Z][a-z]+(?: [A-Z]?[a-z.]+)*$/u.test(state))).toEqual([]);
  });

  test("courts of the past are kept, and their opinions stay available", () => {
    const { courts, records } = given();
    const past = new Set(courts.filter(({ in_use }) => !in_use).map(({ id }) => id));
    expect(past.size).toBeGreaterThan(100);
    expect([...records.values()].filter(({ court_id }) => past.has(court_id)).length).toBeGreaterThan(50);
    expect(courts.filter(({ federal_records_court_id }) => federal_records_court_id !== null).length).toBeGreaterThan(
      150,
    );
  });
}
