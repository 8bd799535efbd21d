/**
 * Initials that are one word however they are spaced: `U.S. C.`, `U. S.C.`, `U.S.C. A.`. Codes, reporters and courts
 * alone: of other mixed runs (`N.Y. C. Smith`, `the U.S. J. Doe Corp.`) none can tell which letters belong together.
 */
const NAMES =
  "USCCAN USCMA USCA USCS USC USLW CFR FRD FRCP NYS NLRB SEC SDNY EDNY NDNY WDNY DNJ DNH DRI DSC DNM DND DSD DDC".split(
    " ",
  );

const GAP = "[ \\n\\u00a0]?";
const ORDINAL = `(?:\\.${GAP}[2-9](?:[dD]|[tT][hH])(?![\\p{L}\\p{N}]))?`;
/** Up to the last letter, or the ordinal behind it; initials that go on are others. */
const ONE = new RegExp(
  `(?:${NAMES.map((name) => Array.from(name).join(`\\.${GAP}`)).join("|")})(?=\\.)(?!\\.${GAP}[A-Z]\\.)${ORDINAL}`,
  "uy",
);

/** Where the initials end that begin at `at` and are one word; 0 when there are none. The last period is left out. */
export function oddInitialsEnd(text: string, at: number): number {
  ONE.lastIndex = at;
  const found = ONE.exec(text);
  return found === null ? 0 : at + found[0].length;
}
