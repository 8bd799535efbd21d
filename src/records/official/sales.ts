import type { Content } from "../purchases/journal.ts";
import type { Paper, Sale } from "../purchases/purchasing.ts";
import { RecordsRefusal } from "../refusal.ts";
import type { Court, Fields, Offered, Served } from "./court.ts";
import { isWholePdf } from "./pages/answer.ts";
import type { Menu } from "./pages/menu.ts";
import type { Receipt } from "./pages/receipt.ts";
import { dollars } from "./prices.ts";

/** What answers of a court come to, whichever system it has: sold, nothing bought, or not known. */

/** A court asks at most so often whether a charge is accepted, or proposes a shorter report. */
const QUESTIONS_MAX = 4;

/** Where a form is sent, by what it names. */
export type PlaceOf = (action: string, served: Served, court: Court) => URL;

type Asking = { readonly fields: Fields; readonly paper: Paper; readonly placeOf?: PlaceOf };

/** Accepts the charge that a court names, if it is no more than what was allowed. Gives the answer after it, or a sale. */
export async function accepted(
  court: Court,
  first: Offered,
  { fields, paper, placeOf = onSite }: Asking,
): Promise<Offered | Sale> {
  let served = first;
  let isAccepted = false;
  for (let question = 0; question < QUESTIONS_MAX; question++) {
    const { answer } = served;
    if (answer.kind === "confirm") {
      // A price is accepted once: that it is named again may be how the court shows what it charged.
      if (isAccepted && answer.receipt !== undefined)
        return { kind: "unknown", said: "the court names the price again that was accepted" };
      // Without a price, what is held must be enough for any.
      if (answer.receipt === undefined && paper.allowed_cents < paper.atMost_cents)
        throw unexpected("the price that is to be accepted");
      if (answer.receipt !== undefined && answer.receipt.amount_cents > paper.allowed_cents)
        return costsMore(answer.receipt, paper);
      isAccepted = answer.receipt !== undefined;
      const action = placeOf(answer.form.action, served, court);
      served = await court.buying(action, { ...fields, ...answer.form.fields }, paper);
    } else if (answer.kind === "longReport") {
      // What was asked for is the shortest that is enough already.
      served = await court.buying(
        placeOf(answer.form.action, served, court),
        { ...fields, ...answer.form.fields, date_from: fields["date_from"] ?? "" },
        paper,
      );
    } else return served;
  }
  throw unexpected("an end to the court's questions");
}

function onSite(action: string, served: Served, court: Court): URL {
  return court.at(action, served.url);
}

/** What came of asking for a docket report. */
export function reportIn(served: Offered | Sale): Sale {
  if (!("answer" in served)) return served;
  const { answer, body, mediaType } = served;
  if (answer.kind !== "docketReport" && answer.kind !== "unreadable") return outcomeOf(served);
  const receipt = answer.receipt ?? null;
  if (answer.kind === "docketReport" && answer.isWhole) return { kind: "sold", content: { mediaType, body }, receipt };
  // A page that is not known, but was charged for and came whole, is kept: it is what the money bought.
  if (receipt !== null) return { kind: "sold", content: { mediaType, body }, receipt };
  return { kind: "unknown", said: "a page came that is no whole docket report" };
}

/** What came of asking for a menu of documents. Throws `RecordsRefusal` where that is not what there is. */
export function menuIn(served: Served): Menu | undefined {
  if (served.answer.kind === "menu") return served.answer.menu;
  // In place of a menu of one, courts show that document, or what it costs.
  if (["confirm", "pdf", "frame"].includes(served.answer.kind)) return undefined;
  throw refusalOf(served).refusal;
}

/** What came of asking for a document; `receipt` is the one that was accepted. */
export async function documentIn(court: Court, served: Offered, receipt: Receipt | null): Promise<Sale> {
  const { answer, body } = served;
  if (answer.kind === "pdf") {
    if (isWholePdf(body)) return { kind: "sold", content: pdf(body), receipt };
    return receipt === null ? { kind: "unknown", said: "half of the document came" } : broken(receipt);
  }
  if (answer.kind !== "frame") return outcomeOf(served);
  const charged = answer.receipt ?? receipt;
  // The charge is made; the file in the frame can be asked for again.
  const framed = await court.free(court.at(answer.address, served.url)).catch(() => undefined);
  if (framed?.answer.kind === "pdf" && isWholePdf(framed.body))
    return { kind: "sold", content: pdf(framed.body), receipt: charged };
  return charged === null ? { kind: "unknown", said: "the document did not come" } : broken(charged);
}

function broken(receipt: Receipt): Sale {
  return { kind: "sold", content: null, receipt, said: "the document did not come whole" };
}

/** What an answer means in which nothing of use stands. */
function outcomeOf(served: Offered): Sale {
  if (served.isFree) return refusalOf(served);
  const { answer } = served;
  const receipt = "receipt" in answer ? answer.receipt : undefined;
  if (receipt === undefined) return { kind: "unknown", said: `the court ${wordsOf(served)}` };
  return { kind: "sold", content: null, receipt, said: `the court ${wordsOf(served)}` };
}

/** In place of what was asked for, and for nothing. */
export function refusalOf(served: Served): Extract<Sale, { kind: "nothing" }> {
  const message = `the court ${wordsOf(served)}`;
  switch (served.answer.kind) {
    case "sealed":
      return nothing("sealed", message, false);
    case "notFound":
    case "menu":
      return nothing("not_found", message, false);
    case "signedOut":
    case "unavailable":
      return nothing("unavailable", message, true);
    case "pdf":
    case "frame":
    case "confirm":
    case "docketReport":
    case "reportForm":
    case "longReport":
      return nothing("unreadable", message, false);
    case "unreadable":
      return nothing(served.status >= 400 ? "unavailable" : "unreadable", message, false);
  }
}

function wordsOf({ answer, status }: Served): string {
  switch (answer.kind) {
    case "sealed":
      return "keeps this under seal";
    case "notFound":
      return "has no such record";
    case "menu":
      return "shows a menu in place of the document";
    case "signedOut":
      return "does not keep the session";
    case "unavailable":
      return "is down for now";
    case "unreadable":
      return status >= 400 ? `answered with status ${status}` : "answered in an unknown form";
    case "pdf":
    case "frame":
    case "confirm":
    case "docketReport":
    case "reportForm":
    case "longReport":
      return `answered with something else (${answer.kind})`;
  }
}

function nothing(why: "sealed" | "not_found" | "unavailable" | "unreadable", message: string, mayRetry: boolean) {
  return { kind: "nothing", refusal: new RecordsRefusal(why, message), mayRetry } as const;
}

function costsMore({ amount_cents, pages }: Receipt, { allowed_cents }: Paper): Sale {
  const message = `the court asks ${dollars(amount_cents)} for ${pages} pages, more than the ${dollars(allowed_cents)} that were allowed for it`;
  const refusal = new RecordsRefusal("costs_more", message, { hint: "Nothing was bought.", pages });
  return { kind: "nothing", refusal, mayRetry: false };
}

function pdf(body: Buffer): Content {
  return { mediaType: "application/pdf", body };
}

export function unexpected(wanted: string): RecordsRefusal {
  return new RecordsRefusal("unreadable", `the court's site answered in an unknown form where ${wanted} was expected`);
}
