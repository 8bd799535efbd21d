import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { postgresUrl } from "./postgres-server.ts";

/** A new, empty database on the run's server; dropped with whoever is connected to it. */
export async function createDatabase(): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await administer(`create database ${name} template template0`);
  const url = new URL(await postgresUrl(inject("postgresDir")));
  url.pathname = `/${name}`;
  return { url: url.href, drop: async () => administer(`drop database ${name} with (force)`) };
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: await postgresUrl(inject("postgresDir")) });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
