import type { Command } from "commander";
import { OnpointError } from "#base/errors.ts";
import type { Db } from "#db/connection.ts";
import { openOfficialRecords, openPublicArchive, pricesOf } from "#records/open.ts";
import type { OfficialRecords } from "#records/official/official.ts";
import { centsOf, dollars, pricesAt } from "#records/official/prices.ts";
import { quote } from "#records/official/quote.ts";
import type { Priced } from "#records/official/quote.ts";
import { openPurchases, purchaseById } from "#records/purchases/journal.ts";
import type { Purchase } from "#records/purchases/journal.ts";
import { readQueue } from "#records/queue.ts";
import { quarterOf, readCharges, readStatement } from "#records/statement.ts";
import { LEDGER_SPENDING } from "#research/retrieval/ledger-spending.ts";
import { openContext, withDatabase } from "../context.ts";
import { note, print, printJson, table } from "../terminal.ts";
import { addCredentialCommands } from "./records-credentials.ts";

type AsJson = { readonly json?: boolean };

export function addRecordsCommands(program: Command): void {
  const records = program
    .command("records")
    .summary("the official court records system: its account, prices, queue and charges")
    .description(
      "What the service fetches from the official federal court records system, and what that costs (docs/operating/court-records.md).",
    )
    .addHelpText("after", "\nExample:\n  $ onpoint records statement");
  addCredentialCommands(records);
  addQuoteCommand(records);
  addQueueCommand(records);
  addMoneyCommands(records);
  addOpenCommands(records);
  addArchiveCommand(records);
}

const KINDS = ["docketReport", "document", "transcript", "freeOpinion", "audio", "caseSearch", "report"] as const;

function addQuoteCommand(records: Command): void {
  records
    .command("quote")
    .summary("what a retrieval would cost at most, today")
    .argument("<kind>", `one of ${KINDS.join(", ")}`)
    .option("--pages <number>", "its pages, where they are known")
    .option("--json", "print it as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint records quote document --pages 12")
    .action((kind: string, options: AsJson & { readonly pages?: string }) => {
      const found = KINDS.find((one) => one === kind);
      if (found === undefined)
        throw new OnpointError("invalid_input", `${kind} is not something that is priced`, {
          hint: `One of ${KINDS.join(", ")}.`,
        });
      const priced = { kind: found, pages: options.pages === undefined ? null : wholeNumber(options.pages) } as Priced;
      const told = quote([priced], pricesAt(pricesOf(openContext("command").config), new Date()));
      if (options.json === true) return printJson(told);
      const most =
        told.atMost_cents === null ? "has no most until its pages are known" : `at most ${dollars(told.atMost_cents)}`;
      print(`${found}: ${most} (${told.items[0]?.because ?? ""}; ${dollars(told.page_cents)} a page)`);
    });
}

function addQueueCommand(records: Command): void {
  records
    .command("queue")
    .summary("who waits for which court, and about how long")
    .option("--json", "print it as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint records queue")
    .action(async (options: AsJson) => {
      const context = openContext("command");
      const waiting = await withDatabase(context, async (db) =>
        readQueue(db, context.config.recordsPerCourt, new Date()),
      );
      if (options.json === true) return printJson(waiting);
      if (waiting.length === 0) return note("Nobody waits.");
      const rows = waiting.map(({ court, place, what, account, estimate_ms }) => [
        court,
        place === 0 ? "now" : place,
        what,
        account,
        estimate_ms === null ? "" : `${Math.ceil(estimate_ms / 1000)} s`,
      ]);
      print(table(["court", "place", "what", "for", "about"], rows));
    });
}

function addMoneyCommands(records: Command): void {
  records
    .command("ledger")
    .summary("charges as they were booked from receipts, as CSV")
    .option("--from <day>", "the first day (default: of this quarter)")
    .option("--to <day>", "the last day (default: of this quarter)")
    .option("--json", "print them as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint records ledger --from 2026-10-01 > charges.csv")
    .action(async (options: AsJson & { readonly from?: string; readonly to?: string }) => {
      const { from, to } = quarterOf(today());
      const range = [options.from ?? from, options.to ?? to].map(validDay) as [string, string];
      const charges = await withDatabase(openContext("command"), async (db) => readCharges(db, ...range));
      if (options.json === true) return printJson(charges);
      print("billed_at,account,court,description,criteria,pages,amount,purchase,told_by");
      for (const one of charges) {
        const { billedAt, account, court, description, criteria, pages, amount_cents, purchaseId, toldBy } = one;
        const amount = (amount_cents / 100).toFixed(2);
        print(
          [billedAt, account, court, description, criteria, pages, amount, purchaseId, toldBy].map(csvCell).join(","),
        );
      }
    });
  records
    .command("statement")
    .summary("a quarter: what accrued, and what of it is owed")
    .option("--day <day>", "a day of the quarter (default: today)")
    .option("--json", "print it as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint records statement --day 2026-12-31")
    .action(async (options: AsJson & { readonly day?: string }) => {
      const context = openContext("command");
      const day = validDay(options.day ?? today());
      const told = await withDatabase(context, async (db) => readStatement(db, day, pricesOf(context.config)));
      if (options.json === true) return printJson(told);
      const waiver =
        told.waiver_cents === null ? "no price of it is known" : `owed beyond ${dollars(told.waiver_cents)}`;
      print(
        `${told.quarter}: ${told.charges} charges for ${told.pages} pages, ${dollars(told.accrued_cents)} accrued (${waiver}), ${dollars(told.owed_cents)} owed`,
      );
    });
}

