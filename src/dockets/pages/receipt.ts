import { cellText, linesIn, textOf } from "./html/page.ts";
import type { Table } from "./html/page.ts";
import { dayOf, orNull } from "./values.ts";

/** What a page says of its own price. The account it was billed to is not read. */
export type Receipt = {
  /** In the court's own time: `2017-06-06T10:18:44`. */
  readonly at: string | null;
  readonly billedPages: number | null;
  readonly cost_cents: number | null;
  readonly description: string | null;
  readonly criteria: string | null;
};

const LABELS = {
  billedPages: /^Billable Pages:?$/iu,
  cost: /^Cost:?$/iu,
  description: /^Description:?$/iu,
  criteria: /^(?:Search Criteria|Case Number|Case):?$/iu,
};

/** The receipt at the end of a page, or undefined. */
export function receiptOf(tables: readonly Table[]): Receipt | undefined {
  const table = tables.findLast(isReceipt);
  if (table === undefined) return undefined;
  const values = new Map<string, string>();
  const lines: string[] = [];
  for (const { cells } of table.rows) {
    cells.forEach((cell, at) => {
      const text = cellText(cell);
      lines.push(...linesIn(cell).map(textOf));
      for (const [name, label] of Object.entries(LABELS)) {
        if (label.test(text)) values.set(name, cellText(cells[at + 1]));
      }
    });
  }
  const pages = Number.parseInt(values.get("billedPages") ?? "", 10);
  const cost = Number.parseFloat((values.get("cost") ?? "").replace("$", ""));
  return {
    at: lines.map(momentOf).find((moment) => moment !== null) ?? null,
    billedPages: Number.isNaN(pages) ? null : pages,
    cost_cents: Number.isNaN(cost) ? null : Math.round(cost * 100),
    description: orNull(values.get("description")),
    criteria: orNull(values.get("criteria")),
  };
}

function isReceipt({ rows }: Table): boolean {
  const own = rows.flatMap(({ cells }) => cells.map(cellText));
  return own.some((text) => LABELS.billedPages.test(text)) && own.some((text) => LABELS.cost.test(text));
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** `06/06/2017 10:18:44`, `Mon Nov 20 16:53:39 PST 2017`. */
function momentOf(text: string): string | null {
  const [, day, time] = /(\d{1,2}\/\d{1,2}\/\d{4}) (\d{2}:\d{2}:\d{2})/u.exec(text) ?? [];
  if (day !== undefined && time !== undefined) {
    const iso = dayOf(day);
    return iso === null ? null : `${iso}T${time}`;
  }
  const [, name, date, clock, year] = /([A-Z][a-z]{2}) +(\d{1,2}) (\d{2}:\d{2}:\d{2}) [A-Z]+ (\d{4})/u.exec(text) ?? [];
  const month = MONTHS.indexOf(name?.toLowerCase() ?? "") + 1;
  if (month === 0 || date === undefined || year === undefined) return null;
  const iso = dayOf(`${month}/${date}/${year}`);
  return iso === null ? null : `${iso}T${clock}`;
}
