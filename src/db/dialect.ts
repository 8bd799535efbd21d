import { PostgresAdapter } from "kysely";
import type { Kysely } from "kysely";

export type Dialect = "sqlite" | "postgres";

/** Which database is behind a Kysely or a transaction, for the few statements that must differ. */
export function dialectOf(db: Pick<Kysely<unknown>, "getExecutor">): Dialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
}
