import type { LawTag } from "#laws/clean/allow-list.ts";
import { GPO } from "../federal-register/grammar.ts";
import type { Grammar } from "../laws/flow.ts";

const NOTES: ReadonlySet<string> = new Set([
  "AUTH",
  "SOURCE",
  "CITA",
  "SECAUTH",
  "EDNOTE",
  "EFFDNOT",
  "EFFDNOTP",
  "CROSSREF",
  "APPRO",
]);
/** Notes and footnotes of the rule itself, which the agency issued with it. */
const OWN_NOTES: ReadonlySet<string> = new Set(["NOTE", "FTNT"]);
const SKIPPED: ReadonlySet<string> = new Set(["CONTENTS", "CFRTOC", "APP"]);
/** The bulk data writes HTML where the printed books have marks of their own. */
const INLINE: ReadonlyMap<string, LawTag> = new Map([
  ["sup", "sup"],
  ["sub", "sub"],
  ["i", "i"],
  ["b", "b"],
  ["em", "em"],
  ["strong", "strong"],
]);
const TABLES: ReadonlySet<string> = new Set(["TABLE", "CAPTION", "TR", "TD", "TH"]);

/** The C.F.R. in the Government Publishing Office's own XML: annual granules, and the bulk data of the eCFR. */
export const PRINTED: Grammar = {
  ...GPO,
  roleOf: (element) => {
    const { name } = element;
    if (NOTES.has(name)) return "note";
    if (INLINE.has(name)) return "inline";
    if (name === "img") return "figure";
    if (name === "br") return "break";
    return SKIPPED.has(name) ? "skip" : GPO.roleOf(element);
  },
  tagOf: (element) => {
    const { name } = element;
    // Degrees of indention are parts of names in the bulk data: `FP-1`, `P-2`.
    if (/^(?:P|FP)-/u.test(name) || name === "PSPACE") return "p";
    if (/^HD[123]$|^HED$/u.test(name)) return "h4";
    if (OWN_NOTES.has(name)) return "div";
    const inline = INLINE.get(name);
    if (inline !== undefined) return inline;
    if (TABLES.has(name)) return name.toLowerCase() as LawTag;
    return name === "I" ? "i" : name === "B" ? "b" : GPO.tagOf(element);
  },
  classOf: ({ name }) => (OWN_NOTES.has(name) ? "note" : undefined),
  figureWords: "[image]",
  heading: "HED",
};
