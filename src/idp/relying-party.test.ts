import { expect, test } from "vitest";
import { auditEvents } from "#accounts/audit/audit.ts";
import { enforceConnection, setConnection } from "#accounts/firms/connections.ts";
import { addDomain, domainsOf, verifyByDns } from "#accounts/firms/domains.ts";
import { setGroupRule } from "#accounts/firms/group-rules.ts";
import { acceptInvitation, invite } from "#accounts/teams/invitations.ts";
import { foundOrganization, organizationMembers, removeMember, setRole } from "#accounts/teams/organizations.ts";
import { makeTeam, teamMembers } from "#accounts/teams/teams.ts";
import { setAdmin, suspendUser } from "#accounts/users/admins.ts";
import { listUsers, namedUser } from "#accounts/users/users.ts";
import { checkSession } from "#accounts/sessions/sessions.ts";
import { addUser, HERE, mailedToken, signInAs } from "#test/accounts.ts";
import { BY_OPERATOR, comeBack, depart, DOMAIN, foundFirm, isIn } from "#test/idp/firm.ts";
import type { Firm } from "#test/idp/firm.ts";
import { CLIENT_ID, CLIENT_SECRET, startLyingProvider } from "#test/idp/lying-provider.ts";
import type { LyingProvider } from "#test/idp/lying-provider.ts";
import { portalOver } from "#test/portal.ts";
import type { Answer, TestBrowser, TestPortal } from "#test/portal.ts";
import { describeEachDatabase } from "#test/postgres.ts";

type Person = Readonly<Record<string, unknown>> & { readonly email: string };
const ANN: Person = { sub: "ann-1", email: `ann@${DOMAIN}`, email_verified: true, name: "Ann Heron" };

type Setting = { readonly provider: LyingProvider; readonly tested: TestPortal; readonly firm: Firm };

const come = async (
  { provider, tested }: Setting,
  person: Person = ANN,
  browser: TestBrowser = tested.browse(),
): Promise<{ readonly browser: TestBrowser; readonly answer: Answer }> => {
  const authorize = await depart(browser, person.email);
  return { browser, answer: await comeBack(browser, authorize, provider.codeFor(authorize, { ...person })) };
};
/** Makes somebody with a password a member, by an invitation. */
const enlist = async ({ tested, firm }: Setting, email: string) => {
  const { accounts } = tested;
  const asking = { userId: firm.ownerId, origin: HERE, organizationId: firm.organizationId };
  await invite(accounts, { ...asking, email, role: "member" });
  const { token, user } = await addUser(accounts, email);
  const signedIn = await checkSession(accounts, token);
  if (signedIn === undefined) throw new Error("nobody is signed in");
  await acceptInvitation(accounts, { token: await mailedToken(tested, email), signedIn, origin: HERE });
  return user;
};

const failing = async () => Promise.reject(new Error("no such name"));

