import { describe, expect, test } from "vitest";
import { addOwner, addUser, HERE, mailedToken, PASSWORD, signInAs, testAccounts } from "#test/accounts.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { auditEvents } from "../audit/audit.ts";
import { codeAt } from "../second-factor/codes.ts";
import { confirmSecondFactor, prepareSecondFactor } from "../second-factor/second-factor.ts";
import { checkSession, endSession, listSessions, signOut } from "../sessions/sessions.ts";
import { changePassword, resetPassword } from "../passwords/set-password.ts";
import { changeAddress, requestAddress } from "../users/change-address.ts";
import { resumeUser, setAdmin, suspendUser } from "../users/admins.ts";
import { firstOwnerLink, openAccount, operatorLink } from "./open-account.ts";
import { finishSignIn, signIn } from "./sign-in.ts";

const HOUR_MS = 3_600_000;
const BY = { actorId: "operator", origin: HERE };
const told = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "let in",
    ({ code, message, hint }: { code: string; message: string; hint: string }) => ({ code, message, hint }),
  );

describeEachDatabase("accounts", (store) => {
  test("the first owner comes in by a link that opens once, and only while there is nobody", async () => {
    const { accounts } = testAccounts(await store.open());
    const older = (await firstOwnerLink(accounts)) ?? "";
    const token = (await firstOwnerLink(accounts)) ?? "";
    const owner = { email: "Owner@firm.example", name: "The owner", password: PASSWORD, origin: HERE };
    await expect(openAccount(accounts, { ...owner, token: older })).rejects.toMatchObject({ code: "not_found" });
    const made = await openAccount(accounts, { ...owner, token });
    expect(made.user).toMatchObject({ email: "owner@firm.example", isAdmin: true });
    expect(await checkSession(accounts, made.token)).toMatchObject({ user: { id: made.user.id, isAdmin: true } });
    await expect(openAccount(accounts, { ...owner, token })).rejects.toMatchObject({ code: "not_found" });
    expect(await firstOwnerLink(accounts)).toBeUndefined();
  });

  test("of two who open one link at the same time one is let in", async () => {
    const { accounts } = testAccounts(await store.open());
    const { token } = await operatorLink(accounts, "clerk@firm.example");
    const open = async (): Promise<string> =>
      openAccount(accounts, { token, name: "A clerk", password: PASSWORD, origin: HERE }).then(
        () => "in",
        ({ code }: { code: string }) => code,
      );
    expect((await Promise.all([open(), open(), open()])).toSorted()).toEqual(["in", "not_found", "not_found"]);
  });

  test("a link that has expired opens nothing", async () => {
    const { accounts, pass } = testAccounts(await store.open());
    const { token } = await operatorLink(accounts, "clerk@firm.example");
    pass(24 * HOUR_MS);
    const late = { token, name: "A clerk", password: PASSWORD, origin: HERE };
    await expect(openAccount(accounts, late)).rejects.toMatchObject({ code: "not_found" });
  });

  test("signing in is by address and password, under a token that was never seen before", async () => {
    const { accounts } = testAccounts(await store.open());
    await addUser(accounts, "clerk@firm.example");
    const first = await signInAs(accounts, " CLERK@firm.example ");
    const second = await signInAs(accounts, "clerk@firm.example", { replaces: first.token });
    expect(second.token).not.toBe(first.token);
    expect(await checkSession(accounts, first.token)).toBeUndefined();
    expect(await checkSession(accounts, second.token)).toMatchObject({ user: { email: "clerk@firm.example" } });
  });

  test("a token that somebody planted in a browser is not made good by signing in, or by making an account", async () => {
    const { accounts } = testAccounts(await store.open());
    const attacker = await addUser(accounts, "attacker@firm.example");
    await addUser(accounts, "clerk@firm.example");
    const planted = "A".repeat(43);
    for (const replaces of [planted, attacker.token]) {
      const victim = await signInAs(accounts, "clerk@firm.example", { replaces });
      expect(victim.token).not.toBe(replaces);
      expect(await checkSession(accounts, replaces)).toBeUndefined();
    }
    const { token: replaces } = await signInAs(accounts, "attacker@firm.example");
    const { token } = await operatorLink(accounts, "new@firm.example");
    await openAccount(accounts, { token, name: "new", password: PASSWORD, origin: HERE, replaces });
    expect(await checkSession(accounts, replaces)).toBeUndefined();
  });

  test("neither tokens nor passwords stand in the records", async () => {
    const { accounts } = testAccounts(await store.open());
    const { token: link } = await operatorLink(accounts, "other@firm.example");
    await addUser(accounts, "clerk@firm.example");
    const { token } = await signInAs(accounts, "clerk@firm.example");
    const { db } = accounts;
    const rows = JSON.stringify([
      await db.selectFrom("users").selectAll().execute(),
      await db.selectFrom("sessions").selectAll().execute(),
      await db.selectFrom("one_time_links").selectAll().execute(),
      await db.selectFrom("audit_events").selectAll().execute(),
      await db.selectFrom("guesses").selectAll().execute(),
    ]);
    expect(rows).toContain("clerk@firm.example");
    for (const secret of [token, link, PASSWORD]) expect(rows).not.toContain(secret);
  });

  test("an address without an account is refused in the same words after the same work", async () => {
    const { accounts, hashed } = testAccounts(await store.open());
    await addUser(accounts, "clerk@firm.example");
    const suspended = await addUser(accounts, "gone@firm.example");
    await suspendUser(accounts, suspended.user.id, BY);
    const attempts = [
      { email: "clerk@firm.example", password: "seven blue herons at dawn" },
      { email: "nobody@firm.example", password: "seven blue herons at dawn" },
      { email: "no address at all", password: PASSWORD },
      { email: "gone@firm.example", password: PASSWORD },
    ];
    const seen = [];
    for (const attempt of attempts) {
      const before = hashed();
      seen.push({ answer: await told(signIn(accounts, { ...attempt, origin: HERE })), hashes: hashed() - before });
    }
    expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(seen[0]).toMatchObject({ answer: { code: "unauthorized" }, hashes: 1 });
  });

  test("sign-ins end unused after three days, used after thirty, and as soon as they are ended", async () => {
    const { accounts, pass } = testAccounts(await store.open());
    const { user } = await addUser(accounts, "clerk@firm.example");
    const idle = await signInAs(accounts, "clerk@firm.example");
    const used = await signInAs(accounts, "clerk@firm.example");
    const outlasts = async (hours: number): Promise<boolean> => {
      pass(hours * HOUR_MS);
      const isIn = (await checkSession(accounts, used.token)) !== undefined;
      if (isIn)
        await accounts.db
          .updateTable("sessions")
          .set({ seen_at: accounts.clock().toISOString() })
          .where("id", "=", used.session.id)
          .execute();
      return isIn;
    };
    expect(await outlasts(71.9)).toBe(true);
    expect(await checkSession(accounts, idle.token)).toBeDefined();
    pass(0.1 * HOUR_MS);
    expect(await checkSession(accounts, idle.token)).toBeUndefined();
    expect((await listSessions(accounts, user.id)).map(({ id }) => id)).toEqual([used.session.id]);
    for (let day = 3; day < 29; day++) expect(await outlasts(24)).toBe(true);
    expect(await outlasts(24)).toBe(false);
  });

  test("one's own sign-ins can be ended, another's not", async () => {
    const { accounts } = testAccounts(await store.open());
    const clerk = await addUser(accounts, "clerk@firm.example");
    const other = await addUser(accounts, "other@firm.example");
    const ending = { userId: clerk.user.id, sessionId: other.session.id, origin: HERE };
    await expect(endSession(accounts, ending)).rejects.toMatchObject({ code: "not_found" });
    await endSession(accounts, { ...ending, sessionId: clerk.session.id });
    expect(await checkSession(accounts, clerk.token)).toBeUndefined();
    await signOut(accounts, other.token, HERE);
    await signOut(accounts, other.token, HERE);
    expect(await checkSession(accounts, other.token)).toBeUndefined();
    const events = await auditEvents(accounts.db, { userId: other.user.id, limit: 10 });
    expect(events.map(({ event }) => event)).toEqual(["signed_out", "user_created"]);
    for (const text of ["", "x", `${clerk.token}=`]) expect(await checkSession(accounts, text)).toBeUndefined();
  });

  test("a changed password ends all other sign-ins, a reset one all", async () => {
    const { accounts } = testAccounts(await store.open());
    await addUser(accounts, "clerk@firm.example");
    const [here, elsewhere] = [
      await signInAs(accounts, "clerk@firm.example"),
      await signInAs(accounts, "clerk@firm.example"),
    ];
    const signedIn = (await checkSession(accounts, here.token))!;
    const change = { signedIn, present: PASSWORD, password: "nine grey owls at noon", origin: HERE };
    await expect(changePassword(accounts, { ...change, present: "wrong" })).rejects.toMatchObject({
      code: "unauthorized",
    });
    await expect(changePassword(accounts, { ...change, password: "short" })).rejects.toMatchObject({
      code: "invalid_input",
    });
    await changePassword(accounts, change);
    expect(await checkSession(accounts, elsewhere.token)).toBeUndefined();
    expect(await checkSession(accounts, here.token)).toBeDefined();
    const { token, purpose } = await operatorLink(accounts, "clerk@firm.example");
    expect(purpose).toBe("password");
    await resetPassword(accounts, { token, password: PASSWORD, origin: HERE });
    await expect(resetPassword(accounts, { token, password: PASSWORD, origin: HERE })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await checkSession(accounts, here.token)).toBeUndefined();
    await signInAs(accounts, "clerk@firm.example");
  });

  test.each(["changed", "set anew by link"])(
    "with a password that is %s, what was begun with the one before comes to nothing",
    async (how) => {
      const opened = testAccounts(await store.open());
      const { accounts } = opened;
      const { token, user } = await addUser(accounts, "clerk@firm.example");
      const signedIn = (await checkSession(accounts, token))!;
      const own = { signedIn, present: PASSWORD, origin: HERE };
      const { secret } = await prepareSecondFactor(accounts, own);
      await confirmSecondFactor(accounts, { ...own, code: codeAt(secret, accounts.clock()) });
      opened.pass(60_000);
      const thief = await signIn(accounts, { email: user.email, password: PASSWORD, origin: HERE });
      const challenge = thief.kind === "code_wanted" ? thief.challenge : "";
      const codeNow = codeAt(secret, accounts.clock());
      await requestAddress(accounts, { ...own, email: "thief@else.example", code: codeNow });
      const address = await mailedToken(opened, "thief@else.example");
      const password = "nine grey owls at noon";
      if (how === "changed") await changePassword(accounts, { ...own, password });
      else {
        const link = await operatorLink(accounts, user.email);
        await resetPassword(accounts, { token: link.token, password, origin: HERE });
      }
      const code = codeAt(secret, accounts.clock());
      for (const late of [
        finishSignIn(accounts, { challenge, code, origin: HERE }),
        changeAddress(accounts, address, HERE),
      ]) {
        await expect(late).rejects.toMatchObject({ code: "not_found" });
      }
    },
  );

  test("a suspended account is out at once, and the last administrator stays", async () => {
    const { accounts } = testAccounts(await store.open());
    const owner = await addOwner(accounts);
    const clerk = await addUser(accounts, "clerk@firm.example");
    await expect(suspendUser(accounts, owner.user.email, BY)).rejects.toMatchObject({ code: "conflict" });
    await expect(setAdmin(accounts, owner.user.email, false, BY)).rejects.toMatchObject({ code: "conflict" });
    await setAdmin(accounts, clerk.user.id, true, BY);
    await suspendUser(accounts, owner.user.email, BY);
    expect(await checkSession(accounts, owner.token)).toBeUndefined();
    expect((await resumeUser(accounts, owner.user.email, BY)).suspendedAt).toBeNull();
    await signInAs(accounts, owner.user.email);
    await expect(suspendUser(accounts, "nobody@firm.example", BY)).rejects.toMatchObject({ code: "not_found" });
  });
});

