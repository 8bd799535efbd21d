import type { PrimaryKeys } from "#db/schema.ts";

declare module "#db/schema.ts" {
  interface Database {
    records_purchases: PurchasesTable;
    records_contents: ContentsTable;
    records_receipts: ReceiptsTable;
    records_queue: QueueTable;
    records_credentials: CredentialsTable;
    records_archive_pages: ArchivePagesTable;
  }
}

/** The tables of this folder with their primary keys, parents before the tables that refer to them. */
export const RECORDS_TABLES = {
  records_purchases: ["id"],
  records_contents: ["purchase_id"],
  records_receipts: ["purchase_id", "ordinal"],
  records_queue: ["seq"],
  records_credentials: ["name"],
  records_archive_pages: ["address"],
} as const satisfies Partial<PrimaryKeys>;

/**
 * How a purchase stands. `asking`: a request that may buy has been, or is about to be, sent, and its outcome is not
 * known. `received`: what was bought is stored, its charge is not known. `paid`: the charge is booked, what was bought
 * has not come. `done`: both. `void`: nothing was bought.
 */
export type PurchaseState = "asking" | "received" | "paid" | "done" | "void";

/** The journal of purchases from the official records system, written before anything is asked that may cost. */
export type PurchasesTable = {
  /** Sixteen hexadecimal digits; the system prints them on the receipt. */
  id: string;
  /** What is bought and for what occasion: under one key nothing is bought twice. */
  key: string;
  /** What is bought, whatever the occasion. */
  target: string;
  /** `target` while the outcome is open, else null: only one purchase of a thing is under way. */
  open_target: string | null;
  account: string;
  /** The system's code of the court. */
  court: string;
  kind: string;
  state: PurchaseState;
  /** Counts the times it was begun, each after it was certain that nothing had been bought. */
  attempt: number;
  at_most_cents: number;
  begun_at: string;
  /** Until when the process that began it may still be at it: it lets go sooner when it knows that it is not. */
  busy_until: string;
  ended_at: string | null;
  /** Why nothing was bought, why what was bought has not come, or why it is not known. */
  reason: string | null;
};

/** What was bought, byte for byte. */
type ContentsTable = {
  purchase_id: string;
  media_type: string;
  size_bytes: number;
  /** SHA-256, hexadecimal. */
  sha256: string;
  body: Uint8Array;
  received_at: string;
};

/** What the system charged, from the receipts it printed. Never changed and never deleted. */
type ReceiptsTable = {
  purchase_id: string;
  /** 0, unless the system charged one purchase several times. */
  ordinal: number;
  account: string;
  court: string;
  client_code: string;
  /** As the receipt prints it, without a time zone, `YYYY-MM-DDThh:mm:ss`; the moment of booking where it prints none. */
  billed_at: string;
  description: string;
  criteria: string;
  pages: number;
  amount_cents: number;
  /** `page`: printed on a page that was served; `list`: found in the list of receipts; `operator`: settled by hand. */
  told_by: string;
  booked_at: string;
};

/** Who waits for a court, in order of `seq`. */
type QueueTable = {
  seq: number;
  court: string;
  account: string;
  what: string;
  /** `waiting`, `running` or `done`. */
  state: string;
  entered_at: string;
  /** A process that died leaves its place at this moment. */
  alive_until: string;
  /** Of those that are done. */
  took_ms: number | null;
};

type CredentialsTable = {
  name: string;
  /** AES-256-GCM; see credentials/seal.ts. */
  sealed: string;
  /** Which key sealed it. */
  key_id: string;
  /** `unused`, `accepted`, `refused` or `expired`: refused ones are not sent again. */
  state: string;
  /** What the sign-in service said last, without anything secret. */
  said: string | null;
  changed_at: string;
  checked_at: string | null;
};

/** Answers of the public archive. */
type ArchivePagesTable = {
  address: string;
  status: number;
  media_type: string;
  etag: string | null;
  size_bytes: number;
  body: Uint8Array;
  fetched_at: string;
};
