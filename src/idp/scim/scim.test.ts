import { expect, test } from "vitest";
import { AT_THE_MACHINE } from "#accounts/audit/audit.ts";
import { setGroupRule } from "#accounts/firms/group-rules.ts";
import { endScimTokens, makeScimToken } from "#accounts/firms/scim-tokens.ts";
import { createKeyVerifier } from "#accounts/key-verifier.ts";
import { allowKeys, foundOrganization, organizationMembers } from "#accounts/teams/organizations.ts";
import { makeKey } from "#accounts/keys/account-keys.ts";
import { teamMembers } from "#accounts/teams/teams.ts";
import { setAdmin, suspendUser } from "#accounts/users/admins.ts";
import { listUsers, namedUser } from "#accounts/users/users.ts";
import { silentLogger } from "#base/log.ts";
import { addUser, HERE } from "#test/accounts.ts";
import { BY_OPERATOR, comeBack, depart, DOMAIN, foundFirm, isIn } from "#test/idp/firm.ts";
import { startLyingProvider } from "#test/idp/lying-provider.ts";
import { portalOver } from "#test/portal.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { scim } from "./scim.ts";

type Body = Record<string, unknown>;
type Told = { readonly status: number; readonly body: Body };

const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
const ANN = {
  schemas: [USER],
  userName: `ann@${DOMAIN}`,
  externalId: "00u1",
  name: { givenName: "Ann", familyName: "Heron" },
  emails: [{ primary: true, value: `ann@${DOMAIN}`, type: "work" }],
  active: true,
};
const patch = (...Operations: readonly Body[]): Body => ({ schemas: [PATCH], Operations });

