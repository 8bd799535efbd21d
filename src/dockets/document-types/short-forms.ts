/**
 * What lawyers and clerks write short, and what it stands for. What stands for several papers (`MTS`, `MTC`, `MTR`, `PI`), or
 * is a word in capitals (`MRS`), is left as it is.
 */
const SHORT_FORMS: readonly (readonly [short: string, written: string])[] = [
  ["MTD", "motion to dismiss"],
  ["MTDs", "motions to dismiss"],
  ["MSJ", "motion for summary judgment"],
  ["MSJs", "motions for summary judgment"],
  ["XMSJ", "cross motion for summary judgment"],
  ["MPSJ", "motion for partial summary judgment"],
  ["PMSJ", "motion for partial summary judgment"],
  ["MJOP", "motion for judgment on the pleadings"],
  ["JMOL", "judgment as a matter of law"],
  ["RJMOL", "renewed motion for judgment as a matter of law"],
  ["JNOV", "judgment notwithstanding the verdict"],
  ["MIL", "motion in limine"],
  ["MILs", "motions in limine"],
  ["MFRS", "motion for relief from stay"],
  ["TRO", "temporary restraining order"],
  ["PHV", "pro hac vice"],
  ["IFP", "in forma pauperis"],
  ["R&R", "report and recommendation"],
];
/** Words of their own, or of a name, unless they are written in capitals. */
const IN_CAPITALS: ReadonlySet<string> = new Set(["mil", "mils", "tro", "phv", "ifp"]);

const WRITTEN: ReadonlyMap<string, string> = new Map(
  SHORT_FORMS.map(([short, written]) => [short.toLowerCase(), written]),
);
/** Not within brackets, where clerks sign with their letters, and not of a docket number that ends with a judge's. */
const SHORT = new RegExp(
  String.raw`(?<![\p{L}\d&/(\[-]|\d:)(?:${SHORT_FORMS.map(([short]) => short).join("|")})(?![\p{L}\d&/)\]-]|\.\p{L})`,
  "giu",
);

const BY_RULE: readonly (readonly [pattern: RegExp, written: string])[] = [
  [/\b(?:rule\s+)?12\s?\(b\)(?:\s?\(\d\))?\s+motion\b/giu, "motion to dismiss"],
  [/\b(?:rule\s+)?12\s?\(c\)\s+motion\b/giu, "motion for judgment on the pleadings"],
  [/\brule\s+56\s+motion\b/giu, "motion for summary judgment"],
  [/\bSJ(?=\s+motions?\b)|(?<=\bmotions? for )SJ\b/gu, "summary judgment"],
];

/** Words of a docket, or of a question to one, with what is written short written out; the rest as it is. */
export function writtenOut(text: string): string {
  const words = text.replace(SHORT, (short) => {
    const isName = IN_CAPITALS.has(short.toLowerCase()) && !/^\p{Lu}{2,}/u.test(short);
    return isName ? short : (WRITTEN.get(short.toLowerCase()) ?? short);
  });
  return BY_RULE.reduce((told, [pattern, written]) => told.replace(pattern, written), words);
}
