import type { Grammar } from "../laws/flow.ts";
import { USLM } from "../uslm/grammar.ts";

/** What heads and signs a document, each in a line of its own. */
const LINES: ReadonlySet<string> = new Set([
  "organization",
  "affected",
  "subject",
  "property",
  "actionDescription",
  "signatureDate",
  "name",
  "role",
  "affiliation",
]);
const DUBLIN_CORE = "http://purl.org/dc/elements/1.1/";

/** USLM 2 as issues of the Federal Register have it. */
export const ISSUE: Grammar = {
  ...USLM,
  roleOf: (element) => (LINES.has(element.name) || element.namespace === DUBLIN_CORE ? "block" : USLM.roleOf(element)),
  tagOf: (element) => (LINES.has(element.name) || element.namespace === DUBLIN_CORE ? "p" : USLM.tagOf(element)),
};
