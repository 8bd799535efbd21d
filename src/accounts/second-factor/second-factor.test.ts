import { describe, expect, test } from "vitest";
import { addUser, HERE, PASSWORD, signInAs, testAccounts } from "#test/accounts.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import type { Accounts } from "../accounts.ts";
import { checkSession } from "../sessions/sessions.ts";
import { finishSignIn, signIn } from "../sign-in/sign-in.ts";
import { codeAt, factorUri, hashOfRecoveryCode, newRecoveryCodes, stepOf } from "./codes.ts";
import { secondFactorState } from "./held-factors.ts";
import {
  confirmSecondFactor,
  dropSecondFactor,
  prepareSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "./second-factor.ts";

describe("codes", () => {
  // RFC 6238, appendix B, the rows of SHA-1, their last six digits.
  const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  test.each([
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ])("at second %d is %s", (second, code) => {
    expect(codeAt(SECRET, new Date(second * 1000))).toBe(code);
  });

  test("are good for their own thirty seconds and those beside, and tell which", () => {
    const at = new Date(1_234_567_890_000);
    const step = Math.floor(1_234_567_890 / 30);
    const codes = [-60, -30, 0, 30, 60].map((apart_s) => codeAt(SECRET, new Date(at.getTime() + apart_s * 1000)));
    expect(codes.map((code) => stepOf(SECRET, code, at))).toEqual([undefined, step - 1, step, step + 1, undefined]);
    expect(stepOf(SECRET, "005 924", at)).toBe(step);
    for (const text of ["", "05924", "0005924", "00592x", "٠٠٥٩٢٤"]) expect(stepOf(SECRET, text, at)).toBeUndefined();
  });

  test("of recovery are ten, all different, and read however they are typed", () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^(?:[a-z2-7]{4}-){3}[a-z2-7]{4}$/u);
      expect(hashOfRecoveryCode(` ${code.toUpperCase().replaceAll("-", " ")}`)).toBe(hashOfRecoveryCode(code));
    }
    for (const text of ["", "abc", "1111-1111-1111-1111"]) expect(hashOfRecoveryCode(text)).toBeUndefined();
  });
});

const challengeOf = async (accounts: Accounts): Promise<string> => {
  const outcome = await signIn(accounts, { email: "clerk@firm.example", password: PASSWORD, origin: HERE });
  return outcome.kind === "code_wanted" ? outcome.challenge : "";
};
const finish = async (accounts: Accounts, challenge: string, code: string): Promise<string> =>
  finishSignIn(accounts, { challenge, code, origin: HERE }).then(
    ({ session }) => session.method,
    ({ code: refusal }: { code: string }) => refusal,
  );

