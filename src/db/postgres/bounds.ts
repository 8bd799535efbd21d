/** How long a connection to PostgreSQL is waited for. A network that drops packets gives no error of its own. */
export type Bounds = {
  /** For a connection to be made, or to be free. */
  readonly connect_ms: number;
  /** For the answer to a statement. */
  readonly statement_ms: number;
  /** For the next statement of a transaction; the server ends it then, and with it what it keeps locked. */
  readonly idleInTransaction_ms: number;
  /** Silence after which the other side is asked whether it is there; ten questions without an answer end a connection. */
  readonly keepAlive_ms: number;
};

/** The server ends a statement itself; where nothing is heard of that either, the connection is given up. */
const GRACE_MS = 2_000;

/** For statements nobody waits for: migrations, imports, checks, the follower. */
const WORK_MS = 60 * 60 * 1000;

const CONNECT_MS_DEFAULT = 10_000;
const KEEP_ALIVE_MS_DEFAULT = 10_000;

/**
 * The address of a database with its bounds as parameters, under the names that `pg` gives them, so that whoever is
 * handed the address, on whatever thread, keeps them. What the address names already stands.
 */
export function boundedAddress(databaseUrl: string, bounds: Bounds): string {
  const url = new URL(databaseUrl);
  const given = {
    connectionTimeoutMillis: bounds.connect_ms,
    keepAliveInitialDelayMillis: bounds.keepAlive_ms,
    idle_in_transaction_session_timeout: bounds.idleInTransaction_ms,
    ...ofStatements(bounds.statement_ms),
  };
  for (const [name, value] of Object.entries(given)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(value));
  }
  return url.href;
}

/** The same database for work that takes its time. */
export function addressForWork(databaseUrl: string): string {
  return addressFor(databaseUrl, WORK_MS);
}

/** The same database for statements that are answered within so long, or not at all. */
export function addressFor(databaseUrl: string, statement_ms: number): string {
  const url = new URL(databaseUrl);
  for (const [name, value] of Object.entries(ofStatements(statement_ms))) url.searchParams.set(name, String(value));
  return url.href;
}

/** What `pg` does not read from an address by itself. */
export function connectionBounds(databaseUrl: string): {
  readonly connectionTimeoutMillis: number;
  readonly keepAlive: true;
  readonly keepAliveInitialDelayMillis: number;
} {
  const { searchParams } = new URL(databaseUrl);
  const read = (name: string, fallback: number): number => Number(searchParams.get(name) ?? fallback);
  return {
    connectionTimeoutMillis: read("connectionTimeoutMillis", CONNECT_MS_DEFAULT),
    keepAlive: true,
    keepAliveInitialDelayMillis: read("keepAliveInitialDelayMillis", KEEP_ALIVE_MS_DEFAULT),
  };
}

function ofStatements(statement_ms: number): Readonly<Record<"statement_timeout" | "query_timeout", number>> {
  return { statement_timeout: statement_ms, query_timeout: statement_ms + GRACE_MS };
}
