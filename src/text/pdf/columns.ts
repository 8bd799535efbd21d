import type { PlacedText } from "./page-lines.ts";

/** Words beside one another on a line, without a gap that parts columns. */
type Piece = { items: PlacedText[]; from: number; to: number };
type Row = { readonly y: number; pieces: Piece[] };

const ROWS_MIN = 10;
/** Wider than the spaces of a line that is spread to the margin. */
const GUTTER_MIN = 9;
const SAME_ROW_MAX = 2;
/** The gutter lies near the middle of the text. */
const MIDDLE = [0.35, 0.65] as const;
/** Lines over the whole width (a heading) among those in two columns. */
const ACROSS_MAX = 0.3;
/** Lines of running text end near the right of their column; those of captions, tables and signatures do not. */
const FULL_MIN = 0.6;
const FULL_WIDTH = 0.85;
/** Between columns of text there is little room; a table has more. */
const GUTTER_SHARE_MAX = 0.15;
const WORDS_MIN = 4;
const ITEMS_MAX = 20_000;

/**
 * The items of a page set in two columns in the order in which it is read: down the left column, then the right one; a
 * line over both ends them. A page of another setting stays in the order of its file.
 */
export function inColumns(items: readonly PlacedText[]): readonly PlacedText[] {
  if (items.length > ITEMS_MAX) return items;
  const rows = rowsOf(items);
  const gutter = gutterOf(rows);
  if (gutter === undefined) return items;
  const ordered: PlacedText[] = [];
  let left: Piece[] = [];
  let right: Piece[] = [];
  const settle = (): void => {
    for (const piece of [...left, ...right]) ordered.push(...asLine(piece.items));
    left = [];
    right = [];
  };
  for (const { pieces } of rows) {
    if (pieces.some(({ from, to }) => from < gutter && to > gutter)) {
      settle();
      ordered.push(...asLine(pieces.flatMap((piece) => piece.items)));
    } else {
      for (const piece of pieces) (piece.to <= gutter ? left : right).push(piece);
    }
  }
  settle();
  return ordered;
}

function asLine(items: readonly PlacedText[]): PlacedText[] {
  const line: PlacedText[] = [];
  for (const [at, item] of items.entries()) {
    const before = items[at - 1];
    const isApart = before !== undefined && item.x - (before.x + before.width) > 1;
    const isSpaced = /\s$/u.test(before?.text ?? "") || /^\s/u.test(item.text);
    line.push({
      ...item,
      text: isApart && !isSpaced ? ` ${item.text}` : item.text,
      isLineEnd: at === items.length - 1,
    });
  }
  return line;
}

function rowsOf(items: readonly PlacedText[]): Row[] {
  const words = items.filter(({ text }) => text.trim() !== "");
  const rows: { y: number; items: PlacedText[] }[] = [];
  for (const item of words.toSorted((one, other) => other.y - one.y)) {
    const last = rows.at(-1);
    if (last !== undefined && last.y - item.y <= SAME_ROW_MAX) last.items.push(item);
    else rows.push({ y: item.y, items: [item] });
  }
  return rows.map((row) => ({ y: row.y, pieces: piecesOf(row.items.toSorted((one, other) => one.x - other.x)) }));
}

function piecesOf(items: readonly PlacedText[]): Piece[] {
  const pieces: Piece[] = [];
  for (const item of items) {
    const last = pieces.at(-1);
    const to = item.x + item.width;
    if (last !== undefined && item.x - last.to < GUTTER_MIN) {
      last.items.push(item);
      last.to = Math.max(last.to, to);
    } else pieces.push({ items: [item], from: item.x, to });
  }
  return pieces;
}

/** Where the page is parted; undefined for a page that is not set in two columns of running text. */
function gutterOf(rows: readonly Row[]): number | undefined {
  const pieces = rows.flatMap((row) => row.pieces);
  if (rows.length < ROWS_MIN) return undefined;
  const leftEdge = Math.min(...pieces.map(({ from }) => from));
  const rightEdge = Math.max(...pieces.map(({ to }) => to));
  const width = rightEdge - leftEdge;
  const counts = new Map<number, number>();
  for (const row of rows) {
    for (const next of row.pieces.slice(1)) {
      const share = (next.from - leftEdge) / width;
      if (share < MIDDLE[0] || share > MIDDLE[1]) continue;
      const place = Math.round(next.from);
      counts.set(place, (counts.get(place) ?? 0) + 1);
    }
  }
  const [best] = [...counts].toSorted((one, other) => other[1] - one[1] || one[0] - other[0]);
  if (best === undefined) return undefined;
  const gutter = best[0] - GUTTER_MIN / 2;
  return isParted(rows, gutter, { leftEdge, rightEdge }) ? gutter : undefined;
}

function isParted(
  rows: readonly Row[],
  gutter: number,
  page: { readonly leftEdge: number; readonly rightEdge: number },
): boolean {
  const lefts: Piece[] = [];
  const rights: Piece[] = [];
  let across = 0;
  for (const { pieces } of rows) {
    const isAcross = pieces.some(({ from, to }) => from < gutter && to > gutter);
    if (isAcross) across += 1;
    const [left, right, ...more] = pieces;
    if (isAcross || left === undefined || right === undefined || more.length > 0) continue;
    lefts.push(left);
    rights.push(right);
  }
  if (lefts.length < ROWS_MIN || across > lefts.length * ACROSS_MAX) return false;
  const width = page.rightEdge - page.leftEdge;
  const isNear = gutter - edgeOf(lefts) <= width * GUTTER_SHARE_MAX;
  return isNear && areFull(lefts, page.leftEdge) && areFull(rights, gutter) && isProse(lefts) && isProse(rights);
}

/** Where nearly all lines of a column end. */
function edgeOf(column: readonly Piece[]): number {
  const ends = column.map(({ to }) => to).toSorted((one, other) => one - other);
  return ends[Math.floor(ends.length * 0.9)] ?? 0;
}

function areFull(column: readonly Piece[], left: number): boolean {
  const edge = edgeOf(column);
  const full = column.filter(({ to }) => to - left >= (edge - left) * FULL_WIDTH).length;
  return full >= column.length * FULL_MIN;
}

function isProse(column: readonly Piece[]): boolean {
  const words = column.flatMap(({ items }) => items.map(({ text }) => text.trim().split(/\s+/u).length));
  return words.reduce((sum, count) => sum + count, 0) >= column.length * WORDS_MIN;
}
