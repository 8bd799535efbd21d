import type { LawDraft, LawMoment } from "#laws/model.ts";
import { pathLabel } from "#laws/paths.ts";
import { wordsIn } from "../laws/flow.ts";
import { childNamed, elementsOf, wordsOf } from "../xml/element.ts";
import type { XmlElement } from "../xml/element.ts";
import { EREGS } from "./eregs-grammar.ts";

/** A part of the C.F.R. at a moment. */
export type Part = {
  readonly title: string;
  readonly part: string;
  readonly from: LawMoment;
  readonly url: string | null;
};

/** Where a piece stands: the path and the citation above it, and its order there. */
export type Above = { readonly part: Part; readonly above: string; readonly cited: string; readonly order: number };

export function sourceIdOf({ title, part }: Part): string {
  return `/us/cfr/t${title}/p${part}`;
}

/** A subpart with what is in it, a section, an appendix, the interpretations; nothing for anything else. */
export function pieceDrafts(element: XmlElement, at: Above): LawDraft[] {
  if (element.name === "subpart") return subpart(element, at);
  if (element.name === "section") return [section(element, at)];
  if (element.name === "appendix") return [appendix(element, at)];
  return element.name === "interpretations" ? interpretations(element, at) : [];
}

function subpart(element: XmlElement, { part, above, cited, order }: Above): LawDraft[] {
  const letter = element.attributes["subpartLetter"] ?? "";
  const name = pathLabel(letter) || String(order);
  const path = `${above}.subpt${name}`;
  const own = draftOf(part, {
    sourceId: `${sourceIdOf(part)}/sp${name}`,
    path,
    sortOrder: order,
    nodeType: "PARENT",
    number: letter === "" ? null : `Subpart ${letter}`,
    title: wordsOf(childNamed(element, "title")) || null,
    citation: letter === "" ? null : `${cited}, subpt. ${letter}`,
  });
  const below = elementsOf(childNamed(element, "content") ?? element);
  return [own, ...below.flatMap((child, index) => pieceDrafts(child, { part, above: path, cited, order: index + 1 }))];
}

function section(element: XmlElement, { part, above, order }: Above): LawDraft {
  const number = `${part.part}.${element.attributes["sectionNum"] ?? ""}`;
  const reserved = childNamed(element, "reserved");
  const subject = wordsOf(childNamed(element, "subject") ?? reserved);
  return draftOf(part, {
    ...wordsIn(without(element, ["subject", "reserved"]), EREGS),
    sourceId: `/us/cfr/t${part.title}/s${number}`,
    path: `${above}.s${pathLabel(number)}`,
    sortOrder: order,
    number,
    title: subject.replace(/^§+\s*[\d.]+[a-z]?\s*/u, "") || null,
    citation: `${part.title} C.F.R. § ${number}`,
    isTombstone: reserved !== undefined,
  });
}

function appendix(element: XmlElement, { part, above, cited, order }: Above): LawDraft {
  const letter = element.attributes["appendixLetter"] ?? (element.attributes["label"] ?? "").replace(/^[^-]*-/u, "");
  const name = pathLabel(letter) || String(order);
  return draftOf(part, {
    ...wordsIn(without(element, ["appendixTitle", "reserved"]), EREGS),
    sourceId: `${sourceIdOf(part)}/app${name}`,
    path: `${above}.app${name}`,
    sortOrder: order,
    number: letter === "" ? null : `Appendix ${letter}`,
    title: wordsOf(childNamed(element, "appendixTitle")) || null,
    citation: letter === "" ? null : `${cited}, app. ${letter}`,
    isTombstone: childNamed(element, "reserved") !== undefined,
  });
}

/** The official interpretations: of each section, or of each appendix, for itself. */
function interpretations(element: XmlElement, { part, above, cited, order }: Above): LawDraft[] {
  const path = `${above}.suppI`;
  const supplement = `${cited}, supp. I`;
  const own = draftOf(part, {
    sourceId: `${sourceIdOf(part)}/suppI`,
    path,
    sortOrder: order,
    nodeType: "PARENT",
    number: "Supplement I",
    title: wordsOf(childNamed(element, "title")) || null,
    citation: supplement,
  });
  const labels = new Map<string, number>();
  const sections = elementsOf(element).filter(({ name }) => name === "interpSection");
  const drafts = sections.map((child, index) => {
    const title = wordsOf(childNamed(child, "title"));
    const named = pathLabel((child.attributes["label"] ?? String(index + 1)).replace(/-Interp$/u, ""));
    const seen = (labels.get(named) ?? 0) + 1;
    labels.set(named, seen);
    const label = seen === 1 ? named : `${named}_${seen}`;
    return draftOf(part, {
      ...wordsIn(without(child, ["title", "reserved"]), EREGS),
      sourceId: `${sourceIdOf(part)}/suppI/${label}`,
      path: `${path}.i${label}`,
      sortOrder: index + 1,
      number: null,
      title: title || null,
      citation: `${supplement}, ${title.split(/(?:(?<!\s)\s+)?[—–]/u)[0] ?? title}`,
      isTombstone: childNamed(child, "reserved") !== undefined,
    });
  });
  return [own, ...drafts];
}

/** The title of the C.F.R. that a part is of: it has no versions of its own. */
export function titleDraft(part: Part, name: string): LawDraft {
  const always: LawMoment = { versionKey: "title", edition: null, effectiveDate: null, publicationDate: null };
  return draftOf(
    { ...part, from: always },
    {
      sourceId: `/us/cfr/t${part.title}`,
      path: `t${part.title}`,
      sortOrder: Number.parseInt(part.title, 10) || 0,
      nodeType: "PARENT",
      number: part.title,
      title: name || null,
      citation: `${part.title} C.F.R.`,
    },
  );
}

export function draftOf(
  part: Part,
  fields: Pick<LawDraft, "sourceId" | "path" | "sortOrder" | "number" | "title" | "citation"> & Partial<LawDraft>,
): LawDraft {
  return {
    nodeType: "LEAF",
    type: "regulation",
    registerCitation: null,
    isHistorical: false,
    isTombstone: false,
    sourceUrl: null,
    html: "",
    text: "",
    notesHtml: null,
    ...part.from,
    ...fields,
  };
}

function without(element: XmlElement, names: readonly string[]): XmlElement["children"] {
  return element.children.filter((child) => typeof child === "string" || !names.includes(child.name));
}
