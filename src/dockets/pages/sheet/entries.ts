import type { SeenDocument, SeenEntry } from "#dockets/model.ts";
import { cellText, linesIn, linksIn, tablesIn } from "../html/page.ts";
import type { Cell, Line, Row, Run, Table } from "../html/page.ts";
import { PageFault } from "../page-fault.ts";
import { attachmentsIn } from "./attachment-list.ts";
import { bytesOf, dayOf, documentLink, orNull, pagesOf } from "../values.ts";
import type { DocumentLink } from "../values.ts";

/** What the sheets of trial courts tell below the parties. */
export type SheetEntries = {
  readonly entries: readonly SeenEntry[];
  /** The case's numbers in the official system, as links to its documents have them. */
  readonly pacerCaseIds: readonly string[];
};

/** Whether a row is the heading of the list of entries. */
export function isEntriesHeading({ cells }: Row): boolean {
  const texts = cells.map((cell) => cellText(cell).toLowerCase());
  return texts.at(-1) === "docket text" && texts.length > 1 && /(?:^| )date(?: |$)/u.test(texts.slice(0, -1).join(" "));
}

/** Tables with entries: the one with the heading, and those that go on below it without one. */
export function entryLists(tables: readonly Table[]): readonly Table[] {
  const first = tables.findIndex(({ rows }) => rows.some(isEntriesHeading));
  return first < 0
    ? []
    : tables.slice(first).filter((table, at) => at === 0 || table.rows.some(isEntriesHeading) || beginsWithDay(table));
}

function beginsWithDay({ rows: [first] }: Table): boolean {
  return first !== undefined && first.cells.length >= 2 && dayOf(cellText(first.cells[0])) !== null;
}

/**
 * The entries of a sheet, which courts print in several tables when there are many: a day, a number with a link, the
 * words. Throws PageFault at a row that is none of that, for a list that is understood in part would be half a docket.
 */
export function readEntries(page: string, lists: readonly Table[]): SheetEntries {
  const entries: SeenEntry[] = [];
  const caseIds = new Set<string>();
  for (const { rows } of lists) {
    for (const row of rows.slice(rows.findIndex(isEntriesHeading) + 1)) {
      if (row.cells.every((cell) => cellText(cell) === "") || isEntriesHeading(row)) continue;
      const listed = listedDocuments(row);
      const last = entries.at(-1);
      if (listed.length > 0 && last !== undefined) {
        entries[entries.length - 1] = { ...last, documents: withSizes(last.documents, listed) };
        continue;
      }
      const { entry, links } = readRow(page, row);
      entries.push(entry);
      for (const { pacerCaseId } of links) if (pacerCaseId !== null) caseIds.add(pacerCaseId);
    }
  }
  return { entries, pacerCaseIds: [...caseIds] };
}

/** Below an entry some courts list its documents to choose from: a number, a name, pages, a size. */
function listedDocuments({ cells }: Row): SeenDocument[] {
  if (cells.slice(0, -1).some((cell) => cellText(cell) !== "")) return [];
  return cells.flatMap(tablesIn).flatMap(({ rows }) =>
    rows.flatMap((row) => {
      const [number, title, pages, size] = row.cells.map(cellText).filter((text) => text !== "");
      if (number === undefined || !/^\d+$/u.test(number) || pages === undefined) return [];
      const measured = { pageCount: pagesOf(pages), fileSize_bytes: bytesOf(size ?? "") };
      return [documentOf(Number(number), number === "0" ? null : orNull(title), null, measured)];
    }),
  );
}

function withSizes(documents: readonly SeenDocument[], listed: readonly SeenDocument[]): SeenDocument[] {
  const known = new Map(documents.map((document) => [document.attachment, document]));
  for (const { attachment, description, pageCount, fileSize_bytes } of listed) {
    const before = known.get(attachment) ?? documentOf(attachment, null, null);
    known.set(attachment, { ...before, description: description ?? before.description, pageCount, fileSize_bytes });
  }
  return [...known.values()].toSorted((left, right) => left.attachment - right.attachment);
}

