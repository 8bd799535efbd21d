import { romanNumeral } from "./roman.ts";
import type { LawCitation, LawSection } from "../model.ts";

/** One provision that a citation in a text names. */
export type LawReference = {
  /** In the form of the code's own citations: `42 U.S.C. § 1983`. */
  readonly citation: string;
  /** What is pointed at within it, as printed: `(a)(2)`, or a page of a register. */
  readonly pin: string | null;
};

/** Types that name a provision which a collection of laws can hold. */
const OF_LAW: ReadonlySet<LawCitation["type"]> = new Set([
  "statute",
  "regulation",
  "register",
  "constitution",
  "rule",
  "session",
]);

/** The provisions that a citation of law names, each once; of a range (`§§ 1981-1988`) its two ends. */
export function lawReferences(law: LawCitation): readonly LawReference[] {
  if (!OF_LAW.has(law.type) || isOfAppendix(law)) return [];
  const found = law.type === "constitution" ? constitutional(law) : coded(law);
  return found.filter(({ citation }, at) => found.findIndex((one) => one.citation === citation) === at);
}

const APPENDIX = /\bapp(?:endix)?\b/iu;

/** `5 U.S.C. App. § 3` is no section of title 5; rules of appellate procedure are none of an appendix. */
function isOfAppendix({ text, code, correctedCode }: LawCitation): boolean {
  return !APPENDIX.test(correctedCode) && APPENDIX.test(text.slice(text.indexOf(code)));
}

function coded(law: LawCitation): readonly LawReference[] {
  const code = [law.leading, law.correctedCode].filter((part) => part !== null).join(" ");
  if (law.page !== null) {
    return [{ citation: `${code} ${law.page.replaceAll(",", "")}`, pin: law.pin?.text ?? null }];
  }
  // An act is one of a chapter that leads: `735 ILCS 5/2-1401`.
  if (law.chapter !== null && law.chapter === law.leading && law.title !== null) {
    return eachSection(law, (number) => `${code} ${law.title}/${number}`);
  }
  const divisions = [
    law.title === null ? "" : `${isOfTitle(law) ? "tit." : "No."} ${law.title.replaceAll(",", "")}`,
    law.chapter === null ? "" : `ch. ${law.chapter}`,
    law.article === null ? "" : `art. ${law.article}`,
  ].filter((part) => part !== "");
  const stem = [code, ...divisions].join(" ");
  // The article is the provision itself: `Tex. Code Crim. Proc. Ann. art. 38.22`.
  if (law.sections.length === 0 || (law.article !== null && law.sectionText === law.article)) {
    return divisions.length === 0 ? [] : [{ citation: stem, pin: law.sections[0]?.subsections ?? null }];
  }
  if (isOfPart(law)) return eachSection(law, (number) => `${stem} pt. ${number}`);
  if (law.type === "rule") return eachSection(law, (number) => `${stem} ${number}`);
  return eachSection(law, (number) => `${stem}${divisions.length === 0 ? "" : ","} § ${number}`);
}

/** `Okla. Stat. tit. 21`; any other number behind the name of a code counts its documents: `Exec. Order No. 12,866`. */
function isOfTitle({ text }: LawCitation): boolean {
  return /\btit(?:\.|le\b)/iu.test(text);
}

function isOfPart({ correctedCode, text }: LawCitation): boolean {
  return correctedCode === "C.F.R." && /\b(?:parts?|pts?\.)\s/iu.test(text);
}

function eachSection(law: LawCitation, citationOf: (number: string) => string): readonly LawReference[] {
  return law.sections.flatMap((section) =>
    endsOf(law, section).map((number) => ({ citation: citationOf(number), pin: section.subsections })),
  );
}

/**
 * The ends of a range, or the number itself. A dash is within a number too (`16-2301`, `2000e-2`), so two ends must be
 * shaped alike (`60.1-60.5`), or the last begin as the first does (`1681-1681x`); plain numbers are ends only in codes
 * that number their sections without a dash.
 */
function endsOf({ correctedCode, text }: LawCitation, { number }: LawSection): readonly string[] {
  const folded = number.replace(/[\u2010-\u2015\u2212]/gu, "-");
  if (!SEVERAL.test(text)) return [folded];
  for (let dash = folded.indexOf("-"); dash !== -1; dash = folded.indexOf("-", dash + 1)) {
    const first = folded.slice(0, dash);
    const last = folded.slice(dash + 1);
    if (areEnds(first, last, correctedCode)) return [first, last];
  }
  return [folded];
}

const SEVERAL = /§\s?§|\b(?:sections|secs|parts|pts|rules|arts|articles)\b/iu;
const UNDASHED: ReadonlySet<string> = new Set(["U.S.C.", "I.R.C."]);

function areEnds(first: string, last: string, code: string): boolean {
  if (/^\d+$/u.test(first) && /^\d+$/u.test(last)) return UNDASHED.has(code) && Number(first) < Number(last);
  return shapeOf(first) === shapeOf(last) || last.startsWith(first);
}

function shapeOf(number: string): string {
  return number.replace(/\d+/gu, "0").replace(/[a-z]+/giu, "a");
}

const PART =
  /^[\s,;]*(?:and|&)?\s*(art(?:icle|s|\b)|am(?:end(?:ment)?|dt)|cl(?:ause|s|\b)|§+|sec(?:tion|\b)|pmbl|preamble)?[s.]*\s*([ivxlc]+(?![a-z])|\d+)?/iu;

/** `U.S. Const. amend. XIV, § 1`, each amendment of a list; clauses are pins. */
function constitutional({ correctedCode, sectionText }: LawCitation): readonly LawReference[] {
  const found: { top: string; section: string; pin: string | null }[] = [];
  let rest = sectionText ?? "";
  let kind = "";
  while (rest !== "") {
    const match = PART.exec(rest);
    const [whole = "", word, number] = match ?? [];
    if (whole.trim() === "") break;
    rest = rest.slice(whole.length).replace(/^\s*\([^)]*\)/u, "");
    kind = word?.toLowerCase() ?? kind;
    const last = found.at(-1);
    if (/^(?:pmbl|preamble)/u.test(kind)) found.push({ top: "pmbl.", section: "", pin: null });
    else if (number === undefined) continue;
    else if (kind.startsWith("am")) found.push({ top: `amend. ${romanNumeral(number)}`, section: "", pin: null });
    else if (kind.startsWith("art")) found.push({ top: `art. ${romanNumeral(number)}`, section: "", pin: null });
    else if (last === undefined) continue;
    else if (kind.startsWith("cl")) last.pin ??= `cl. ${number}`;
    else if (last.section === "") last.section = number;
    else found.push({ ...last, section: number, pin: null });
  }
  return found.map(({ top, section, pin }) => ({
    citation: `${correctedCode} ${top}${section === "" ? "" : `, § ${section}`}`,
    pin,
  }));
}
