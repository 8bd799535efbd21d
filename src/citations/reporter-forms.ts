import { GAP_CHARS_MAX, isDigit, isWordCharacter } from "./characters.ts";
import { tables, TIGHT_CHARS_MAX } from "./tables.ts";
import type { Edition, Entry } from "./tables.ts";
import { isLoose } from "./trie.ts";
import type { Trie } from "./trie.ts";

/** How far a printed form may reach with the white space in it. */
export const LOOKAHEAD_CHARS_MAX = 320;

export type Match = { readonly entry: Entry; readonly end: number };

const PLAIN = {};
const NONE: readonly Match[] = [];

/** Every accepted form that starts at `at`, shortest first; `glued` forms may run into their page: `22CO7`. */
export function matchesAt(
  text: string,
  at: number,
  trie: Trie<Entry>,
  work: { steps: number },
  how: { readonly glued?: boolean; readonly anyCase?: boolean } = PLAIN,
): readonly Match[] {
  const second = text.charCodeAt(at + 1);
  const third = text.charCodeAt(at + 2);
  if (!isLoose(second) && !isLoose(third) && !trie.mayBegin(text.charCodeAt(at), second, third)) return NONE;
  const found: Match[] = [];
  let node = 0;
  let loose = 0;
  const limit = Math.min(text.length, at + LOOKAHEAD_CHARS_MAX);
  for (let index = at; index < limit; index += 1) {
    work.steps += 1;
    const code = text.charCodeAt(index);
    if (isLoose(code)) {
      loose += 1;
      if (loose > GAP_CHARS_MAX) break;
      continue;
    }
    loose = 0;
    node = trie.step(node, how.anyCase === true && code >= 65 && code <= 90 ? code + 32 : code);
    if (node < 0) break;
    const entry = trie.valueAt(node);
    if (
      entry !== undefined &&
      (endsHere(text, index + 1) || (how.glued === true && isDigit(text.charCodeAt(index + 1))))
    ) {
      const end = text.charCodeAt(index + 1) === 46 ? index + 2 : index + 1;
      if (spellingFits(text.slice(at, end), entry)) found.push({ entry, end });
    }
  }
  return found;
}

function endsHere(text: string, at: number): boolean {
  return !isWordCharacter(text.charCodeAt(at)) || text.charCodeAt(at - 1) === 46;
}

/** One- and two-letter forms must be printed as the tables print them: `5 At 6` is no citation, `5 At. 6` is. */
function spellingFits(printed: string, entry: Entry): boolean {
  if (entry.key.length > TIGHT_CHARS_MAX) return true;
  const tight = printed.replace(/[\s\u00ad\u200b]+/gu, "");
  return entry.spellings.has(tight) || entry.spellings.has(tight.replace(/\.$/u, ""));
}

/** The longest form of a reporter that starts at `at`. */
export function reporterAt(text: string, at: number): Match | undefined {
  return matchesAt(text, at, tables().afterNumber, { steps: 0 }).findLast(({ entry }) => hasReported(entry));
}

export function editionsOf(entry: Entry): readonly Edition[] {
  return entry.editions.length > 0 ? entry.editions : entry.variantEditions;
}

/** Whether a volume-reporter-page reading is open: an exact law code wins over a mere variant of a reporter. */
export function hasReported(entry: Entry): boolean {
  if (entry.editions.length > 0 || entry.journals.length > 0) return true;
  return entry.laws.length === 0 && (entry.variantEditions.length > 0 || entry.variantJournals.length > 0);
}

/** Postal codes are reporters only after a year: `2022 ME 123`, never `3 OR 5`. */
export function volumeFits(volume: string, key: string, editions: readonly Edition[], dashed: boolean): boolean {
  if (editions.length === 0) return /^\d{1,4}$/u.test(volume);
  if (dashed) return editions.some((edition) => edition.forms.has("dashed")) || /^(?:19|20)\d\d$/u.test(volume);
  if (key.length <= 2 && key !== "MT" && editions.every((edition) => edition.reporter.kind === "neutral")) {
    return /^(?:1[89]|20)?\d\d$/u.test(volume);
  }
  return true;
}

export function pageForms(editions: readonly Edition[]): { suffix: boolean; commas: boolean } {
  const suffix = editions.some(
    (edition) =>
      edition.forms.has("letterPage") || edition.reporter.kind === "neutral" || edition.forms.has("paragraph"),
  );
  const commas = editions.some((edition) => edition.forms.has("paragraph") || edition.reporter.kind === "vendor");
  return { suffix, commas };
}
