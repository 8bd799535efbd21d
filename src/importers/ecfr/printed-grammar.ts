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
  "FTNT",
  "NOTE",
]);
const SKIPPED: ReadonlySet<string> = new Set(["CONTENTS", "CFRTOC", "APP", "img"]);
const TABLES: ReadonlySet<string> = new Set(["TABLE", "CAPTION", "TR", "TD", "TH"]);

/** The C.F.R. in the Government Publishing Office's own XML: annual granules, and the bulk data of the eCFR. */
export const PRINTED: Grammar = {
  ...GPO,
  roleOf: (element) => {
    if (NOTES.has(element.name)) return "note";
    return SKIPPED.has(element.name) ? "skip" : GPO.roleOf(element);
  },
  tagOf: (element) => {
    const { name } = element;
    // Degrees of indention are parts of names in the bulk data: `FP-1`, `P-2`.
    if (/^(?:P|FP)-/u.test(name) || name === "PSPACE") return "p";
    if (/^HD[123]$|^HED$/u.test(name)) return "h4";
    if (TABLES.has(name)) return name.toLowerCase() as LawTag;
    return name === "I" ? "i" : name === "B" ? "b" : GPO.tagOf(element);
  },
  heading: "HED",
};
