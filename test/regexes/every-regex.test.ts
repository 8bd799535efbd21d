import { beforeAll, describe, expect, test } from "vitest";
import { allRegexes } from "./all-regexes.ts";
import type { AllRegexes, Known } from "./all-regexes.ts";
import { declared, guardOf, readGuards } from "./guards.ts";
import type { Guard } from "./guards.ts";
import { stepsAt, stepsOn } from "./verdict.ts";
import type { Verdict } from "./verdict.ts";
import { readVerdicts } from "./verdict-table.ts";

/** What one match may take on the longest text it sees, which an engine does in well under a second. */
const STEPS_MAX = 200_000_000;
/** Those of a higher power are counted here, step by step. */
const COUNTED_STEPS_MAX = 10_000_000;

const verdicts = readVerdicts();
const guards = readGuards();
let all: AllRegexes;
beforeAll(() => {
  all = allRegexes();
});

function shown({ key, paths, source, flags }: Known): string {
  return `${key} ${paths.join(" ")} /${source.slice(0, 120)}/${flags}`;
}

type Judged = { readonly regex: Known; readonly verdict: Verdict; readonly guard: Guard | undefined };

/** Each with each file where it stands. */
function judgedAs(growth: Verdict["growth"]): Judged[] {
  return all.regexes.flatMap((regex) => {
    const verdict = verdicts.get(regex.key);
    if (verdict?.growth !== growth) return [];
    return regex.paths.map((path) => ({ regex, verdict, guard: guardOf(guards, regex.key, path) }));
  });
}

describe("every regular expression of the program", () => {
  test("is found, and each that is made while it runs is seen being made", () => {
    expect(all.literals).toBeGreaterThan(1000);
    expect(all.built).toBeGreaterThan(100);
    expect(all.unseen, "call what makes these in test/regexes/exercise-builders.ts").toEqual([]);
  });

  test("is judged: npm run regexes judges those that are new", () => {
    expect(all.regexes.filter(({ key }) => !verdicts.has(key)).map(shown)).toEqual([]);
  });

  test("is in the table once, and nothing else is: npm run regexes writes it", () => {
    const keys = new Set(all.regexes.map(({ key }) => key));
    expect([...verdicts.keys()].filter((key) => !keys.has(key))).toEqual([]);
  });

  test("of quadratic time is matched against texts of a bounded length, in guards.tsv, or is written otherwise", () => {
    const quadratic = judgedAs("quadratic");
    const free = quadratic.flatMap(({ regex, verdict: { steps }, guard }) => {
      if (guard === undefined || steps === null) return [`no bound: ${shown(regex)}`];
      const most = stepsAt(steps, guard.chars_max);
      return most > STEPS_MAX ? [`${most} steps on ${guard.chars_max} characters: ${shown(regex)}`] : [];
    });
    expect(free).toEqual([]);
  });

  test("of steeper time is written otherwise, or takes few steps on the longest text", () => {
    const free = judgedAs("steep").flatMap(({ regex, verdict: { attack }, guard }) => {
      if (guard === undefined || attack === null) return [`no bound: ${shown(regex)}`];
      const { steps } = stepsOn(regex, attack, guard.chars_max, COUNTED_STEPS_MAX);
      return steps >= COUNTED_STEPS_MAX ? [`too many steps on ${guard.chars_max} characters: ${shown(regex)}`] : [];
    });
    expect(free).toEqual([]);
  });
});

describe("the bounds in guards.tsv", () => {
  test("are those of constants in the program", () => {
    expect(guards.length).toBeGreaterThan(0);
    for (const guard of guards) expect(declared(guard), `${guard.path} ${guard.constant}`).toBe(guard.chars_max);
  });

  test("are each needed", () => {
    const guarded = new Set([...judgedAs("quadratic"), ...judgedAs("steep")].map(({ guard }) => guard));
    expect(guards.filter((guard) => !guarded.has(guard)).map(({ of }) => of)).toEqual([]);
  });
});
