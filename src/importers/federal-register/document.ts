import type { LawType } from "#laws/model.ts";
import { US_FR } from "../laws/federal-collections.ts";
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

/** What holds the documents of a whole issue. */
const CONTAINERS: ReadonlySet<string> = new Set(["FEDREG", "NEWPART", "RULES", "PRORULES", "NOTICES", "PRESDOCS"]);

/**
 * The Federal Register in its own XML: one document, from a path that names the day (`…/2014/12/29/2014-30404.xml`), or
 * a whole issue of the bulk data (`FR-2014-12-29.xml`).
 */
export const FEDERAL_REGISTER_READER: DocumentReader = {
  isContainer: (name, within) => CONTAINERS.has(name) && within.every((element) => CONTAINERS.has(element.name)),
  rows: async function* rows(events, path) {
    let issue: Issue | undefined;
    for await (const { kind, element } of events) {
      if (element.name === "FEDREG" && element.namespace === "") issue ??= { day: dayOfIssue(path), page: null };
      if (kind !== "tree") continue;
      if (issue === undefined) yield lawInTime(() => rowOf(element, placeIn(path)));
      else {
        const { day, page } = issue;
        if (Object.hasOwn(KINDS, element.name)) {
          const number = numberOf(element);
          yield number === undefined
            ? unnumbered(day, element)
            : lawInTime(() => rowOf(element, { day, number, pageBefore: page }));
        }
        issue = { day, page: lastPage(element) ?? page };
      }
    }
  },
};

/** Its day, and the page that was begun last. */
type Issue = { readonly day: string; readonly page: number | null };
type DocumentPlace = { readonly number: string; readonly day: string; readonly pageBefore: number | null };

function dayOfIssue(path: string): string {
  const day = /(?<!\d)(\d{4}-\d{2}-\d{2})(?!\d)/u.exec(path)?.[1];
  if (day !== undefined) return day;
  throw new XmlFault("wrong_document", "the name of the issue does not say its day, as in FR-2014-12-29.xml");
}

/** `[FR Doc. 2023-28911 Filed 12-29-23; 8:45 am]`; older ones have `E8-12345` and `94-1234`. */
function numberOf(document: XmlElement): string | undefined {
  const [, number] = /FR Doc\.?\s+([A-Z]?\d+[–-]\d+)/u.exec(wordsOf(found(document, "FRDOC"))) ?? [];
  return number?.replace("–", "-");
}

function unnumbered(day: string, document: XmlElement): LawRow {
  const message = `a document of ${day} has no number (FRDOC): ${wordsOf(subjectOf(document)).slice(0, 80)}`;
  const rejects = [{ reason: "no_number", message, hint: "the rest of the issue is read" }];
  return { collection: US_FR, sourceId: null, changes: [], rejects };
}

function found(element: XmlElement, name: string): XmlElement | undefined {
  for (const child of elementsOf(element)) {
    const within = child.name === name ? child : found(child, name);
    if (within !== undefined) return within;
  }
  return undefined;
}

function lastPage(element: XmlElement): number | null {
  const own = element.name === "PRTPAGE" ? Number(element.attributes["P"]) : Number.NaN;
  return elementsOf(element).reduce<number | null>(
    (last, child) => lastPage(child) ?? last,
    Number.isInteger(own) ? own : null,
  );
}

function placeIn(path: string): DocumentPlace {
  const [, year, month, date, name] =
    /(\d{4})\/(\d{2})\/(\d{2})\/([^/]+?)\.xml/u.exec(path.replaceAll("\\", "/")) ?? [];
  if (year === undefined || month === undefined || date === undefined || name === undefined) {
    throw new XmlFault(
      "wrong_document",
      "the path does not say the day of publication, as in 2014/12/29/2014-30404.xml",
    );
  }
  return { number: name, day: `${year}-${month}-${date}`, pageBefore: null };
}

function rowOf(document: XmlElement, place: DocumentPlace): LawRow {
  const kind = KINDS[document.name];
  if (kind === undefined || document.namespace !== "") {
    throw new XmlFault("wrong_document", `a document of the Federal Register is expected, not ${document.name}`);
  }
  const { number, day, pageBefore } = place;
  const subject = wordsOf(subjectOf(document));
  return registerRow({
    number,
    day,
    page: firstPage(document) ?? pageBefore,
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
