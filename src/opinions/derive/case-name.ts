import { collapseSpace } from "#base/text.ts";

/** Procedural tails and stray marks that a caption field carries and no citation does. */
const TRAILING = /(?:\s*[,;]?\s*(?:et al|etc)\.?)?\s*[.,;:\u2014-]*$/iu;

/** A caption as a source has it, tidied: white space, entity references, footnote marks and final points off; never reworded. */
export function cleanCaption(raw: string): string {
  return collapseSpace(
    raw
      .replace(/<[^<>]{0,200}>/gu, " ")
      .replaceAll("&amp;", "&")
      .replace(/&(?:#0*39|#x27|apos|rsquo);/giu, "'")
      .replace(/&(?:quot|#0*34);/giu, '"')
      .replace(/\p{Cc}/gu, " ")
      .replace(/(?:\s*[*\u2020\u2021]+|\s*\[\d+\])+\s*$/u, ""),
  ).replace(/(?<!\b(?:Inc|Co|Corp|Ltd|Bros|Jr|Sr|Assn|al|etc|[A-Z]))[.,;:]+$/iu, "");
}

/**
 * The name a decision is called by: the source's short title when it carries one that names both sides or a matter
 * (`Roe v. Wade`, `In re Gault`), else the caption. A short title of one party's word alone is no title.
 */
export function caseNameOf(caption: string, shortTitle: string | null | undefined): string {
  const title = cleanCaption(shortTitle ?? "");
  if (title !== "" && TITLE.test(title))
    return title.replace(TRAILING, (tail) => (/al|etc/iu.test(tail) ? tail.trimEnd() : ""));
  return cleanCaption(caption);
}

const TITLE = /\sv\.?\s|\svs\.?\s|^(?:in re|in the matter of|matter of|ex parte|estate of|the )\b/iu;
