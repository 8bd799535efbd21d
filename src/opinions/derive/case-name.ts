import { mendMisreadBytes } from "#text/misread-bytes.ts";
import { collapseSpace } from "#text/typography.ts";

/** Words a name may end in with the point of their abbreviation: those of Bluebook table T6 that end names, and states. */
const ABBREVIATIONS =
  `acad admin agric al ala am ariz ark assn assocs atl auth auto bd bros bus cal cas cent chem cmty cnty
  co coll colo comm comp cong conn consol constr coop corp corr cos ctr cty del dept det dev dist distrib div econ educ
  elec emp emps eng enter enters equip est etc exch exec fed fid fin fla found ga gen grp guar hosp hous ill inc ind indem
  indep indus info ins inst int intl inv invs jr kan ky lab labs liab ltd mach maint mass md mech med metro mfg mfrs mgmt
  mich minn mkt mkts mo mun mut nat natl neb nev okla org pa pac pharm prob prod prods prop props pub ref rehab res rest
  ret ry rys sav sch schs sci sec secs serv servs soc sr std stores supp sys sys tech techs tel temp tenn tex tr transp
  twp univ util utils va vill wash wis wyo`.split(/\s+/u);

/** A point behind these ends an abbreviation and not the sentence (`Comm'n.`, `L.P.` and a lone letter keep theirs). */
const KEEPS_POINT = new RegExp(`(?:\\b(?:${ABBREVIATIONS.join("|")}|\\p{L})|['\u2019]\\p{L}{1,2})$`, "iu");
/** More than any of them has, and what stands before it. */
const KEEPS_CHARS = 16;
const FINAL_DASH = /(?:(?<!\s)\s+|(?<![\s\u2014-]))[\u2014-]+$/u;

/** A caption as a source has it, tidied: white space, entity references, footnote marks and final points off; never reworded. */
export function cleanCaption(raw: string): string {
  const tidied = collapseSpace(
    mendMisreadBytes(raw)
      .replace(/<[^<>]{0,200}>/gu, " ")
      .replaceAll("&amp;", "&")
      .replace(/&(?:#0*39|#x27|apos|rsquo);/giu, "'")
      .replace(/&(?:quot|#0*34);/giu, '"')
      .replace(/\p{Cc}/gu, " ")
      .replace(/\bv\. \.(?=\s)/gu, "v."),
  );
  return withoutFinalPoint(withoutFinalMarks(tidied));
}

const MARKS = new Set("*\u2020\u2021");
const POINTS = new Set(".,;:");

/** Without the marks of footnotes at its end (`*`, `[12]`), walked once from there. */
function withoutFinalMarks(name: string): string {
  let end = name.length;
  for (;;) {
    while (name[end - 1] === " ") end -= 1;
    if (MARKS.has(name[end - 1] ?? "")) {
      end -= 1;
      continue;
    }
    let start = end - 1;
    if (name[start] === "]") while (/^\d$/u.test(name[start - 1] ?? "")) start -= 1;
    if (start === end - 1 || name[start - 1] !== "[") return name.slice(0, end);
    end = start - 1;
  }
}

function withoutFinalPoint(name: string): string {
  let start = name.length;
  while (POINTS.has(name[start - 1] ?? "")) start -= 1;
  // An abbreviation keeps the first of them.
  if (KEEPS_POINT.test(name.slice(Math.max(0, start - KEEPS_CHARS), start))) start += 1;
  return name.slice(0, start);
}

/**
 * The name a decision is called by: the source's short title when it carries one that names both sides or a matter
 * (`Roe v. Wade`, `In re Gault`), else the caption. A short title of one party's word alone is no title.
 */
export function caseNameOf(caption: string, shortTitle: string | null | undefined): string {
  const title = cleanCaption(shortTitle ?? "");
  return title !== "" && TITLE.test(title) ? title.replace(FINAL_DASH, "") : cleanCaption(caption);
}

const TITLE = /\sv\.?\s|\svs\.?\s|^(?:in re|in the matter of|matter of|ex parte|estate of|the )\b/iu;
