import type { LawTag } from "#laws/clean/allow-list.ts";
import type { LawWords } from "#laws/model.ts";
import { printedDay } from "#text/printed-day.ts";
import { wordsIn } from "../laws/flow.ts";
import type { Grammar, Role } from "../laws/flow.ts";
import type { XmlElement } from "../xml/element.ts";
import { parseXml } from "../xml/read-xml.ts";

const INLINE: ReadonlyMap<string, LawTag | undefined> = new Map<string, LawTag | undefined>([
  ["i", "i"],
  ["em", "em"],
  ["b", "b"],
  ["strong", "strong"],
  ["u", "u"],
  ["sup", "sup"],
  ["sub", "sub"],
  ["span", undefined],
  ["a", undefined],
  ["font", undefined],
]);
const BLOCKS: ReadonlyMap<string, LawTag> = new Map<string, LawTag>([
  ["p", "p"],
  ["blockquote", "blockquote"],
  ["table", "table"],
  ["caption", "caption"],
  ["tr", "tr"],
  ["td", "td"],
  ["th", "th"],
  ["ul", "ul"],
  ["ol", "ol"],
  ["li", "li"],
]);

const CAML: Grammar = {
  roleOf: ({ name }): Role => {
    if (INLINE.has(name)) return "inline";
    if (name === "br") return "break";
    return name === "img" ? "figure" : "block";
  },
  tagOf: ({ name }: XmlElement) => INLINE.get(name) ?? BLOCKS.get(name),
  figureWords: "[image]",
  number: "-",
  heading: "-",
};

/** Spaces of a width, which the Legislature writes as elements without words. */
const SPACES = /<span class="[A-Za-z]{2,8}Space"\s*(?:\/>|>\s*<\/span>)/gu;
const ENTITIES: Readonly<Record<string, string>> = { nbsp: " ", sect: "§", mdash: "—", ndash: "–", para: "¶" };

/** `<?xml … ?>`, which may stand once, is no part of a body. */
function withoutDeclaration(text: string): string {
  const at = text.indexOf("<?xml");
  const end = at === -1 ? -1 : text.indexOf("?>", at);
  return end === -1 ? text : text.slice(0, at) + text.slice(end + 2);
}

/** The words of a section from its own file: CAML, or paragraphs of HTML that stand side by side. Throws XmlFault. */
export function sectionWords(text: string): LawWords {
  const body = withoutDeclaration(text)
    .replace(/^\uFEFF/u, "")
    .replace(SPACES, " ")
    .replace(/&(nbsp|sect|mdash|ndash|para);/gu, (_, name: string) => ENTITIES[name] ?? "");
  return wordsIn(parseXml(Buffer.from(`<body>${body}</body>`)).children, CAML);
}

const DAY = "([A-Z][a-z]+)\\s+(\\d{1,2}),\\s+(\\d{4})";
const OPERATIVE = new RegExp(`\\b[Oo]perative\\s+${DAY}`, "u");
const ENDS = new RegExp(`\\b(?:[Rr]epealed\\s+(?:as\\s+of|on)|[Ii]noperative(?:\\s+(?:on|as\\s+of))?)\\s+${DAY}`, "gu");
const INOPERATIVE = /\binoperative\b/giu;

/** Days that the note below a section states: from when it operates, and when it ends by itself. */
export function daysIn(history: string): { readonly operativeOn: string | null; readonly expiresOn?: string } {
  const ends = [...history.matchAll(ENDS)].flatMap((match) => dayIn(match) ?? []).toSorted();
  const operativeOn = dayIn(OPERATIVE.exec(history.replace(INOPERATIVE, "-"))) ?? null;
  return { operativeOn, ...(ends[0] === undefined ? {} : { expiresOn: ends[0] }) };
}

function dayIn(match: RegExpExecArray | null): string | undefined {
  const [, month = "", day = "", year = ""] = match ?? [];
  return printedDay(month, day, year);
}
