import { PostgresDialect } from "kysely";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import { Pool, TypeOverrides } from "pg";
import type { PoolClient } from "pg";
import { OnpointError, systemCodeOf } from "#base/errors.ts";
import { connectionLost, storageFailure } from "../failures.ts";
import { storable } from "../storable.ts";

const CONNECTIONS_MAX = 10;
const CONNECT_WAIT_MS = 10_000;

/** Type ids of PostgreSQL's catalogue (`pg_type.dat`): bytea, int8 and numeric, which `sum` of int8 gives. */
const BYTEA = 17;
const INT8 = 20;
const NUMERIC = 1700;

/**
 * PostgreSQL through `pg`, with values as SQLite gives them: whole numbers as numbers (all of ours are far
 * below 2^53), bytes as a plain Uint8Array, and no U+0000 in text.
 */
export function nodePostgresDialect(databaseUrl: string): PostgresDialect {
  return new PostgresDialect({ pool: async () => openPool(databaseUrl) });
}

function openPool(databaseUrl: string): PostgresPool {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_WAIT_MS,
    types: typeParsers(),
  });
  // An idle connection that the server closed: the pool drops it, and the next query opens another.
  pool.on("error", () => undefined);
  return {
    options: pool.options,
    connect: async () => wrapClient(await pool.connect().catch(rethrow)),
    end: async () => pool.end(),
  };
}

/** Kysely keeps its own record per client, so each client is wrapped once. */
const WRAPPED = new WeakMap<PoolClient, PostgresPoolClient>();

function wrapClient(client: PoolClient): PostgresPoolClient {
  const known = WRAPPED.get(client);
  if (known !== undefined) return known;
  // The pool listens to idle clients only, and an error nobody listens to ends the process.
  let isLost = false;
  client.on("error", () => {
    isLost = true;
  });
  const wrapped = {
    query: async (sql: string, parameters: readonly unknown[]) =>
      client.query(sql, parameters.map(storable)).catch((thrown: unknown) => {
        const failure = isLost ? connectionLost(thrown) : storageFailure(thrown);
        // The server tells of the end before the connection closes: it must not be handed out in between.
        isLost ||= failure instanceof OnpointError && failure.code === "unavailable";
        throw failure;
      }),
    release: (destroy?: boolean) => client.release(destroy === true || isLost),
  } as unknown as PostgresPoolClient;
  WRAPPED.set(client, wrapped);
  return wrapped;
}

/** `pg` says that it waited too long for a connection, or lost one while making it, in an error without a code. */
function rethrow(thrown: unknown): never {
  throw thrown instanceof Error && systemCodeOf(thrown) === undefined ? connectionLost(thrown) : storageFailure(thrown);
}

function typeParsers(): TypeOverrides {
  const types = new TypeOverrides();
  types.setTypeParser(INT8, Number);
  types.setTypeParser(NUMERIC, Number);
  types.setTypeParser(BYTEA, bytesOf);
  return types;
}

/** The `\x` form, which is PostgreSQL's only output form unless a server was told otherwise. */
function bytesOf(value: string): Uint8Array {
  return new Uint8Array(Buffer.from(value.slice(2), "hex"));
}
