import { LIMITS } from "#base/limits.ts";
import { countedStepsOf } from "../counted-work.ts";
import { StepsExceeded } from "../counting-matcher.ts";
import { HOSTILE_TEXTS } from "./hostile-texts.ts";
import type { TextEntry } from "./text-entries.ts";

export type EntryGrowth = {
  /** The text on which the work grew fastest. */
  readonly text: string;
  readonly at: readonly { readonly chars: number; readonly steps: number }[];
  /** How much faster than the text: 1 is linear, 2 quadratic. */
  readonly degree: number;
};

/** Growth that an entry may have. */
export const DEGREE_MAX = 1.5;
/** What grows so in short texts is looked at in long ones: a window of some hundred characters is full by then. */
const SUSPECT_DEGREE = 1.35;
const SHORT_CHARS = 100;
const LONG_CHARS = 1_600;
/** A quarter of what a query may have. */
const QUERY_CHARS = Math.floor(LIMITS.query_chars_max / 4);
/** Work that takes more is told as this; what is linear takes some millions in the longest text. */
const STEPS_MAX = 100_000_000;

/** How the steps of regular expressions grow in an entry, over all hostile texts. */
export async function growthOfEntry(entry: TextEntry): Promise<EntryGrowth> {
  // Tables are read and made once, by whoever needs them first.
  for (const { of } of HOSTILE_TEXTS) await attempt(entry, of(SHORT_CHARS));
  let worst: EntryGrowth | undefined;
  for (const hostile of HOSTILE_TEXTS) {
    const short = await growthOn(entry, hostile, SHORT_CHARS);
    const isSuspect = short.degree >= SUSPECT_DEGREE;
    const found = isSuspect ? await growthOn(entry, hostile, entry.isQuery ? QUERY_CHARS : LONG_CHARS) : short;
    if (worst === undefined || found.degree > worst.degree) worst = found;
  }
  if (worst === undefined) throw new Error("no texts");
  return worst;
}

async function growthOn(
  entry: TextEntry,
  { name, of }: (typeof HOSTILE_TEXTS)[number],
  size: number,
): Promise<EntryGrowth> {
  const at: { chars: number; steps: number }[] = [];
  for (const chars of [size, 2 * size, 4 * size]) {
    const text = of(chars).slice(0, chars);
    const steps = await countedStepsOf(async () => attempt(entry, text), STEPS_MAX).catch(() => STEPS_MAX);
    at.push({ chars, steps });
  }
  const [first, , last] = at;
  const degree = Math.log(Math.max(1, last?.steps ?? 1) / Math.max(1, first?.steps ?? 1)) / Math.log(4);
  return { text: name, at, degree: Math.round(degree * 100) / 100 };
}

/** What a text is refused with is an answer too; work that was given up is none. */
async function attempt({ read }: TextEntry, text: string): Promise<void> {
  try {
    await read(text);
  } catch (thrown) {
    if (thrown instanceof StepsExceeded) throw thrown;
  }
}
