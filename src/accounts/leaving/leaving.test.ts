import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createLogger, silentLogger } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import { addOwner, addUser, HERE, mailedToken, PASSWORD, signInAs, testAccounts } from "#test/accounts.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { auditEvents, noteEvent } from "../audit/audit.ts";
import { createKeyVerifier } from "../key-verifier.ts";
import { makeKey } from "../keys/account-keys.ts";
import { requestPassword } from "../mail/ask-by-mail.ts";
import { OPERATOR } from "../principal.ts";
import { codeAt } from "../second-factor/codes.ts";
import { confirmSecondFactor, prepareSecondFactor } from "../second-factor/second-factor.ts";
import { checkSession } from "../sessions/sessions.ts";
import { finishSignIn, signIn } from "../sign-in/sign-in.ts";
import { startSweeping, sweepAccounts } from "../sweeping.ts";
import { foundOrganization } from "../teams/organizations.ts";
import { invite } from "../teams/invitations.ts";
import { createCallRecorder } from "../usage/calls.ts";
import { setOnDemand } from "../usage/consent.ts";
import { reserve, settle } from "../usage/spending.ts";
import { callsByDay, statement } from "../usage/statements.ts";
import { deleteAccount, deleteUser } from "./delete-account.ts";
import { exportAccount } from "./export-account.ts";

const BY = { actorId: "operator", origin: HERE };
const MONTH = "2026-03";

describeEachDatabase("leaving", (store) => {
  test("takes the person out of everything, and leaves the ledger and the audit their lines", async () => {
    const opened = testAccounts(await store.open(), { keysFor: "everyone" });
    const { accounts } = opened;
    const { db, clock } = accounts;
    const owner = await addOwner(accounts);
    const { user, token } = await addUser(accounts, "clerk@firm.example");
    const origin = { address: "203.0.113.77", agent: "Clerk's own browser" };
    await signInAs(accounts, user.email, { origin });
    const made = await makeKey(accounts, {
      userId: user.id,
      name: "The clerk's machine",
      scopes: ["read"],
      expiresAt: null,
      origin,
    });
    await setOnDemand(accounts, { payerId: user.id, cap_microusd: 10, ...BY });
    await transaction(db, async (trx) => {
      const spender = { payerId: user.id, spenderId: user.id, keyId: null };
      const held = await reserve(trx, {
        spender,
        name: "x",
        what: "a document",
        most_microusd: 10,
        at: clock(),
        expiresAt: null,
      });
      if (held.ok) await settle(trx, { id: held.value.id, cost_microusd: 10, at: clock() });
    });
    const before = await statement(db, user.id, MONTH);
    const signedIn = (await checkSession(accounts, token))!;
    await expect(deleteAccount(accounts, { signedIn, present: "wrong", origin })).rejects.toMatchObject({
      code: "unauthorized",
    });
    await deleteAccount(accounts, { signedIn, present: PASSWORD, origin });
    expect(await checkSession(accounts, token)).toBeUndefined();
    const verifier = createKeyVerifier({ db, log: silentLogger, clock });
    expect(await verifier.verifyKey(made.key)).toMatchObject({ ok: false });
    // The amounts stay, and who it was goes.
    const person = "clerk <clerk@firm.example>";
    expect(before).toContain(person);
    expect(await statement(db, user.id, MONTH)).toBe(before.replace(person, ""));
    const events = await auditEvents(db, { userId: user.id, limit: 50 });
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(["account_deleted", "key_made", "signed_in", "user_created"]),
    );
    const rows = [];
    for (const table of [
      "users",
      "sessions",
      "api_keys",
      "audit_events",
      "ledger",
      "guesses",
      "one_time_links",
      "reservations",
    ] as const) {
      rows.push(await db.selectFrom(table).selectAll().execute());
    }
    expect(JSON.stringify(rows)).not.toMatch(/clerk|203\.0\.113\.77/iu);
    expect(owner.user.email).toBe("owner@firm.example");
    await addUser(accounts, "clerk@firm.example");
    await verifier.close();
  });

  test("leaves what is noted of others as it was, but for who did it from where", async () => {
    const { accounts } = testAccounts(await store.open());
    const { db } = accounts;
    await addOwner(accounts);
    const { user } = await addUser(accounts, "clerk@firm.example");
    const origin = { address: "203.0.113.77", agent: "Clerk's own browser" };
    const { user: other } = await addUser(accounts, "other@firm.example");
    await transaction(db, async (trx) =>
      noteEvent(trx, {
        event: "role_set",
        at: accounts.clock(),
        actorId: user.id,
        userId: other.id,
        origin,
        detail: { role: "admin" },
      }),
    );
    await deleteUser(accounts, user.email, BY);
    const [noted] = await auditEvents(db, { userId: other.id, limit: 1 });
    expect(noted).toMatchObject({ actorId: user.id, address: null, agent: null, detail: { role: "admin" } });
  });

  test("is not for the last administrator, nor for the only owner of an organization", async () => {
    const { accounts } = testAccounts(await store.open());
    const owner = await addOwner(accounts);
    const { user } = await addUser(accounts, "clerk@firm.example");
    await foundOrganization(accounts, { userId: user.id, name: "Heron & Marsh", origin: HERE });
    await expect(deleteUser(accounts, owner.user.id, BY)).rejects.toMatchObject({ code: "conflict" });
    await expect(deleteUser(accounts, user.email, BY)).rejects.toMatchObject({ code: "conflict" });
  });

  test("with all that is held of one, and no secret", async () => {
    const { accounts } = testAccounts(await store.open(), { keysFor: "everyone" });
    const { user, token } = await addUser(accounts, "clerk@firm.example");
    const { key } = await makeKey(accounts, {
      userId: user.id,
      name: "mine",
      scopes: ["read"],
      expiresAt: null,
      origin: HERE,
    });
    const { organization } = await foundOrganization(accounts, {
      userId: user.id,
      name: "Heron & Marsh",
      origin: HERE,
    });
    const exported = await exportAccount(accounts, user.id);
    expect(exported).toMatchObject({
      user: { email: "clerk@firm.example" },
      subscription: { status: "active" },
      sessions: [{ method: "link" }],
      keys: [{ name: "mine" }],
      organizations: [{ id: organization.id, role: "owner" }],
      teams: [{ name: "Heron & Marsh" }],
      ledger: [],
    });
    const text = JSON.stringify(exported);
    for (const secret of [key, token, "argon2id"]) expect(text).not.toContain(secret);
    await expect(exportAccount(accounts, "nobody")).rejects.toMatchObject({ code: "not_found" });
  });
});

