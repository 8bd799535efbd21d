import { z } from "zod";
import { TEXT } from "#base/config/readers.ts";
import { setting } from "#base/config/setting.ts";

const PROTOCOLS = new Set(["postgres:", "postgresql:"]);

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
    reads: z.string().refine((text) => PROTOCOLS.has(URL.parse(text)?.protocol ?? ""), {
      error: "wants an address starting with postgres:// or postgresql://",
    }),
    fallback: null,
    meaning: "PostgreSQL for the records. Default: SQLite in the data directory.",
    example: "postgres://onpoint@127.0.0.1/onpoint",
    isSecret: true,
  }),
};
