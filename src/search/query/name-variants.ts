import { ABBREVIATIONS } from "#text/abbreviations.ts";
import { tokenize } from "#text/tokenize.ts";

/** Parties that judges call by their initials and records by their names. */
const INITIALISMS = `
  aclu american civil liberties union|att american telephone telegraph|cftc commodity futures trading commission
  dc district columbia|nyt new york times|cia central intelligence agency|dhs department homeland security|doj department justice|doe department energy
  eeoc equal employment opportunity commission|epa environmental protection agency|faa federal aviation administration
  fbi federal bureau investigation|fcc federal communications commission|fda food drug administration
  fdic federal deposit insurance corporation|fec federal election commission|ferc federal energy regulatory commission
  flra federal labor relations authority|fpc federal power commission|ftc federal trade commission
  hhs department health human services|hud department housing urban development|icc interstate commerce commission
  ins immigration naturalization service|irs internal revenue service|naacp national association advancement colored people
  ncaa national collegiate athletic association|nlrb national labor relations board|nrc nuclear regulatory commission
  nrdc natural resources defense council|osha occupational safety health administration
  pbgc pension benefit guaranty corporation|sba small business administration|sec securities exchange commission
  ssa social security administration|tva tennessee valley authority|usda department agriculture|usps united states postal service
  va veterans administration`;

let variants: ReadonlyMap<string, readonly (readonly string[])[]> | undefined;

/**
 * Other ways a record may write one word of a party's name, each a list of words that must all be there: `corp` is
 * `corporation` and the other way round, `ny` is `new york`, `fpc` is `federal power commission`.
 */
export function nameVariants(word: string): readonly (readonly string[])[] {
  variants ??= readVariants();
  return variants.get(word) ?? [];
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
  for (const entry of INITIALISMS.split(/[|\n]/u)) {
    const [initials, ...words] = entry.trim().split(" ");
    if (initials !== undefined && initials !== "") add(initials, words);
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

function foldWords(text: string): readonly string[] {
  return tokenize(text).map((token) => token.text);
}
