import { readFileSync } from "node:fs";
import { romanNumeral } from "./roman.ts";

/** A provision by the name that people use for it: its citation, and what is pointed at within it. */
export type UsualName = { readonly citation: string; readonly pin: string | null };

const ORDINALS =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(
    " ",
  );
const AMENDMENTS = 27;
const OF_CONSTITUTION =
  "(?:\\s+(?:to|of)\\s+the\\s+(?:u\\.?\\s?s\\.?\\s+|united\\s+states\\s+|federal\\s+)?constitution)?";
const BY_ORDINAL = new RegExp(
  `^(?:the\\s+)?(?:u\\.?\\s?s\\.?\\s+const(?:itution|\\.)?,?\\s+)?(\\d{1,2}(?:st|nd|rd|th|d)|[a-z]+(?:[-\\s][a-z]+)?)\\s+amend(?:ment|\\.|t\\.)?${OF_CONSTITUTION}(?:,?\\s+(?:\u00a7|sec(?:tion|\\.)?)\\s*(\\d{1,2}))?$`,
  "iu",
);
const BY_NUMBER = new RegExp(
  `^(?:the\\s+)?(?:u\\.?\\s?s\\.?\\s+const(?:itution|\\.)?,?\\s+)?(?:amend(?:ment|\\.|t\\.)?)\\s+(\\d{1,2}|[ivx]{1,6})${OF_CONSTITUTION}(?:,?\\s+(?:\u00a7|sec(?:tion|\\.)?)\\s*(\\d{1,2}))?$`,
  "iu",
);
const ARTICLE = new RegExp(
  `^(?:u\\.?\\s?s\\.?\\s+const(?:itution|\\.)?,?\\s+)?art(?:icle|\\.)?\\s+(\\d|[iv]{1,3}),?\\s+(?:\u00a7|sec(?:tion|\\.)?)\\s*(\\d{1,2})${OF_CONSTITUTION}(?:,?\\s+cl(?:ause|\\.)\\s*(\\d{1,2}))?$`,
  "iu",
);

const SIGN = "(?:\u00a7{1,2}|sec(?:tion|s)?\\.?)";
const NUMBER = "(\\d[\\p{L}\\p{N}]{0,8}(?:[-.\u2010-\u2013][\\p{L}\\p{N}]{1,4})?)";
const SUBSECTIONS = "((?:\\s?\\([\\p{L}\\p{N}]{1,5}\\)){0,6})";
const CODE = "(?:u\\.?\\s?s\\.?\\s?c(?:ode|\\.)?(?:a\\.?)?|u\\.?\\s?s\\.?\\s+code|united\\s+states\\s+code)";
/** `Section 523, Title 11, U.S.C.`, `Title 11, Section 523`, `11 U.S. Code 523`. */
const TITLED: readonly { readonly shape: RegExp; readonly title: number; readonly section: number }[] = [
  {
    shape: new RegExp(
      `^${SIGN}\\s*${NUMBER}${SUBSECTIONS},?\\s+(?:of\\s+)?title\\s+(\\d{1,2})(?:,?\\s+(?:of\\s+)?(?:the\\s+)?${CODE})?\\.?$`,
      "iu",
    ),
    title: 3,
    section: 1,
  },
  {
    shape: new RegExp(
      `^title\\s+(\\d{1,2}),?\\s+(?:(?:of\\s+)?(?:the\\s+)?${CODE},?\\s+)?${SIGN}\\s*${NUMBER}${SUBSECTIONS}\\.?$`,
      "iu",
    ),
    title: 1,
    section: 2,
  },
  {
    shape: new RegExp(`^(\\d{1,2})\\s+${CODE},?\\s+(?:${SIGN}\\s*)?${NUMBER}${SUBSECTIONS}\\.?$`, "iu"),
    title: 1,
    section: 2,
  },
];

const WHOLE_TITLE = new RegExp(
  `^title\\s+(\\d{1,2}),?\\s+(?:of\\s+)?(?:the\\s+)?(?:${CODE}|(d\\.?\\s?c\\.?\\s+(?:official\\s+)?code))\\.?$`,
  "iu",
);
const OF_YEAR = /\sof\s(?:18|19|20)\d\d$/u;

