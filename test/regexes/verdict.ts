import { check } from "recheck";
import type { Diagnostics } from "recheck";
import type { Known } from "./all-regexes.ts";
import { countingExec, StepsExceeded } from "./counting-matcher.ts";
import { probesOf } from "./probes.ts";

/** How the time of one match grows with the text; `steep` is a higher power than the second, or exponential. */
export type Growth = "linear" | "quadratic" | "steep";

export type Verdict = {
  readonly growth: Growth;
  /** The analyser came to no end in its time, so texts made from the expression were counted alone. */
  readonly isByProbes: boolean;
  /** The worst text that was found; null where time is linear. */
  readonly attack: Attack | null;
  /** What a match takes on it at each of `COUNTED_CHARS`. */
  readonly steps: readonly [number, number] | null;
};

export const COUNTED_CHARS = [500, 1000] as const;

/** A text that can be made at any size: parts that are repeated and an end, or the number of a probe. */
export type Attack =
  | { readonly pumps: readonly (readonly [before: string, repeated: string])[]; readonly end: string }
  | { readonly probe: number };

type Regex = Pick<Known, "source" | "flags">;

const TIMEOUT_MS = 10_000;
const STEPS_MAX = 20_000_000;
const SIZES = [100, 200, 400];

export async function verdictOf(known: Regex): Promise<Verdict> {
  return judged(known, await check(known.source, known.flags, { timeout: TIMEOUT_MS, randomSeed: 1 }));
}

/** The analyser's attack is carried out and counted: it takes a bounded repetition for one without an end. */
export function judged(regex: Regex, diagnostics: Diagnostics): Verdict {
  if (diagnostics.status === "safe") return { growth: "linear", isByProbes: false, attack: null, steps: null };
  if (diagnostics.status === "unknown") {
    const probes = probesOf(regex.source).map((_probe, probe) => ({ probe }));
    return { ...worstOf(regex, probes), isByProbes: true };
  }
  const { pumps, suffix: end } = diagnostics.attack;
  return {
    ...worstOf(regex, [{ pumps: pumps.map(({ prefix, pump }) => [prefix, pump] as const), end }]),
    isByProbes: false,
  };
}

function worstOf(regex: Regex, attacks: readonly Attack[]): Omit<Verdict, "isByProbes"> {
  let worst: { readonly degree: number; readonly attack: Attack | null } = { degree: 0, attack: null };
  for (const attack of attacks) {
    const degree = degreeOn(regex, attack);
    if (degree > worst.degree) worst = { degree, attack };
  }
  const growth = inWords(worst.degree);
  const { attack } = worst;
  if (growth === "linear" || attack === null) return { growth, attack: null, steps: null };
  const counted = (chars: number): number => stepsOn(regex, attack, chars, STEPS_MAX).steps;
  return { growth, attack, steps: [counted(COUNTED_CHARS[0]), counted(COUNTED_CHARS[1])] };
}

/**
 * The steps on the worst text of so many characters, from those that were counted: a repetition with an upper bound is
 * quadratic in short texts alone.
 */
export function stepsAt(steps: readonly [number, number], chars: number): number {
  const degree = Math.min(2, Math.max(1, Math.log2(steps[1] / steps[0])));
  return Math.round(steps[1] * (chars / COUNTED_CHARS[1]) ** degree);
}

function degreeOn(regex: Regex, attack: Attack): number {
  const counted: { readonly chars: number; readonly steps: number }[] = [];
  for (const size of SIZES) {
    const { chars, steps } = stepsOn(regex, attack, size, STEPS_MAX);
    if (steps >= STEPS_MAX) return Infinity;
    counted.push({ chars, steps });
  }
  const [, before, last] = counted;
  if (before === undefined || last === undefined || last.chars <= before.chars) return 0;
  return Math.log(last.steps / before.steps) / Math.log(last.chars / before.chars);
}

/** The steps of one match on an attack of about a size; no more than `steps_max` are taken. */
export function stepsOn(
  { source, flags }: Regex,
  attack: Attack,
  size: number,
  steps_max: number,
): { readonly chars: number; readonly steps: number } {
  const text = textOf(source, attack, size);
  try {
    const { steps } = countingExec(new RegExp(source, flags.replaceAll(/[dg]/gu, "")), text, 0, steps_max);
    return { chars: text.length, steps };
  } catch (thrown) {
    if (thrown instanceof StepsExceeded) return { chars: text.length, steps: steps_max };
    throw thrown;
  }
}

function textOf(source: string, attack: Attack, size: number): string {
  if ("probe" in attack) return probesOf(source)[attack.probe]?.(size) ?? "";
  const share = size / attack.pumps.length;
  const pumped = attack.pumps.map(([before, repeated]) => {
    return before + repeated.repeat(Math.max(1, Math.round(share / repeated.length)));
  });
  return pumped.join("") + attack.end;
}

function inWords(degree: number): Growth {
  if (degree < 1.4) return "linear";
  return degree < 2.4 ? "quadratic" : "steep";
}
