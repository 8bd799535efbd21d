import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeKey } from "#accounts/keys/account-keys.ts";
import type { WantedKey } from "#accounts/keys/account-keys.ts";
import { setPlan } from "#accounts/plans/plans.ts";
import { setSubscription } from "#accounts/plans/subscriptions.ts";
import { allowKeys, foundOrganization } from "#accounts/teams/organizations.ts";
import { suspendUser } from "#accounts/users/admins.ts";
import { addUser, HERE, testAccounts } from "#test/accounts.ts";
import type { TestAccounts } from "#test/accounts.ts";
import { startServer } from "./real-server.ts";
import type { RealServer } from "./real-server.ts";

const BY = { actorId: "operator", origin: HERE };

let server: RealServer;
let opened: TestAccounts;
const unasked = async (): Promise<never> => Promise.reject(new Error("nothing is searched here"));

beforeAll(async () => {
  server = await startServer({}, { search: { searchOpinions: unasked } as never });
  opened = testAccounts(server.db, { keysFor: "everyone", clock: () => new Date() });
  await setPlan(server.db, { name: "full", historical: true, records: false, included_microusd: 0 });
});
afterAll(async () => server.stop());

async function ask(
  key: string,
  path: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly json: unknown }> {
  const response = await fetch(`${server.origin}/v1${path}`, {
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
  });
  return { status: response.status, json: await response.json() };
}

async function keyOf(userId: string, given: Partial<WantedKey> = {}): Promise<string> {
  const wanted = { userId, name: "a key", scopes: ["read", "historical"] as const, expiresAt: null, origin: HERE };
  return (await makeKey(opened.accounts, { ...wanted, ...given })).key;
}

/** The law of another day than today wants full historical access. */
const OF_ANOTHER_DAY = { citation: "Avalon Code § 1-101", as_of: "2001-02-03" };

describe("a key of an account", () => {
  test("is told whose it is and how the subscription stands, and what that permits holds from then on", async () => {
    const { user } = await addUser(opened.accounts, "clerk@firm.example");
    const standing = async (status: string): Promise<unknown> => {
      await setSubscription(opened.accounts, { holderId: user.id, plan: "full", status, ...BY });
      const key = await keyOf(user.id);
      expect((await ask(key, "/me")).json).toEqual({ userId: user.id, subscriptionStatus: status });
      return (await ask(key, "/laws/get", OF_ANOTHER_DAY)).status === 403;
    };
    expect((await ask(await keyOf(user.id), "/me")).json).toEqual({ userId: user.id, subscriptionStatus: "active" });
    expect((await ask(await keyOf(user.id), "/laws/get", OF_ANOTHER_DAY)).status).toBe(403);
    expect(await standing("active")).toBe(false);
    expect(await standing("trialing")).toBe(false);
    expect(await standing("past_due")).toBe(false);
    expect(await standing("canceled")).toBe(true);
  });

  test("may be asked for a matter, in a header that names one", async () => {
    const { user } = await addUser(opened.accounts, "biller@firm.example");
    const key = await keyOf(user.id);
    const named = async (matter: string): Promise<Response> =>
      fetch(`${server.origin}/v1/me`, { headers: { Authorization: `Bearer ${key}`, "Onpoint-Matter": matter } });
    expect((await named("10234-0007")).status).toBe(200);
    const refused = await named("x".repeat(65));
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { code: "invalid_input", detail: expect.stringContaining("Onpoint-Matter: the matter is longer than") as string },
    ]);
  });

  test("of a team answers the team", async () => {
    const { user } = await addUser(opened.accounts, "owner@firm.example");
    const { organization, teamId } = await foundOrganization(opened.accounts, {
      userId: user.id,
      name: "Heron & Marsh",
      origin: HERE,
    });
    await allowKeys(opened.accounts, { named: organization.id, mayMakeKeys: true, ...BY });
    await setSubscription(opened.accounts, { holderId: organization.id, plan: "full", status: "trialing", ...BY });
    const key = await keyOf(user.id, { teamId });
    expect((await ask(key, "/me")).json).toEqual({ userId: teamId, subscriptionStatus: "trialing" });
  });

  test("with a limit of its own is held to it alone", async () => {
    const { user } = await addUser(opened.accounts, "fast@firm.example");
    const limited = await keyOf(user.id, { requests: { perMinute: 1, burst: 2 } });
    const free = await keyOf(user.id);
    const statuses = [];
    for (let at = 0; at < 3; at++) statuses.push((await ask(limited, "/me")).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await ask(free, "/me")).status).toBe(200);
  });

  test("opens nothing once its owner is suspended", async () => {
    const { user } = await addUser(opened.accounts, "gone@firm.example");
    const key = await keyOf(user.id);
    await suspendUser(opened.accounts, user.id, BY);
    expect((await ask(key, "/me")).status).toBe(401);
  });

  test("without an account goes on as it was", async () => {
    expect((await ask(server.key, "/me")).json).toEqual({ userId: server.keyId, subscriptionStatus: "active" });
  });
});
