import { docketKey } from "#cases/docket-key.ts";

/** What kinds of case are called where they are written out, and what numbers print for them. */
const KINDS: readonly (readonly [name: RegExp, written: string])[] = [
  [/\bcivil\b/iu, "cv"],
  [/\bcriminal\b/iu, "cr"],
  [/\bmisc(?:ellaneous)?\b/iu, "mc"],
  [/\bmagistrate\b/iu, "mj"],
  [/\bbankruptcy\b/iu, "bk"],
  [/\badversary\b/iu, "ap"],
];
/** Kinds of case that federal courts print and nobody writes out, multidistrict cases first: 28 U.S.C. 1407. */
const PRINTED = ["md", "ml", "mp", "sw", "gj", "po", "pt", "hc", "ct"];
const TRIED: readonly string[] = [...KINDS.map(([, written]) => written), ...PRINTED];
/** Kinds that some courts leave out of the number. */
const LEFT_OUT: ReadonlySet<string> = new Set(["bk", "ap"]);

const OFFICE = /^(\d{1,2}):\d/u;

/**
 * Other ways a court may write the number, to be tried where nothing bears it as it was given: with the kind of case that
 * was written out or left out (`Civil Action No. 19-1234 (RBW)` for `1:19-cv-01234`), or without one that bankruptcy
 * courts leave out. Those that the text itself names come alone.
 */
export function otherSpellings(docketNumber: string): readonly string[] {
  const text = docketNumber.trim();
  const named = KINDS.flatMap(([name, written]) => (name.test(text) ? [written] : []));
  const bare = text.replace(/^[^\d]*(?=\d)/u, "").replace(/(?<=\d[\s-]*)[a-z]{7,}(?=[\s.-]*\d)/iu, "");
  const office = OFFICE.exec(bare)?.[0].slice(0, -1) ?? "";
  const yearAndSerial = /^(?:\d{1,2}:)?(?:19|20)?(\d{2})[\s-]+(\d{1,6})(?!\d)/u.exec(bare);
  if (yearAndSerial !== null) {
    const [, year, serial] = yearAndSerial;
    const kinds = named.length > 0 ? named : TRIED;
    const without = kinds.some((kind) => LEFT_OUT.has(kind)) ? [`${year}-${serial}`] : [];
    return [...without, ...kinds.map((kind) => `${office}${year}-${kind}-${serial}`)];
  }
  const [, year, kind, serial] = /^(\d{2})([a-z]+)(\d+)$/u.exec(docketKey(text) ?? "") ?? [];
  return kind !== undefined && LEFT_OUT.has(kind) ? [`${year}-${serial}`] : [];
}