describeEachDatabase("SCIM", (store) => {
  const set = async () => {
    const provider = await startLyingProvider();
    const tested = portalOver(await store.open(), { clock: () => new Date(), trusted: [provider.issuer] });
    const { accounts } = tested;
    const firm = await foundFirm(accounts, provider.issuer);
    const { token } = await makeScimToken(accounts, firm.organizationId, BY_OPERATOR);
    const ended: string[] = [];
    const service = scim(accounts, async (userId) => void ended.push(userId));
    const ask = async (method: string, target: string, body?: unknown, bearer = token): Promise<Told> => {
      const url = new URL(`https://law.example${target}`);
      const answer = await service.answer({
        method,
        path: url.pathname,
        query: url.searchParams,
        authorization: bearer === "" ? undefined : `Bearer ${bearer}`,
        body: typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body),
        origin: AT_THE_MACHINE,
      });
      const text = await answer.text();
      return { status: answer.status, body: text === "" ? {} : (JSON.parse(text) as Body) };
    };
    const add = async (user: Body = ANN): Promise<string> => {
      const { status, body } = await ask("POST", "/Users", user);
      expect(status, JSON.stringify(body)).toBe(201);
      return String(body["id"]);
    };
    const list = async (target: string): Promise<unknown[]> => {
      const { status, body } = await ask("GET", target);
      expect(status, JSON.stringify(body)).toBe(200);
      return (body["Resources"] as Body[]).map((one) => one["userName"] ?? one["displayName"]);
    };
    const signIn = async (sub = "ann-1", email = `ann@${DOMAIN}`) => {
      const browser = tested.browse();
      const authorize = await depart(browser);
      const person = { sub, email, email_verified: true };
      const answer = await comeBack(browser, authorize, provider.codeFor(authorize, person));
      return { browser, status: answer.status };
    };
    return { accounts, firm, token, ask, add, list, signIn, ended };
  };

  test("tells what it understands", async () => {
    const { ask } = await set();
    expect((await ask("GET", "/ServiceProviderConfig")).body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
    });
    for (const [path, total] of [
      ["/Schemas", 2],
      ["/ResourceTypes", 2],
    ] as const)
      expect((await ask("GET", path)).body["totalResults"]).toBe(total);
    expect((await ask("GET", `/Schemas/${USER}`)).body).toMatchObject({ id: USER, name: "User" });
    expect((await ask("GET", "/ResourceTypes/Group")).body).toMatchObject({ endpoint: "/Groups" });
  });

  test("makes somebody, who then comes in with the firm, and tells them as they were sent", async () => {
    const { ask, add, signIn, accounts, firm } = await set();
    const id = await add();
    expect((await ask("GET", `/Users/${id}`)).body).toMatchObject({
      schemas: [USER],
      id,
      userName: `ann@${DOMAIN}`,
      externalId: "00u1",
      displayName: "Ann Heron",
      name: { formatted: "Ann Heron", givenName: "Ann", familyName: "Heron" },
      emails: [{ value: `ann@${DOMAIN}`, primary: true }],
      active: true,
      meta: { resourceType: "User", location: `https://law.example/scim/v2/Users/${id}` },
    });
    const { status, browser } = await signIn();
    expect([status, await isIn(browser)]).toEqual([303, true]);
    expect(await listUsers(accounts.db)).toHaveLength(2);
    const members = await organizationMembers(accounts.db, { ...firm, userId: firm.ownerId });
    expect(members.map(({ userId }) => userId)).toContain(id);
  });

  test("finds people by what providers ask, in pages", async () => {
    const { ask, add, list } = await set();
    await add();
    for (const name of ["bob", "cleo", "dan"]) {
      await add({ schemas: [USER], userName: `${name}@${DOMAIN}`, displayName: name, externalId: `x-${name}` });
    }
    const found: readonly (readonly [string, readonly string[]])[] = [
      [`userName eq "ann@${DOMAIN}"`, [`ann@${DOMAIN}`]],
      [`userName eq "ANN@${DOMAIN.toUpperCase()}"`, [`ann@${DOMAIN}`]],
      [`username EQ "bob@${DOMAIN}"`, [`bob@${DOMAIN}`]],
      [`externalId eq "x-cleo"`, [`cleo@${DOMAIN}`]],
      [`emails[type eq "work"].value eq "dan@${DOMAIN}"`, [`dan@${DOMAIN}`]],
      [`emails.value eq "dan@${DOMAIN}"`, [`dan@${DOMAIN}`]],
      [`${USER}:userName eq "ann@${DOMAIN}"`, [`ann@${DOMAIN}`]],
      [`userName eq "nobody@${DOMAIN}"`, []],
      [`userName eq "x\\" or userName pr"`, []],
    ];
    for (const [filter, names] of found)
      expect(await list(`/Users?filter=${encodeURIComponent(filter)}`), filter).toEqual(names);
    expect(await list("/Users?startIndex=2&count=2")).toEqual([`bob@${DOMAIN}`, `cleo@${DOMAIN}`]);
    expect((await ask("GET", "/Users?startIndex=2&count=2")).body).toMatchObject({ totalResults: 4, startIndex: 2 });
    expect(await list("/Users?startIndex=-5&count=0")).toEqual([]);
    expect(await list("/Users?startIndex=99")).toEqual([]);
    const { body } = await ask("GET", "/Users?attributes=userName");
    expect(Object.keys((body["Resources"] as Body[])[0] ?? {}).toSorted()).toEqual(["id", "schemas", "userName"]);
    for (const filter of ["userName co x", "userName", `a eq "1" or b eq "2"`, "x".repeat(2000), `(userName eq "x")`]) {
      const refused = await ask("GET", `/Users?filter=${encodeURIComponent(filter)}`);
      expect(refused, filter).toMatchObject({ status: 400, body: { scimType: "invalidFilter", status: "400" } });
    }
  });

  test.each<[string, readonly Body[], Body]>([
    ["Entra's capitals and texts", [{ op: "Replace", path: "active", value: "False" }], { active: false }],
    ["Entra's truth", [{ op: "Replace", path: "active", value: "True" }], { active: true }],
    ["Okta's value without a path", [{ op: "replace", value: { active: false } }], { active: false }],
    [
      "names of members as paths",
      [{ op: "replace", value: { "name.familyName": "Marsh", externalId: "2" } }],
      { externalId: "2", displayName: "Ann Marsh" },
    ],
    [
      "the mail by its type",
      [{ op: "replace", path: 'emails[type eq "work"].value', value: `a.heron@${DOMAIN}` }],
      { emails: [{ value: `a.heron@${DOMAIN}`, type: "work", primary: true }] },
    ],
    [
      "the mail as a list",
      [{ op: "add", path: "emails", value: [{ value: `b@${DOMAIN}`, primary: true }] }],
      { emails: [{ value: `b@${DOMAIN}`, type: "work", primary: true }] },
    ],
    ["a name by its parts", [{ op: "replace", path: "name.givenName", value: "Anne" }], { displayName: "Anne Heron" }],
    ["a name whole", [{ op: "replace", path: "displayName", value: "A. H." }], { displayName: "A. H." }],
    ["a user name", [{ op: "replace", path: "userName", value: `ah@${DOMAIN}` }], { userName: `ah@${DOMAIN}` }],
    ["the schema before the path", [{ op: "replace", path: `${USER}:displayName`, value: "A" }], { displayName: "A" }],
    ["what is taken away", [{ op: "remove", path: "externalId" }], { active: true }],
    [
      "what is not kept",
      [
        { op: "add", path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", value: "Tax" },
        { op: "replace", path: "title", value: "Partner" },
        {
          op: "replace",
          value: { "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": { department: "Tax" } },
        },
      ],
      { displayName: "Ann Heron" },
    ],
    [
      "several at once",
      [
        { op: "replace", path: "displayName", value: "Ann B" },
        { op: "replace", path: "active", value: false },
      ],
      { displayName: "Ann B", active: false },
    ],
  ])("is patched by %s", async (_name, operations, expected) => {
    const { ask, add } = await set();
    const id = await add();
    const { status, body } = await ask("PATCH", `/Users/${id}`, patch(...operations));
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject(expected);
    expect((await ask("GET", `/Users/${id}`)).body).toMatchObject(expected);
  });

  test("a PUT takes the place of all", async () => {
    const { ask, add } = await set();
    const id = await add();
    const whole = { schemas: [USER], userName: `ann@${DOMAIN}`, displayName: "Ann M", active: false };
    expect(await ask("PUT", `/Users/${id}`, whole)).toMatchObject({ status: 200, body: { active: false } });
    expect((await ask("GET", `/Users/${id}`)).body).not.toHaveProperty("externalId");
  });

  test.each<
    [string, (ask: (method: string, target: string, body?: unknown) => Promise<Told>, id: string) => Promise<Told>]
  >([
    [
      "active false",
      async (ask, id) => ask("PATCH", `/Users/${id}`, patch({ op: "replace", path: "active", value: false })),
    ],
    ["a PUT", async (ask, id) => ask("PUT", `/Users/${id}`, { ...ANN, active: false })],
    ["DELETE", async (ask, id) => ask("DELETE", `/Users/${id}`)],
  ])("who has left by %s has nothing that opens anything", async (_name, leave) => {
    const { ask, add, signIn, accounts, firm, ended } = await set();
    await allowKeys(accounts, { named: firm.organizationId, mayMakeKeys: true, ...BY_OPERATOR });
    const id = await add();
    const { browser } = await signIn();
    const wanted = { userId: id, name: "mine", scopes: ["read"], expiresAt: null, origin: HERE } as const;
    const { key } = await makeKey(accounts, wanted);
    const keys = createKeyVerifier({ db: accounts.db, log: silentLogger });
    expect((await keys.verifyKey(key)).ok).toBe(true);
    await keys.close();
    expect((await leave(ask, id)).status).toBeLessThan(300);
    expect(await isIn(browser)).toBe(false);
    expect((await signIn()).status).toBe(403);
    const later = createKeyVerifier({ db: accounts.db, log: silentLogger });
    expect(await later.verifyKey(key)).toMatchObject({ ok: false, error: "revoked" });
    await later.close();
    expect(ended).toEqual([id]);
    // One who comes back comes back to the account, and not to what was ended.
    const back = { ...ANN, active: true };
    const again = (await ask("GET", `/Users/${id}`)).status === 404;
    const answer = again ? await ask("POST", "/Users", back) : await ask("PUT", `/Users/${id}`, back);
    expect(answer.body["id"]).toBe(id);
    expect((await signIn()).status).toBe(303);
    const last = createKeyVerifier({ db: accounts.db, log: silentLogger });
    expect((await last.verifyKey(key)).ok).toBe(false);
    await last.close();
  });

  test("groups say roles and teams, as Okta and Entra send their members", async () => {
    const { ask, add, list, accounts, firm } = await set();
    const { organizationId, ownerId, teamId } = firm;
    await setGroupRule(accounts, { organizationId, group: "Litigators", role: "admin", teamId }, BY_OPERATOR);
    const ann = await add();
    const bob = await add({ schemas: [USER], userName: `bob@${DOMAIN}` });
    const made = await ask("POST", "/Groups", { displayName: "Litigators", members: [{ value: ann }] });
    expect(made.status).toBe(201);
    const id = String(made.body["id"]);
    const roles = async (): Promise<unknown> => {
      const all = await organizationMembers(accounts.db, { organizationId, userId: ownerId });
      const team = await teamMembers(accounts.db, { teamId, userId: ownerId });
      const roleOf = (userId: string) => all.find((one) => one.userId === userId)?.role;
      return [roleOf(ann), roleOf(bob), [ann, bob].map((one) => team.some(({ userId }) => userId === one))];
    };
    expect(await roles()).toEqual(["admin", "member", [true, false]]);
    const change = async (...operations: Body[]) => {
      const { status, body } = await ask("PATCH", `/Groups/${id}`, patch(...operations));
      expect(status, JSON.stringify(body)).toBe(200);
    };
    await change({ op: "Add", path: "members", value: [{ value: bob }] });
    expect(await roles()).toEqual(["admin", "admin", [true, true]]);
    await change({ op: "remove", path: `members[value eq "${ann}"]` });
    expect(await roles()).toEqual(["member", "admin", [false, true]]);
    await change({ op: "Remove", path: "members", value: [{ value: bob }] });
    expect(await roles()).toEqual(["member", "member", [false, false]]);
    await change({ op: "replace", path: "members", value: [{ value: ann }, { value: bob }] });
    await change({ op: "replace", value: { id, displayName: "Barristers" } });
    expect(await roles()).toEqual(["member", "member", [false, false]]);
    await change({ op: "replace", path: "displayName", value: "Litigators" });
    expect(await roles()).toEqual(["admin", "admin", [true, true]]);
    expect(await list(`/Groups?filter=${encodeURIComponent('displayName eq "Litigators"')}`)).toEqual(["Litigators"]);
    expect(await list(`/Groups?filter=${encodeURIComponent(`id eq "${id}" and members eq "${ann}"`)}`)).toEqual([
      "Litigators",
    ]);
    const { body } = await ask("GET", `/Groups/${id}?excludedAttributes=members`);
    expect(body).not.toHaveProperty("members");
    await change({ op: "remove", path: "members" });
    expect(await roles()).toEqual(["member", "member", [false, false]]);
    expect((await ask("DELETE", `/Groups/${id}`)).status).toBe(204);
    expect((await ask("GET", `/Groups/${id}`)).status).toBe(404);
  });

  test.each<[string, number, (held: Awaited<ReturnType<typeof set>>) => Promise<Told>]>([
    ["no token", 401, async ({ ask }) => ask("GET", "/Users", undefined, "")],
    ["another token", 401, async ({ ask }) => ask("GET", "/Users", undefined, `op_scim_${"x".repeat(43)}`)],
    ["a token without its prefix", 401, async ({ ask, token }) => ask("GET", "/Users", undefined, token.slice(8))],
    ["a token with more behind it", 401, async ({ ask, token }) => ask("GET", "/Users", undefined, `${token}x`)],
    [
      "a token that was ended",
      401,
      async ({ ask, accounts, firm }) => {
        await endScimTokens(accounts, firm.organizationId, BY_OPERATOR);
        return ask("GET", "/Users");
      },
    ],
    [
      "the token of another organization",
      404,
      async ({ ask, add, accounts }) => {
        const id = await add();
        const eve = await addUser(accounts, "eve@evil.example");
        const { organization } = await foundOrganization(accounts, { userId: eve.user.id, origin: HERE, name: "Eve" });
        const { token } = await makeScimToken(accounts, organization.id, BY_OPERATOR);
        return ask("PATCH", `/Users/${id}`, patch({ op: "replace", path: "active", value: false }), token);
      },
    ],
    ["mail of another domain", 403, async ({ ask }) => ask("POST", "/Users", { userName: "eve@evil.example" })],
    [
      "mail of another domain beside a name of its own",
      403,
      async ({ ask }) =>
        ask("POST", "/Users", { userName: `eve@${DOMAIN}`, emails: [{ value: "owner@elsewhere.example" }] }),
    ],
    [
      "mail of another domain by PATCH",
      403,
      async ({ ask, add }) =>
        ask("PATCH", `/Users/${await add()}`, patch({ op: "replace", path: "emails.value", value: "x@evil.example" })),
    ],
    [
      "the mail of somebody else",
      409,
      async ({ ask, add }) => {
        await add();
        const bob = await add({ userName: `bob@${DOMAIN}` });
        return ask("PATCH", `/Users/${bob}`, patch({ op: "replace", path: "emails.value", value: `ann@${DOMAIN}` }));
      },
    ],
    [
      "somebody who is there",
      409,
      async ({ ask, add }) => {
        await add();
        return ask("POST", "/Users", ANN);
      },
    ],
    [
      "an account that is no member",
      409,
      async ({ ask, accounts }) => {
        await addUser(accounts, `ann@${DOMAIN}`);
        return ask("POST", "/Users", ANN);
      },
    ],
    [
      "an administrator of the service",
      403,
      async ({ ask, add, accounts }) => {
        const id = await add();
        await setAdmin(accounts, id, true, BY_OPERATOR);
        return ask("PATCH", `/Users/${id}`, patch({ op: "replace", path: "active", value: false }));
      },
    ],
    ["an owner who was not made by it", 404, async ({ ask, firm }) => ask("DELETE", `/Users/${firm.ownerId}`)],
    ["no user name", 400, async ({ ask }) => ask("POST", "/Users", { active: true })],
    ["a body that is no JSON", 400, async ({ ask }) => ask("POST", "/Users", "{")],
    ["a body that is a list", 400, async ({ ask }) => ask("POST", "/Users", [])],
    ["active that is neither", 400, async ({ ask }) => ask("POST", "/Users", { ...ANN, active: "maybe" })],
    [
      "a PATCH without its schema",
      400,
      async ({ ask, add }) => ask("PATCH", `/Users/${await add()}`, { Operations: [] }),
    ],
    [
      "a PATCH of another kind",
      400,
      async ({ ask, add }) => ask("PATCH", `/Users/${await add()}`, patch({ op: "move", path: "active", value: true })),
    ],
    [
      "a PATCH of a prototype",
      400,
      async ({ ask, add }) =>
        ask("PATCH", `/Users/${await add()}`, patch({ op: "add", path: "__proto__[x eq 1]", value: true })),
    ],
    [
      "a PATCH with 501 operations",
      400,
      async ({ ask, add }) =>
        ask(
          "PATCH",
          `/Users/${await add()}`,
          patch(...Array.from({ length: 501 }, () => ({ op: "remove", path: "title" }))),
        ),
    ],
    [
      "active taken away",
      400,
      async ({ ask, add }) => ask("PATCH", `/Users/${await add()}`, patch({ op: "remove", path: "active" })),
    ],
    [
      "a member that nobody is",
      400,
      async ({ ask }) => ask("POST", "/Groups", { displayName: "X", members: [{ value: "x" }] }),
    ],
    [
      "a member who was not made by it",
      400,
      async ({ ask, firm }) => ask("POST", "/Groups", { displayName: "X", members: [{ value: firm.ownerId }] }),
    ],
    [
      "a group that is there",
      409,
      async ({ ask }) => {
        await ask("POST", "/Groups", { displayName: "X" });
        return ask("POST", "/Groups", { displayName: "X" });
      },
    ],
    ["an address where nothing stands", 404, async ({ ask }) => ask("GET", "/Me")],
    ["a name of every object", 404, async ({ ask }) => ask("GET", "/constructor")],
    ["a deeper address", 404, async ({ ask }) => ask("GET", "/Users/x/y")],
    ["a method of no use", 405, async ({ ask }) => ask("POST", "/Schemas")],
    ["everybody at once deleted", 405, async ({ ask }) => ask("DELETE", "/Users")],
    ["bulk", 404, async ({ ask }) => ask("POST", "/Bulk", {})],
  ])("refuses %s", async (_name, status, attack) => {
    const held = await set();
    const before = await namedUser(held.accounts.db, held.firm.ownerId);
    const told = await attack(held);
    expect(told).toMatchObject({ status, body: { status: String(status), detail: expect.any(String) as string } });
    expect(await namedUser(held.accounts.db, held.firm.ownerId)).toEqual(before);
  });

  test("nobody whom an administrator has suspended comes back by it", async () => {
    const { ask, add, accounts } = await set();
    const id = await add();
    await suspendUser(accounts, id, BY_OPERATOR);
    await ask("PATCH", `/Users/${id}`, patch({ op: "replace", path: "active", value: true }));
    await ask("PUT", `/Users/${id}`, ANN);
    expect((await namedUser(accounts.db, id)).suspendedAt).not.toBeNull();
  });

  test("a token that another took the place of goes on for a day, and the one before it no more", async () => {
    const { ask, token, accounts, firm } = await set();
    const second = await makeScimToken(accounts, firm.organizationId, BY_OPERATOR);
    expect((await ask("GET", "/Users")).status).toBe(200);
    expect((await ask("GET", "/Users", undefined, second.token)).status).toBe(200);
    await makeScimToken(accounts, firm.organizationId, BY_OPERATOR);
    expect((await ask("GET", "/Users", undefined, token)).status).toBe(401);
    expect((await ask("GET", "/Users", undefined, second.token)).status).toBe(200);
  });

  test("of the same somebody sent at once one is made", async () => {
    const { ask } = await set();
    const all = await Promise.all([1, 2, 3, 4].map(async () => ask("POST", "/Users", ANN)));
    expect(all.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409, 409, 409]);
  });
});
