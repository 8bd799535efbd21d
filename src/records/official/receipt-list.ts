import type { Exchange } from "../exchange/exchange.ts";
import type { ListedReceipt, ReceiptList } from "../purchases/settling.ts";
import { RecordsRefusal } from "../refusal.ts";
import { isWholePdf, readAnswer } from "./pages/answer.ts";
import { readPage } from "./pages/page.ts";
import type { Page, Row } from "./pages/page.ts";
import { printedMoment } from "./pages/receipt.ts";
import { centsOf } from "./prices.ts";
import type { Sessions } from "./sessions.ts";

export type ReceiptListOptions = {
  /** The page of the list; asked with `clientCode` and `from` (a day). */
  readonly page: URL;
  readonly sessions: Sessions;
  readonly exchange: Exchange;
  readonly timeout_ms: number;
  readonly size_bytes_max: number;
  readonly attempts_max: number;
};

/** Headings of the columns, as the list names them. */
const COLUMNS = ["date", "client code", "description", "search", "pages", "cost"] as const;
type Column = (typeof COLUMNS)[number];

const DAY_MS = 24 * 60 * 60 * 1000;

/** The list of an account's receipts as a page with a table, in which a receipt may lead to what was bought. */
export function receiptListAt(options: ReceiptListOptions): ReceiptList {
  return {
    find: async (clientCode, since) => {
      const url = new URL(options.page);
      url.searchParams.set("clientCode", clientCode);
      url.searchParams.set("from", new Date(since.getTime() - DAY_MS).toISOString().slice(0, 10));
      const page = readPage((await ask(options, url)).toString("utf8"));
      return readList(page).filter(({ receipt }) => receipt.clientCode === clientCode);
    },
    again: async ({ address }) => {
      const url = address === null ? null : URL.parse(address, options.page.href);
      if (url?.origin !== options.page.origin) return undefined;
      const body = await ask(options, url);
      const answer = readAnswer(body, 200);
      if (answer.kind === "pdf") return isWholePdf(body) ? { mediaType: "application/pdf", body } : undefined;
      if (answer.kind === "docketReport" && answer.isWhole) return { mediaType: "text/html", body };
      return isJson(body) ? { mediaType: "application/json", body } : undefined;
    },
  };
}

/** Every receipt on the list. Throws `RecordsRefusal` for a page that is none, or is not whole: it must not be taken for one that is empty. */
export function readList(page: Page): readonly ListedReceipt[] {
  const heading = page.rows.findIndex(({ cells }) => COLUMNS.every((column) => placeOf(cells, column) !== -1));
  const titles = page.rows[heading]?.cells;
  if (titles === undefined || !page.isWhole)
    throw new RecordsRefusal("unreadable", "the list of receipts came in an unknown form or not whole");
  return page.rows.slice(heading + 1).flatMap((row) => listedOf(row, titles));
}

function listedOf({ cells, links }: Row, titles: readonly string[]): ListedReceipt[] {
  if (cells.length < COLUMNS.length) return [];
  const value = (column: Column): string => cells[placeOf(titles, column)] ?? "";
  const amount_cents = centsOf(value("cost"));
  const pages = /^\d{1,6}$/u.exec(value("pages"))?.[0];
  if (amount_cents === undefined || pages === undefined)
    throw new RecordsRefusal("unreadable", "the list of receipts has a line that cannot be read");
  const receipt = {
    billedAt: printedMoment(value("date")),
    clientCode: value("client code"),
    description: value("description"),
    criteria: value("search"),
    pages: Number(pages),
    amount_cents,
  };
  return [{ receipt, address: links[0] ?? null }];
}

function placeOf(titles: readonly string[], column: Column): number {
  return titles.findIndex((title) => title.toLowerCase() === column);
}

async function ask({ sessions, exchange, timeout_ms, size_bytes_max, attempts_max }: ReceiptListOptions, url: URL) {
  for (let attempt = 1; ; attempt++) {
    const token = await sessions.token();
    const answer = await exchange({
      url,
      method: "GET",
      headers: { Cookie: `NextGenCSO=${token.text}` },
      timeout_ms,
      size_bytes_max,
    }).catch((thrown: unknown) => thrown as Error);
    const isAnswer = !(answer instanceof Error);
    const isSignedOut =
      isAnswer && (answer.status === 302 || readAnswer(answer.body, answer.status).kind === "signedOut");
    if (isAnswer && !isSignedOut && answer.status === 200) return answer.body;
    if (isSignedOut) await sessions.forget(token);
    if (attempt >= attempts_max)
      throw new RecordsRefusal("unavailable", "the list of receipts cannot be read now", {
        ...(answer instanceof Error && { cause: answer }),
      });
  }
}

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(body.toString("utf8"));
    return true;
  } catch {
    return false;
  }
}
