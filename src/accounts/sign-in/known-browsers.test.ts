import { expect, test } from "vitest";
import { addUser, HERE, mailedToken, PASSWORD, signInAs, testAccounts } from "#test/accounts.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { requestPassword } from "../mail/ask-by-mail.ts";
import { changePassword, requirePassword, resetPassword } from "../passwords/set-password.ts";
import { checkSession } from "../sessions/sessions.ts";
import { sweepAccounts } from "../sweeping.ts";
import { TooManyGuesses } from "./guesses.ts";
import { BROWSER_KNOWN_MS } from "./known-browsers.ts";
import { signIn } from "./sign-in.ts";

const EMAIL = "clerk@firm.example";
const OTHER = "nine grey owls at noon";
type Accounts = ReturnType<typeof testAccounts>["accounts"];

/** From many places, as a flood comes. */
async function flood(accounts: Accounts, tries = 60): Promise<void> {
  for (let at = 0; at < tries; at++) {
    const origin = { ...HERE, address: `198.51.100.${at}` };
    await signIn(accounts, { email: EMAIL, password: "a wrong password", origin }).catch(() => undefined);
  }
}

describeEachDatabase("a browser in which somebody has signed in", (store) => {
  test("lets its owner in however many guess elsewhere, and any other is told how long to wait", async () => {
    const { accounts } = testAccounts(await store.open());
    const { browser } = await addUser(accounts, EMAIL);
    await flood(accounts);
    const refused = await signInAs(accounts, EMAIL).catch((thrown: unknown) => thrown);
    expect(refused).toBeInstanceOf(TooManyGuesses);
    expect((refused as TooManyGuesses).retryAfter_s).toBeGreaterThan(59);
    expect(await signInAs(accounts, EMAIL, { browser: browser.token })).toMatchObject({
      browser: { token: browser.token, isNew: false },
    });
    // What is let in here lets nobody in there.
    await expect(signInAs(accounts, EMAIL)).rejects.toMatchObject({ code: "rate_limited" });
  });

  test("has tries of its own, which are no more than others have", async () => {
    const { accounts, pass } = testAccounts(await store.open());
    const { browser } = await addUser(accounts, EMAIL);
    const told: string[] = [];
    for (let at = 0; at < 12; at++) {
      const wrong = { email: EMAIL, password: "a wrong password", origin: HERE, browser: browser.token };
      await signIn(accounts, wrong).catch(({ code }: { code: string }) => told.push(code));
    }
    expect(told.filter((code) => code === "unauthorized")).toHaveLength(10);
    await expect(signInAs(accounts, EMAIL, { browser: browser.token })).rejects.toMatchObject({ code: "rate_limited" });
    pass(60_000);
    expect((await signInAs(accounts, EMAIL, { browser: browser.token })).browser.isNew).toBe(false);
  });

  test("is nobody else's: neither what was planted in it nor what another has counts", async () => {
    const { accounts } = testAccounts(await store.open());
    const thief = await addUser(accounts, "thief@else.example");
    await addUser(accounts, EMAIL);
    await flood(accounts);
    for (const browser of [thief.browser.token, "A".repeat(43), "", "no token"])
      await expect(signInAs(accounts, EMAIL, { browser })).rejects.toMatchObject({ code: "rate_limited" });
    const planted = await addUser(accounts, "third@firm.example");
    const outcome = await signInAs(accounts, "third@firm.example", { browser: "A".repeat(43) });
    expect(outcome.browser.isNew).toBe(true);
    expect(outcome.browser.token).not.toBe("A".repeat(43));
    expect(outcome.browser.token).not.toBe(planted.browser.token);
    // Two people share one: it keeps what it has.
    expect(await signInAs(accounts, "third@firm.example", { browser: thief.browser.token })).toMatchObject({
      browser: { token: thief.browser.token, isNew: true },
    });
  });

  test("is told of when it is new, and not again", async () => {
    const tested = testAccounts(await store.open());
    const { accounts, letters } = tested;
    const { browser } = await addUser(accounts, EMAIL);
    await signInAs(accounts, EMAIL, { browser: browser.token });
    expect(await letters()).toEqual([]);
    await signInAs(accounts, EMAIL);
    const [letter, ...more] = await letters();
    expect(more).toEqual([]);
    expect(letter).toMatchObject({ to: EMAIL });
    expect(letter?.text).toContain("a browser that had not done so before, from the address 192.0.2.7");
    expect(letter?.text).toContain("https://law.example/account/sessions");
  });

  test("is not known any more once the password is another, but where that was set, nor after a year", async () => {
    const tested = testAccounts(await store.open());
    const { accounts, pass } = tested;
    const first = await addUser(accounts, EMAIL);
    const second = await signInAs(accounts, EMAIL);
    const signedIn = await checkSession(accounts, second.token);
    if (signedIn === undefined) throw new Error("nobody is signed in");
    const changed = { signedIn, present: PASSWORD, password: OTHER, origin: HERE, browser: second.browser.token };
    await changePassword(accounts, changed);
    const again = async (browser: string) => (await signInAs(accounts, EMAIL, { password: OTHER, browser })).browser;
    expect((await again(second.browser.token)).isNew).toBe(false);
    expect((await again(first.browser.token)).isNew).toBe(true);
    await requestPassword(accounts, { email: EMAIL, origin: HERE });
    const token = await mailedToken(tested, EMAIL);
    const reset = await resetPassword(accounts, { token, password: OTHER, origin: HERE });
    expect((await again(reset.browser.token)).isNew).toBe(false);
    expect((await again(second.browser.token)).isNew).toBe(true);
    pass(BROWSER_KNOWN_MS);
    await sweepAccounts(accounts);
    expect((await again(reset.browser.token)).isNew).toBe(true);
  });

  test("who is signed in can prove the password however many guess elsewhere, and has few tries", async () => {
    const { accounts } = testAccounts(await store.open());
    const { token } = await addUser(accounts, EMAIL);
    const signedIn = await checkSession(accounts, token);
    if (signedIn === undefined) throw new Error("nobody is signed in");
    await flood(accounts);
    await requirePassword(accounts, { signedIn, present: PASSWORD, origin: HERE });
    const wrong = async (at: number) =>
      requirePassword(accounts, { signedIn, present: "no", origin: { ...HERE, address: `198.51.100.${at}` } });
    for (let at = 0; at < 10; at++) await expect(wrong(at)).rejects.toMatchObject({ code: "unauthorized" });
    await expect(wrong(11)).rejects.toMatchObject({ code: "rate_limited" });
  });
});
