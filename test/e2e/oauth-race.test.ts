import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { CALLBACK, pkce, talk } from "#test/oauth/protocol.ts";
import type { Talk } from "#test/oauth/protocol.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import type { Place } from "#test/postgres.ts";

const CHILD = join(import.meta.dirname, "..", "oauth", "redeem-child.ts");
const ROUNDS = 8;

type Redeemed = { readonly status: number; readonly token: string | null; readonly error?: string };
type Racer = { readonly redeem: (asked: object) => Promise<Redeemed>; readonly stop: () => Promise<void> };

/** A process that redeems codes, once it is ready to. */
async function startRacer({ dataDir, databaseUrl }: Place): Promise<Racer> {
  const child = spawn(process.execPath, [CHILD, JSON.stringify({ dataDir, databaseUrl })], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe("ready");
  return {
    redeem: async (asked) => {
      child.stdin.write(`${JSON.stringify(asked)}\n`);
      return JSON.parse((await lines.next()).value ?? "") as Redeemed;
    },
    stop: async () => {
      const closed = once(child, "close");
      child.stdin.end();
      await closed;
    },
  };
}

async function newCode(talking: Talk): Promise<{ clientId: string; code: string; verifier: string }> {
  const registered = await talking.register({ redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" });
  const clientId = String(registered.body["client_id"]);
  const { verifier, parameters } = pkce();
  const asked = { response_type: "code", client_id: clientId, redirect_uri: CALLBACK, scope: "openid", ...parameters };
  const back = await talking.authorize(asked);
  return { clientId, code: back.searchParams.get("code") ?? "", verifier };
}

describeEachDatabase("two processes that race for one code", (store) => {
  test("one gets tokens, and being asked twice ends them", async () => {
    const db = await store.open();
    const talking = await talk(db);
    const racers = await Promise.all([startRacer(db), startRacer(db)]);
    const answers: Redeemed[][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const asked = await newCode(talking);
      const answered = await Promise.all(racers.map(async (racer) => racer.redeem(asked)));
      answers.push(answered);
      const winner = answered.find(({ status }) => status === 200);
      expect(await talking.server.tokens.verifyToken(winner?.token ?? "")).toMatchObject({ ok: false });
    }
    for (const racer of racers) await racer.stop();
    await talking.server.close();
    expect(answers.map((both) => both.map(({ status }) => status).toSorted((one, other) => one - other))).toEqual(
      Array.from({ length: ROUNDS }, () => [200, 400]),
    );
    for (const { status, error } of answers.flat()) expect(error).toBe(status === 400 ? "invalid_grant" : undefined);
  });
});
