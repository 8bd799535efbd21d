import { expect, test } from "vitest";
import { addUser, HERE, PASSWORD, signInAs, testAccounts } from "#test/accounts.ts";
import type { TestAccounts } from "#test/accounts.ts";
import { SoftwareDevice } from "#test/passkeys/software-device.ts";
import type { Misdeeds } from "#test/passkeys/software-device.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import type { Db } from "#db/connection.ts";
import { secondFactorState } from "../second-factor/held-factors.ts";
import { dropSecondFactor } from "../second-factor/second-factor.ts";
import { checkSession } from "../sessions/sessions.ts";
import type { SignedIn } from "../sessions/sessions.ts";
import { finishSignIn, signIn } from "../sign-in/sign-in.ts";
import { resumeUser, suspendUser } from "../users/admins.ts";
import { passkeysOf, removePasskey } from "./passkeys.ts";
import { addPasskey, preparePasskey } from "./register.ts";
import { relyingParty } from "./relying-party.ts";
import { askForPasskey, finishByPasskey, signInByPasskey } from "./sign-in.ts";

const ORIGIN = "https://law.example";
const EMAIL = "clerk@firm.example";
const BY_OPERATOR = { actorId: "operator", origin: HERE };

type Held = TestAccounts & {
  readonly device: SoftwareDevice;
  readonly signedIn: SignedIn;
  readonly recovery: readonly string[];
};

async function signedInAs({ accounts }: TestAccounts, token: string): Promise<SignedIn> {
  const signedIn = await checkSession(accounts, token);
  if (signedIn === undefined) throw new Error("nobody is signed in");
  return signedIn;
}

async function withPasskey(db: Db): Promise<Held> {
  const tested = testAccounts(db);
  const { accounts } = tested;
  const { token } = await addUser(accounts, EMAIL);
  const signedIn = await signedInAs(tested, token);
  const device = new SoftwareDevice(ORIGIN);
  const asked = { signedIn, present: PASSWORD, code: "", origin: HERE };
  const response = device.create(await preparePasskey(accounts, asked));
  const recovery = await addPasskey(accounts, { signedIn, name: "Laptop", response, origin: HERE });
  return { ...tested, device, signedIn, recovery: recovery ?? [] };
}

async function afterPassword({ accounts }: TestAccounts, email = EMAIL): Promise<string> {
  const outcome = await signIn(accounts, { email, password: PASSWORD, origin: HERE });
  if (outcome.kind !== "code_wanted") throw new Error("no second factor is wanted");
  return outcome.challenge;
}

