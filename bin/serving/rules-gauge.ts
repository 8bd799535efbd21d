import { Gauge } from "prom-client";
import type { Registry } from "prom-client";
import type { RulesHeld } from "#projections/rules-held.ts";

/** Counting is believed for so many times what it took, and this long at least. */
const BELIEVED_TIMES = 20;
const BELIEVED_MS_MIN = 5_000;

export type ReadRules = () => Promise<readonly RulesHeld[]>;

/** Reads by which rules stored data stands at most so often that it takes little of the database's time. */
export function seldom(read: ReadRules, now_ms: () => number): ReadRules {
  let last: { readonly value: Promise<readonly RulesHeld[]>; until_ms: number } | undefined;
  return async () => {
    if (last !== undefined && now_ms() < last.until_ms) return last.value;
    const begun_ms = now_ms();
    const one = { value: read(), until_ms: Infinity };
    last = one;
    try {
      const value = await one.value;
      one.until_ms = now_ms() + Math.max(BELIEVED_MS_MIN, (now_ms() - begun_ms) * BELIEVED_TIMES);
      return value;
    } catch (thrown) {
      last = undefined;
      throw thrown;
    }
  };
}

/** Adds to the measurements how much of the stored data other rules derived than this program's. */
export function measureRules(read: ReadRules, registry: Registry): void {
  void new Gauge({
    name: "onpoint_derived_by_other_rules",
    help: "Stored results that older or newer rules derived; 1 where one number stands for all of a kind.",
    labelNames: ["derivation", "rules"],
    registers: [registry],
    aggregator: "max",
    collect: async function () {
      const held = await read().catch(() => undefined);
      if (held === undefined) return this.reset();
      for (const { name, older, newer } of held) {
        this.set({ derivation: name, rules: "older" }, older);
        this.set({ derivation: name, rules: "newer" }, newer);
      }
    },
  });
}
