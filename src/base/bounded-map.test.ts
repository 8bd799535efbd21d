import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BoundedMap } from "./bounded-map.ts";
import type { Bounds } from "./bounded-map.ts";

type Row = { readonly key: string; readonly value: number; readonly set_ms: number };

/** The same by a list that is searched from its beginning, first to go first. */
class PlainModel {
  rows: Row[] = [];
  readonly bounds: Bounds<number>;

  constructor(bounds: Bounds<number>) {
    this.bounds = bounds;
  }

  weight(): number {
    return this.rows.map(({ value }) => this.bounds.weightOf?.(value) ?? 1).reduce((sum, one) => sum + one, 0);
  }

  get(key: string, now_ms: number): number | undefined {
    const found = this.rows.find((row) => row.key === key);
    if (found === undefined) return undefined;
    const rest = this.rows.filter((row) => row !== found);
    if (this.bounds.timeToLive_ms !== undefined && now_ms - found.set_ms >= this.bounds.timeToLive_ms) {
      this.rows = rest;
      return undefined;
    }
    if (this.bounds.firstToGo === "used") this.rows = [...rest, found];
    return found.value;
  }

  set(key: string, value: number, now_ms: number): void {
    this.rows = this.rows.filter((row) => row.key !== key);
    if ((this.bounds.weightOf?.(value) ?? 1) > this.bounds.weight_max) return;
    this.rows.push({ key, value, set_ms: now_ms });
    while (this.weight() > this.bounds.weight_max) this.rows.shift();
  }
}

const key = fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h");
const step = fc.oneof(
  { weight: 9, arbitrary: fc.record({ what: fc.constant("set" as const), key, value: fc.nat(12) }) },
  { weight: 9, arbitrary: fc.record({ what: fc.constant("get" as const), key }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("delete" as const), key }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant("wait" as const), ms: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("clear" as const) }) },
);
const bounds = fc.record(
  {
    weight_max: fc.integer({ min: 0, max: 10 }),
    firstToGo: fc.constantFrom("set" as const, "used" as const),
    weightOf: fc.constant((value: number) => value),
    timeToLive_ms: fc.integer({ min: 1, max: 30 }),
  },
  { requiredKeys: ["weight_max", "firstToGo"] },
);

test("holds what a plain list would", () => {
  fc.assert(
    fc.property(bounds, fc.array(step, { maxLength: 60 }), (given, steps) => {
      let now_ms = 1000;
      const map = new BoundedMap<string, number>({ ...given, now_ms: () => now_ms });
      const model = new PlainModel(given);
      for (const one of steps) {
        if (one.what === "wait") now_ms += one.ms;
        else if (one.what === "get") expect(map.get(one.key)).toBe(model.get(one.key, now_ms));
        else if (one.what === "set") {
          map.set(one.key, one.value);
          model.set(one.key, one.value, now_ms);
        } else if (one.what === "delete") {
          map.delete(one.key);
          model.rows = model.rows.filter((row) => row.key !== one.key);
        } else {
          map.clear();
          model.rows = [];
        }
        expect([map.size, map.weight]).toEqual([model.rows.length, model.weight()]);
        expect(map.weight).toBeLessThanOrEqual(given.weight_max);
      }
      for (const letter of "abcdefgh") expect(map.get(letter)).toBe(model.get(letter, now_ms));
    }),
    { numRuns: 500 },
  );
});

describe("when it is full", () => {
  test("what was used longest ago goes", () => {
    const map = new BoundedMap<string, number>({ weight_max: 3, firstToGo: "used" });
    for (const [at, name] of ["a", "b", "c"].entries()) map.set(name, at);
    expect(map.get("a")).toBe(0);
    map.set("d", 3);
    expect(["a", "b", "c", "d"].map((name) => map.get(name))).toEqual([0, undefined, 2, 3]);
    map.set("c", 5);
    expect([map.size, map.get("c")]).toEqual([3, 5]);
    map.clear();
    expect(map.size).toBe(0);
  });

  test("what was set longest ago goes, however much it is read", () => {
    const map = new BoundedMap<string, number>({ weight_max: 2, firstToGo: "set" });
    map.set("a", 1);
    map.set("b", 2);
    map.get("a");
    map.set("c", 3);
    expect(["a", "b", "c"].map((name) => map.get(name))).toEqual([undefined, 2, 3]);
  });
});