const BEHIND_NAME = new RegExp(`^(.{2,60}?),?\\s+(?:${SIGN}\\s*)?${NUMBER}${SUBSECTIONS}\\.?$`, "iu");
const BEFORE_NAME = new RegExp(`^${SIGN}\\s*${NUMBER}${SUBSECTIONS},?\\s+(?:of\\s+)?(?:the\\s+)?(.{2,60}?)\\.?$`, "iu");
const RULE =
  /^(?:(fed(?:eral|\.)?\s+)?r(?:ule|\.)?)\s*(\d{1,4}(?:\.\d)?)((?:\s?\([\p{L}\p{N}]{1,5}\)){0,5})(?:\s+of\s+the\s+(.{4,60}?))?\.?$/iu;

/** The citations that a usual name of a code's or an act's section may stand for; none where nothing is known of it. */
export function usualNames(text: string): readonly string[] {
  const words = text.trim().replace(/\s+/gu, " ");
  return [...titles(words), ...titled(words), ...popular(words), ...rules(words)];
}

/** An amendment or an article's section by the name it has in every text: `Fourteenth Amendment`. */
export function constitutionalName(text: string): readonly UsualName[] {
  return constitutional(text.trim().replace(/\s+/gu, " "));
}

const CARDINALS =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );
const CARDINAL = new RegExp(`\\b(?<=(?:amendment|article|section)\\s)(${CARDINALS.join("|")})\\b`, "giu");
const SECTION_FIRST = new RegExp(
  `^${SIGN}\\s*(\\d{1,2})(?:,?\\s+cl(?:ause|\\.)\\s*(\\d{1,2}))?,?\\s+of\\s+(?:the\\s+)?(.{3,80})$`,
  "iu",
);

/** The same name in the order in which most write it: the amendment or article, then its section. */
function inUsualOrder(text: string): string {
  const plain = text
    .replace(/^((?:the\s+)?[\w-]{3,20}\s+)amdt\b\.?/iu, "$1amend.")
    .replace(CARDINAL, (word) => String(CARDINALS.indexOf(word.toLowerCase()) + 1))
    .replace(/^(?:the\s+)?(?:u\.?\s?s\.?\s+|united\s+states\s+|federal\s+)?constitution,\s+/iu, "")
    .replace(/^(?:the\s+)?[a-z]+(?:\s[a-z]+){0,3}\s+clause\s+of\s+(?:the\s+)?(?=.{3,60}amend)/iu, "")
    .replace(/^(?:the\s+)?([IVX]{1,6})\s+[Aa]mend(?:ment|\.)?(?=$|,)/u, "amendment $1");
  const [, section, clause, rest] = SECTION_FIRST.exec(plain) ?? [];
  if (rest === undefined || section === undefined || !/amend|^art(?:icle|\.)/iu.test(rest)) return plain;
  return `${rest}, \u00a7 ${section}${clause === undefined ? "" : `, cl. ${clause}`}`;
}

function constitutional(printed: string): UsualName[] {
  return constitutionalInOrder(inUsualOrder(printed));
}

function constitutionalInOrder(text: string): UsualName[] {
  const ordinal = BY_ORDINAL.exec(text);
  const printed = BY_NUMBER.exec(text);
  const number = ordinal?.[1] === undefined ? amendmentOf(printed?.[1]) : ordinalValue(ordinal[1]);
  const section = ordinal?.[2] ?? printed?.[2];
  if (number >= 1 && number <= AMENDMENTS) {
    const whole = `U.S. Const. amend. ${romanNumeral(String(number))}`;
    return section === undefined
      ? [{ citation: whole, pin: null }]
      : [
          { citation: `${whole}, \u00a7 ${section}`, pin: null },
          { citation: whole, pin: `\u00a7 ${section}` },
        ];
  }
  const [, article, part, clause] = ARTICLE.exec(text) ?? [];
  if (article === undefined || part === undefined) return [];
  const citation = `U.S. Const. art. ${romanNumeral(article)}, \u00a7 ${part}`;
  return [{ citation, pin: clause === undefined ? null : `cl. ${clause}` }];
}

const ROMAN_VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 };

