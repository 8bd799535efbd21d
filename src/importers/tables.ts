import type { Generated } from "kysely";
import type { PrimaryKeys } from "#db/schema.ts";

declare module "#db/schema.ts" {
  interface Database {
    import_runs: ImportRunsTable;
    import_positions: ImportPositionsTable;
  }
}

/** The tables of this folder with their primary keys, parents before the tables that refer to them. */
export const IMPORT_TABLES = {
  import_runs: ["id"],
  import_positions: ["source", "file_key"],
} as const satisfies Partial<PrimaryKeys>;

type ImportRunsTable = {
  id: Generated<number>;
  source: string;
  /** What was imported, as the person named it. */
  input: string;
  started_at: string;
  finished_at: string | null;
  /** JSON: rows read, records added, updated, unchanged, rejected. */
  counts: string;
};

/** How far an interrupted import had come in one file; removed when the file is done. */
type ImportPositionsTable = { source: string; file_key: string; position: number; counts: string };
