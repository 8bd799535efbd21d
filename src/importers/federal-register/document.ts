import type { LawType } from "#laws/model.ts";
import { wordsIn } from "../laws/flow.ts";
import { lawInTime } from "../laws/law-in-time.ts";
import type { DocumentReader, LawRow } from "../laws/xml-files.ts";
import { elementAt, elementsOf, wordsOf } from "../xml/element.ts";
import type { XmlElement, XmlNode } from "../xml/element.ts";
import { XmlFault } from "../xml/xml-fault.ts";
import { effectiveDay } from "./effective-day.ts";
import { GPO } from "./grammar.ts";
import { caveatOf, registerRow, typeByWords } from "./register-row.ts";

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
    for await (const { element } of events) yield lawInTime(() => rowOf(element, path));
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
  const subject = wordsOf(subjectOf(document));
  return registerRow({
    number: name,
    day: `${year}-${month}-${date}`,
    page: firstPage(document),
    type: typeOf(kind, document, subject),
    subject,
    caveat: kind === "notice" ? caveatOf(document.name === "PRORULE", actionOf(document)) : undefined,
    effectiveDate: effectiveDay(document),
    words: wordsIn([document], GPO),
  });
}

function typeOf(kind: LawType, document: XmlElement, subject: string): LawType {
  if (document.name === "PRESDOCU") {
    return elementsOf(document).some(({ name }) => name === "EXECORD") ? "executive_order" : "notice";
  }
  return typeByWords(kind, `${actionOf(document)} ${subject}`);
}

function actionOf(document: XmlElement): string {
  return wordsOf(elementAt(document, "PREAMB", "ACT"));
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
