import { expect, test } from "vitest";
import { addUser, HERE, mailedToken, PASSWORD, signInAs, testAccounts } from "#test/accounts.ts";
import type { TestAccounts } from "#test/accounts.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { auditEvents } from "../audit/audit.ts";
import { keysOf, makeKey } from "../keys/account-keys.ts";
import { changePassword } from "../passwords/set-password.ts";
import { codeAt } from "../second-factor/codes.ts";
import { secondFactorState } from "../second-factor/held-factors.ts";
import { confirmSecondFactor, prepareSecondFactor } from "../second-factor/second-factor.ts";
import { checkSession } from "../sessions/sessions.ts";
import type { SignedIn } from "../sessions/sessions.ts";
import { changeAddress, requestAddress } from "./change-address.ts";
import { putAddressBack, readFormerAddress } from "./former-address.ts";

const EMAIL = "clerk@firm.example";
const THIEF = "thief@else.example";
const ANEW = "nine grey owls at noon";
const DAY_MS = 24 * 3_600_000;

async function signedInAs({ accounts }: TestAccounts, email: string, password = PASSWORD): Promise<SignedIn> {
  const { token } = await signInAs(accounts, email, { password });
  const signedIn = await checkSession(accounts, token);
  if (signedIn === undefined) throw new Error("nobody is signed in");
  return signedIn;
}

async function moveTo(tested: TestAccounts, signedIn: SignedIn, email: string, given: object = {}): Promise<void> {
  const { accounts } = tested;
  await requestAddress(accounts, { signedIn, present: PASSWORD, email, origin: HERE, ...given });
  await changeAddress(accounts, await mailedToken(tested, email), HERE);
}

async function turnOn({ accounts }: TestAccounts, signedIn: SignedIn, present = PASSWORD): Promise<string> {
  const { secret } = await prepareSecondFactor(accounts, { signedIn, present, origin: HERE });
  await confirmSecondFactor(accounts, { signedIn, code: codeAt(secret, accounts.clock()), origin: HERE });
  return secret;
}

describeEachDatabase("a mail address that was changed by somebody else", (store) => {
  test("is put back by the letter to it, with all that was done since", async () => {
    const tested = testAccounts(await store.open(), { keysFor: "everyone" });
    const { accounts, pass, letters } = tested;
    const { user } = await addUser(accounts, EMAIL);
    const key = { userId: user.id, origin: HERE, scopes: [], expiresAt: null };
    await makeKey(accounts, { ...key, name: "the owner's" });
    pass(1000);
    const thief = await signedInAs(tested, EMAIL);
    await moveTo(tested, thief, THIEF);
    const letter = (await letters()).find(({ to }) => to === EMAIL);
    expect(letter?.text).toContain(`it signs in with ${THIEF} from now on`);
    const token = await mailedToken(tested, EMAIL);
    pass(1000);
    // What whoever has the account does to keep it.
    const there = { ...thief, user: { ...thief.user, email: THIEF } };
    await makeKey(accounts, { ...key, name: "the thief's" });
    await changePassword(accounts, {
      signedIn: there,
      present: PASSWORD,
      password: "another of the thief's",
      origin: HERE,
    });
    await turnOn(tested, there, "another of the thief's");
    expect(await readFormerAddress(accounts.db, token, accounts.clock())).toMatchObject({
      email: EMAIL,
      wantsCode: false,
    });
    const put = { token, password: ANEW, code: "", origin: HERE };
    await expect(putAddressBack(accounts, { ...put, password: "short" })).rejects.toMatchObject({
      code: "invalid_input",
    });
    expect(await putAddressBack(accounts, put)).toBe(user.id);
    expect(await signInAs(accounts, EMAIL, { password: ANEW })).toMatchObject({ user: { id: user.id } });
    await expect(signInAs(accounts, THIEF, { password: "another of the thief's" })).rejects.toMatchObject({
      code: "unauthorized",
    });
    expect((await secondFactorState(accounts.db, user.id)).isOn).toBe(false);
    const keys = await keysOf(accounts.db, { userId: user.id });
    expect(keys.map(({ name, revokedAt }) => [name, revokedAt === null])).toEqual([
      ["the owner's", true],
      ["the thief's", false],
    ]);
    await expect(putAddressBack(accounts, put)).rejects.toMatchObject({ code: "not_found" });
    const events = (await auditEvents(accounts.db, { userId: user.id, limit: 50 })).map(({ event }) => event);
    expect(events).toContain("address_put_back");
  });

  test("wants a code of the factor that was on before, and so does changing it", async () => {
    const tested = testAccounts(await store.open());
    const { accounts, pass } = tested;
    const { user, token: session } = await addUser(accounts, EMAIL);
    const owner = await checkSession(accounts, session);
    if (owner === undefined) throw new Error("nobody is signed in");
    const secret = await turnOn(tested, owner);
    const code = (): string => {
      pass(30_000);
      return codeAt(secret, accounts.clock());
    };
    const wanted = { signedIn: owner, present: PASSWORD, email: THIEF, origin: HERE };
    for (const given of [{}, { code: "000000" }])
      await expect(requestAddress(accounts, { ...wanted, ...given })).rejects.toMatchObject({ code: "unauthorized" });
    await moveTo(tested, owner, THIEF, { code: code() });
    const token = await mailedToken(tested, EMAIL);
    expect((await readFormerAddress(accounts.db, token, accounts.clock())).wantsCode).toBe(true);
    const put = { token, password: ANEW, origin: HERE };
    await expect(putAddressBack(accounts, { ...put, code: "000000" })).rejects.toMatchObject({ code: "unauthorized" });
    expect(await checkSession(accounts, session)).toMatchObject({ user: { email: THIEF } });
    await putAddressBack(accounts, { ...put, code: code() });
    expect((await secondFactorState(accounts.db, user.id)).isOn).toBe(true);
    expect(await checkSession(accounts, session)).toBeUndefined();
  });

  test("changed twice, the first one is put back for good", async () => {
    const tested = testAccounts(await store.open());
    const { accounts, pass } = tested;
    await addUser(accounts, EMAIL);
    const thief = await signedInAs(tested, EMAIL);
    await moveTo(tested, thief, THIEF);
    const token = await mailedToken(tested, EMAIL);
    pass(1000);
    await moveTo(tested, thief, "second@else.example");
    const later = await mailedToken(tested, THIEF);
    await putAddressBack(accounts, { token, password: ANEW, code: "", origin: HERE });
    await expect(
      putAddressBack(accounts, { token: later, password: ANEW, code: "", origin: HERE }),
    ).rejects.toMatchObject({ code: "not_found" });
    expect((await signInAs(accounts, EMAIL, { password: ANEW })).user.email).toBe(EMAIL);
  });

  test("is not put back after seven days, nor where another account has it by now", async () => {
    const tested = testAccounts(await store.open());
    const { accounts, pass } = tested;
    await addUser(accounts, EMAIL);
    await moveTo(tested, await signedInAs(tested, EMAIL), THIEF);
    const token = await mailedToken(tested, EMAIL);
    pass(7 * DAY_MS - 1);
    await addUser(accounts, EMAIL);
    const put = { token, password: ANEW, code: "", origin: HERE };
    await expect(putAddressBack(accounts, put)).rejects.toMatchObject({ code: "conflict" });
    pass(1);
    await expect(putAddressBack(accounts, put)).rejects.toMatchObject({ code: "not_found" });
  });
});
