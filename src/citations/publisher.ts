import { plausibleYear } from "./plausible-year.ts";

/** The words with the code's name in its own form, a space after it where a word runs on. */
export function correctedLaw(words: string, printed: string, abbreviation: string): string {
  const at = words.indexOf(printed);
  const rest = words.slice(at + printed.length);
  return `${words.slice(0, at)}${abbreviation}${/^[A-Za-z\d]/u.test(rest) ? " " : ""}${rest}`;
}

type Publisher = { name: string | null; year: number | null; month: string | null; day: string | null; end: number };

const PUBLISHER = new RegExp(
  [
    "^\\(((?!(?:Jan|Feb|Mar|Apr|Aug|Sept|Oct|Nov|Dec)\\.|(?:May|June|July)\\s)(?:[A-Z][A-Za-z.'\u2019]*)(?:\\s(?:&\\s)?[A-Z][A-Za-z.'\u2019]*){0,3})?[, ]*",
    "(?:(Jan\\.|Feb\\.|Mar\\.|Apr\\.|May|June|July|Aug\\.|Sept\\.|Oct\\.|Nov\\.|Dec\\.)\\s)?(?:(\\d{1,2}),?\\s)?",
    "((?:1[6-9]|20)\\d\\d)?",
    "(?:[-\u2013]\\d{2,4})?(?:\\sed\\.)?(?:,?\\s(?:and|&)?\\s?(?:Cum\\.\\s)?Supp\\.?(?:\\s(?:[IVX]+|\\d{4})(?:[-\u2013]\\d+)?)?)?(?:\\sed\\.)?\\)",
  ].join(""),
  "u",
);

/** `(West 1999)`, `(Lexis Supp. 2010)`, `(2005-06)` after a section. */
export function readPublisher(text: string, at: number): Publisher | undefined {
  if (text.charCodeAt(at) !== 40) return undefined;
  const match = PUBLISHER.exec(text.slice(at, at + 70));
  if (match === null || match[0].length < 3) return undefined;
  const [whole, name, month, day, year] = match;
  if (
    year === undefined &&
    (name === undefined ||
      !/^(?:West|Lexis|LexisNexis|McKinney|Vernon|Purdon|Deering|Consol|Supp|Michie|Gould|Baldwin)/u.test(name))
  )
    return undefined;
  return {
    name: name ?? null,
    year: year === undefined ? null : plausibleYear(year),
    month: month ?? null,
    day: day ?? null,
    end: at + whole.length,
  };
}
