import type { LawCollection, LawDraft, LawMoment, LawPlace } from "#laws/model.ts";
import { childNamed, wordsOf } from "../xml/element.ts";
import type { XmlElement } from "../xml/element.ts";
import { XmlFault } from "../xml/xml-fault.ts";
import type { Container } from "./code-index.ts";
import { lastActDay } from "./last-act.ts";
import { limitsOf } from "./limits.ts";
import { wordsOfLaw } from "./words.ts";

export const DC_NAMESPACE = "https://code.dccouncil.us/schemas/dc-library";

export const DC_CODE: LawCollection = {
  id: "dc-code",
  name: "Code of the District of Columbia",
  type: "statute",
  state: "District of Columbia",
  country: "US",
  publisher: "Council of the District of Columbia",
  source: "dc-code",
  sourceUrl: "https://code.dccouncil.gov/",
  currentThrough: null,
};

/** Reasons for which a number of the code holds no law any more, or none yet. */
const GONE =
  /^(?:repealed|expired|transferred|recodified|not fund(?:ed)+|omitted|abolished|renumbered|reserved|superseded|terminated|vacant)\b/iu;

/** What a section says once the temporary acts that have displaced it expire; an edition prints it apart, in title 99. */
const PERMANENT = /\(Perm\.?\)$/iu;

const CITATION = { type: "statute", registerCitation: null, isHistorical: false } as const;

/** The version that an edition has of a section. Throws XmlFault when the document is none. */
export function sectionDraft(
  section: XmlElement,
  { file, from, place }: { readonly file: string; readonly from: LawMoment; readonly place: LawPlace },
): LawDraft {
  if (section.name !== "section" || section.namespace !== DC_NAMESPACE) {
    throw new XmlFault("wrong_document", `a section of the D.C. Code is expected, not ${section.name}`);
  }
  const number = wordsOf(childNamed(section, "num"));
  if (number === "") throw new XmlFault("wrong_document", "the section has no number");
  const bare = number.replace(/^\[(.*)\]$/u, "$1");
  const words = wordsOfLaw(section);
  const reason = wordsOf(childNamed(section, "reason"));
  const isTombstone = GONE.test(reason);
  const isDisplaced = PERMANENT.test(bare);
  const limits = isTombstone ? {} : limitsOf(section, { isPlaceholder: reason !== "", isDisplaced });
  return {
    ...CITATION,
    ...from,
    ...place,
    ...words,
    ...limits,
    effectiveDate: lastActDay(section, from.edition),
    isDatedByLastAct: true,
    sourceId: file,
    nodeType: "LEAF",
    number: bare,
    title: wordsOf(childNamed(section, "heading")) || null,
    citation: `D.C. Code § ${bare}`,
    isHistorical: isDisplaced,
    isTombstone,
    sourceUrl: null,
  };
}

/** The version that an edition has of a title, a chapter and so on. */
export function containerDraft(container: Container, from: LawMoment): LawDraft {
  const { path, sortOrder, prefix, number, heading, citation, element } = container;
  return {
    ...CITATION,
    ...from,
    ...wordsOfLaw(element),
    path,
    sortOrder,
    sourceId: containerSourceId(path),
    nodeType: "PARENT",
    number: `${prefix} ${number}`.trim() || null,
    title: heading || null,
    citation,
    isTombstone: GONE.test(wordsOf(childNamed(element, "reason"))),
    sourceUrl: null,
  };
}

/** Containers have no name of their own: they are what stands at their path. No file's name begins so. */
export function containerSourceId(path: string): string {
  return `/${path}`;
}