function amendmentOf(number: string | undefined): number {
  if (number === undefined) return 0;
  if (/^\d/u.test(number)) return Number(number);
  const values = Array.from(number.toLowerCase(), (letter) => ROMAN_VALUES[letter] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

function ordinalValue(printed: string): number {
  if (/^\d/u.test(printed)) return Number.parseInt(printed, 10);
  const words = printed.toLowerCase().split(/[-\s]/u);
  const last = ORDINALS.indexOf(words.at(-1) ?? "") + 1;
  if (words.length === 1) return last;
  return words[0] === "twenty" && last > 0 && last < 10 ? 20 + last : 0;
}

function titled(text: string): string[] {
  for (const { shape, title, section } of TITLED) {
    const match = shape.exec(text);
    if (match?.[title] === undefined || match[section] === undefined) continue;
    return [`${match[title]} U.S.C. \u00a7 ${dashed(match[section])}`];
  }
  return [];
}

/** `Title 17 U.S.C.`, `Title 16 of the D.C. Code`: all of a title. */
function titles(text: string): string[] {
  const [, number = "", local] = WHOLE_TITLE.exec(text) ?? [];
  if (number === "") return [];
  return [local === undefined ? `${number} U.S.C.` : `D.C. Code tit. ${number}`];
}

function popular(text: string): string[] {
  const named = acts().get(folded(text)) ?? acts().get(folded(text.replace(OF_YEAR, "")));
  if (named !== undefined) return [...named.alone];
  const behind = BEHIND_NAME.exec(text);
  const before = BEFORE_NAME.exec(text);
  const [name, section] = before === null ? [behind?.[1], behind?.[2]] : [before[3], before[1]];
  if (name === undefined || section === undefined) return [];
  const act = acts().get(folded(name));
  const citation = act?.sections.get(section.toLowerCase()) ?? ownSection(act, dashed(section));
  return citation === undefined ? [] : [citation];
}

/** A title of the Code is a number, another code is written out: `12 C.F.R.`. */
function ownSection(act: Act | undefined, section: string): string | undefined {
  if (act === undefined || act.title === null) return undefined;
  return `${act.title}${/^\d+$/u.test(act.title) ? " U.S.C." : ""} \u00a7 ${section}`;
}

/** The civil rules end with 87; those of evidence run from 101 to 1103. */
const CIVIL_RULES = 87;

/** A rule of no court named is one of civil procedure, or by its number one of evidence, where such a one is held. */
function rules(text: string): string[] {
  const [, , number, , set] = RULE.exec(text) ?? [];
  if (number === undefined) return [];
  const unsaid = Number(number) <= CIVIL_RULES ? "Fed. R. Civ. P." : "Fed. R. Evid.";
  const name = set === undefined ? unsaid : RULES.find(([shape]) => shape.test(set))?.[1];
  return name === undefined ? [] : [`${name} ${number}`];
}

const RULES: readonly (readonly [RegExp, string])[] = [
  [/civil procedure/iu, "Fed. R. Civ. P."],
  [/criminal procedure/iu, "Fed. R. Crim. P."],
  [/appellate procedure/iu, "Fed. R. App. P."],
  [/bankruptcy procedure/iu, "Fed. R. Bankr. P."],
  [/evidence/iu, "Fed. R. Evid."],
];

function dashed(section: string): string {
  return section.replace(/[\u2010-\u2013]/gu, "-");
}

function folded(name: string): string {
  return name
    .toLowerCase()
    .replace(/^the\s/u, "")
    .replace(/^\u00a7\s?/u, "section ")
    .replace(/[^\p{L}\d]+/gu, "");
}

type Act = {
  readonly title: string | null;
  readonly sections: ReadonlyMap<string, string>;
  /** What the name without a section stands for. */
  readonly alone: readonly string[];
};

let table: ReadonlyMap<string, Act> | undefined;

function acts(): ReadonlyMap<string, Act> {
  table ??= readActs();
  return table;
}

function readActs(): Map<string, Act> {
  const lines = readFileSync(new URL("../tables/popular-names.tsv", import.meta.url), "utf8").split("\n");
  const found = new Map<string, Act>();
  for (const line of lines) {
    if (line === "" || line.startsWith("#")) continue;
    const [names = "", title = "", sections = "", begins = ""] = line.split("\t");
    const own = new Map(
      sections.split(";").flatMap((pair) => {
        const [section, citation] = pair.split("=");
        return section === undefined || citation === undefined ? [] : [[section, citation] as const];
      }),
    );
    const alone = begins === "" ? [] : begins.split(";");
    const act = { title: title === "" ? null : title, sections: own, alone };
    for (const name of names.split(";")) found.set(folded(name), act);
  }
  return found;
}
