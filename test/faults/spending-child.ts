import { randomUUID } from "node:crypto";
import { release, reserve, settle } from "#accounts/usage/spending.ts";
import { transaction } from "#db/connection.ts";
import { openRecords } from "#schema/open.ts";

/** Reserves, settles and releases until it is killed, and says how each went. */
const { dataDir, databaseUrl, payerId } = JSON.parse(process.argv[2] ?? "") as {
  readonly dataDir: string;
  readonly databaseUrl?: string;
  readonly payerId: string;
};
const db = await openRecords({ dataDir, databaseUrl, migrations: "leave" });
const at = new Date("2026-03-01T12:00:00.000Z");
const expiresAt = new Date("2026-03-01T12:05:00.000Z");
const spender = { payerId, spenderId: payerId, keyId: null };
for (let turn = 0; ; turn++) {
  const wanted = { spender, name: randomUUID(), what: "x", most_microusd: 20, at, expiresAt };
  const asked = await transaction(db, async (trx) => reserve(trx, wanted));
  if (!asked.ok) {
    process.stdout.write("refused\n");
    continue;
  }
  const { id } = asked.value;
  await transaction(db, async (trx) =>
    turn % 3 === 0 ? release(trx, { id, at }) : settle(trx, { id, cost_microusd: turn % 20, at }),
  );
  process.stdout.write("done\n");
}
