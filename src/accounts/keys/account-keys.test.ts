import { expect, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import { addOwner, addUser, HERE, mailedToken, testAccounts } from "#test/accounts.ts";
import type { TestAccounts } from "#test/accounts.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { auditEvents } from "../audit/audit.ts";
import { createKeyVerifier } from "../key-verifier.ts";
import type { KeyVerifier } from "../key-verifier.ts";
import { dollars, readDollars } from "../plans/money.ts";
import { setPlan } from "../plans/plans.ts";
import { principalOfUser } from "../plans/principal-of-user.ts";
import { setSubscription } from "../plans/subscriptions.ts";
import { allowKeys, dissolveOrganization, foundOrganization, removeMember } from "../teams/organizations.ts";
import { setTeamMember, workFor } from "../teams/teams.ts";
import { acceptInvitation, invite } from "../teams/invitations.ts";
import { checkSession } from "../sessions/sessions.ts";
import { suspendUser } from "../users/admins.ts";
import { endKey, keysOf, makeKey, rotateKey } from "./account-keys.ts";

const BY = { actorId: "operator", origin: HERE };
const HOUR_MS = 3_600_000;
const ALL = ["read", "historical", "records"] as const;
const FULL = { name: "full", historical: true, records: true, included_microusd: 30_000_000 };

function verifierOf({ accounts }: TestAccounts): KeyVerifier {
  const { db, clock } = accounts;
  // Time only goes on where a test turns it, so what is believed is asked for anew.
  let asked = 0;
  return createKeyVerifier({ db, log: silentLogger, clock, now_ms: () => (asked += 10_000) });
}

describeEachDatabase("keys of accounts", (store) => {
  const wanted = { name: "Docket clerk", scopes: ALL, expiresAt: null, origin: HERE };

  test("are made by those whose organization may, by administrators, or by everybody", async () => {
    const opened = testAccounts(await store.open());
    const { accounts } = opened;
    const owner = await addOwner(accounts);
    const { id: userId } = (await addUser(accounts, "clerk@firm.example")).user;
    await makeKey(accounts, { ...wanted, userId: owner.user.id });
    await expect(makeKey(accounts, { ...wanted, userId })).rejects.toMatchObject({ code: "forbidden" });
    await makeKey({ ...accounts, keysFor: "everyone" }, { ...wanted, userId });
    const { organization, teamId } = await foundOrganization(accounts, { userId, name: "Heron & Marsh", origin: HERE });
    await expect(makeKey(accounts, { ...wanted, userId, teamId })).rejects.toMatchObject({ code: "forbidden" });
    await allowKeys(accounts, { named: "Heron & Marsh", mayMakeKeys: true, ...BY });
    await makeKey(accounts, { ...wanted, userId });
    await makeKey(accounts, { ...wanted, userId, teamId });
    await expect(makeKey(accounts, { ...wanted, userId: owner.user.id, teamId })).rejects.toMatchObject({
      code: "not_found",
    });
    await allowKeys(accounts, { named: organization.id, mayMakeKeys: false, ...BY });
    await expect(makeKey(accounts, { ...wanted, userId, teamId })).rejects.toMatchObject({ code: "forbidden" });
    expect((await keysOf(accounts.db, { teamId })).length).toBe(1);
  });

  test("grant what both they and the plan grant, as the subscription stands", async () => {
    const opened = testAccounts(await store.open());
    const { accounts } = opened;
    const { user } = await addOwner(accounts);
    const { key, record } = await makeKey(accounts, { ...wanted, userId: user.id });
    const plain = await makeKey(accounts, { ...wanted, scopes: ["read", "historical"], userId: user.id });
    const verifier = verifierOf(opened);
    const seen = async (text: string): Promise<unknown> => {
      const verified = await verifier.verifyKey(text);
      return verified.ok ? [verified.value.scopes, verified.value.plan?.status] : verified.error;
    };
    expect(await verifier.verifyKey(key)).toEqual({
      ok: true,
      value: {
        kind: "user",
        id: user.id,
        key: { id: record.id, name: "Docket clerk" },
        team: null,
        scopes: [],
        plan: { name: "standard", status: "active" },
        limits: { requests: null },
      },
    });
    await setPlan(accounts.db, FULL);
    for (const [status, scopes] of [
      ["active", ["historical", "records"]],
      ["trialing", ["historical", "records"]],
      ["past_due", ["historical", "records"]],
      ["canceled", []],
    ] as const) {
      await setSubscription(accounts, { holderId: user.id, plan: "full", status, ...BY });
      expect(await seen(key)).toEqual([scopes, status]);
      expect(await seen(plain.key)).toEqual([scopes.slice(0, 1), status]);
      expect(await principalOfUser(accounts.db, user.id)).toMatchObject({ scopes, plan: { name: "full", status } });
    }
    const wrong = { holderId: user.id, plan: "full", status: "paid", ...BY };
    await expect(setSubscription(accounts, wrong)).rejects.toMatchObject({ code: "invalid_input" });
    await expect(setSubscription(accounts, { ...wrong, plan: "none", status: "active" })).rejects.toMatchObject({
      code: "not_found",
    });
    await verifier.close();
  });

  test("of a team act for the team, by its organization's plan, whoever made them leaves", async () => {
    const opened = testAccounts(await store.open());
    const { accounts } = opened;
    const verifier = verifierOf(opened);
    const { user: owner } = await addOwner(accounts);
    const clerk = await addUser(accounts, "clerk@firm.example");
    const { organization, teamId } = await foundOrganization(accounts, {
      userId: owner.id,
      name: "Heron & Marsh",
      origin: HERE,
    });
    await allowKeys(accounts, { named: organization.id, mayMakeKeys: true, ...BY });
    await setPlan(accounts.db, FULL);
    await setSubscription(accounts, { holderId: organization.id, plan: "full", status: "active", ...BY });
    await invite(accounts, {
      organizationId: organization.id,
      userId: owner.id,
      email: "clerk@firm.example",
      role: "member",
      teamId,
      origin: HERE,
    });
    const signedIn = (await checkSession(accounts, clerk.token))!;
    await acceptInvitation(accounts, {
      token: await mailedToken(opened, "clerk@firm.example"),
      signedIn,
      origin: HERE,
    });
    const userId = clerk.user.id;
    await expect(makeKey(accounts, { ...wanted, userId, teamId })).rejects.toMatchObject({ code: "forbidden" });
    await setTeamMember(accounts, { teamId, userId: owner.id, memberId: userId, role: "admin", origin: HERE });
    const made = await makeKey(accounts, { ...wanted, userId, teamId });
    expect(await principalOfUser(accounts.db, userId)).toMatchObject({
      kind: "user",
      id: userId,
      team: teamId,
      scopes: ["historical", "records"],
    });
    await workFor(accounts, { userId, teamId: null, origin: HERE });
    expect(await principalOfUser(accounts.db, userId)).toMatchObject({ team: null, scopes: [] });
    await removeMember(accounts, { organizationId: organization.id, memberId: userId, userId: owner.id, origin: HERE });
    const ofTeam = {
      kind: "team",
      id: teamId,
      team: teamId,
      scopes: ["historical", "records"],
      plan: { name: "full", status: "active" },
    };
    expect(await verifier.verifyKey(made.key)).toMatchObject({ ok: true, value: ofTeam });
    await expect(endKey(accounts, { userId, keyId: made.record.id, origin: HERE })).rejects.toMatchObject({
      code: "not_found",
    });
    await dissolveOrganization(accounts, { organizationId: organization.id, userId: owner.id, origin: HERE });
    expect(await verifier.verifyKey(made.key)).toEqual({ ok: false, error: "revoked" });
    await verifier.close();
  });

  test("are replaced while the old one goes on for a while", async () => {
    const opened = testAccounts(await store.open());
    const { accounts, pass } = opened;
    const { user } = await addOwner(accounts);
    const requests = { perMinute: 60, burst: 5 };
    const expiresAt = new Date(accounts.clock().getTime() + 90 * 24 * HOUR_MS);
    const old = await makeKey(accounts, { ...wanted, userId: user.id, expiresAt, requests });
    pass(24 * HOUR_MS);
    const fresh = await rotateKey(accounts, { userId: user.id, keyId: old.record.id, overlap_h: 24, origin: HERE });
    expect(fresh.record).toMatchObject({ name: "Docket clerk", scopes: ALL, requests, userId: user.id });
    expect(Date.parse(fresh.record.expiresAt ?? "") - Date.parse(fresh.record.createdAt)).toBe(90 * 24 * HOUR_MS);
    const again = { userId: user.id, keyId: old.record.id, overlap_h: 24, origin: HERE };
    const twice = await Promise.all(
      [1, 2].map(async () => rotateKey(accounts, again).catch(({ code }) => code as string)),
    );
    expect(twice).toEqual(["conflict", "conflict"]);
    expect((await keysOf(accounts.db, { userId: user.id })).map(({ replacedAt }) => replacedAt)).toEqual([
      accounts.clock().toISOString(),
      null,
    ]);
    const verifier = verifierOf(opened);
    pass(24 * HOUR_MS - 1);
    expect(await verifier.verifyKey(old.key)).toMatchObject({ ok: true });
    expect(await verifier.verifyKey(fresh.key)).toMatchObject({ ok: true, value: { limits: { requests } } });
    pass(1);
    expect(await verifier.verifyKey(old.key)).toEqual({ ok: false, error: "expired" });
    await expect(rotateKey(accounts, again)).rejects.toMatchObject({ code: "conflict" });
    for (const overlap_h of [-1, 0.5, 721])
      await expect(rotateKey(accounts, { ...again, overlap_h })).rejects.toMatchObject({ code: "invalid_input" });
    await verifier.close();
  });

  test("end with their owner's hand or account, and nobody else's", async () => {
    const opened = testAccounts(await store.open());
    const { accounts } = opened;
    const { user } = await addOwner(accounts);
    const other = await addUser(accounts, "other@firm.example");
    const open = { ...accounts, keysFor: "everyone" as const };
    const made = await makeKey(open, { ...wanted, userId: user.id });
    const theirs = await makeKey(open, { ...wanted, userId: other.user.id });
    const verifier = verifierOf(opened);
    await expect(
      endKey(accounts, { userId: other.user.id, keyId: made.record.id, origin: HERE }),
    ).rejects.toMatchObject({ code: "not_found" });
    await endKey(accounts, { userId: user.id, keyId: made.record.id, origin: HERE });
    expect(await verifier.verifyKey(made.key)).toEqual({ ok: false, error: "revoked" });
    await suspendUser(accounts, other.user.id, BY);
    expect(await verifier.verifyKey(theirs.key)).toEqual({ ok: false, error: "unheld" });
    const noted = JSON.stringify(await auditEvents(accounts.db, { userId: user.id, limit: 50 }));
    expect(noted).toContain("key_revoked");
    expect(noted).not.toContain(made.key);
    await verifier.close();
  });

  test("are as many as fifty, and ask no faster than the service lets anybody", async () => {
    const opened = testAccounts(await store.open(), {
      keysFor: "everyone",
      requests_max: { perMinute: 600, burst: 200 },
    });
    const { accounts } = opened;
    const { user } = await addUser(accounts, "clerk@firm.example");
    const one = { ...wanted, userId: user.id };
    for (const requests of [
      { perMinute: 601, burst: 1 },
      { perMinute: 1, burst: 201 },
      { perMinute: 0, burst: 1 },
      { perMinute: 1.5, burst: 1 },
    ]) {
      await expect(makeKey(accounts, { ...one, requests })).rejects.toMatchObject({ code: "invalid_input" });
    }
    for (let at = 0; at < 50; at++) await makeKey(accounts, one);
    await expect(makeKey(accounts, one)).rejects.toMatchObject({ code: "conflict" });
  });

  test("are as many as fifty however they come to be, and those that have ended do not count", async () => {
    const opened = testAccounts(await store.open(), { keysFor: "everyone" });
    const { accounts, pass } = opened;
    const { user } = await addUser(accounts, "clerk@firm.example");
    const one = { ...wanted, userId: user.id };
    const soon = new Date(accounts.clock().getTime() + HOUR_MS);
    for (let at = 0; at < 45; at++) await makeKey(accounts, { ...one, expiresAt: soon });
    const lasting: string[] = [];
    for (let at = 0; at < 4; at++) lasting.push((await makeKey(accounts, one)).record.id);
    const rotate = async (keyId: string, overlap_h: number): Promise<string> =>
      rotateKey(accounts, { userId: user.id, keyId, overlap_h, origin: HERE }).then(
        () => "done",
        ({ code }: { code: string }) => code,
      );
    const rotated = await Promise.all(lasting.map(async (keyId) => rotate(keyId, 2)));
    expect(rotated.toSorted()).toEqual(["conflict", "conflict", "conflict", "done"]);
    expect(await rotate(lasting.find((_id, at) => rotated[at] === "conflict") ?? "", 0)).toBe("done");
    pass(HOUR_MS);
    await makeKey(accounts, one);
  });
});

test("money is written and read as people do", () => {
  expect([0, 1, 10_000, 12_500_000, 30_000_000, 100_000, -250_000].map(dollars)).toEqual([
    "0.00",
    "0.000001",
    "0.01",
    "12.50",
    "30.00",
    "0.10",
    "-0.25",
  ]);
  expect(["30", "$12.50", " 0.1 ", "0.000001", "999999999.999999"].map(readDollars)).toEqual([
    30_000_000, 12_500_000, 100_000, 1, 999_999_999_999_999,
  ]);
  for (const text of ["", "-1", "1.", ".5", "1e3", "1,000", "1.0000001", "NaN", "10000000000"])
    expect(readDollars(text)).toBeUndefined();
});
