import { countedStepsOf } from "../counted-work.ts";
import { StepsExceeded } from "../counting-matcher.ts";
import { HOSTILE_TEXTS } from "./hostile-texts.ts";
import type { HostileText } from "./hostile-texts.ts";
import type { TextEntry } from "./text-entries.ts";

export type EntryGrowth = {
  /** The text on which the work grew fastest. */
  readonly text: string;
  readonly at: readonly { readonly chars: number; readonly steps: number }[];
  /** How much faster than the text: 1 is linear, 2 quadratic; infinite where the work was given up. */
  readonly degree: number;
  /** How many texts were read. */
  readonly texts: number;
};

/** Growth that an entry may have. */
export const DEGREE_MAX = 1.5;
/** What an entry that takes short texts only may take on the longest of them, however the work grew until there. */
export const STEPS_AT_LIMIT_MAX = 200_000_000;
/** What grows so in short texts is looked at in long ones: a window of some hundred characters is full by then. */
const SUSPECT_DEGREE = 1.35;
const SHORT_CHARS = 100;
const LONG_CHARS = 800;
/** Work that takes more is given up and counts as growing: what is linear takes half of it in the longest text. */
const STEPS_MAX = 20_000_000;

/** How the steps of regular expressions grow in an entry, over all hostile texts. */
export async function growthOfEntry(
  entry: TextEntry,
  texts: readonly HostileText[] = HOSTILE_TEXTS,
): Promise<EntryGrowth> {
  const read = entry.isSlow === true ? texts.filter((_, at) => at % 6 === 0) : texts;
  if (read.length === 0) throw new Error(`${entry.name} has no hostile texts.`);
  const { short, long } = sizesOf(entry);
  if (entry.isPlanted !== true) await makeTables(entry, read);
  let worst: EntryGrowth | undefined;
  let refused = 0;
  let steps = 0;
  for (const hostile of read) {
    const growth = await growthOn(entry, hostile, short);
    steps += growth.at[0]?.steps ?? 0;
    if (growth.isRefused) refused += 1;
    const isSuspect = growth.degree >= SUSPECT_DEGREE && growth.degree < Infinity;
    const { text, at, degree } = isSuspect ? await growthOn(entry, hostile, long) : growth;
    if (worst === undefined || degree > worst.degree) worst = { text, at, degree, texts: read.length };
    if (worst.degree === Infinity) return worst;
  }
  if (worst === undefined || steps === 0) throw new Error(`${entry.name} reads nothing.`);
  if (refused === read.length) throw new Error(`${entry.name} refuses every text.`);
  return worst;
}

/** It grows about as its text does, or takes few steps on the longest text that it takes. */
export function isBounded({ chars_max }: TextEntry, { at, degree }: EntryGrowth): boolean {
  if (degree < DEGREE_MAX) return true;
  const last = at.at(-1);
  return last !== undefined && last.chars === chars_max && last.steps < STEPS_AT_LIMIT_MAX;
}

/** Tables are read and made once, by whoever needs them first. */
async function makeTables(entry: TextEntry, texts: readonly HostileText[]): Promise<void> {
  for (const { of } of texts) await attempt(entry, of(SHORT_CHARS / 2));
}

type Sizes = { readonly chars: readonly number[]; readonly steps_max: number };

/** Where there is a limit, the long texts end at it. */
function sizesOf({ chars_max }: TextEntry): { readonly short: Sizes; readonly long: Sizes } {
  const quarter = chars_max === undefined ? LONG_CHARS : Math.floor(chars_max / 4);
  const least = Math.min(SHORT_CHARS, quarter);
  const short = { chars: [least, 4 * least], steps_max: STEPS_MAX };
  const steps_max = chars_max === undefined ? STEPS_MAX : STEPS_AT_LIMIT_MAX;
  return { short, long: { chars: [quarter, 2 * quarter, 4 * quarter], steps_max } };
}

async function growthOn(
  entry: TextEntry,
  { name, of }: HostileText,
  { chars: sizes, steps_max }: Sizes,
): Promise<Omit<EntryGrowth, "texts"> & { readonly isRefused: boolean }> {
  const at: { chars: number; steps: number }[] = [];
  let isRefused = false;
  for (const chars of sizes) {
    const steps = await countedStepsOf(async () => {
      isRefused = !(await attempt(entry, of(chars)));
    }, steps_max);
    at.push({ chars, steps });
    if (steps >= steps_max) return { text: name, at, degree: Infinity, isRefused };
  }
  const [first, last] = [at[0], at.at(-1)];
  const degree = Math.log(Math.max(1, last?.steps ?? 1) / Math.max(1, first?.steps ?? 1)) / Math.log(4);
  return { text: name, at, degree: Math.round(degree * 100) / 100, isRefused };
}

/** Whether it was read. What a text is refused with is an answer too; work that was given up is none. */
async function attempt({ read }: TextEntry, text: string): Promise<boolean> {
  try {
    await read(text);
    return true;
  } catch (thrown) {
    if (thrown instanceof StepsExceeded) throw thrown;
    return false;
  }
}