describeEachDatabase("a passkey", (store) => {
  test("is made by the password, told of, and signs in alone and after the password", async () => {
    const held = await withPasskey(await store.open());
    const { accounts, device, signedIn, recovery, letters } = held;
    expect(recovery).toHaveLength(10);
    expect((await letters())[0]?.text).toContain('a passkey, "Laptop", was added');
    expect(await passkeysOf(accounts.db, signedIn.user.id)).toMatchObject([
      { id: device.id, name: "Laptop", isSynced: false, lastUsedAt: null },
    ]);
    const alone = await signInByPasskey(accounts, {
      response: device.get(await askForPasskey(accounts)),
      origin: HERE,
    });
    expect([alone.user.email, alone.session.method]).toEqual([EMAIL, "passkey"]);
    const challenge = await afterPassword(held);
    const options = await askForPasskey(accounts, challenge);
    expect(options.allowCredentials?.map(({ id }) => id)).toEqual([device.id]);
    const response = device.get(options, { isUnverified: true });
    const after = await finishByPasskey(accounts, { response, afterPassword: challenge, origin: HERE });
    expect(after.session.method).toBe("password+passkey");
    expect((await passkeysOf(accounts.db, signedIn.user.id))[0]?.lastUsedAt).not.toBeNull();
  });

  test("leaves the recovery codes and an operator as ways back, and takes nothing else with it", async () => {
    const held = await withPasskey(await store.open());
    const { accounts, recovery, signedIn } = held;
    const challenge = await afterPassword(held);
    const outcome = await finishSignIn(accounts, { challenge, code: recovery[0] ?? "", origin: HERE });
    expect(outcome.session.method).toBe("password+recovery");
    await dropSecondFactor(accounts, EMAIL, BY_OPERATOR);
    expect(await secondFactorState(accounts.db, signedIn.user.id)).toMatchObject({ isOn: false, passkeys: 0 });
    expect((await signInAs(accounts, EMAIL)).session.method).toBe("password");
  });

  test("is added and removed by the password, and by a passkey used just now or a code once there is one", async () => {
    const held = await withPasskey(await store.open());
    const { accounts, signedIn, recovery, device, pass } = held;
    const asked = { signedIn, present: PASSWORD, code: "", origin: HERE };
    await expect(preparePasskey(accounts, { ...asked, present: "no" })).rejects.toMatchObject({ code: "unauthorized" });
    await expect(preparePasskey(accounts, asked)).rejects.toMatchObject({ code: "unauthorized" });
    const other = new SoftwareDevice(ORIGIN);
    const options = await preparePasskey(accounts, { ...asked, code: recovery[0] ?? "" });
    expect(options.excludeCredentials?.map(({ id }) => id)).toEqual([device.id]);
    expect(
      await addPasskey(accounts, { signedIn, name: "Key", response: other.create(options), origin: HERE }),
    ).toBeNull();
    const { token } = await signInByPasskey(accounts, {
      response: other.get(await askForPasskey(accounts)),
      origin: HERE,
    });
    const fresh = { ...asked, signedIn: await signedInAs(held, token) };
    await removePasskey(accounts, { ...fresh, id: device.id });
    await expect(removePasskey(accounts, { ...fresh, id: device.id })).rejects.toMatchObject({ code: "not_found" });
    pass(16 * 60_000);
    await expect(removePasskey(accounts, { ...fresh, id: other.id })).rejects.toMatchObject({ code: "unauthorized" });
    await removePasskey(accounts, { ...fresh, id: other.id, code: recovery[1] ?? "" });
    expect(await secondFactorState(accounts.db, signedIn.user.id)).toMatchObject({ isOn: false, recoveryCodesLeft: 0 });
  });

  type Attack = readonly [name: string, misdeeds: Misdeeds, code: string];

  const FORGED: readonly Attack[] = [
    ["from another site", { origin: "https://evil.example" }, "unauthorized"],
    ["from another port", { origin: `${ORIGIN}:8443` }, "unauthorized"],
    ["without https", { origin: "http://law.example" }, "unauthorized"],
    ["from a site below", { origin: "https://evil.law.example" }, "unauthorized"],
    ["kept for another site", { rpId: "evil.example" }, "unauthorized"],
    ["made for another purpose", { type: "webauthn.create" }, "unauthorized"],
    ["that nobody touched", { isAbsent: true }, "unauthorized"],
    ["with a spoilt signature", { spoilsSignature: true }, "unauthorized"],
    ["by another key", { key: new SoftwareDevice(ORIGIN).privateKey }, "unauthorized"],
    ["of a device that is unknown", { id: "AAAAAAAAAAAAAAAAAAAAAA" }, "unauthorized"],
    ["for another challenge", { challenge: "A".repeat(43) }, "not_found"],
    ["for no challenge", { challenge: "" }, "invalid_input"],
    ["for a challenge that is no text of ours", { challenge: "short" }, "not_found"],
  ];

  test.each([...FORGED, ["whose owner it did not look for", { isUnverified: true }, "unauthorized"] as const])(
    "does not sign in alone %s",
    async (_name, misdeeds, code) => {
      const { accounts, device } = await withPasskey(await store.open());
      const response = device.get(await askForPasskey(accounts), misdeeds);
      await expect(signInByPasskey(accounts, { response, origin: HERE })).rejects.toMatchObject({ code });
    },
  );

  test.each(FORGED)("is no second factor %s", async (_name, misdeeds, code) => {
    const held = await withPasskey(await store.open());
    const { accounts, device } = held;
    const challenge = await afterPassword(held);
    const response = device.get(await askForPasskey(accounts, challenge), misdeeds);
    await expect(finishByPasskey(accounts, { response, afterPassword: challenge, origin: HERE })).rejects.toMatchObject(
      {
        code,
      },
    );
  });

  test.each([
    ["from another site", { origin: "https://evil.example" }, "invalid_input"],
    ["for another site", { rpId: "evil.example" }, "invalid_input"],
    ["that nobody touched", { isAbsent: true }, "invalid_input"],
    ["by an answer to another question", { type: "webauthn.get" }, "invalid_input"],
    ["for another challenge", { challenge: "A".repeat(43) }, "not_found"],
  ] as const)("is not kept when it was made %s", async (_name, misdeeds, code) => {
    const tested = testAccounts(await store.open());
    const { accounts } = tested;
    const signedIn = await signedInAs(tested, (await addUser(accounts, EMAIL)).token);
    const options = await preparePasskey(accounts, { signedIn, present: PASSWORD, code: "", origin: HERE });
    const response = new SoftwareDevice(ORIGIN).create(options, misdeeds);
    await expect(addPasskey(accounts, { signedIn, name: "X", response, origin: HERE })).rejects.toMatchObject({ code });
    expect(await passkeysOf(accounts.db, signedIn.user.id)).toEqual([]);
  });

  test("answers once, within ten minutes, to what it was asked for and by whom", async () => {
    const held = await withPasskey(await store.open());
    const { accounts, device, pass } = held;
    const response = device.get(await askForPasskey(accounts));
    const many = await Promise.allSettled(
      Array.from({ length: 6 }, async () => signInByPasskey(accounts, { response, origin: HERE })),
    );
    expect(many.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const late = device.get(await askForPasskey(accounts));
    const challenge = await afterPassword(held);
    const asSecond = device.get(await askForPasskey(accounts, challenge));
    await expect(signInByPasskey(accounts, { response: asSecond, origin: HERE })).rejects.toMatchObject({
      code: "not_found",
    });
    const asFirst = device.get(await askForPasskey(accounts));
    await expect(
      finishByPasskey(accounts, { response: asFirst, afterPassword: challenge, origin: HERE }),
    ).rejects.toMatchObject({ code: "not_found" });
    pass(10 * 60_000);
    await expect(signInByPasskey(accounts, { response: late, origin: HERE })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("of one person is none of another's, and a copy of it is noticed", async () => {
    const held = await withPasskey(await store.open());
    const { accounts, device } = held;
    const thief = await signedInAs(held, (await addUser(accounts, "thief@else.example")).token);
    const asked = { signedIn: thief, present: PASSWORD, code: "", origin: HERE };
    const stolen = device.create(await preparePasskey(accounts, asked));
    await expect(
      addPasskey(accounts, { signedIn: thief, name: "Mine", response: stolen, origin: HERE }),
    ).rejects.toMatchObject({ code: "conflict" });
    const own = new SoftwareDevice(ORIGIN);
    const options = await preparePasskey(accounts, asked);
    await expect(
      addPasskey(accounts, { signedIn: held.signedIn, name: "X", response: own.create(options), origin: HERE }),
    ).rejects.toMatchObject({ code: "not_found" });
    await addPasskey(accounts, {
      signedIn: thief,
      name: "Mine",
      response: own.create(await preparePasskey(accounts, asked)),
      origin: HERE,
    });
    const challenge = await afterPassword(held);
    const foreign = own.get(await askForPasskey(accounts, challenge));
    await expect(
      finishByPasskey(accounts, { response: foreign, afterPassword: challenge, origin: HERE }),
    ).rejects.toMatchObject({ code: "unauthorized" });
    await signInByPasskey(accounts, {
      response: device.get(await askForPasskey(accounts), { counter: 9 }),
      origin: HERE,
    });
    await expect(
      signInByPasskey(accounts, { response: device.get(await askForPasskey(accounts), { counter: 9 }), origin: HERE }),
    ).rejects.toMatchObject({ code: "unauthorized" });
  });

  test("opens no account that is shut, and is gone with its removal", async () => {
    const held = await withPasskey(await store.open());
    const { accounts, device } = held;
    const enter = async () =>
      signInByPasskey(accounts, { response: device.get(await askForPasskey(accounts)), origin: HERE });
    await suspendUser(accounts, EMAIL, BY_OPERATOR);
    await expect(enter()).rejects.toMatchObject({ code: "unauthorized" });
    await resumeUser(accounts, EMAIL, BY_OPERATOR);
    const { token } = await enter();
    const signedIn = await signedInAs(held, token);
    await removePasskey(accounts, { signedIn, present: PASSWORD, code: "", id: device.id, origin: HERE });
    await expect(enter()).rejects.toMatchObject({ code: "unauthorized" });
  });

  test.each([
    "",
    "null",
    "[]",
    "{}",
    "{",
    '"x"',
    JSON.stringify({ id: "../..", rawId: "x", type: "public-key", response: { clientDataJSON: "e30" } }),
    JSON.stringify({ id: "AA", rawId: "AA", type: "password", response: { clientDataJSON: "e30" } }),
    JSON.stringify({ id: "AA", rawId: "AA", type: "public-key", response: { clientDataJSON: "e30" } }),
    JSON.stringify({ id: "AA", rawId: "AA", type: "public-key", response: { clientDataJSON: "!" } }),
    " ".repeat(20_001),
  ])("is not read from what is no answer of a device (%#)", async (response) => {
    const { accounts, signedIn } = await withPasskey(await store.open());
    const refused = { code: "invalid_input" };
    await expect(signInByPasskey(accounts, { response, origin: HERE })).rejects.toMatchObject(refused);
    await expect(addPasskey(accounts, { signedIn, name: "X", response, origin: HERE })).rejects.toMatchObject(refused);
  });
});

test.each([
  ["https://law.example", "law.example"],
  ["https://law.example:8443/x", "law.example"],
  ["http://localhost:3000", "localhost"],
  ["http://law.example", undefined],
  ["http://127.0.0.1:3000", undefined],
  ["https://192.0.2.7", undefined],
  ["https://[2001:db8::1]", undefined],
])("passkeys of %s are kept for %s", (authUrl, id) => {
  expect(relyingParty({ authUrl })?.id).toBe(id);
});