describeEachDatabase("beside the answers", (store) => {
  test("what has expired is swept, and what has not stays", async () => {
    const opened = testAccounts(await store.open());
    const { accounts, pass } = opened;
    const { db } = accounts;
    const { user } = await addUser(accounts, "clerk@firm.example");
    const { organization } = await foundOrganization(accounts, {
      userId: user.id,
      name: "Heron & Marsh",
      origin: HERE,
    });
    await invite(accounts, {
      organizationId: organization.id,
      userId: user.id,
      email: "new@firm.example",
      role: "member",
      origin: HERE,
    });
    await requestPassword(accounts, { email: user.email, origin: HERE });
    await mailedToken(opened, user.email);
    const counts = async (): Promise<number[]> =>
      Promise.all(
        (["sessions", "one_time_links", "invitations", "guesses"] as const).map(
          async (table) => (await db.selectFrom(table).selectAll().execute()).length,
        ),
      );
    const before = await counts();
    expect(before.every((count) => count > 0)).toBe(true);
    await sweepAccounts(accounts);
    expect(await counts()).toEqual(before);
    pass(8 * 24 * 3_600_000);
    const stop = startSweeping(accounts, 5);
    for (let tries = 0; tries < 200 && (await counts()).some((count) => count > 0); tries++) await sleep(10);
    await stop();
    expect(await counts()).toEqual([0, 0, 0, 0]);
  });

  test("calls are counted by caller and kind, and written when the service stops", async () => {
    const { accounts } = testAccounts(await store.open());
    const { db, clock } = accounts;
    const calls = createCallRecorder({ db, log: silentLogger, clock });
    for (let at = 0; at < 5; at++) calls.record(OPERATOR, "search");
    calls.record(OPERATOR, "searchLaws");
    calls.record({ ...OPERATOR, kind: "visitor" }, "search");
    await calls.close();
    expect(await callsByDay(db, "operator", MONTH)).toEqual([
      { day: "2026-03-01", what: "search", count: 5 },
      { day: "2026-03-01", what: "searchLaws", count: 1 },
    ]);
  });

  test("no secret, token, password or letter reaches the log, whatever is done and however it fails", async () => {
    const lines: string[] = [];
    const log = createLogger({ level: "trace", format: "json" }, { write: (line: string) => void lines.push(line) });
    const db = await store.open();
    const secrets = [PASSWORD, "no such password at all"];
    const post = {
      send: async ({ text }: { text: string }) => {
        secrets.push(...text.split("\n").filter((line) => line.length > 20));
        throw new Error("the mail server is gone");
      },
    };
    const { accounts, pass } = testAccounts(db, { log, post, keysFor: "everyone" });
    const first = await addUser(accounts, "clerk@firm.example");
    const signedIn = (await checkSession(accounts, first.token))!;
    const { secret } = await prepareSecondFactor(accounts, { signedIn, present: PASSWORD, origin: HERE });
    const codes = await confirmSecondFactor(accounts, {
      signedIn,
      code: codeAt(secret, accounts.clock()),
      origin: HERE,
    });
    pass(30_000);
    const outcome = await signIn(accounts, { email: "clerk@firm.example", password: PASSWORD, origin: HERE });
    const challenge = outcome.kind === "code_wanted" ? outcome.challenge : "";
    const again = await finishSignIn(accounts, { challenge, code: codes[0] ?? "", origin: HERE });
    await signIn(accounts, { email: "clerk@firm.example", password: "no such password at all", origin: HERE }).catch(
      () => undefined,
    );
    await requestPassword(accounts, { email: "clerk@firm.example", origin: HERE });
    const { key } = await makeKey(accounts, {
      userId: first.user.id,
      name: "mine",
      scopes: ["read"],
      expiresAt: null,
      origin: HERE,
    });
    const verifier = createKeyVerifier({ db, log, clock: accounts.clock });
    await verifier.verifyKey(key);
    await verifier.verifyKey(`${key.slice(0, -1)}x`);
    await accounts.close();
    await verifier.close();
    secrets.push(first.token, secret, ...codes, challenge, again.token, key);
    const text = lines.join("");
    expect(text).toContain("an errand of the accounts failed");
    expect(secrets.length).toBeGreaterThan(18);
    for (const one of secrets) expect(text).not.toContain(one);
  });
});
