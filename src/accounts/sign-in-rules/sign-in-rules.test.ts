import { expect, test } from "vitest";
import { addUser, HERE, mailedToken, PASSWORD, signInAs, testAccounts } from "#test/accounts.ts";
import type { TestAccounts } from "#test/accounts.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import type { Db } from "#db/connection.ts";
import { principalOfUser } from "../plans/principal-of-user.ts";
import { codeAt } from "../second-factor/codes.ts";
import { confirmSecondFactor, prepareSecondFactor } from "../second-factor/second-factor.ts";
import { checkSession, listSessions } from "../sessions/sessions.ts";
import type { SignedIn } from "../sessions/sessions.ts";
import { acceptInvitation, invite } from "../teams/invitations.ts";
import { foundOrganization } from "../teams/organizations.ts";
import { isWithin, readNetworks } from "./networks.ts";
import { boundsOfTeam, dropSignInRules, NO_RULES, requireWithin, setSignInRules } from "./sign-in-rules.ts";
import type { SignInRules } from "./sign-in-rules.ts";

const OWNER = "owner@firm.example";
const CLERK = "clerk@firm.example";
const ELSEWHERE = { address: "198.51.100.9", agent: "A browser" };
const HOUR_MS = 3_600_000;

type Firm = TestAccounts & {
  readonly organizationId: string;
  readonly teamId: string;
  readonly ownerId: string;
  readonly clerkId: string;
  readonly owner: string;
  readonly set: (rules: Partial<SignInRules>) => Promise<void>;
};

async function signedInBy({ accounts }: TestAccounts, token: string): Promise<SignedIn> {
  const signedIn = await checkSession(accounts, token);
  if (signedIn === undefined) throw new Error("nobody is signed in");
  return signedIn;
}

/** An organization with an owner, who has a second factor, and a clerk, who has none. */
async function openFirm(db: Db): Promise<Firm> {
  const tested = testAccounts(db);
  const { accounts } = tested;
  const owner = await addUser(accounts, OWNER);
  const clerk = await addUser(accounts, CLERK);
  const by = { userId: owner.user.id, origin: HERE };
  const { organization, teamId } = await foundOrganization(accounts, { ...by, name: "Hale & Finch LLP" });
  const organizationId = organization.id;
  await invite(accounts, { ...by, organizationId, email: CLERK, role: "member" });
  const joining = { token: await mailedToken(tested, CLERK), origin: HERE };
  await acceptInvitation(accounts, { ...joining, signedIn: await signedInBy(tested, clerk.token) });
  const signedIn = await signedInBy(tested, owner.token);
  const { secret } = await prepareSecondFactor(accounts, { signedIn, present: PASSWORD, origin: HERE });
  await confirmSecondFactor(accounts, { signedIn, code: codeAt(secret, accounts.clock()), origin: HERE });
  return {
    ...tested,
    organizationId,
    teamId,
    ownerId: owner.user.id,
    clerkId: clerk.user.id,
    owner: owner.token,
    set: async (rules) => setSignInRules(accounts, { ...by, organizationId, rules: { ...NO_RULES, ...rules } }),
  };
}

/** An organization whose owner has no second factor. */
async function openBare(accounts: TestAccounts["accounts"]) {
  const { user } = await addUser(accounts, "bare@else.example");
  const founded = await foundOrganization(accounts, { userId: user.id, origin: HERE, name: "Bare" });
  return { organizationId: founded.organization.id, userId: user.id };
}

