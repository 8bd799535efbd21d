import type { DocketSighting, SeenDocument } from "../model.ts";
import { courtOfPage } from "./court-of-page.ts";
import { cellText, linksIn, tablesIn } from "./html/page.ts";
import type { Cell, Page, Row, Table } from "./html/page.ts";
import { PageFault } from "./page-fault.ts";
import { receiptOf } from "./receipt.ts";
import { provenanceOf } from "./told.ts";
import type { PageTold } from "./told.ts";
import { bytesOf, documentLink, orNull, pagesOf } from "./values.ts";
import type { DocumentLink } from "./values.ts";

const PAGE = "attachment_page";

type Listed = {
  readonly printed: number | null;
  readonly isHeaded: boolean;
  readonly isMain: boolean;
  readonly link: DocumentLink;
  readonly description: string | null;
  readonly pageCount: number | null;
  readonly fileSize_bytes: number | null;
};

/** The menu of an entry's documents in trial courts. It names the case by its number in the official system alone. */
export function readAttachmentPage(page: Page, told: PageTold): DocketSighting {
  const tables = tablesIn(page);
  const listed = mainsOf(tables.flatMap(({ rows }) => rows).flatMap((row) => listedIn(row) ?? []));
  if (listed.length === 0) throw new PageFault(PAGE, "it lists no document");
  const controls = page.inputs.map(({ onclick }) => onclick).join(" ");
  const caseId =
    listed.map(({ link }) => link.pacerCaseId).find((id) => id !== null) ?? /caseid=(\d+)/u.exec(controls)?.[1];
  if (caseId === undefined || caseId === null) throw new PageFault(PAGE, "nothing on it tells the case");
  const courtId = told.courtId ?? courtOfPage(page, []);
  if (courtId === null) throw new PageFault(PAGE, "nothing on it tells the court");
  const seqNo =
    listed.map(({ link }) => link.pacerSeqNo).find((seq) => seq !== null) ??
    /arr_de_seq_nums=(\d+)/u.exec(controls)?.[1];
  const main = listed.find(({ isMain }) => isMain);
  const isPart = main?.printed === 1 && !main.isHeaded && /^Part$/mu.test(headingsOf(tables));
  const number = main === undefined || main.printed === null || isPart ? null : String(main.printed);
  const receipt = receiptOf(tables);
  const entry = {
    number,
    pacerSeqNo: seqNo ?? null,
    dateFiled: null,
    dateEntered: null,
    description: null,
    shortDescription: null,
  };
  return {
    kind: "attachment_page",
    ...provenanceOf(told, receipt),
    courtId,
    docketNumber: null,
    pacerCaseIds: [caseId],
    facts: {},
    entries: [{ ...entry, documents: documentsOf(listed) }],
  };
}

function headingsOf(tables: readonly Table[]): string {
  return tables.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.map(cellText))).join("\n");
}

/**
 * Where a heading names the document, others that are called main are so by accident; of several the first is. A court
 * that describes the main document in its own words still lists it first, by the entry's number, and others from 1.
 */
function mainsOf(listed: readonly Listed[]): readonly Listed[] {
  const [first, second] = listed;
  const isFirst = second?.printed === 1 && first !== undefined && (first.printed ?? 0) > 1;
  const main =
    listed.find(({ isHeaded }) => isHeaded) ?? listed.find(({ isMain }) => isMain) ?? (isFirst ? first : undefined);
  return listed.map((one) => ({ ...one, isMain: one === main }));
}

function listedIn({ cells }: Row): Listed | undefined {
  const at = cells.findIndex((cell) => linksIn(cell).some((link) => (documentLink(link)?.pacerDocId ?? null) !== null));
  const cell = cells[at];
  const link = linksIn(cell).flatMap((one) => documentLink(one) ?? [])[0];
  if (cell === undefined || link === undefined || cells.some((one) => tablesIn(one).length > 0)) return undefined;
  const texts = cells.map(cellText);
  const isHeaded = texts.some((text) => /^Document Number:/iu.test(text));
  const description = texts.slice(at + 1).find((text) => text !== "" && !isMeasure(text)) ?? null;
  const [, printed] = /^(?:Document Number: ?)?(\d+)$/iu.exec(texts[at] ?? "") ?? [];
  return {
    printed: printed === undefined ? null : Number(printed),
    isHeaded,
    isMain: isHeaded || description === "Main Document",
    link,
    description: isHeaded ? null : orNull(description),
    pageCount: texts.map(pagesOf).find((count) => count !== null) ?? null,
    fileSize_bytes:
      boxedSize(cells) ??
      texts
        .slice(at + 1)
        .filter(isMeasure)
        .map(bytesOf)
        .find((size) => size !== null) ??
      null,
  };
}

function isMeasure(text: string): boolean {
  return /^[\d.]+ ?(?:pages?|pgs?|b|kb|mb|gb)$/iu.test(text);
}

/** The value of a box to choose a document by is `number-bytes-pages`. */
function boxedSize(cells: readonly Cell[]): number | null {
  const box = cells.flatMap(({ inputs }) => inputs).find(({ name }) => name.startsWith("document_"));
  const [, size] = /^\d+-(\d+)-\d+$/u.exec(box?.value ?? "") ?? [];
  return size === undefined ? null : Number(size);
}

/**
 * Where the parts are numbered through, the main document is the first of them, and attachments count from the second.
 * A document that was added later under a number that another has is counted behind all of them.
 */
function documentsOf(listed: readonly Listed[]): SeenDocument[] {
  const others = listed.filter(({ isMain }) => !isMain);
  const isThrough = others.length > 0 && others.every(({ printed }) => printed !== 1);
  const numbers = new Map<number, string | null>([[0, ""]]);
  const documents = listed.flatMap(
    ({ printed, isMain, link, description, pageCount, fileSize_bytes }): SeenDocument[] => {
      if (!isMain && printed === null) return [];
      const counted = isMain ? 0 : (printed ?? 0) - (isThrough ? 1 : 0);
      const isTaken = !isMain && numbers.has(counted) && numbers.get(counted) !== link.pacerDocId;
      const attachment = isTaken ? Math.max(...numbers.keys()) + 1 : counted;
      numbers.set(attachment, link.pacerDocId);
      const shown = { pageCount, fileSize_bytes, pacerDocId: link.pacerDocId };
      return [
        {
          attachment,
          description: isMain ? null : description,
          ...shown,
          availability: "available",
          documentType: null,
        },
      ];
    },
  );
  return [...new Map(documents.toReversed().map((document) => [document.attachment, document])).values()].toReversed();
}
