import { cellText, linesIn, tablesIn, textOf } from "../html/page.ts";
import type { Cell, Line, Link, Page, Table } from "../html/page.ts";

export type NoticeLine = { readonly text: string; readonly links: readonly Link[] };

const PLAIN_LABELS =
  /(?=\b(?:Case Name|Case Number|Document Number|Docket Text|Filer)\s*:|(?<!\S)\S+ Notice (?:has been|will be|will not be) )|(?<=The following) (?=document)/gu;
const ADDRESS = /https?:\/\/[^\s<>"]+/gu;

/**
 * A notice line by line: a row of a table with a label and its value is one line. A message in plain letters has no lines
 * for HTML, so it is cut before its labels; its addresses are links.
 */
export function noticeLines(page: Page): NoticeLine[] {
  const lines = linesOf(page);
  return tablesIn(page).length > 0 ? lines : lines.flatMap(plainLines);
}

function linesOf({ content }: { readonly content: readonly (Line | Table)[] }): NoticeLine[] {
  return content.flatMap((part) => {
    if (part.kind === "line")
      return [{ text: textOf(part), links: part.runs.flatMap(({ link }) => link ?? []) }].filter(
        ({ text }) => text !== "",
      );
    return part.rows.flatMap(({ cells }) => (isLabelled(cells) ? [joined(cells)] : cells.flatMap(linesOf)));
  });
}

function isLabelled([first, ...others]: readonly Cell[]): boolean {
  return first !== undefined && others.length > 0 && cellText(first).endsWith(":") && linesIn(first).length === 1;
}

function joined(cells: readonly Cell[]): NoticeLine {
  const links = cells.flatMap((cell) => linesIn(cell).flatMap(({ runs }) => runs.flatMap(({ link }) => link ?? [])));
  return { text: cells.map(cellText).join(" ").trim(), links };
}

function plainLines({ text, links }: NoticeLine): NoticeLine[] {
  return text.split(PLAIN_LABELS).map((piece) => {
    const addresses = (piece.match(ADDRESS) ?? []).map((href) => ({ href, onclick: "", id: "", title: "" }));
    return { text: piece.trim(), links: [...links, ...addresses] };
  });
}
