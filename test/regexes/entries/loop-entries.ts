import { readBrief } from "#citations/check.ts";
import { NAME_CHARS_MAX } from "#courts/recognise.ts";
import { recogniseCourt } from "#courts/courts.ts";
import { AT_ONCE_CHARS_MAX as CHECK_CHARS_MAX } from "#research/brief-thread.ts";
import { readQueryAs } from "#search/read/query-forms.ts";
import { AT_ONCE_CHARS_MAX as QUERY_CHARS_MAX } from "#search/read/query-thread.ts";
import { countedStepsOf } from "../counted-work.ts";
import { HOSTILE_TEXTS } from "./hostile-texts.ts";
import type { HostileText } from "./hostile-texts.ts";

/** A text that is read on the event loop, where all requests of a process wait for it, up to so many characters. */
export type LoopEntry = {
  readonly name: string;
  readonly chars_max: number;
  readonly read: (text: string) => unknown;
};

export const LOOP_ENTRIES: readonly LoopEntry[] = [
  ...(["opinions", "opinions as words", "laws", "filings"] as const).map((form): LoopEntry => ({
    name: `query of ${form}`,
    chars_max: QUERY_CHARS_MAX,
    read: (text) => readQueryAs(form, text),
  })),
  { name: "name of a court", chars_max: NAME_CHARS_MAX, read: (text) => recogniseCourt(text) },
  { name: "text to check", chars_max: CHECK_CHARS_MAX, read: (text) => readBrief(text) },
];

/** Steps that any text may take there: some five milliseconds. */
export const STEPS_ON_LOOP_MAX = 1_500_000;

export type LongestRead = { readonly text: string; readonly steps: number };

/** The steps of the longest text that is read there, of the worst of all hostile texts. */
export async function longestRead(
  { chars_max, read }: LoopEntry,
  texts: readonly HostileText[] = HOSTILE_TEXTS,
): Promise<LongestRead> {
  let worst: LongestRead = { text: "", steps: 0 };
  for (const { name, of } of texts) {
    // Tables are read and made by whoever needs them first.
    for (const part of [10, 3]) attempt(read, of(Math.ceil(chars_max / part)));
    const steps = await countedStepsOf(() => attempt(read, of(chars_max)), STEPS_ON_LOOP_MAX);
    if (steps > worst.steps) worst = { text: name, steps };
  }
  return worst;
}

/** What a text is refused with is an answer too. */
function attempt(read: LoopEntry["read"], text: string): void {
  try {
    read(text);
  } catch {}
}
