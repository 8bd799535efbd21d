import { distance } from "fastest-levenshtein";
import { tables } from "./tables.ts";
import { foldReporter } from "./trie.ts";

const SERIES = /(?:[1-9]d|[1-9]\d?(?:st|nd|rd|th))$/u;
const NEAREST_MAX = 4;
/** In shorter names one letter is all the difference between two reporters. */
const CHARS_MIN = 4;
const LONG_CHARS_MIN = 8;

let loaded: readonly Known[] | undefined;
type Known = { readonly abbreviation: string; readonly key: string; readonly base: string };

/**
 * The reporters that a printed name of none may have been meant for: the series that there are of it (`F.9d`: F.2d, F.3d,
 * F.4th), or else those that differ by a letter. Empty where none is near.
 */
export function nearReporters(printed: string): readonly string[] {
  const key = foldReporter(printed);
  const base = key.replace(SERIES, "");
  const family = known().filter((one) => one.base === base);
  const series = family.filter((one) => one.key !== one.base);
  const kin = base !== key && series.length > 0 ? series : family;
  const near = kin.length > 0 ? kin : known().filter((one) => differByALetter(key, one.key));
  return [...new Set(near.map(({ abbreviation }) => abbreviation))].slice(0, NEAREST_MAX);
}

function differByALetter(key: string, other: string): boolean {
  const chars = Math.min(key.length, other.length);
  if (chars < CHARS_MIN || Math.abs(key.length - other.length) > 2 || key.charAt(0) !== other.charAt(0)) return false;
  return distance(key, other) <= (chars < LONG_CHARS_MIN ? 1 : 2);
}

function known(): readonly Known[] {
  loaded ??= [...tables().byKey.values()].flatMap(({ editions }) =>
    editions.map(({ abbreviation }) => {
      const key = foldReporter(abbreviation);
      return { abbreviation, key, base: key.replace(SERIES, "") };
    }),
  );
  return loaded;
}
