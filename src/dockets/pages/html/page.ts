/** Where a link leads, by its address or by the script behind it. */
export type Link = { readonly href: string; readonly onclick: string; readonly id: string; readonly title: string };

/** How letters stand; bits, so that nested marks add up. */
export const BOLD = 1;
export const ITALIC = 2;
export const UNDERLINED = 4;
export const HEADING = 8;

/** Letters of one style, with spaces of HTML made single. */
export type Run = { text: string; readonly style: number; readonly link: Link | null };

/** What stands between two breaks. */
export type Line = { readonly kind: "line"; readonly runs: Run[] };
/** What readers ask of a cell again and again, once it was asked; a page does not change when it is built. */
type Asked = { lines: readonly Line[] | null; text: string | null };
export type Cell = Asked & {
  readonly kind: "cell";
  readonly content: (Line | Table)[];
  /** Fields of forms within it. */
  readonly inputs: Input[];
  /** Links within it, those of pictures too. */
  readonly links: Link[];
};
export type Row = { readonly kind: "row"; readonly cells: Cell[] };
export type Table = { readonly kind: "table"; readonly rows: Row[] };
export type Input = { readonly type: string; readonly name: string; readonly value: string; readonly onclick: string };

/**
 * A page as its reader sees it: lines of styled letters, and tables of them. Everything else that markup can be is gone,
 * so courts that nest tables and fonts in other ways print the same page.
 */
export type Page = {
  readonly title: string;
  /** What stands outside of tables, with the tables in their places. */
  readonly content: readonly (Line | Table)[];
  readonly inputs: readonly Input[];
  /** Every address and script of a link on the page, for what is told nowhere else. */
  readonly links: readonly Link[];
  /** Its end was reached: the tag that closes a page was there. */
  readonly isClosed: boolean;
  /** Scripts written in the page, without markup. */
  readonly scripts: string;
};

export function textOf({ runs }: Line): string {
  const [first] = runs;
  if (runs.length === 1 && first !== undefined) return first.text.trim();
  let text = "";
  for (const run of runs) text += run.text;
  return text.trim();
}

type Content = { readonly content: readonly (Line | Table)[] } & Partial<Asked>;

/** The lines of a cell that say something, those of tables within it in their places. */
export function linesIn(of: Content): readonly Line[] {
  if (of.lines != null) return of.lines;
  const lines: Line[] = [];
  for (const part of of.content) {
    if (part.kind === "line") {
      if (part.runs.some(({ text }) => text.trim() !== "")) lines.push(part);
    } else
      for (const row of part.rows) for (const cell of row.cells) for (const line of linesIn(cell)) lines.push(line);
  }
  if (of.lines === null) of.lines = lines;
  return lines;
}

/** All that a cell says, its lines joined by spaces. */
export function cellText(cell: Cell | undefined): string {
  if (cell === undefined) return "";
  cell.text ??= linesIn(cell).map(textOf).join(" ").replace(/ {2,}/gu, " ").trim();
  return cell.text;
}

/** The links of a cell, and of tables within it. */
export function linksIn(cell: Cell | undefined): Link[] {
  if (cell === undefined) return [];
  return [
    ...cell.links,
    ...cell.content.flatMap((part) =>
      part.kind === "table" ? part.rows.flatMap(({ cells }) => cells.flatMap(linksIn)) : [],
    ),
  ];
}

/** Tables in the order of the page, each before those within it. */
export function tablesIn({ content }: { readonly content: readonly (Line | Table)[] }): Table[] {
  return content.flatMap((part) =>
    part.kind === "table" ? [part, ...part.rows.flatMap(({ cells }) => cells.flatMap(tablesIn))] : [],
  );
}

/** Whether all letters of a line that say something bear a style. */
export function isAll(line: Line, style: number): boolean {
  return line.runs.every((run) => run.text.trim() === "" || (run.style & style) === style);
}
