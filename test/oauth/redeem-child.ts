import { createInterface } from "node:readline";
import { openRecords } from "#schema/open.ts";
import { exchange, talk } from "./protocol.ts";

/** Redeems the codes that it is given, a line each, in a process of its own; answers a line each. */
const place = JSON.parse(process.argv[2] ?? "") as { readonly dataDir: string; readonly databaseUrl?: string };
const db = await openRecords({ ...place, migrations: "leave" });
const talking = await talk(db);
process.stdout.write("ready\n");
for await (const line of createInterface({ input: process.stdin })) {
  const { status, body } = await exchange(talking, JSON.parse(line) as Parameters<typeof exchange>[1]);
  process.stdout.write(`${JSON.stringify({ status, token: body["access_token"] ?? null, error: body["error"] })}\n`);
}
await talking.server.close();
await db.close();
