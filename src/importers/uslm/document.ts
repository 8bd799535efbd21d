import type { LawMoment } from "#laws/model.ts";
import { elementAt, wordsOf } from "../xml/element.ts";
import type { XmlElement } from "../xml/element.ts";
import { XmlFault } from "../xml/xml-fault.ts";

const NAMESPACES: ReadonlySet<string> = new Set([
  "http://xml.house.gov/schemas/uslm/1.0",
  "http://schemas.gpo.gov/xml/uslm",
]);

/** The codes that come as USLM, by the name of their root element. */
export type UslmKind = "uscDoc" | "cfrDoc";

export function kindOfDocument(root: XmlElement): UslmKind {
  const { name, namespace } = root;
  if (!NAMESPACES.has(namespace)) {
    throw new XmlFault("wrong_document", `${name} is not of the namespace of USLM, but of ${namespace || "none"}`);
  }
  if (name === "uscDoc" || name === "cfrDoc") return name;
  throw new XmlFault("wrong_document", `titles of the United States Code and of the C.F.R. are read, not ${name}`);
}

/** The day of the edition, from what a document says of itself. */
export function momentOf(kind: UslmKind, meta: XmlElement): LawMoment {
  const released = wordsOf(elementAt(meta, "docReleasePoint"));
  const created = wordsOf(elementAt(meta, "created"));
  const stated = kind === "cfrDoc" && released !== "" ? released : created;
  const day = /^\d{4}-\d{2}-\d{2}/u.exec(stated)?.[0];
  if (day === undefined) throw new XmlFault("wrong_document", "the document does not say of which day it is");
  return { versionKey: day, edition: day, effectiveDate: null, publicationDate: null };
}
