import { linesIn, tablesIn, cellText, textOf } from "./html/page.ts";
import type { Cell, Line, Table } from "./html/page.ts";

/** `Date Filed: 12/23/2008`, `Nature[s] of Suit:`; the label as printed, in small letters. */
const LABELLED = /^([A-Z\d][\w .,()[\]/&'-]{0,38}?) ?:(?: (.*)|$)/u;

/** What lines of the form `Label: value` tell, by label in small letters; of two with one label the first. */
export class Labels {
  readonly #values = new Map<string, string>();
  /** Lines without a label, in their order. */
  readonly others: string[] = [];

  add(line: string): void {
    const [, label, value = ""] = LABELLED.exec(line) ?? [];
    if (label === undefined || /^in (?:re|the matter of)$/iu.test(label)) this.others.push(line);
    else this.set(label, value);
  }

  set(label: string, value: string): void {
    const key = label.toLowerCase();
    if ((this.#values.get(key) ?? "") === "") this.#values.set(key, value.trim());
  }

  /** The value under the first of these labels that is printed with one, else null. */
  get(...labels: readonly string[]): string | null {
    for (const label of labels) {
      const value = this.#values.get(label);
      if (value !== undefined && value !== "") return value;
    }
    return null;
  }

  has(...labels: readonly string[]): boolean {
    return labels.some((label) => this.#values.has(label));
  }
}

/** Labels of a cell's own lines, and of tables in it whose rows are a label and its value. */
export function addLabels(labels: Labels, cell: Cell): void {
  const ofTables = new Set<Line>();
  for (const table of tablesIn(cell)) addRows(labels, table, ofTables);
  for (const line of linesIn(cell)) if (!ofTables.has(line)) labels.add(textOf(line));
}

function addRows(labels: Labels, table: Table, taken: Set<Line>): void {
  for (const { cells } of table.rows) {
    const [label, ...values] = cells.filter((cell) => cellText(cell) !== "");
    const name = cellText(label);
    if (label === undefined || !name.endsWith(":")) continue;
    labels.set(name.slice(0, -1).trim(), values.map(cellText).join(" "));
    for (const cell of cells) for (const line of linesIn(cell)) taken.add(line);
  }
}
