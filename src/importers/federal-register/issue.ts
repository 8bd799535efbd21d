import type { LawCaveat, LawType } from "#laws/model.ts";
import { wordsIn } from "../laws/flow.ts";
import { lawInTime } from "../laws/law-in-time.ts";
import type { DocumentReader } from "../laws/xml-files.ts";
import { childNamed, elementAt, elementsOf, wordsOf } from "../xml/element.ts";
import type { XmlElement } from "../xml/element.ts";
import { XmlFault } from "../xml/xml-fault.ts";
import { effectiveDayIn } from "./effective-day.ts";
import { ISSUE } from "./issue-grammar.ts";
import { caveatOf, registerRow, typeByWords } from "./register-row.ts";
import type { RegisterDocument } from "./register-row.ts";

const NAMESPACE = "http://schemas.gpo.gov/xml/uslm";
/** What holds documents in an issue. */
const CONTAINERS: ReadonlySet<string> = new Set([
  "frDoc",
  "main",
  "collection",
  "component",
  "rules",
  "proposedRules",
  "notices",
  "presidentialDocs",
]);
const KINDS: Readonly<Record<string, LawType>> = { rule: "regulation", notice: "notice", presidentialDoc: "notice" };

/** A whole issue of the Federal Register in USLM 2, as the Government Publishing Office has it: a row a document. */
export const ISSUE_READER: DocumentReader = {
  isContainer: (name, within) => CONTAINERS.has(name) && within.every((element) => CONTAINERS.has(element.name)),
  rows: async function* rows(events) {
    let day: string | undefined;
    let told = 0;
    for await (const { kind, element } of events) {
      if (element.namespace !== NAMESPACE) throw notAnIssue(element);
      if (kind !== "tree") continue;
      if (element.name === "meta") day ??= lawInTime(() => dayOf(element));
      const type = KINDS[element.name];
      if (type === undefined) continue;
      if (day === undefined) throw new XmlFault("wrong_document", "the issue does not say of which day it is");
      told += 1;
      const published = day;
      yield lawInTime(() => registerRow(documentOf(element, type, published)));
    }
    if (told === 0) throw new XmlFault("wrong_document", "the issue holds no documents");
  },
};

function notAnIssue({ name, namespace }: XmlElement): XmlFault {
  return new XmlFault("wrong_document", `${name} is not of the namespace of USLM 2, but of ${namespace || "none"}`);
}

function dayOf(meta: XmlElement): string | undefined {
  return /^\d{4}-\d{2}-\d{2}/u.exec(wordsOf(childNamed(meta, "date")))?.[0];
}

function documentOf(element: XmlElement, kind: LawType, day: string): RegisterDocument {
  const meta = childNamed(element, "meta") ?? element;
  const said = (name: string): string => wordsOf(childNamed(meta, name));
  const number = said("docNumber").replace(/[\u2010-\u2015\u2212]/gu, "-");
  if (number === "") throw new XmlFault("wrong_document", "a document has no number");
  const page = said("startingPage");
  const subject = wordsOf(elementAt(element, "preface", "subject")) || said("subject") || said("title");
  return {
    number,
    day,
    page: /^\d+$/u.test(page) ? Number(page) : null,
    type: typeOf(element, kind, subject, said("type")),
    subject,
    caveat: caveatIn(element, kind, said("type")),
    effectiveDate: effectiveDayIn(datesIn(element)),
    words: wordsIn(
      element.children.filter((child) => child !== meta),
      ISSUE,
    ),
  };
}

function typeOf(element: XmlElement, kind: LawType, subject: string, called: string): LawType {
  if (element.name === "presidentialDoc") {
    return /EXECO|executive\s*order/iu.test(`${element.attributes["style"] ?? ""} ${called}`)
      ? "executive_order"
      : "notice";
  }
  return typeByWords(/proposed/iu.test(called) ? "notice" : kind, `${actionOf(element)} ${subject}`);
}

function caveatIn(element: XmlElement, kind: LawType, called: string): LawCaveat | undefined {
  const isProposal = /proposed/iu.test(called);
  return isProposal || kind === "notice" ? caveatOf(isProposal, actionOf(element)) : undefined;
}

function actionOf(element: XmlElement): string {
  return wordsOf(elementAt(element, "preface", "action"));
}

/** The paragraphs of the sections on dates, wherever they stand in the preamble. */
function datesIn(element: XmlElement, isOfDates = false): string[] {
  if (isOfDates && element.name === "p") return [wordsOf(element)];
  const isBelow = /^(?:dates|effectiveDate)$/u.test(element.attributes["role"] ?? "") || isOfDates;
  return elementsOf(element).flatMap((child) => datesIn(child, isBelow));
}
