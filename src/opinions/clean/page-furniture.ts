import { furnitureOfLines } from "#text/furniture/furniture.ts";
import type { SourceLine } from "#text/furniture/page-line.ts";
import type { LeftOut } from "./text-account.ts";

/** The lines of a plain text; a form feed begins a page. */
export function linesOf(text: string): SourceLine[] {
  const lines: SourceLine[] = [];
  for (const [page, part] of text.split("\f").entries()) {
    for (const [at, line] of part.split("\n").entries()) lines.push({ text: line, isPageStart: page > 0 && at === 0 });
  }
  return lines;
}

/** Stands for a line that was furniture, so that what is before it and behind it can be put together. */
export const FURNITURE = "\u0001";

/** The lines with their furniture taken off; a line that begins a page still begins with its form feed. */
export function withoutFurniture(given: readonly SourceLine[], leftOut: LeftOut[]): string[] {
  const lines = given.map(({ text, isPageStart }) => (isPageStart === true ? `\f${text}` : text));
  for (const { kind, line, from, to } of furnitureOfLines(given)) {
    const text = given[line]?.text ?? "";
    leftOut.push({ reason: kind, text: text.slice(from, to) });
    const rest = " ".repeat(to) + text.slice(to);
    lines[line] = rest.trim() === "" ? FURNITURE : rest;
  }
  for (const [at, line] of lines.entries()) {
    const words = line.trim();
    if (!PAGE_RULE.test(words) || !isBesideFurniture(lines, at)) continue;
    leftOut.push({ reason: "ruled line", text: words });
    lines[at] = FURNITURE;
  }
  return lines;
}

/** A rule as wide as a page, which parts pages that were put one behind the other. */
const PAGE_RULE = /^_{60,}$/u;

function isBesideFurniture(lines: readonly string[], at: number): boolean {
  let next = at + 1;
  while (lines[next]?.trim() === "" && next < at + BLANKS_MAX) next += 1;
  return lines[next] === FURNITURE;
}

const BLANKS_MAX = 4;
