import { sql } from "kysely";
import type { Selectable } from "kysely";
import type { Reader } from "#db/connection.ts";
import type { Database } from "#db/schema.ts";
import { dollars } from "../plans/money.ts";
import type { LedgerEvent } from "./ledger.ts";
import { allowanceOf, memberCapsOf, sumsOf } from "./room.ts";
import type { Allowance, MemberCaps, Sums } from "./room.ts";

/** How a payer stands in a month. */
export type SpendingState = {
  readonly month: string;
  readonly allowance: Allowance;
  /** By member, key, or the payer itself. */
  readonly spenders: ReadonlyMap<string, Sums>;
  readonly memberCaps: MemberCaps;
};

export async function spendingState(db: Reader, payerId: string, month: string): Promise<SpendingState> {
  return {
    month,
    allowance: await allowanceOf(db, payerId),
    spenders: await sumsOf(db, payerId, month),
    memberCaps: await memberCapsOf(db, payerId),
  };
}

/** Calls of a day and operation, for a chart. */
export type DayOfCalls = { readonly day: string; readonly what: string; readonly count: number };

/** Moments are kept as ISO 8601, which begins with the day. */
const DAY_OF_LINE = sql<string>`substr(at, 1, 10)`;
const DAY = DAY_OF_LINE.as("day");

/** Calls in a month by day and operation: of all who called for this payer, or of one of them. */
export async function callsByDay(
  db: Reader,
  payerId: string,
  month: string,
  spenderId?: string,
): Promise<DayOfCalls[]> {
  const rows = await linesOf(db, { payerId, month, event: "call", spenderId })
    .select([DAY, "what"])
    .select((row) => row.fn.sum("count").as("count"))
    .groupBy([DAY_OF_LINE, "what"])
    .orderBy("day")
    .orderBy("what")
    .execute();
  return rows.map(({ day, what, count }) => ({ day, what, count: Number(count) }));
}

/** Calls of a month by one person with one key for one matter; empty where there is none, or it is deleted. */
export type ShareOfCalls = {
  readonly person: string;
  readonly key: string;
  readonly matter: string;
  readonly calls: number;
  /** Of them none, since these were refused. */
  readonly refused: number;
};

/** Who called how often, with what and for whom, those with most calls first. */
export async function sharesOfCalls(
  db: Reader,
  payerId: string,
  month: string,
  spenderId?: string,
): Promise<ShareOfCalls[]> {
  const all = db
    .selectFrom("ledger")
    .where("ledger.payer_id", "=", payerId)
    .where("ledger.month", "=", month)
    .where("ledger.event", "in", ["call", "refused"]);
  const own = spenderId === undefined ? all : all.where("ledger.spender_id", "=", spenderId);
  const rows = await own
    .leftJoin("users", "users.id", "ledger.spender_id")
    .leftJoin("api_keys", "api_keys.id", "ledger.key_id")
    .select(["users.name as person", "users.email", "api_keys.name as key", "ledger.matter"])
    .select((row) => [
      row.fn.sum(row.case().when("ledger.event", "=", "call").then(row.ref("ledger.count")).else(0).end()).as("calls"),
      row.fn
        .sum(row.case().when("ledger.event", "=", "refused").then(row.ref("ledger.count")).else(0).end())
        .as("refused"),
    ])
    .groupBy(["users.name", "users.email", "api_keys.name", "ledger.key_id", "ledger.matter"])
    .execute();
  return rows
    .map(({ person, email, key, matter, calls, refused }) => ({
      person: person === null ? "" : `${person} <${email ?? ""}>`,
      key: key ?? "",
      matter: matter ?? "",
      calls: Number(calls),
      refused: Number(refused),
    }))
    .toSorted((one, other) => other.calls - one.calls || other.refused - one.refused);
}

const HEAD = ["at", "spender", "key", "what", "included", "on_demand", "borne_by_service"];
/** What firms bill on by. */
const HEAD_MORE = ["person", "key_name", "matter", "docket", "receipt"];

/** What was bought under the names of reservations, as its receipts say. */
export type DescribeBought = (
  db: Reader,
  names: readonly string[],
) => Promise<ReadonlyMap<string, { readonly docket: string; readonly receipt: string }>>;

/**
 * A month's charges as CSV (RFC 4180), a line for each thing that was bought, in dollars: by all who spend for this
 * payer, or by one of them. Who and what has been deleted since has no name.
 */
export async function statement(
  db: Reader,
  payerId: string,
  month: string,
  {
    spenderId,
    describe,
  }: { readonly spenderId?: string | undefined; readonly describe?: DescribeBought | undefined } = {},
): Promise<string> {
  const rows = await linesOf(db, { payerId, month, event: "settled", spenderId }).selectAll().orderBy("id").execute();
  const names = await namesOf(db, payerId, month);
  const bought = (await describe?.(db, [...names.reservations.values()])) ?? new Map<string, never>();
  const lines = rows.map((row) => {
    const told = bought.get(names.reservations.get(row.reservation_id ?? "") ?? "");
    const person = names.users.get(row.spender_id) ?? "";
    const key = names.keys.get(row.key_id ?? "") ?? "";
    return [...plainCells(row), person, key, row.matter ?? "", told?.docket ?? "", told?.receipt ?? ""];
  });
  return [[...HEAD, ...HEAD_MORE], ...lines].map((cells) => `${cells.map(cell).join(",")}\r\n`).join("");
}

type Names = {
  readonly users: ReadonlyMap<string, string>;
  readonly keys: ReadonlyMap<string, string>;
  /** By their ids, the names under which things were bought. */
  readonly reservations: ReadonlyMap<string, string>;
};

async function namesOf(db: Reader, payerId: string, month: string): Promise<Names> {
  const spent = db
    .selectFrom("ledger")
    .where("payer_id", "=", payerId)
    .where("month", "=", month)
    .where("event", "=", "settled");
  const users = await db
    .selectFrom("users")
    .select(["id", "name", "email"])
    .where("id", "in", spent.select("spender_id"))
    .execute();
  const keys = await db
    .selectFrom("api_keys")
    .select(["id", "name"])
    .where(
      "id",
      "in",
      spent.where("key_id", "is not", null).select((line) => line.fn.coalesce("key_id", "spender_id").as("id")),
    )
    .execute();
  const reservations = await db
    .selectFrom("reservations")
    .select(["id", "name"])
    .where("payer_id", "=", payerId)
    .where("month", "=", month)
    .execute();
  return {
    users: new Map(users.map(({ id, name, email }) => [id, `${name} <${email}>`])),
    keys: new Map(keys.map(({ id, name }) => [id, name])),
    reservations: new Map(reservations.map(({ id, name }) => [id, name])),
  };
}

function plainCells(row: Selectable<Database["ledger"]>): string[] {
  return [
    row.at,
    row.spender_id,
    row.key_id ?? "",
    row.what,
    dollars(row.included_microusd),
    dollars(row.on_demand_microusd),
    dollars(row.absorbed_microusd),
  ];
}

function linesOf(
  db: Reader,
  wanted: {
    readonly payerId: string;
    readonly month: string;
    readonly event: LedgerEvent;
    readonly spenderId: string | undefined;
  },
) {
  const lines = db
    .selectFrom("ledger")
    .where("payer_id", "=", wanted.payerId)
    .where("month", "=", wanted.month)
    .where("event", "=", wanted.event);
  return wanted.spenderId === undefined ? lines : lines.where("spender_id", "=", wanted.spenderId);
}

/** What a spreadsheet would take for a formula has an apostrophe in front. */
function cell(text: string): string {
  const plain = /^[=+@\t\r-]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