function addOpenCommands(records: Command): void {
  records
    .command("open")
    .summary("purchases that were cut off; settles what the list of receipts can settle")
    .option("--json", "print them as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint records open")
    .action(async (options: AsJson) => {
      const open = await withOfficial(async (official) => official.recover());
      if (options.json === true) return printJson(open);
      if (open.length === 0) return note("Nothing is open.");
      const rows = open.map(({ id, state, court, kind, begun_at, at_most_cents, reason }) => [
        id,
        state,
        court,
        kind,
        begun_at.slice(0, 16).replace("T", " "),
        dollars(at_most_cents),
        reason ?? "",
      ]);
      print(table(["purchase", "state", "court", "what", "begun", "at most", "why"], rows));
    });
  records
    .command("settle")
    .summary("say what the bill says of a purchase that is open")
    .argument("<purchase>", "as `onpoint records open` shows it")
    .option("--charged <dollars>", "what was charged, for example 1.20")
    .option("--pages <number>", "pages that were charged", "0")
    .option("--nothing", "nothing was charged")
    .addHelpText("after", "\nExample:\n  $ onpoint records settle 9eb3d4f3794ee796 --charged 1.20 --pages 12")
    .action(async (id: string, options: { charged?: string; pages: string; nothing?: boolean }) => {
      if ((options.charged === undefined) === (options.nothing !== true))
        throw new OnpointError("invalid_input", "say either --charged or --nothing");
      const settled = await withOfficial(async (official, db) => {
        const purchase = await openPurchase(db, id, ["asking", "received"]);
        return official.purchasing.settle(
          purchase,
          options.charged === undefined ? null : receiptOf(purchase, options.charged, options.pages),
        );
      });
      print(`${id}: ${settled.state}`);
    });
  records
    .command("rebuy")
    .summary("let something be bought again that was charged and did not come")
    .argument("<purchase>", "as `onpoint records open` shows it")
    .addHelpText("after", "\nExample:\n  $ onpoint records rebuy 9eb3d4f3794ee796")
    .action(async (id: string) => {
      await withOfficial(async (official, db) => official.purchasing.giveUp(await openPurchase(db, id, ["paid"])));
      print(`${id}: the next request for it buys it again.`);
    });
}

function addArchiveCommand(records: Command): void {
  records
    .command("archive")
    .summary("what the public archive has of a case")
    .argument("<court>", "the court's id, for example nysd")
    .argument("<number>", "the docket number")
    .option("--json", "print it as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint records archive nysd 1:24-cv-01234")
    .action(async (court: string, number: string, options: AsJson) => {
      const context = openContext("command");
      const dockets = await withDatabase(context, async (db) =>
        openPublicArchive(db, context.config).findDockets(court, number),
      );
      if (options.json === true) return printJson(dockets);
      if (dockets.length === 0) return note("The archive has no such docket.");
      const rows = dockets.map((one) => [
        one.id,
        one.docket_number ?? "",
        one.case_name ?? "",
        one.date_last_filing ?? "",
      ]);
      print(table(["archive", "number", "case", "last filing"], rows));
    });
}

async function withOfficial<Value>(work: (official: OfficialRecords, db: Db) => Promise<Value>): Promise<Value> {
  const context = openContext("command");
  return withDatabase(context, async (db) => {
    const official = openOfficialRecords(db, context.config, { log: context.log, spending: LEDGER_SPENDING });
    try {
      return await work(official, db);
    } finally {
      await official.close();
    }
  });
}

async function openPurchase(db: Db, id: string, states: readonly string[]): Promise<Purchase> {
  const purchase = await purchaseById(db, id);
  if (purchase !== undefined && states.includes(purchase.state)) return purchase;
  const others = (await openPurchases(db)).filter(({ state }) => states.includes(state)).map((one) => one.id);
  throw new OnpointError("not_found", `no purchase ${id} is ${states.join(" or ")}`, {
    hint: others.length === 0 ? "No purchase is." : `These are: ${others.join(", ")}.`,
  });
}

function receiptOf({ id }: Purchase, charged: string, pages: string) {
  const amount_cents = centsOf(charged);
  if (amount_cents === undefined)
    throw new OnpointError("invalid_input", `${charged} is not an amount`, { hint: "Write 1.20." });
  return {
    billedAt: null,
    clientCode: `onpoint-${id}`,
    description: "settled by the operator",
    criteria: "",
    pages: wholeNumber(pages),
    amount_cents,
  };
}

function wholeNumber(text: string): number {
  if (!/^\d{1,6}$/u.test(text))
    throw new OnpointError("invalid_input", `${text} is not a number of pages`, { hint: "Write 12." });
  return Number(text);
}

function validDay(text: string): string {
  const day = new Date(`${text}T00:00:00Z`);
  // A day that no month has (February 30) is read as one of the next.
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text;
  if (!isDay) throw new OnpointError("invalid_input", `${text} is not a date`, { hint: "Write 2026-12-31." });
  return text;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** What a court prints is put into quotation marks, and nothing in it begins a formula of a spreadsheet. */
function csvCell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t]/u.test(value) ? `'${value}` : value;
  return /[",\n\r]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
