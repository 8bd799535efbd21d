import type { LawTag } from "#laws/clean/allow-list.ts";
import type { Grammar, Role } from "../laws/flow.ts";
import type { XmlElement } from "../xml/element.ts";

/** What stands in a line; everything else is a block. */
const INLINE: ReadonlySet<string> = new Set(["E", "SU", "FR", "AC", "B", "I", "URL", "DATE", "EM"]);
const SKIPPED: ReadonlySet<string> = new Set(["PRTPAGE", "GID", "MID", "CNTNTS", "EAR", "EXPTAB", "NUMCOLS"]);
const FIGURES: ReadonlySet<string> = new Set(["GPH", "MATH"]);

const TAGS: ReadonlyMap<string, LawTag> = new Map<string, LawTag>([
  ...["P", "FP", "AMDPAR", "SUBJECT", "SECTNO", "RESERVED", "AGENCY", "CFR", "DEPDOC", "RIN", "FRDOC", "BILCOD"].map(
    (name) => [name, "p"] as const,
  ),
  ...["NAME", "TITLE", "DATED", "TNOTE", "TDESC", "PSPACE", "STARS", "SECHD"].map((name) => [name, "p"] as const),
  ["SU", "sup"],
  ["EXTRACT", "blockquote"],
  ["GPOTABLE", "table"],
  ["TTITLE", "caption"],
  ["BOXHD", "tr"],
  ["CHED", "th"],
  ["ROW", "tr"],
  ["ENT", "td"],
]);

/** Type faces of `E`: the Government Publishing Office's numbers. */
const FACES: Readonly<Record<string, LawTag>> = {
  "02": "b",
  "03": "i",
  "04": "b",
  "51": "sup",
  "52": "sub",
  "54": "sub",
};

/** The XML of the Federal Register and of the annual C.F.R. */
export const GPO: Grammar = {
  roleOf,
  tagOf: (element) => {
    if (element.name === "E") return FACES[element.attributes["T"] ?? ""] ?? "em";
    if (element.name === "HD") return /^(?:HED|HD1)$/u.test(element.attributes["SOURCE"] ?? "") ? "h3" : "h4";
    return TAGS.get(element.name);
  },
  number: "-",
  heading: "-",
};

function roleOf({ name }: XmlElement): Role {
  if (INLINE.has(name)) return "inline";
  if (SKIPPED.has(name)) return "skip";
  if (name === "LI") return "inline";
  return FIGURES.has(name) ? "figure" : "block";
}
