import { ABBREVIATIONS } from "#text/abbreviations.ts";
import { macVariants } from "#text/mac-names.ts";
import { foldWords, initialsTable } from "./equivalents/initials.ts";
import { isFunctionWord } from "#text/function-words.ts";

/** Names of parties that people write in one word and records in two, or the other way round. */
const SPELLINGS = "bellsouth bell south|walmart wal mart|exxonmobil exxon mobil|slaughterhouse slaughter house";

let variants: ReadonlyMap<string, readonly (readonly string[])[]> | undefined;

/**
 * Other ways a record may write one word of a party's name, each a list of words that must all be there: `corp` is
 * `corporation` and the other way round, `ny` is `new york`, `fpc` is `federal power commission`, `mcalder` is `malder`.
 */
export function nameVariants(word: string): readonly (readonly string[])[] {
  variants ??= readVariants();
  return [...(variants.get(word) ?? []), ...macVariants(word)];
}

function readVariants(): ReadonlyMap<string, readonly (readonly string[])[]> {
  const found = new Map<string, (readonly string[])[]>();
  const add = (word: string, variant: readonly string[]): void => {
    if (variant.length === 1 && variant[0] === word) return;
    found.set(word, [...(found.get(word) ?? []), variant]);
  };
  for (const [short, long] of abbreviations()) {
    add(short, long);
    if (long.length === 1 && long[0] !== undefined) add(long[0], [short]);
  }
  for (const { letters, kind, name } of initialsTable()) {
    if (kind !== "act")
      add(
        letters,
        name.filter((word) => !isFunctionWord(word)),
      );
  }
  for (const entry of SPELLINGS.split("|")) {
    const [closed, ...words] = entry.split(" ");
    if (closed !== undefined) add(closed, words);
  }
  return found;
}

/** The table of abbreviations in case names, folded as the index folds words. */
function* abbreviations(): Generator<readonly [short: string, long: readonly string[]]> {
  for (const { form, standsFor } of ABBREVIATIONS) {
    const folded = foldWords(form);
    if (folded.length !== 1 || folded[0] === undefined) continue;
    for (const long of standsFor) yield [folded[0], foldWords(long)];
  }
}
