import { z } from "zod";
import { isAddress, NO_ADDRESS, TEXT, wholeNumber } from "#base/config/readers.ts";
import { setting } from "#base/config/setting.ts";

const BEGINNING = /^postgres(?:ql)?:\/\//iu;

export const DB_SETTINGS = {
  dataDir: setting({
    name: "ONPOINT_DATA_DIR",
    reads: TEXT,
    fallback: "data",
    meaning: "Where records, the index and rejects live; made when missing.",
    example: "/var/lib/onpoint",
  }),
  databaseUrl: setting({
    name: "ONPOINT_DATABASE_URL",
    // Kept as it stands: its query has parameters of the connection.
    reads: z
      .string()
      .refine((text) => BEGINNING.test(text), {
        error: "must be an address starting with postgres:// or postgresql://",
        abort: true,
      })
      .refine(isAddress, { error: NO_ADDRESS }),
    fallback: null,
    meaning: "PostgreSQL for the records. Default: SQLite in the data directory.",
    example: "postgres://onpoint@127.0.0.1/onpoint",
    isSecret: true,
  }),
  databaseConnect_ms: setting({
    name: "ONPOINT_DATABASE_CONNECT_TIMEOUT_MS",
    reads: wholeNumber(100, 60_000),
    fallback: 5_000,
    meaning: "A connection to PostgreSQL is waited for so long, be it made or free.",
    example: "10000",
  }),
  databaseStatement_ms: setting({
    name: "ONPOINT_DATABASE_TIMEOUT_MS",
    reads: wholeNumber(100, 3_600_000),
    fallback: 20_000,
    meaning:
      "How long a request waits for one statement of PostgreSQL before it is a 503. Imports, checks, migrations and the follower wait an hour.",
    example: "30000",
  }),
  databaseIdle_ms: setting({
    name: "ONPOINT_DATABASE_IDLE_TIMEOUT_MS",
    reads: wholeNumber(1_000, 3_600_000),
    fallback: 300_000,
    meaning: "PostgreSQL ends a transaction that has waited this long for its next statement.",
    example: "60000",
  }),
  databaseKeepAlive_ms: setting({
    name: "ONPOINT_DATABASE_KEEPALIVE_MS",
    reads: wholeNumber(1_000, 3_600_000),
    fallback: 10_000,
    meaning:
      "After this silence TCP asks PostgreSQL's machine every second; ten unanswered questions end the connection.",
    example: "30000",
  }),
};
