import { judgeName } from "./names.ts";

/** Who wrote an opinion, as far as a source or the text says. */
export type Authorship = {
  readonly author: string | null;
  readonly perCuriam: boolean;
};

const NOBODY: Authorship = { author: null, perCuriam: false };
const PER_CURIAM: Authorship = { author: null, perCuriam: true };

/** A source's author field: `SCALIA`, `per curiam`; words such as `the Court` or `syllabus` name nobody. */
export function authorshipOfField(field: string | null | undefined): Authorship {
  if (field === null || field === undefined) return NOBODY;
  if (/^\W*per\s+curiam\W*$/iu.test(field)) return PER_CURIAM;
  const tag = authorshipOfLine(field.trim());
  return tag ?? { author: judgeName(field), perCuriam: false };
}

/** The first line of a head that names an author. Only the beginning of a line can. */
export function authorshipOfHead(lines: readonly string[]): Authorship {
  for (const line of lines) {
    const found = authorshipOfLine(line);
    if (found !== null) return found;
  }
  return NOBODY;
}

const NAME =
  "((?:\\p{Lu}[\\p{L}'\\u2019\\u2018.-]*\\s+){0,3}\\p{Lu}[\\p{L}'\\u2019\\u2018-]+(?:,?\\s+(?:Jr|Sr|II|III)\\.?)?)";
const OFFICE =
  "(?:(?:Acting|Associate|Chief|Circuit|District|Senior|Presiding|Appellate|Bankruptcy|United\\s+States|Magistrate|U\\.\\s?S\\.)\\s+){0,4}(?:Judge|Justice|JUDGE|JUSTICE)";
const CAPITAL_OFFICE = OFFICE.replaceAll(/[A-Z][a-z]+/gu, (word) => `(?:${word}|${word.toUpperCase()})`);
const LETTER_OFFICE = "(?:(?:A\\.?|P\\.?|V\\.?)?\\s?(?:C\\.\\s?)?J\\.)";

/** The forms of an author's line, tried in order; group 1 is the name. */
const AUTHOR_LINES: readonly RegExp[] = [
  // MR. JUSTICE STONE delivered the opinion of the Court. / Justice Kagan, dissenting. / Me. Justice ... (as scanned)
  new RegExp(
    `^(?:By\\s+)?(?:(?:M[RrBbEe]|MR|Miv?|Mr)[.,]?\\s+)?(?:(?:Chief|CHIEF)\\s+)?(?:Justice|JUSTICE)\\s+${NAME}\\s*(?:[,:;.]|$|\\s(?:delivered|announced|concurring|dissenting|with whom|filed|took|wrote|for the))`,
    "u",
  ),
  // SELYA, Circuit Judge. / ROBERTS, Judge:
  new RegExp(`^${NAME},\\s*${CAPITAL_OFFICE}(?:\\s*[.:,(\\u2014*]|\\s+(?:delivered|concurring|dissenting)|$)`, "u"),
  // Cardozo, J. / HAND, C. J.:
  new RegExp(
    `^${NAME},\\s*${LETTER_OFFICE}(?:\\s|[:,.(\\u2014]|$)(?!.{0,40}\\b(?:JJ?\\.,?\\s*)?(?:concur|dissent)s?\\b)`,
    "u",
  ),
  // Opinion by Judge Boochever / Opinion of the court by Mr. Justice Field
  new RegExp(
    `^opinion\\s+(?:of\\s+the\\s+court\\s+)?by\\s+(?:Mr\\.\\s+)?(?:(?:Chief\\s+)?(?:Justice|Judge)\\s+)?${NAME}(?=[,.:;]|$)`,
    "iu",
  ),
  // Judge SMITH delivered the opinion
  new RegExp(`^(?:Chief\\s+)?(?:Judge|JUDGE)\\s+${NAME}\\s+(?:delivered|announced|wrote)`, "u"),
];

/** A slip opinion of the Supreme Court whose lines have been run together. */
const SLIP = /^\W{0,3}(?:\(?Slip Opinion\)?|OCTOBER TERM|NOTICE: This opinion is subject to formal revision)/u;
const SLIP_CHARS_MAX = 20_000;
const CAPITALS = "(\\p{Lu}[\\p{Lu}'\u2019-]+)";
/** Behind the day in brackets, or at the end of the syllabus; what is written for the court comes before what others add. */
const SLIP_AUTHORS: readonly RegExp[] = [
  new RegExp(`\\]\\s+(?:CHIEF\\s+)?JUSTICE\\s+${CAPITALS}(?:\\s+(?:delivered|announced)|,)`, "u"),
  new RegExp(`(?:^|[.\\s])${CAPITALS},\\s+(?:C\\.\\s*)?J\\.,\\s+(?:delivered the opinion|announced the judgment)`, "u"),
];
const SLIP_PER_CURIAM = /\]\s+PER CURIAM\./u;

/** Who wrote a slip opinion that comes as one line, or the opinion that its syllabus tells of. */
export function authorshipOfSlip(text: string): Authorship {
  const head = text.slice(0, SLIP_CHARS_MAX);
  if (!SLIP.test(head)) return NOBODY;
  if (SLIP_PER_CURIAM.test(head)) return PER_CURIAM;
  for (const form of SLIP_AUTHORS) {
    const author = judgeName(form.exec(head)?.[1] ?? "");
    if (author !== null) return { author, perCuriam: false };
  }
  return NOBODY;
}

const PER_CURIAM_LINE = /^\W{0,3}(?:Opinion\s+)?per\s+curiam\s*(?:$|[.:,;\u2014*\]\d-])/iu;

/** What one line says of the author; null when it is not an author's line. */
function authorshipOfLine(line: string): Authorship | null {
  if (PER_CURIAM_LINE.test(line)) return PER_CURIAM;
  for (const form of AUTHOR_LINES) {
    const name = form.exec(line)?.[1];
    if (name === undefined) continue;
    if (/\b(?:took no part|did not (?:sit|participate|hear))\b/iu.test(line.slice(0, 160))) continue;
    const author = judgeName(name);
    if (author !== null) return { author, perCuriam: false };
  }
  return null;
}