function readRow(page: string, { cells }: Row): { readonly entry: SeenEntry; readonly links: readonly DocumentLink[] } {
  const words = cells.at(-1);
  const printedDay = cellText(cells[0]);
  const day = dayOf(printedDay);
  if (cells.length < 2 || words === undefined || (day === null && (printedDay !== "" || cells.length < 3))) {
    throw new PageFault(page, `a row of its entries begins with "${printedDay.slice(0, 60)}", which is no day`);
  }
  const between = cells.slice(1, -1);
  const { number, link, description, pages } =
    between.length === 0 ? leadOf(words) : { ...numbered(between), description: descriptionOf(words), pages: "" };
  const beside = [pages, ...between.map(cellText)].join(" ");
  const attachments = attachmentsIn(words);
  const size = { pageCount: pagesOf(beside), fileSize_bytes: bytesOf(beside) };
  const documents: SeenDocument[] = link === null ? [] : [documentOf(0, null, link.pacerDocId, size)];
  documents.push(
    ...attachments.map(({ number: attachment, description: title, pacerDocId }) =>
      documentOf(attachment, title, pacerDocId),
    ),
  );
  const entry: SeenEntry = {
    number,
    pacerSeqNo: link?.pacerSeqNo ?? sequenceIn(between),
    dateFiled: day,
    dateEntered: enteredOn(description),
    description: orNull(description),
    shortDescription: null,
    documents,
  };
  return { entry, links: link === null ? [] : [link] };
}

function linksOf(cell: Cell): DocumentLink[] {
  return linksIn(cell).flatMap((link) => documentLink(link) ?? []);
}

type Numbered = { readonly number: string | null; readonly link: DocumentLink | null };

/** The number of an entry in a column of its own, and where it leads. */
function numbered(cells: readonly Cell[]): Numbered {
  for (const cell of cells) {
    const [link] = linksOf(cell);
    if (link !== undefined) return { number: numberIn(cell), link };
  }
  return { number: numberIn(cells.findLast((cell) => /\d/u.test(cellText(cell)))), link: null };
}

/** What begins with digits and is no number of an entry: sections of the Bankruptcy Code and a rule. */
const NO_NUMBER = /^(?:341|363|2004) /u;

/** Some courts print the number before the words, as a link where there is a document, and its pages. */
function leadOf(words: Cell): Numbered & { readonly description: string; readonly pages: string } {
  const text = descriptionOf(words);
  const [, number, pages = "", rest = ""] = /^(\d{1,5})(?: \((\d+ pgs?)\))?(?: (?=[\p{Lu}(])(.*))$/su.exec(text) ?? [];
  const [first] = linksIn(words);
  const isLinked = first !== undefined && linesIn(words)[0]?.runs.find((run) => run.text.trim() !== "")?.link === first;
  if (number === undefined || (!isLinked && NO_NUMBER.test(text)))
    return { number: null, link: null, description: text, pages };
  return {
    number: number.replace(/^0+(?=\d)/u, ""),
    link: isLinked ? documentLink(first) : null,
    description: rest,
    pages,
  };
}

type Size = Pick<SeenDocument, "pageCount" | "fileSize_bytes">;
const NO_SIZE: Size = { pageCount: null, fileSize_bytes: null };

function documentOf(
  attachment: number,
  description: string | null,
  pacerDocId: string | null,
  size = NO_SIZE,
): SeenDocument {
  return {
    attachment,
    description,
    pacerDocId,
    ...size,
    availability: pacerDocId === null ? null : "available",
    documentType: null,
  };
}

/** Of an entry that can be chosen from a list, its box has the number. */
function sequenceIn(cells: readonly Cell[]): string | null {
  const box = cells.flatMap(({ inputs }) => inputs).find(({ name }) => name === "arr_de_seq_nums");
  return orNull(box?.value);
}

/** The number alone in its line, a link or not; `(3 pgs)` and sizes stand below it. */
function numberIn(cell: Cell | undefined): string | null {
  if (cell === undefined) return null;
  for (const line of linesIn(cell)) {
    const [, number] = /^\s*(\d+)(?:\s|\(|$)/u.exec(line.runs.map(({ text }) => text).join("")) ?? [];
    if (number !== undefined) return number.replace(/^0+(?=\d)/u, "");
  }
  return null;
}

function descriptionOf(cell: Cell): string {
  return linesIn(cell).map(lineText).join(" ").replace(/\s+/gu, " ").trim();
}

function lineText({ runs }: Line): string {
  return runs.map(({ text }: Run) => text).join("");
}

/** `(Entered: 01/09/2009)`; of several the last. */
export function enteredOn(description: string): string | null {
  const days = [...description.matchAll(/[([]\s*Entered(?: on)?:? (\d{1,2}\/\d{1,2}\/\d{2,4})/giu)];
  return dayOf(days.at(-1)?.[1]);
}
