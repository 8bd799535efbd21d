import { parseLawCitation } from "../normalise.ts";
import { lawKey } from "./law-key.ts";
import { lawReferences } from "./law-references.ts";
import { sectionsNamed } from "./sections-named.ts";
import { constitutionalName, usualNames } from "./usual-names.ts";

/** A key under which the provision may be held, and what the citation points at within it, as typed. */
export type LawAttempt = { readonly key: string; readonly pin: string | null };

/** A citation of law as somebody typed it for a look-up. */
export type TypedLaw = {
  /** To be tried in this order; the citation as a whole comes first. */
  readonly attempts: readonly LawAttempt[];
  /** The provisions that it names, where it names more than one; a range has its ends. */
  readonly several: readonly string[];
  /** `et seq.` stands behind: the provision is the first of those that are meant. */
  readonly etSeq: boolean;
  /** A year or an edition in parentheses, which chooses no version. */
  readonly edition: string | null;
  /** The same in the usual abbreviations, where they are known and differ. */
  readonly usual: readonly string[];
  /** `16-2301`, `25323`: of each provision named the number that ends its citation; none where the text may be more than a citation. */
  readonly numbers: readonly string[];
};

/** Longer texts are no citation. */
export const TYPED_LAW_CHARS_MAX = 500;

/** A signal in front of a citation is no part of it. */
const SIGNAL = /^(?:(?:but\s+)?see(?:,?\s+(?:also|e\.\s?g\.,?))?|cf\.|accord|compare)\s+(?=\S)/iu;
const ET_SEQ = /(?:,\s*|(?<!\s)\s+)?(?:\bet\.?\s*seq\.?|\bff\.)\s*$/iu;
const EDITION = /(?:(?<!\s)\s+)?\(([^()]{0,40}\b(?:1[6-9]|20)\d\d\b[^()]{0,40})\)\s*$/u;
/** `(a)(2)`, `(c)(1) and (d)`, `, subd. (b)`, `, subsection (a)(1)`. */
const SUBSECTIONS =
  /(?<=[\p{L}\p{N}])(?:,?\s*\b(?:subd|subdiv|subsec|subpar|par|para|subsection|subdivision|paragraph|subparagraph)s?\b\.?)?\s*((?:\([\p{L}\p{N}.-]{1,8}\)\s*)+(?:(?:,|and|or|&|to|through|-|\u2013)[\s,]*(?:and\s*)?(?:\([\p{L}\p{N}.-]{1,8}\)\s*)+)*)$/iu;
/** `81 Fed. Reg. 25323, 25330`. */
const PIN_PAGE =
  /(?<=\breg(?:ister|s)?\b\.?\s+\d[\d,]*)(?:,\s+(?:at\s+)?|\s+at\s+)([\d,]+(?:\s*[-\u2013]\s*[\d,]+)?)\s*$/iu;
/** `art. I, § 8, cl. 3` of a constitution. */
const CLAUSE = /(?:,\s*|(?<!\s)\s+)?(cl(?:s|auses?)?\b\.?\s*\d+)\s*$/iu;

/** `§ 1201, ¶ 6`. */
const PARAGRAPH = /,?\s*((?:¶{1,2}|par(?:a(?:graph)?s?)?\b\.?)\s*\d{1,4})\s*$/iu;

