import { expect, test } from "vitest";
import { addUser, HERE, mailedToken, signInAs, testAccounts } from "#test/accounts.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { requestPassword } from "../mail/ask-by-mail.ts";
import { checkSession } from "../sessions/sessions.ts";
import { foundOrganization } from "../teams/organizations.ts";
import { changePassword, resetPassword } from "./set-password.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { requireGoodPassword } from "./password-rules.ts";

const OWNER = { email: "margaret.hale@finchlaw.example", name: "Margaret Hale" };
const TRIED = "is one of those that are tried first when passwords are guessed";

const REFUSED: readonly (readonly [password: string, message: string])[] = [
  ["short", "has fewer than 12 characters"],
  ["aaaaaaaaaaaaaaaaaa", "has fewer than 6 different characters"],
  ["x".repeat(257), "has more than 256 characters"],
  ["margaret.hale@finchlaw.example", "is little more than the mail address"],
  ["Margaret.Hale@finchlaw.example1", "is little more than the mail address"],
  ["margaret.hale1", "is little more than the mail address"],
  ["password1234", TRIED],
  ["123456789012", TRIED],
  ["Password123!", TRIED],
  ["P@ssw0rd2026", TRIED],
  ["qwertyuiop12", TRIED],
  ["1qaz2wsx3edc", TRIED],
  ["Welcome2026!", TRIED],
  ["Summer2026!!", TRIED],
  ["passwordpassword", TRIED],
  ["Password123!Password123!Password123!Password123!Password123!Password123!", TRIED],
  ["iloveyou2024!", TRIED],
  ["letmein12345", TRIED],
  ["abcdefghijkl", TRIED],
  ["football2025", TRIED],
  ["lawyer123456", TRIED],
  ["hale and finch", "is little more than the name of the firm"],
  ["Hale & Finch LLP 2026", "is little more than the name of the firm"],
  ["HaleFinch2026!", "is little more than the name of the firm"],
  ["onpoint-2026!", "is little more than the name of the service"],
  ["Onpoint12345", "is little more than the name of the service"],
  ["finchlaw-2026", "is little more than the name of the firm"],
];

const TAKEN = [
  "seven blue herons at dusk",
  "correct horse battery staple",
  "xk7Qp2vLm9Rt",
  "the password to margate pier",
  "hale weather over kestrel moor",
  "Onpoint is where I keep my briefs",
  "vier graue Eulen um Mittag",
  "七羽の青い鷺が夕暮れに飛ぶ時",
  "k7".concat("q".repeat(120), "xyz ploughs nine".repeat(8)),
];

describeEachDatabase("a password that is to be set", (store) => {
  test("is refused where guessers would come to it early, in words that say which it is", async () => {
    const { accounts } = testAccounts(await store.open());
    const { token } = await addUser(accounts, OWNER.email);
    const signedIn = await checkSession(accounts, token);
    if (signedIn === undefined) throw new Error("nobody is signed in");
    await foundOrganization(accounts, { name: "Hale & Finch LLP", userId: signedIn.user.id, origin: HERE });
    for (const [password, message] of REFUSED) {
      await expect(requireGoodPassword(accounts, password, OWNER), password).rejects.toMatchObject({
        code: "invalid_input",
        faults: [{ path: "password", message }],
      });
    }
    for (const password of TAKEN) await requireGoodPassword(accounts, password, OWNER);
  });

  test("is held to that when it is changed and when it is set anew by mail", async () => {
    const tested = testAccounts(await store.open());
    const { accounts } = tested;
    const { token } = await addUser(accounts, OWNER.email);
    const signedIn = await checkSession(accounts, token);
    if (signedIn === undefined) throw new Error("nobody is signed in");
    const present = "seven blue herons at dusk";
    await expect(
      changePassword(accounts, { signedIn, present, password: "Welcome2026!", origin: HERE }),
    ).rejects.toMatchObject({ faults: [{ path: "password", message: TRIED }] });
    await requestPassword(accounts, { email: OWNER.email, origin: HERE });
    const link = { token: await mailedToken(tested, OWNER.email), origin: HERE };
    await expect(resetPassword(accounts, { ...link, password: "Welcome2026!" })).rejects.toMatchObject({
      faults: [{ path: "password", message: TRIED }],
    });
    await resetPassword(accounts, { ...link, password: "nine grey owls at noon" });
    await signInAs(accounts, OWNER.email, { password: "nine grey owls at noon" });
  });
});

test("no text of any length makes the look for common passwords fail", async () => {
  for (const text of ["", "\0", "\u{10ffff}".repeat(128), "ab".repeat(128), "A1!".repeat(85)])
    expect(typeof (await isCommonPassword(text))).toBe("boolean");
});
