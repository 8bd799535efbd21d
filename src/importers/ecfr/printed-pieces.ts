import type { LawDraft } from "#laws/model.ts";
import { pathLabel } from "#laws/paths.ts";
import { wordsIn } from "../laws/flow.ts";
import { childNamed, elementsOf, wordsOf } from "../xml/element.ts";
import type { XmlElement } from "../xml/element.ts";
import { draftOf, sourceIdOf } from "./eregs-pieces.ts";
import type { Above } from "./eregs-pieces.ts";
import { PRINTED } from "./printed-grammar.ts";

/** What an element is in a part; groups of subjects are passed through. */
const KINDS: Readonly<Record<string, "subpart" | "group" | "section" | "appendix">> = {
  SUBPART: "subpart",
  DIV6: "subpart",
  SUBJGRP: "group",
  DIV7: "group",
  SECTION: "section",
  DIV8: "section",
  APPENDIX: "appendix",
  DIV9: "appendix",
};

const RESERVED = /\[?\bReserved\b\.?\]?\s*$/iu;
const DASH = /(?:(?<!\s)\s+)?[—–]\s*|(?<!\s)\s+-\s+/u;

/** Each piece in the order printed, with its place in that order. */
export function printedPieces(element: XmlElement, at: Omit<Above, "order">): LawDraft[] {
  return piecesIn(element).flatMap((piece, index) => pieceDrafts(piece, { ...at, order: index + 1 }));
}

export function isPiece({ name }: XmlElement): boolean {
  return Object.hasOwn(KINDS, name);
}

/** The heading of a part or of a piece: its first line, or that it is reserved. */
export function headOf(element: XmlElement): string {
  const named = childNamed(element, "HEAD") ?? childNamed(element, "HD") ?? childNamed(element, "RESERVED");
  return wordsOf(named);
}

function piecesIn(element: XmlElement): XmlElement[] {
  return elementsOf(element)
    .filter(isPiece)
    .flatMap((child) => (KINDS[child.name] === "group" ? piecesIn(child) : [child]));
}

function pieceDrafts(element: XmlElement, at: Above): LawDraft[] {
  const kind = KINDS[element.name];
  if (kind === "subpart") return subpart(element, at);
  return kind === "section" ? section(element, at) : [appendix(element, at)];
}

function subpart(element: XmlElement, { part, above, cited, order }: Above): LawDraft[] {
  const [name = "", ...title] = headOf(element).split(DASH);
  const letter = /^Subparts?\s+([A-Z0-9]+)/iu.exec(name)?.[1] ?? element.attributes["N"] ?? "";
  const label = pathLabel(letter) || String(order);
  const path = `${above}.subpt${label}`;
  const own = draftOf(part, {
    ...wordsIn(ownNodesOf(element), PRINTED),
    sourceId: `${sourceIdOf(part)}/sp${label}`,
    path,
    sortOrder: order,
    nodeType: "PARENT",
    number: letter === "" ? null : `Subpart ${letter}`,
    title: title.join("—") || null,
    citation: letter === "" ? null : `${cited}, subpt. ${letter}`,
    isTombstone: RESERVED.test(headOf(element)),
  });
  return [own, ...printedPieces(element, { part, above: path, cited })];
}

/** Nothing for what has no number, or the numbers of several that are reserved. */
function section(element: XmlElement, { part, above, order }: Above): LawDraft[] {
  const head = headOf(element);
  const printed = wordsOf(childNamed(element, "SECTNO")) || element.attributes["N"] || head;
  const number = /(?<!\d)\d+[a-z]*\.\d[\w.-]*/iu.exec(printed)?.[0].replace(/(?<![.-])[.-]+$/u, "");
  const isSeveral = /§\s*§/u.test(printed) || /\d\s*[–—]\s*\d|\bthrough\b/u.test(printed);
  if (number === undefined || isSeveral) return [];
  const subject = wordsOf(childNamed(element, "SUBJECT")) || head.replace(/^§*\s*[\w.-]+\s*/u, "");
  const reserved = wordsOf(childNamed(element, "RESERVED"));
  return [
    draftOf(part, {
      ...wordsIn(ownNodesOf(element), PRINTED),
      sourceId: `/us/cfr/t${part.title}/s${number}`,
      path: `${above}.s${pathLabel(number)}`,
      sortOrder: order,
      number,
      title: subject || null,
      citation: `${part.title} C.F.R. § ${number}`,
      isTombstone: reserved !== "" || RESERVED.test(subject),
    }),
  ];
}

function appendix(element: XmlElement, { part, above, cited, order }: Above): LawDraft {
  const head = headOf(element);
  const letter = /^(?:Appendix|Supplement)\s+([A-Z0-9]+(?:-[A-Z0-9]+)*)\b(?!\s*Part)/u.exec(head)?.[1] ?? "";
  const isSupplement = /^Supplement/iu.test(head);
  const name = isSupplement ? `supp${pathLabel(letter)}` : `app${pathLabel(letter) || order}`;
  const [called = "", ...title] = head.split(DASH);
  return draftOf(part, {
    ...wordsIn(ownNodesOf(element), PRINTED),
    sourceId: `${sourceIdOf(part)}/${name}`,
    path: `${above}.${name}`,
    sortOrder: order,
    number: letter === "" ? called || null : `${isSupplement ? "Supplement" : "Appendix"} ${letter}`,
    title: title.join("—") || null,
    citation: letter === "" ? null : `${cited}, ${isSupplement ? "supp." : "app."} ${letter}`,
    isTombstone: RESERVED.test(head),
  });
}

const HEADS: ReadonlySet<string> = new Set(["HEAD", "SECTNO", "SUBJECT", "RESERVED"]);

/** What stands in a piece itself: neither its heading nor the pieces below it. */
export function ownNodesOf(element: XmlElement): XmlElement["children"] {
  const first = elementsOf(element).find(({ name }) => name === "HD");
  const isHeaded = element.name === "SUBPART" || element.name === "APPENDIX" || element.name === "PART";
  return element.children.filter(
    (child) =>
      typeof child === "string" || (!HEADS.has(child.name) && !isPiece(child) && !(isHeaded && child === first)),
  );
}
