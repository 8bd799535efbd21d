import { centsOf } from "../prices.ts";
import type { Page } from "./page.ts";

/** A receipt as courts print it at the end of a page, or on the page that asks whether the charge is accepted. */
export type Receipt = {
  /** As printed, without a time zone (`YYYY-MM-DDThh:mm:ss`); null where the page has none that is a time. */
  readonly billedAt: string | null;
  readonly clientCode: string;
  readonly description: string;
  /** What was asked for: a case number, a name, dates. */
  readonly criteria: string;
  readonly pages: number;
  readonly amount_cents: number;
};

/** Only so many cells behind the heading are the receipt's own. */
const CELLS_MAX = 24;
const CRITERIA = ["search criteria", "case number", "case", "search"];

/**
 * The receipt of a page, or undefined where it has none that can be read whole. Its heading is a cell of the kind that
 * no entry of a docket stands in: what parties wrote is no receipt.
 */
export function readReceipt(page: Page): Receipt | undefined {
  const heading = page.cells.findLastIndex(
    ({ words, isHeading }) => isHeading && /^Transaction Receipt$/iu.test(words),
  );
  return heading === -1 ? receiptInWords(page) : receiptInCells(page, heading);
}

/** As reports print it that were asked for as plain text: it is the last thing on them. */
const IN_WORDS =
  /\bTransaction Receipt (?<moment>.{8,60}?) Pacer Login: .{0,100}?Client Code: ?(?<code>.{0,40}?) Description: (?<description>.{0,200}?) (?:Search Criteria|Case Number): (?<criteria>.{0,1000}?) ?Billable Pages: (?<pages>\d{1,6}) Cost: (?<cost>\$?[\d.]{4,10})[ -]*$/iu;
const IN_WORDS_CHARS_MAX = 2_000;

function receiptInWords({ plain }: Page): Receipt | undefined {
  const tail = plain.slice(-IN_WORDS_CHARS_MAX);
  const at = tail.lastIndexOf("Transaction Receipt");
  const read = at === -1 ? undefined : IN_WORDS.exec(tail.slice(at))?.groups;
  const amount_cents = centsOf(read?.["cost"] ?? "");
  if (read === undefined || amount_cents === undefined) return undefined;
  return {
    billedAt: printedMoment(read["moment"] ?? ""),
    clientCode: read["code"] ?? "",
    description: read["description"] ?? "",
    criteria: read["criteria"] ?? "",
    pages: Number(read["pages"]),
    amount_cents,
  };
}

function receiptInCells({ cells }: Page, heading: number): Receipt | undefined {
  const own = cells.slice(heading + 1, heading + 1 + CELLS_MAX).map(({ words }) => words);
  const values = labelled(own);
  const pages = /^\d{1,6}$/u.exec(values.get("billable pages") ?? "")?.[0];
  const amount_cents = centsOf(values.get("cost") ?? "");
  if (pages === undefined || amount_cents === undefined) return undefined;
  return {
    billedAt: own.map(printedMoment).find((moment) => moment !== null) ?? null,
    clientCode: values.get("client code") ?? "",
    description: values.get("description") ?? "",
    criteria: CRITERIA.map((label) => values.get(label)).find((value) => value !== undefined) ?? "",
    pages: Number(pages),
    amount_cents,
  };
}

function labelled(cells: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [at, cell] of cells.entries()) {
    const label = /^(?<label>[A-Za-z ]*[A-Za-z])\s*:$/u.exec(cell)?.groups?.["label"]?.toLowerCase();
    const value = cells[at + 1];
    if (label !== undefined && value !== undefined && !values.has(label)) values.set(label, value);
  }
  return values;
}

const MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

/** `05/10/2018 21:22:58` with anything in front, and `Mon Nov 20 16:53:39 PST 2017`. */
export function printedMoment(text: string): string | null {
  const numeric = /(?<month>\d{2})\/(?<day>\d{2})\/(?<year>\d{4})\s+(?<time>\d{2}:\d{2}:\d{2})$/u.exec(text)?.groups;
  if (numeric !== undefined) return moment(numeric["year"], numeric["month"], numeric["day"], numeric["time"]);
  const worded =
    /\b(?<month>[A-Z][a-z]{2}) +(?<day>\d{1,2}) (?<time>\d{2}:\d{2}:\d{2}) (?:[A-Z]{2,5} )?(?<year>\d{4})$/u.exec(
      text,
    )?.groups;
  if (worded === undefined) return null;
  const month = MONTHS.indexOf(worded["month"] ?? "?") / 3 + 1;
  if (!Number.isInteger(month) || month < 1) return null;
  return moment(worded["year"], String(month).padStart(2, "0"), (worded["day"] ?? "").padStart(2, "0"), worded["time"]);
}

function moment(year = "", month = "", day = "", time = ""): string | null {
  const text = `${year}-${month}-${day}T${time}`;
  const read = new Date(`${text}Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text) ? text : null;
}