describeEachDatabase("the second factor", (store) => {
  const withFactor = async () => {
    const opened = testAccounts(await store.open());
    const { accounts, pass } = opened;
    const { token } = await addUser(accounts, "clerk@firm.example");
    const signedIn = (await checkSession(accounts, token))!;
    const { secret } = await prepareSecondFactor(accounts, { signedIn, present: PASSWORD, origin: HERE });
    const code = (): string => codeAt(secret, accounts.clock());
    const recovery = await confirmSecondFactor(accounts, { signedIn, code: code(), origin: HERE });
    pass(30_000);
    return { ...opened, signedIn, secret, code, recovery };
  };
  test("counts for nothing until a code was shown, and then ends the other sign-ins", async () => {
    const { accounts } = testAccounts(await store.open());
    const here = await addUser(accounts, "clerk@firm.example");
    const elsewhere = await signInAs(accounts, "clerk@firm.example");
    const signedIn = (await checkSession(accounts, here.token))!;
    const wanted = { signedIn, present: PASSWORD, origin: HERE };
    await expect(prepareSecondFactor(accounts, { ...wanted, present: "no" })).rejects.toMatchObject({
      code: "unauthorized",
    });
    const { secret } = await prepareSecondFactor(accounts, wanted);
    expect(factorUri(secret, "clerk@firm.example")).toMatch(
      /^otpauth:\/\/totp\/Onpoint:clerk%40firm\.example\?issuer=Onpoint&secret=[A-Z2-7]{32}&/u,
    );
    await signInAs(accounts, "clerk@firm.example");
    await expect(confirmSecondFactor(accounts, { signedIn, code: "000000", origin: HERE })).rejects.toMatchObject({
      code: "unauthorized",
    });
    await confirmSecondFactor(accounts, { signedIn, code: codeAt(secret, accounts.clock()), origin: HERE });
    expect(await secondFactorState(accounts.db, here.user.id)).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
    expect(await checkSession(accounts, elsewhere.token)).toBeUndefined();
    expect(await checkSession(accounts, here.token)).toBeDefined();
    await expect(prepareSecondFactor(accounts, wanted)).rejects.toMatchObject({ code: "conflict" });
  });

  test("is asked for after the password, and a code is good once", async () => {
    const { accounts, code, pass } = await withFactor();
    const challenge = await challengeOf(accounts);
    expect(challenge).not.toBe("");
    expect(await checkSession(accounts, challenge)).toBeUndefined();
    const used = code();
    expect(await finish(accounts, challenge, used)).toBe("password+code");
    expect(await finish(accounts, challenge, used)).toBe("not_found");
    expect(await finish(accounts, await challengeOf(accounts), used)).toBe("unauthorized");
    pass(30_000);
    expect(await finish(accounts, await challengeOf(accounts), used)).toBe("unauthorized");
    expect(await finish(accounts, await challengeOf(accounts), code())).toBe("password+code");
  });

  test("of many who show one code at the same time one is let in", async () => {
    const { accounts, code } = await withFactor();
    const challenge = await challengeOf(accounts);
    const outcomes = await Promise.all(Array.from({ length: 4 }, async () => finish(accounts, challenge, code())));
    expect(outcomes.filter((outcome) => outcome === "password+code")).toHaveLength(1);
  });

  test("lost is made up for by recovery codes, each once", async () => {
    const { accounts, recovery, signedIn, code } = await withFactor();
    const [first = "", second = ""] = recovery;
    expect(await finish(accounts, await challengeOf(accounts), first.toUpperCase())).toBe("password+recovery");
    expect(await finish(accounts, await challengeOf(accounts), first)).toBe("unauthorized");
    expect(await secondFactorState(accounts.db, signedIn.user.id)).toMatchObject({ isOn: true, recoveryCodesLeft: 9 });
    await renewRecoveryCodes(accounts, { signedIn, code: code(), origin: HERE });
    expect(await finish(accounts, await challengeOf(accounts), second)).toBe("unauthorized");
    expect((await secondFactorState(accounts.db, signedIn.user.id)).recoveryCodesLeft).toBe(10);
  });

  test("is not guessed: after five codes each further one waits", async () => {
    const { accounts, pass, code } = await withFactor();
    const outcomes = [];
    for (let at = 0; at < 200; at++) {
      outcomes.push(await finish(accounts, await challengeOf(accounts), String(at).padStart(6, "0")));
      pass(1000);
    }
    expect(outcomes.filter((outcome) => outcome === "unauthorized").length).toBeLessThan(9);
    expect(await finish(accounts, await challengeOf(accounts), code())).toBe("rate_limited");
    pass(3_600_000);
    expect(await finish(accounts, await challengeOf(accounts), code())).toBe("password+code");
  });

  test("waits ten minutes for its code", async () => {
    const { accounts, pass, code } = await withFactor();
    const challenge = await challengeOf(accounts);
    pass(600_000);
    expect(await finish(accounts, challenge, code())).toBe("not_found");
  });

  test("is taken off by password and code, or by an operator", async () => {
    const { accounts, signedIn, code, letters } = await withFactor();
    const wanted = { signedIn, present: PASSWORD, code: code(), origin: HERE };
    await expect(removeSecondFactor(accounts, { ...wanted, present: "no" })).rejects.toMatchObject({
      code: "unauthorized",
    });
    await expect(removeSecondFactor(accounts, { ...wanted, code: "000000" })).rejects.toMatchObject({
      code: "unauthorized",
    });
    await removeSecondFactor(accounts, wanted);
    await signInAs(accounts, "clerk@firm.example");
    expect((await letters()).map(({ text }) => text).join("")).toContain("signing in needs no second factor any more");
    await dropSecondFactor(accounts, "clerk@firm.example", { actorId: "operator", origin: HERE });
    expect(await secondFactorState(accounts.db, signedIn.user.id)).toMatchObject({ isOn: false, recoveryCodesLeft: 0 });
  });
});
