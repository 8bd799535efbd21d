import type { LawCollection, LawDraft, LawType } from "#laws/model.ts";
import { pathLabel } from "#laws/paths.ts";
import type { LawChange } from "#laws/store/write.ts";
import { wordsIn } from "../laws/flow.ts";
import { US_FR } from "../laws/federal-collections.ts";
import type { DocumentReader, LawRow } from "../laws/xml-files.ts";
import { elementAt, elementsOf, wordsOf } from "../xml/element.ts";
import type { XmlElement, XmlNode } from "../xml/element.ts";
import { XmlFault } from "../xml/xml-fault.ts";
import { effectiveDay } from "./effective-day.ts";
import { GPO } from "./grammar.ts";

/** The Register's volumes are years: 1 was 1936. */
const YEAR_BEFORE_FIRST = 1935;

const KINDS: Readonly<Record<string, LawType>> = {
  RULE: "regulation",
  PRORULE: "notice",
  NOTICE: "notice",
  PRESDOCU: "notice",
};

/** One document of the Federal Register, from a path that names the day: `…/2014/12/29/2014-30404.xml`. */
export const FEDERAL_REGISTER_READER: DocumentReader = {
  isContainer: () => false,
  rows: async function* rows(events, path) {
    for await (const { element } of events) yield rowOf(element, path);
  },
};

function rowOf(document: XmlElement, path: string): LawRow {
  const kind = KINDS[document.name];
  if (kind === undefined || document.namespace !== "") {
    throw new XmlFault("wrong_document", `a document of the Federal Register is expected, not ${document.name}`);
  }
  const [, year, month, date, name] =
    /(\d{4})\/(\d{2})\/(\d{2})\/([^/]+?)\.xml/u.exec(path.replaceAll("\\", "/")) ?? [];
  if (year === undefined || month === undefined || date === undefined || name === undefined) {
    throw new XmlFault(
      "wrong_document",
      "the path does not say the day of publication, as in 2014/12/29/2014-30404.xml",
    );
  }
  const day = `${year}-${month}-${date}`;
  const volume = Number(year) - YEAR_BEFORE_FIRST;
  const page = firstPage(document);
  const citation = page === null ? null : `${volume} Fed. Reg. ${page}`;
  const subject = wordsOf(subjectOf(document));
  const issue = `v${volume}.${day}`;
  const common = { ...NOTHING, versionKey: day, publicationDate: day };
  const drafts: LawDraft[] = [
    {
      ...common,
      versionKey: "volume",
      publicationDate: null,
      sourceId: `v${volume}`,
      path: `v${volume}`,
      sortOrder: volume,
      nodeType: "PARENT",
      number: String(volume),
      title: `Volume ${volume} (${year})`,
    },
    {
      ...common,
      sourceId: issue,
      path: issue,
      sortOrder: Number(month + date),
      nodeType: "PARENT",
      number: null,
      title: `Issue of ${day}`,
    },
    {
      ...common,
      ...wordsIn([document], GPO),
      effectiveDate: effectiveDay(document),
      sourceId: name,
      path: `${issue}.${pathLabel(name)}`,
      sortOrder: page ?? 0,
      nodeType: "LEAF",
      type: typeOf(kind, document, subject),
      number: name,
      title: subject || null,
      citation,
      registerCitation: citation,
      sourceUrl: `https://www.federalregister.gov/d/${name.replace(/^([\dC]+-\d+)-\d$/u, "$1")}`,
    },
  ];
  const collection: LawCollection = { ...US_FR, currentThrough: day };
  return { collection, sourceId: name, changes: drafts.map((draft): LawChange => ({ kind: "draft", draft })) };
}

const NOTHING = {
  edition: null,
  effectiveDate: null,
  type: "notice",
  citation: null,
  registerCitation: null,
  isHistorical: false,
  isTombstone: false,
  sourceUrl: null,
  html: "",
  text: "",
  notesHtml: null,
} as const;

function typeOf(kind: LawType, document: XmlElement, subject: string): LawType {
  if (document.name === "PRESDOCU") {
    return elementsOf(document).some(({ name }) => name === "EXECORD") ? "executive_order" : "notice";
  }
  const action = wordsOf(elementAt(document, "PREAMB", "ACT"));
  const isGuidance =
    /\b(?:guidance|bulletin|policy statement|statement of policy|interpretive rule|advisory opinion)\b/iu;
  return isGuidance.test(`${action} ${subject}`) ? "guidance" : kind;
}

function subjectOf(document: XmlElement): XmlElement | undefined {
  const find = (element: XmlElement, depth: number): XmlElement | undefined => {
    for (const child of elementsOf(element)) {
      if (child.name === "SUBJECT" || (document.name === "PRESDOCU" && child.name === "HD")) return child;
      const within = depth > 0 ? find(child, depth - 1) : undefined;
      if (within !== undefined) return within;
    }
    return undefined;
  };
  return find(document, 2);
}

/**
 * The page on which a document begins. Only later pages are marked, each where it begins: what stands before the first
 * mark is on the page before. Null where no page begins within the document, for then nothing says which one it is on.
 */
function firstPage(document: XmlElement): number | null {
  let words = false;
  const find = (nodes: readonly XmlNode[]): number | null | undefined => {
    for (const node of nodes) {
      if (typeof node === "string") {
        words ||= /\S/u.test(node);
      } else if (node.name === "PRTPAGE") {
        const page = Number(node.attributes["P"]);
        return Number.isInteger(page) ? page - (words ? 1 : 0) : null;
      } else {
        const found = find(node.children);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  };
  return find(document.children) ?? null;
}
