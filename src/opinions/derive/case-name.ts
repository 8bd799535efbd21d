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

/** A point that ends the sentence and not an abbreviation (`Comm'n.`, `L.P.` and a lone letter keep theirs). */
const FINAL_POINT = new RegExp(`(?<!\\b(?:${ABBREVIATIONS.join("|")}|\\p{L})|['\u2019]\\p{L}{1,2})[.,;:]+$`, "iu");
const FINAL_DASH = /\s*[\u2014-]+$/u;

/** A caption as a source has it, tidied: white space, entity references, footnote marks and final points off; never reworded. */
export function cleanCaption(raw: string): string {
  return collapseSpace(
    mendMisreadBytes(raw)
      .replace(/<[^<>]{0,200}>/gu, " ")
      .replaceAll("&amp;", "&")
      .replace(/&(?:#0*39|#x27|apos|rsquo);/giu, "'")
      .replace(/&(?:quot|#0*34);/giu, '"')
      .replace(/\p{Cc}/gu, " ")
      .replace(/\bv\. \.(?=\s)/gu, "v.")
      .replace(/(?:\s*[*\u2020\u2021]+|\s*\[\d+\])+\s*$/u, ""),
  ).replace(FINAL_POINT, "");
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
