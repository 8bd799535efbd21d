import type { LawCollection, LawDraft, LawMoment } from "#laws/model.ts";
import type { LawChange } from "#laws/store/write.ts";
import { US_CFR } from "../laws/federal-collections.ts";
import { lawInTime } from "../laws/law-in-time.ts";
import type { DocumentReader, LawRow } from "../laws/xml-files.ts";
import { childNamed, elementAt, elementsOf, wordsOf } from "../xml/element.ts";
import type { XmlElement } from "../xml/element.ts";
import { XmlFault } from "../xml/xml-fault.ts";
import { draftOf, pieceDrafts, sourceIdOf, titleDraft } from "./eregs-pieces.ts";
import type { Part } from "./eregs-pieces.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/u;

/** One part of the C.F.R. as it stands, or will stand, from an effective date on. */
export const EREGS_READER: DocumentReader = {
  isContainer: () => false,
  rows: async function* rows(events) {
    for await (const { element } of events) yield lawInTime(() => rowOf(element));
  },
};

function rowOf(document: XmlElement): LawRow {
  if (document.name !== "regulation" || document.namespace !== "eregs") {
    throw new XmlFault("wrong_document", `a regulation of eRegs is expected, not ${document.name}`);
  }
  const part = partOf(document);
  const collection: LawCollection = { ...US_CFR, source: "ecfr" };
  const drafts = draftsOf(document, part);
  const keeps = new Set(drafts.map(({ sourceId }) => sourceId));
  const changes = drafts.map((draft): LawChange => ({ kind: "draft", draft }));
  const below = `t${part.title}.pt${part.part}`;
  const sweep: LawChange = { kind: "sweep", from: part.from, below, nodeType: null, keeps };
  return { collection, sourceId: sourceIdOf(part), changes: [...changes, sweep] };
}

function partOf(document: XmlElement): Part {
  const preamble = childNamed(document, "preamble");
  const said = (...names: string[]): string => (preamble === undefined ? "" : wordsOf(elementAt(preamble, ...names)));
  const [title, part, day] = [said("cfr", "title"), said("cfr", "section"), said("effectiveDate")];
  if (title === "" || part === "") throw new XmlFault("wrong_document", "the preamble does not name title and part");
  if (!DAY.test(day)) throw new XmlFault("wrong_document", `the effective date is not a date: "${day}"`);
  const url = said("federalRegisterURL");
  const published = /\/documents\/(\d{4})\/(\d{2})\/(\d{2})\//u.exec(url);
  const from: LawMoment = {
    versionKey: `${day}/${said("documentNumber")}`,
    edition: null,
    effectiveDate: day,
    publicationDate: published === null ? null : published.slice(1).join("-"),
  };
  return { title, part, from, url: url === "" ? null : url };
}

function draftsOf(document: XmlElement, part: Part): LawDraft[] {
  const body = childNamed(document, "part");
  const content = body === undefined ? undefined : childNamed(body, "content");
  if (content === undefined) throw new XmlFault("wrong_document", "the regulation has no part");
  const path = `t${part.title}.pt${part.part}`;
  const cited = `${part.title} C.F.R. pt. ${part.part}`;
  const own = draftOf(part, {
    sourceId: sourceIdOf(part),
    path,
    sortOrder: Number.parseInt(part.part, 10) || 0,
    nodeType: "PARENT",
    number: `Part ${part.part}`,
    title: wordsOf(elementAt(document, "fdsys", "title")) || null,
    citation: cited,
    sourceUrl: part.url,
    isKept: true,
  });
  const pieces = elementsOf(content).flatMap((child, index) =>
    pieceDrafts(child, { part, above: path, cited, order: index + 1 }),
  );
  return [titleDraft(part, wordsOf(elementAt(document, "fdsys", "cfrTitleText"))), own, ...pieces];
}