describeEachDatabase("signing in with the firm", (store) => {
  const set = async (): Promise<Setting> => {
    const provider = await startLyingProvider();
    const tested = portalOver(await store.open(), { clock: () => new Date(), trusted: [provider.issuer] });
    return { provider, tested, firm: await foundFirm(tested.accounts, provider.issuer) };
  };
  test("makes the account at the first sign-in, in the organization and its team, and knows it at the next", async () => {
    const setting = await set();
    const { tested, firm } = setting;
    const first = await come(setting);
    expect(first.answer).toMatchObject({ status: 303, location: "/account" });
    expect(await isIn(first.browser)).toBe(true);
    const user = await namedUser(tested.accounts.db, `ann@${DOMAIN}`);
    expect(user).toMatchObject({ name: "Ann Heron", isAdmin: false, suspendedAt: null });
    const asking = { organizationId: firm.organizationId, userId: firm.ownerId };
    expect((await organizationMembers(tested.accounts.db, asking)).map(({ email, role }) => [email, role])).toEqual([
      [`ann@${DOMAIN}`, "member"],
      ["owner@elsewhere.example", "owner"],
    ]);
    const team = await teamMembers(tested.accounts.db, { teamId: firm.teamId, userId: firm.ownerId });
    expect(team.map(({ email }) => email)).toContain(`ann@${DOMAIN}`);
    // The address is another now; who it is the subject says.
    const second = await come(setting, { ...ANN, email: "ann.new@heron.example" });
    expect(second.answer.status).toBe(303);
    expect(await listUsers(tested.accounts.db)).toHaveLength(2);
  });

  test("goes on to the page that was wanted, and nowhere else", async () => {
    const { provider, tested } = await set();
    for (const [next, to] of [
      ["/account/keys", "/account/keys"],
      ["https://evil.example/", "/account"],
      ["//evil.example", "/account"],
    ] as const) {
      const browser = tested.browse();
      const authorize = await depart(browser, `ann@${DOMAIN}`, next);
      expect((await comeBack(browser, authorize, provider.codeFor(authorize, { ...ANN }))).location).toBe(to);
    }
  });

  test("asks the provider with PKCE, state and nonce, new each time", async () => {
    const { tested } = await set();
    const [one, other] = [await depart(tested.browse()), await depart(tested.browse())];
    expect(one.searchParams.get("code_challenge_method")).toBe("S256");
    expect(one.searchParams.get("redirect_uri")).toMatch(/^https:\/\/law\.example\/account\/firm\/back\/[\w-]+$/u);
    for (const name of ["state", "nonce", "code_challenge"]) {
      expect(one.searchParams.get(name)?.length, name).toBeGreaterThan(40);
      expect(one.searchParams.get(name), name).not.toBe(other.searchParams.get(name));
    }
  });

  test.each<[string, (setting: Setting, browser: TestBrowser, authorize: URL, code: string) => Promise<Answer>]>([
    ["in another browser", async ({ tested }, _browser, authorize, code) => comeBack(tested.browse(), authorize, code)],
    [
      "in another browser that is under way itself",
      async ({ tested }, _browser, authorize, code) => {
        const other = tested.browse();
        await depart(other);
        return comeBack(other, authorize, code);
      },
    ],
    [
      "with another state",
      async (_setting, browser, authorize, code) => comeBack(browser, authorize, code, { state: "x".repeat(43) }),
    ],
    [
      "without a state",
      async (_setting, browser, authorize, code) => comeBack(browser, authorize, code, { state: "" }),
    ],
    [
      "with the state of another sign-in",
      async (_setting, browser, authorize, code) => {
        const other = await depart(browser);
        return comeBack(browser, authorize, code, { state: other.searchParams.get("state") ?? "" });
      },
    ],
    [
      "that names another issuer (mix-up)",
      async (_setting, browser, authorize, code) => comeBack(browser, authorize, code, { iss: "https://evil.example" }),
    ],
    [
      "at the address of another organization (mix-up)",
      async ({ tested, provider }, browser, authorize, code) => {
        const { accounts } = tested;
        const { user } = await addUser(accounts, "eve@evil.example");
        const founded = await foundOrganization(accounts, { userId: user.id, origin: HERE, name: "Eve" });
        const connection = { issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
        await setConnection(accounts, { organizationId: founded.organization.id, ...connection }, BY_OPERATOR);
        const moved = new URL(authorize);
        moved.searchParams.set("redirect_uri", `https://law.example/account/firm/back/${founded.organization.id}`);
        return comeBack(browser, moved, code);
      },
    ],
    ["with a code of nobody", async (_setting, browser, authorize) => comeBack(browser, authorize, "another-code")],
    ["with no code", async (_setting, browser, authorize) => comeBack(browser, authorize, "")],
    [
      "with a code for another challenge",
      async ({ tested, provider }, browser, authorize) => {
        const other = await depart(tested.browse());
        return comeBack(browser, authorize, provider.codeFor(other, { ...ANN }));
      },
    ],
    [
      "with an error of the provider",
      async (_setting, browser, authorize) => comeBack(browser, authorize, "", { error: "access_denied" }),
    ],
    [
      "with two codes",
      async (_setting, browser, authorize, code) => {
        const state = authorize.searchParams.get("state") ?? "";
        const path = new URL(authorize.searchParams.get("redirect_uri") ?? "").pathname;
        return browser.get(`${path}?code=${code}&code=another&state=${state}`);
      },
    ],
    [
      "with an answer of 10,000 characters",
      async (_setting, browser, authorize, code) => comeBack(browser, authorize, code, { filler: "x".repeat(10_000) }),
    ],
    [
      "after the organization took another provider",
      async ({ tested, firm }, browser, authorize, code) => {
        const { organizationId } = firm;
        const other = { issuer: "https://other.example", clientId: "x", clientSecret: "another-secret" };
        await setConnection(tested.accounts, { organizationId, ...other }, BY_OPERATOR);
        return comeBack(browser, authorize, code);
      },
    ],
  ])("nobody comes in by an answer %s", async (_name, attack) => {
    const setting = await set();
    const browser = setting.tested.browse();
    const authorize = await depart(browser);
    const answer = await attack(setting, browser, authorize, setting.provider.codeFor(authorize, { ...ANN }));
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text).toContain("You are not signed in");
    expect(await isIn(browser)).toBe(false);
    expect((await listUsers(setting.tested.accounts.db)).map(({ email }) => email)).not.toContain(`ann@${DOMAIN}`);
  });

  test("an answer is good once, also where the provider takes its code again", async () => {
    const { provider, tested } = await set();
    provider.lie = { acceptsAgain: true };
    const browser = tested.browse();
    const authorize = await depart(browser);
    const code = provider.codeFor(authorize, { ...ANN });
    expect((await comeBack(browser, authorize, code)).status).toBe(303);
    await browser.get("/account");
    await browser.post("/account/sign-out", { do: "sign-out" });
    const again = await Promise.all([1, 2, 3].map(async () => comeBack(browser, authorize, code)));
    expect(again.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await isIn(browser)).toBe(false);
  });

  test("of answers that come at once one comes in", async () => {
    const { provider, tested } = await set();
    provider.lie = { acceptsAgain: true };
    const browser = tested.browse();
    const authorize = await depart(browser);
    const code = provider.codeFor(authorize, { ...ANN });
    const all = await Promise.all([1, 2, 3, 4, 5].map(async () => comeBack(browser, authorize, code)));
    expect(all.filter(({ status }) => status === 303)).toHaveLength(1);
  });

  test("a mail address that the firm gave to somebody else opens nothing of its former owner's", async () => {
    const setting = await set();
    await come(setting);
    const { answer, browser } = await come(setting, { ...ANN, sub: "ann-2", name: "Ann the Second" });
    expect(answer.status).toBe(409);
    expect(await isIn(browser)).toBe(false);
  });

  test("a member with a password is known by the verified address, once", async () => {
    const setting = await set();
    const ben = await enlist(setting, `ben@${DOMAIN}`);
    const { answer } = await come(setting, { sub: "ben-1", email: `ben@${DOMAIN}`, email_verified: true });
    expect(answer.status).toBe(303);
    const events = await auditEvents(setting.tested.accounts.db, { userId: ben.id, limit: 9 });
    expect(events.map(({ event }) => event)).toContain("firm_tied");
  });

  test.each<[string, (setting: Setting) => Promise<Person>]>([
    [
      "an account that is no member",
      async ({ tested }) => {
        await addUser(tested.accounts, `cleo@${DOMAIN}`);
        return { sub: "c", email: `cleo@${DOMAIN}`, email_verified: true };
      },
    ],
    [
      "an administrator of the service",
      async (setting) => {
        const { id } = await enlist(setting, `dan@${DOMAIN}`);
        await setAdmin(setting.tested.accounts, id, true, BY_OPERATOR);
        return { sub: "d", email: `dan@${DOMAIN}`, email_verified: true };
      },
    ],
    [
      "a member who was taken out",
      async (setting) => {
        await come(setting);
        const { accounts } = setting.tested;
        const { id } = await namedUser(accounts.db, `ann@${DOMAIN}`);
        const { organizationId, ownerId } = setting.firm;
        await removeMember(accounts, { organizationId, memberId: id, userId: ownerId, origin: HERE });
        return ANN;
      },
    ],
    [
      "somebody suspended",
      async (setting) => {
        await come(setting);
        await suspendUser(setting.tested.accounts, `ann@${DOMAIN}`, BY_OPERATOR);
        return ANN;
      },
    ],
  ])("does not open %s", async (_name, prepare) => {
    const setting = await set();
    const { answer, browser } = await come(setting, await prepare(setting));
    expect([403, 409]).toContain(answer.status);
    expect(await isIn(browser)).toBe(false);
  });

  test("an administrator who is signed in ties the own account to the firm's", async () => {
    const setting = await set();
    const { accounts } = setting.tested;
    const { id } = await enlist(setting, `dan@${DOMAIN}`);
    await setAdmin(accounts, id, true, BY_OPERATOR);
    const browser = setting.tested.browse();
    await browser.signIn(`dan@${DOMAIN}`);
    const person = { sub: "dan-1", email: `dan@${DOMAIN}`, email_verified: true };
    expect((await come(setting, person, browser)).answer.status).toBe(303);
    expect((await come(setting, person)).answer.status).toBe(303);
  });

  test("groups say the role and the teams, and an owner stays one", async () => {
    const setting = await set();
    const { tested, firm } = setting;
    const { accounts } = tested;
    const { organizationId, ownerId } = firm;
    const asking = { userId: ownerId, origin: HERE, organizationId };
    const litigation = await makeTeam(accounts, { ...asking, name: "Litigation" });
    const rule = { organizationId, role: "member", teamId: litigation.id } as const;
    await setGroupRule(accounts, { ...rule, group: "Litigators" }, BY_OPERATOR);
    await setGroupRule(accounts, { organizationId, group: "Knowledge", role: "admin", teamId: null }, BY_OPERATOR);
    const stands = async () => {
      const all = await organizationMembers(accounts.db, { organizationId, userId: ownerId });
      const inTeam = await teamMembers(accounts.db, { teamId: litigation.id, userId: ownerId });
      return [all.find(({ email }) => email === `ann@${DOMAIN}`)?.role, inTeam.map(({ email }) => email)];
    };
    await come(setting, { ...ANN, groups: ["Litigators", "Knowledge", "Others"] });
    expect(await stands()).toEqual(["admin", [`ann@${DOMAIN}`]]);
    await come(setting, { ...ANN, groups: ["Litigators"] });
    expect(await stands()).toEqual(["member", [`ann@${DOMAIN}`]]);
    // A provider that says nothing of groups changes nothing; one that says there are none does.
    await come(setting, ANN);
    expect(await stands()).toEqual(["member", [`ann@${DOMAIN}`]]);
    await come(setting, { ...ANN, groups: [] });
    expect(await stands()).toEqual(["member", []]);
    const { id } = await namedUser(accounts.db, `ann@${DOMAIN}`);
    await setRole(accounts, { ...asking, memberId: id, role: "owner" });
    await come(setting, { ...ANN, groups: [] });
    expect(await stands()).toEqual(["owner", []]);
  });

  test("where it is required, passwords of members open nothing, but the named owner's", async () => {
    const setting = await set();
    const { accounts } = setting.tested;
    const { organizationId, ownerId } = setting.firm;
    await enlist(setting, `ben@${DOMAIN}`);
    const wanted = { organizationId, isEnforced: true, breakGlassId: ownerId };
    await expect(enforceConnection(accounts, wanted, BY_OPERATOR)).rejects.toThrow(/nobody has signed in/u);
    const ann = await come(setting);
    const before = await signInAs(accounts, `ben@${DOMAIN}`);
    await enforceConnection(accounts, wanted, BY_OPERATOR);
    expect(await checkSession(accounts, before.token)).toBeUndefined();
    expect(await isIn(ann.browser)).toBe(true);
    await expect(signInAs(accounts, `ben@${DOMAIN}`)).rejects.toThrow(/sign in with the firm/u);
    await expect(signInAs(accounts, `ben@${DOMAIN}`, { password: "wrong" })).rejects.toThrow(/is wrong/u);
    expect((await signInAs(accounts, "owner@elsewhere.example")).kind).toBe("signed_in");
    const asking = { userId: ownerId, origin: HERE, organizationId };
    await invite(accounts, { ...asking, email: "new@elsewhere.example", role: "member" });
    await enforceConnection(accounts, { organizationId, isEnforced: false }, BY_OPERATOR);
    expect((await signInAs(accounts, `ben@${DOMAIN}`)).kind).toBe("signed_in");
  });

  test("a domain counts by the DNS or an administrator's word, for one organization", async () => {
    const { tested, firm } = await set();
    const { accounts } = tested;
    const of = { organizationId: firm.organizationId, domain: "Marsh.example" };
    const byOwner = { actorId: firm.ownerId, origin: HERE };
    const { proof, verifiedAt } = await addDomain(accounts, of, byOwner);
    expect(verifiedAt).toBeNull();
    const asked: string[] = [];
    const lookUp = (records: readonly string[][]) => async (name: string) => {
      asked.push(name);
      return records;
    };
    for (const records of [[], [["onpoint-verification=another"]], [[`${proof}x`]]])
      await expect(verifyByDns(accounts, { ...of, lookUp: lookUp(records) }, byOwner)).rejects.toThrow(
        /no TXT record/u,
      );
    await expect(verifyByDns(accounts, { ...of, lookUp: failing }, byOwner)).rejects.toThrow(/no TXT record/u);
    const right = lookUp([["v=spf1 -all"], [proof.slice(0, 20), proof.slice(20)]]);
    expect(await verifyByDns(accounts, { ...of, lookUp: right }, byOwner)).toMatchObject({ verifiedBy: "dns" });
    expect(asked[0]).toBe("_onpoint.marsh.example");
    const eve = await addUser(accounts, "eve@evil.example");
    const theirs = await foundOrganization(accounts, { userId: eve.user.id, origin: HERE, name: "Eve" });
    const claim = { organizationId: theirs.organization.id, domain: "marsh.example" };
    await expect(addDomain(accounts, claim, BY_OPERATOR)).rejects.toThrow(/belongs to another organization/u);
    await expect(addDomain(accounts, of, { actorId: eve.user.id, origin: HERE })).rejects.toThrow(
      /no such organization/u,
    );
    expect((await domainsOf(accounts.db, firm.organizationId)).map(({ domain }) => domain)).toEqual([
      DOMAIN,
      "marsh.example",
    ]);
  });

  test.each([
    "http://heron.example/",
    "ftp://heron.example",
    "https://user@heron.example",
    "https://heron.example?x=1",
    "https://login.microsoftonline.com/common/v2.0",
    "https://login.microsoftonline.com/organizations/v2.0",
    "not an address",
  ])("an issuer %s is not asked", async (issuer) => {
    const { tested, firm } = await set();
    const wanted = { organizationId: firm.organizationId, issuer, clientId: "x", clientSecret: "another-secret" };
    const setIt = setConnection(tested.accounts, wanted, BY_OPERATOR);
    if (issuer === "http://heron.example/") {
      await setIt;
      const answer = await tested.browse().get("/account/sign-in");
      expect(answer.status).toBe(200);
      await expect(depart(tested.browse())).rejects.toThrow(/503/u);
    } else await expect(setIt).rejects.toThrow(/issuer/u);
  });

  test.each([
    "https://10.0.0.1",
    "https://localhost",
    "https://[::1]",
    "https://169.254.169.254",
    "http://127.0.0.1:1",
  ])("a provider at %s is not asked unless the operator has named it", async (issuer) => {
    const { tested, firm } = await set();
    const wanted = { organizationId: firm.organizationId, issuer, clientId: "x", clientSecret: "another-secret" };
    await setConnection(tested.accounts, wanted, BY_OPERATOR);
    await expect(depart(tested.browse())).rejects.toThrow(/503/u);
  });
});
