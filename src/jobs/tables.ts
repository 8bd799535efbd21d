import type { PrimaryKeys } from "#db/schema.ts";

declare module "#db/schema.ts" {
  interface Database {
    jobs: JobsTable;
  }
}

/** The tables of this folder with their primary keys. */
export const JOB_TABLES = { jobs: ["id"] } as const satisfies Partial<PrimaryKeys>;

/**
 * Something to be done once, or again and again. Moments are of the clock of whoever wrote them: processes that share a
 * database keep the same time to within some seconds.
 */
type JobsTable = {
  /** Says what is to be done, so that asking twice is asking once. */
  id: string;
  kind: string;
  /** JSON: what the kind wants to know. */
  payload: string;
  /** `parked`: it failed too often; somebody has to look at it. `done`: kept for a while for its result. */
  state: "waiting" | "parked" | "done";
  due_at: string;
  /** Who does it now, until when others leave it alone. */
  leased_by: string | null;
  leased_until: string | null;
  /** Begun since it last succeeded. */
  attempts: number;
  /** Why it failed last. */
  error: string | null;
  /** JSON: what it answered last. */
  result: string | null;
  updated_at: string;
};