/** The name of a code that may be unknown, in a few words with capitals, and a section behind its sign. */
const BY_SIGN = /^(?:[\p{Lu}\d][\p{L}\d.&']*,?\s+){0,6}(?:§+|(?:sections?|secs?\.?)(?=\s))\s*\p{L}{0,3}\d\S*$/u;
const LONG_DASH = /[\u2010-\u2015]/u;
const PLURAL_SIGN = /§\s?§|\b(?:sections|secs|ss)\b/iu;
const LAST_NUMBER = /\p{L}{0,3}\d[\p{L}\d.:\u2010-\u2015-]*$/u;

/** Reads a typed citation of law. Never fails: one that nothing is known of has its key as a whole to be tried. */
export function readTypedLaw(typed: string): TypedLaw {
  let text = typed.slice(0, TYPED_LAW_CHARS_MAX).normalize("NFC").trim().replace(SIGNAL, "");
  const edition = EDITION.exec(text);
  if (edition !== null) text = text.slice(0, edition.index);
  const etSeq = ET_SEQ.exec(text);
  if (etSeq !== null) text = text.slice(0, etSeq.index);
  const law = parseLawCitation(text);
  const references = law === undefined ? [] : lawReferences(law);
  const attempts: LawAttempt[] = [{ key: lawKey(text), pin: null }];
  let bare = text;
  for (const shape of [SUBSECTIONS, CLAUSE, PIN_PAGE, PARAGRAPH]) {
    const pin = shape.exec(text);
    if (pin?.[1] === undefined) continue;
    bare = text.slice(0, pin.index);
    attempts.push({ key: lawKey(bare), pin: pin[1].trim() });
  }
  for (const { citation, pin } of constitutionalName(text)) attempts.push({ key: lawKey(citation), pin });
  const several = references.length > 1 ? references.map(({ citation }) => citation) : sectionsNamed(text);
  const bySign = several.length === 0 ? [bare] : several;
  const isWhole =
    [text, bare].some((one) => lawKey(one) === lawKey(law?.text ?? "")) || bySign.every((one) => BY_SIGN.test(one));
  return {
    attempts: attempts.filter(({ key }, at) => key !== "" && attempts.findIndex((one) => one.key === key) === at),
    several,
    etSeq: etSeq !== null || law?.etSeq === true,
    edition: edition?.[1]?.trim() ?? null,
    usual:
      law === undefined
        ? [...new Set([...ofTitle(text), ...ofCode(text), ...chapterOf(text), ...usualNames(text)])]
        : usualForms(references, attempts),
    numbers: isWhole ? numbersIn(bare, several) : [],
  };
}

/** A dash is within a number (`2000e–5`) rather than between two, unless the sign says that there are two. */
function numbersIn(bare: string, several: readonly string[]): readonly string[] {
  const own = lastNumber(bare);
  const isOne = several.length === 0 || (own.some((number) => LONG_DASH.test(number)) && !PLURAL_SIGN.test(bare));
  return isOne ? own : several.flatMap(lastNumber);
}

function lastNumber(citation: string): readonly string[] {
  const [number] = LAST_NUMBER.exec(citation.replace(/(?<![\s.,;])[\s.,;]+$/u, "")) ?? [];
  return number === undefined ? [] : [number];
}

/** `section 523(a)(8) of title 11, United States Code`, as statutes speak of one another. */
const OF_TITLE =
  /^(?:§|sec(?:tion|\.)?)\s*(\d[\p{L}\p{N}\u2010-\u2015-]*)(?:\([\p{L}\p{N}]{1,8}\))*\s+of\s+title\s+(\d{1,2})(?:,?\s+(?:of\s+the\s+)?(?:United\s+States\s+Code|U\.?\s?S\.?\s?C(?:ode|\.)?))?[.,]?$/iu;

function ofTitle(text: string): readonly string[] {
  const [, section, title] = OF_TITLE.exec(text) ?? [];
  return section === undefined || title === undefined ? [] : [`${title} U.S.C. § ${section}`];
}

/** `section 16-2301 of the D.C. Code`, of any code that citations are known of. */
const OF_CODE =
  /^(?:§|sec(?:tion|\.)?)\s*(\d[\p{L}\p{N}.:\u2010-\u2015-]{0,20})\s+of\s+(?:the\s+)?([\p{Lu}][^§]{2,60}?)[.,]?$/iu;

function ofCode(text: string): readonly string[] {
  const [, section, code] = OF_CODE.exec(text) ?? [];
  const law = section === undefined || code === undefined ? undefined : parseLawCitation(`${code} § ${section}`);
  return law === undefined ? [] : lawReferences(law).map(({ citation }) => citation);
}

/** `chapter 13 of title 11`, `chapter 7 of the Bankruptcy Code`. */
const CHAPTER_OF =
  /^(?:chapter|ch\.)\s+(\d{1,3}[A-Z]?)\s+of\s+(?:title\s+(\d{1,2})|(?:the\s+)?(\p{L}[\p{L}.\s]{2,50}?))(?:,?\s+(?:of\s+the\s+)?(?:United\s+States\s+Code|U\.?\s?S\.?\s?C\.?))?$/iu;

function chapterOf(text: string): readonly string[] {
  const [, chapter, title, name] = CHAPTER_OF.exec(text) ?? [];
  if (chapter === undefined) return [];
  const codes = title === undefined ? usualNames(name ?? "") : [`${title} U.S.C.`];
  return codes.flatMap((code) => (/^\d+ U\.S\.C\.$/u.test(code) ? [`${code} ch. ${chapter}`] : []));
}

/** Other ways to print the same code or register. */
const SAME: readonly (readonly [RegExp, string])[] = [
  [/ Ann\.(?= )/u, ""],
  [/(?<=^\d+) FR(?= \d)/u, " Fed. Reg."],
  [/^I\.R\.C\.(?= )/u, "26 U.S.C."],
  [/^Treas\. Reg\.(?= )/u, "26 C.F.R."],
];

function usualForms(references: ReturnType<typeof lawReferences>, attempts: readonly LawAttempt[]): readonly string[] {
  const tried = new Set(attempts.map(({ key }) => key));
  const forms = references.flatMap(({ citation }) => [
    citation,
    ...SAME.map(([one, other]) => citation.replace(one, other)),
  ]);
  return [...new Set(forms)].filter((citation) => !tried.has(lawKey(citation)));
}
