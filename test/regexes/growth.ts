import { countedSteps } from "./counted-work.ts";

/** What a reader is given at a size: text that grows with it. */
export type Hostile = { readonly name: string; readonly of: (size: number) => string };

/** A match that takes more is given up: what is linear takes a hundred thousand at the sizes that are tried. */
const STEPS_MAX = 30_000_000;

export type Growth = {
  readonly name: string;
  /** Characters and steps at one, two and four times the size. */
  readonly at: readonly { readonly chars: number; readonly steps: number }[];
  /** How much faster than the text the work grew: 1 is linear, 2 is quadratic. */
  readonly degree: number;
};

/** How the steps of regular expressions grow with a text. */
export function growthOf(read: (text: string) => unknown, { name, of }: Hostile, size: number): Growth {
  const at = [size, 2 * size, 4 * size].map((each) => {
    const text = of(each);
    return { chars: text.length, steps: countedSteps(() => read(text), STEPS_MAX) };
  });
  const [first, , last] = at;
  if (first === undefined || last === undefined) throw new Error("no sizes");
  const degree = Math.log(Math.max(1, last.steps) / Math.max(1, first.steps)) / Math.log(last.chars / first.chars);
  return { name, at, degree: Math.round(degree * 100) / 100 };
}