const guess = async (accounts: Parameters<typeof signIn>[0], email: string, address: string): Promise<string> =>
  signIn(accounts, { email, password: `guess ${address} ${email}`, origin: { address, agent: null } }).then(
    () => "in",
    ({ code }: { code: string }) => code,
  );

describeEachDatabase("guessing", (store) => {
  /** A tenth of them over the network of PostgreSQL, at the same pace. */
  const guesses = store.dialect === "sqlite" ? 10_000 : 1000;

  test("ten thousand guesses within an hour from one address are let through to fifty-odd", async () => {
    const { accounts, pass, hashed } = testAccounts(await store.open());
    await addUser(accounts, "clerk@firm.example");
    const before = hashed();
    for (let at = 0; at < guesses; at++) {
      await guess(accounts, `user${at % 500}@firm.example`, "198.51.100.9");
      pass(3_600_000 / guesses);
    }
    expect(hashed() - before).toBeGreaterThanOrEqual(50);
    expect(hashed() - before).toBeLessThan(60);
    expect(
      await told(
        signIn(accounts, {
          email: "clerk@firm.example",
          password: PASSWORD,
          origin: { address: "198.51.100.9", agent: null },
        }),
      ),
    ).toMatchObject({ code: "rate_limited" });
    expect(await signInAs(accounts, "clerk@firm.example")).toMatchObject({ kind: "signed_in" });
  });

  test("ten thousand guesses within a day at one account from as many addresses are let through to less than a hundred", async () => {
    const { accounts, pass, hashed } = testAccounts(await store.open());
    await addUser(accounts, "clerk@firm.example");
    const before = hashed();
    for (let at = 0; at < guesses; at++) {
      await guess(accounts, "clerk@firm.example", `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`);
      pass(86_400_000 / guesses);
    }
    expect(hashed() - before).toBeGreaterThanOrEqual(50);
    expect(hashed() - before).toBeLessThan(100);
  });

  test("many at once are no more than one after another", async () => {
    const { accounts, hashed } = testAccounts(await store.open());
    await addUser(accounts, "clerk@firm.example");
    const before = hashed();
    const codes = await Promise.all(
      Array.from({ length: 40 }, async () => guess(accounts, "clerk@firm.example", "198.51.100.9")),
    );
    expect(hashed() - before).toBeLessThanOrEqual(10);
    expect(codes).toContain("rate_limited");
    expect(codes).not.toContain("in");
  });

  test("whether there is an account shows in no count and no word, also when it is blocked", async () => {
    const { accounts, hashed } = testAccounts(await store.open());
    await addUser(accounts, "clerk@firm.example");
    const course = async (email: string, address: string): Promise<unknown> => {
      const before = hashed();
      const answers = [];
      for (let at = 0; at < 15; at++)
        answers.push(
          await told(
            signIn(accounts, { email, password: "seven blue herons at dawn", origin: { address, agent: null } }),
          ),
        );
      return { answers, hashes: hashed() - before };
    };
    const known = await course("clerk@firm.example", "198.51.100.1");
    expect(await course("nobody@firm.example", "198.51.100.2")).toEqual(known);
    expect(JSON.stringify(known)).toContain("rate_limited");
  });

  test("a right password gives its try back, and one set anew by link opens the account here", async () => {
    const { accounts } = testAccounts(await store.open());
    await addUser(accounts, "clerk@firm.example");
    for (let at = 0; at < 60; at++) await signInAs(accounts, "clerk@firm.example");
    for (let at = 0; at < 12; at++) await guess(accounts, "clerk@firm.example", "192.0.2.7");
    await expect(signInAs(accounts, "clerk@firm.example")).rejects.toMatchObject({ code: "rate_limited" });
    const { token } = await operatorLink(accounts, "clerk@firm.example");
    await resetPassword(accounts, { token, password: PASSWORD, origin: HERE });
    await signInAs(accounts, "clerk@firm.example");
  });

  test("addresses of one customer of the sixth version are one", async () => {
    const { accounts, hashed } = testAccounts(await store.open());
    const before = hashed();
    for (let at = 0; at < 40; at++) await guess(accounts, "clerk@firm.example", `2001:db8::${at.toString(16)}`);
    expect(hashed() - before).toBe(10);
  });
});

describe("what is told", () => {
  test("of too many tries is when to come again", async () => {
    const { tooManyGuesses } = await import("./guesses.ts");
    expect(tooManyGuesses(1)).toMatchObject({ code: "rate_limited", hint: expect.stringContaining("in 1 minute,") });
    expect(tooManyGuesses(61_000)).toMatchObject({ hint: expect.stringContaining("in 2 minutes,") });
  });
});
