import { setTimeout as sleep } from "node:timers/promises";
import { PostgresDialect } from "kysely";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import { Pool, TypeOverrides } from "pg";
import type { PoolClient } from "pg";
import { monotonicMs } from "#base/clock.ts";
import { OnpointError, systemCodeOf } from "#base/errors.ts";
import { measured } from "#base/measured.ts";
import { connectionLost, isSilence, storageFailure } from "../failures.ts";
import { storable } from "../storable.ts";
import { connectionBounds } from "./bounds.ts";

const CONNECTIONS_MAX = 10;

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
  const bounds = connectionBounds(databaseUrl);
  const pool = new Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS_MAX,
    types: typeParsers(),
    ...bounds,
  });
  // An idle connection that the server closed: the pool drops it, and the next query opens another.
  pool.on("error", () => undefined);
  const connections = () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount });
  measured.connections.add(connections);
  const network: Network = { fellSilent_ms: -Infinity };
  return {
    options: pool.options,
    connect: async () => {
      for (;;) {
        const client = wrapClient(await pool.connect().catch(rethrow), network);
        if (client.made_ms > network.fellSilent_ms) return client;
        client.release(true);
      }
    },
    // A server that does not answer is not waited for: to it the connections end with the process.
    end: async () => {
      measured.connections.delete(connections);
      await Promise.race([pool.end(), sleep(bounds.connectionTimeoutMillis, undefined, { ref: false })]);
    },
  };
}

/** When a connection last fell silent. Those made before share its fate, and are not tried one after another. */
type Network = { fellSilent_ms: number };

type WrappedClient = PostgresPoolClient & { readonly made_ms: number; release(destroy?: boolean): void };

/** Kysely keeps its own record per client, so each client is wrapped once. */
const WRAPPED = new WeakMap<PoolClient, WrappedClient>();

function wrapClient(client: PoolClient, network: Network): WrappedClient {
  const known = WRAPPED.get(client);
  if (known !== undefined) return known;
  // The pool listens to idle clients only, and an error nobody listens to ends the process.
  let isLost = false;
  client.on("error", () => {
    isLost = true;
  });
  const wrapped = {
    made_ms: monotonicMs(),
    query: async (sql: string, parameters: readonly unknown[]) => {
      // Behind a statement that is not answered `pg` would wait with the next one, the rollback.
      if (isLost) throw connectionLost(new Error("its connection was lost"));
      return client.query(sql, parameters.map(storable)).catch((thrown: unknown) => {
        const failure = isLost ? connectionLost(thrown) : storageFailure(thrown);
        if (isSilence(thrown)) network.fellSilent_ms = monotonicMs();
        // The server tells of the end before the connection closes: it must not be handed out in between.
        isLost ||= failure instanceof OnpointError && failure.code === "unavailable";
        throw failure;
      });
    },
    release: (destroy?: boolean) => client.release(destroy === true || isLost),
  } as unknown as WrappedClient;
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