describeEachDatabase("what an organization asks of sign-ins", (store) => {
  test("a second factor: who has none signs in to add one, and calls with nothing until then", async () => {
    const firm = await openFirm(await store.open());
    const { accounts, clerkId, set } = firm;
    const { token } = await signInAs(accounts, CLERK);
    await set({ wantsFactor: true });
    const signedIn = await signedInBy(firm, token);
    expect(signedIn.lacksFactor).toBe(true);
    const barred = await principalOfUser(accounts.db, clerkId);
    expect(() => requireWithin(barred?.bounds, "192.0.2.7")).toThrow("asks for a second factor");
    expect((await signedInBy(firm, firm.owner)).lacksFactor).toBeUndefined();
    const { secret } = await prepareSecondFactor(accounts, { signedIn, present: PASSWORD, origin: HERE });
    await confirmSecondFactor(accounts, { signedIn, code: codeAt(secret, accounts.clock()), origin: HERE });
    expect((await signedInBy(firm, token)).lacksFactor).toBeUndefined();
    const open = await principalOfUser(accounts.db, clerkId);
    expect(() => requireWithin(open?.bounds, "192.0.2.7")).not.toThrow();
  });

  test("shorter sign-ins, at once for those that are open, and no longer ones", async () => {
    const firm = await openFirm(await store.open());
    const { accounts, clerkId, set, pass } = firm;
    const { token } = await signInAs(accounts, CLERK);
    await set({ whole_hours: 8, idle_hours: 2 });
    pass(HOUR_MS);
    await signedInBy(firm, token);
    pass(2 * HOUR_MS);
    expect(await checkSession(accounts, token)).toBeUndefined();
    expect(await listSessions(accounts, clerkId)).toEqual([]);
    await set({ whole_hours: 1 });
    const second = await signInAs(accounts, CLERK);
    pass(HOUR_MS);
    expect(await checkSession(accounts, second.token)).toBeUndefined();
    await set({ whole_hours: 8760, idle_hours: 8760 });
    const third = await signInAs(accounts, CLERK);
    pass(72 * HOUR_MS);
    expect(await checkSession(accounts, third.token)).toBeUndefined();
  });

  test("networks: for signing in, for sign-ins that are open, for tokens and for keys, a team's too", async () => {
    const firm = await openFirm(await store.open());
    const { accounts, clerkId, teamId, set } = firm;
    const { token } = await signInAs(accounts, CLERK);
    await set({ networks: ["192.0.2.0/24", "2001:db8::/32"] });
    for (const address of ["192.0.2.7", "::ffff:192.0.2.9", "2001:db8::1"])
      expect(await checkSession(accounts, token, address), address).toBeDefined();
    for (const address of ["192.0.3.7", "::ffff:198.51.100.1", "2001:db9::1", null, "unknown", ""])
      expect(await checkSession(accounts, token, address), String(address)).toBeUndefined();
    await expect(signInAs(accounts, CLERK, { origin: ELSEWHERE })).rejects.toMatchObject({ code: "forbidden" });
    for (const bounds of [
      (await principalOfUser(accounts.db, clerkId))?.bounds,
      await boundsOfTeam(accounts.db, teamId),
    ]) {
      expect(() => requireWithin(bounds, "192.0.2.200")).not.toThrow();
      for (const address of ["198.51.100.9", null])
        expect(() => requireWithin(bounds, address)).toThrow("does not allow access from this network");
    }
    await dropSignInRules(accounts, firm.organizationId, { actorId: "operator", origin: HERE });
    expect(await checkSession(accounts, token, "198.51.100.9")).toBeDefined();
  });

  test("is set by owners and admins, to nothing that shuts them out", async () => {
    const { accounts, organizationId, clerkId, ownerId } = await openFirm(await store.open());
    const of = async (userId: string, rules: Partial<SignInRules>, origin = HERE) =>
      setSignInRules(accounts, { organizationId, userId, origin, rules: { ...NO_RULES, ...rules } });
    await expect(of(clerkId, {})).rejects.toMatchObject({ code: "forbidden" });
    const stranger = (await addUser(accounts, "stranger@else.example")).user.id;
    await expect(of(stranger, {})).rejects.toMatchObject({ code: "not_found" });
    await expect(of(ownerId, { networks: ["198.51.100.0/24"] })).rejects.toMatchObject({
      faults: [{ path: "networks" }],
    });
    await expect(of(ownerId, { networks: ["192.0.2.0/24"] }, ELSEWHERE)).rejects.toMatchObject({
      code: "invalid_input",
    });
    for (const hours of [0, -1, 1.5, 8761, Number.NaN])
      await expect(of(ownerId, { whole_hours: hours }), String(hours)).rejects.toMatchObject({
        faults: [{ path: "whole" }],
      });
    await expect(of(ownerId, { idle_hours: 0 })).rejects.toMatchObject({ faults: [{ path: "idle" }] });
    const bare = await openBare(accounts);
    await expect(
      setSignInRules(accounts, { ...bare, origin: HERE, rules: { ...NO_RULES, wantsFactor: true } }),
    ).rejects.toMatchObject({ faults: [{ path: "factor" }] });
  });
});

test.each([
  ["192.0.2.0/24 2001:db8::/32", ["192.0.2.0/24", "2001:db8::/32"]],
  ["192.0.2.7,\n192.0.2.7", ["192.0.2.7"]],
  ["", []],
  ["0.0.0.0/0", undefined],
  ["::/0", undefined],
  ["192.0.2.0/33", undefined],
  ["192.0.2.0/24/8", undefined],
  ["192.0.2", undefined],
  ["fe80::1%eth0", undefined],
  ["law.example", undefined],
  ["192.0.2.0/-1", undefined],
  ["192.0.2.0/1e1", undefined],
])("networks are read from %j", (typed, networks) => {
  const read = readNetworks(typed);
  expect("networks" in read ? read.networks : undefined).toEqual(networks);
});

test("an address is within a network by its figures, however both are written", () => {
  const within: readonly (readonly [string, string, boolean])[] = [
    ["192.0.2.128/25", "192.0.2.127", false],
    ["192.0.2.128/25", "192.0.2.128", true],
    ["192.0.2.7", "192.0.2.7", true],
    ["192.0.2.7", "192.0.2.70", false],
    ["2001:DB8::/32", "2001:db8:ffff::1", true],
    ["::ffff:192.0.2.0/120", "192.0.2.1", true],
    ["192.0.2.0/24", "::FFFF:192.0.2.1", true],
    ["192.0.2.0/24", "192.0.2.1:443", false],
  ];
  for (const [network, address, expected] of within)
    expect(isWithin([network], address), `${address} in ${network}`).toBe(expected);
});
