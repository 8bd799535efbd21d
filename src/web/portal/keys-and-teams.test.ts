import { describe, expect, test } from "vitest";
import { keysOf } from "#accounts/keys/account-keys.ts";
import { checkSession } from "#accounts/sessions/sessions.ts";
import { acceptInvitation, invite } from "#accounts/teams/invitations.ts";
import { foundOrganization } from "#accounts/teams/organizations.ts";
import { workedFor } from "#accounts/teams/teams.ts";
import { addOwner, addUser, HERE, mailedToken, PASSWORD } from "#test/accounts.ts";
import { openTestPortal } from "#test/portal.ts";
import type { TestBrowser, TestPortal } from "#test/portal.ts";

const HOSTILE = `<script>alert(1)</script>"'&`;
const KEY = /op_live_[0-9A-Za-z]{49}/u;

async function ownerIn(tested: TestPortal): Promise<{ readonly browser: TestBrowser; readonly userId: string }> {
  const { user } = await addOwner(tested.accounts);
  const browser = tested.browse();
  await browser.signIn();
  return { browser, userId: user.id };
}

describe("keys", () => {
  test("a key is shown once, with what was asked for it, and revoked", async () => {
    const tested = await openTestPortal();
    const { browser, userId } = await ownerIn(tested);
    await browser.get("/account/keys");
    const fields = { do: "make", name: HOSTILE, scope: "historical", expires: "90d", requests: "60" };
    const made = await browser.post("/account/keys", fields);
    expect(made.status).toBe(200);
    const [key = ""] = KEY.exec(made.text) ?? [];
    expect(key).not.toBe("");
    const [record] = await keysOf(tested.accounts.db, { userId });
    expect(record).toMatchObject({ name: HOSTILE, scopes: ["read", "historical"], requests: { perMinute: 60 } });
    expect(record?.expiresAt).toBe("2026-05-30T12:00:00.000Z");
    const list = await browser.get("/account/keys");
    expect(list.text).not.toContain(key);
    expect(list.text).not.toContain("<script>alert");
    expect(list.text).toContain("&lt;script&gt;alert(1)");
    const revoked = await browser.post("/account/keys", { do: "revoke", id: record?.id ?? "" });
    expect(revoked.location).toBe("/account/keys?done=revoked");
    expect((await keysOf(tested.accounts.db, { userId }))[0]?.revokedAt).not.toBeNull();
  });

  test("a rotated key goes on beside the new one for as long as was asked", async () => {
    const tested = await openTestPortal();
    const { browser, userId } = await ownerIn(tested);
    await browser.get("/account/keys");
    const first = KEY.exec((await browser.post("/account/keys", { do: "make", name: "brief bank" })).text)?.[0];
    const [old] = await keysOf(tested.accounts.db, { userId });
    const second = await browser.post("/account/keys", { do: "rotate", id: old?.id ?? "", overlap: "24" });
    expect(KEY.exec(second.text)?.[0]).not.toBe(first);
    const ends = (await keysOf(tested.accounts.db, { userId })).map(({ expiresAt }) => expiresAt);
    expect(new Set(ends)).toEqual(new Set(["2026-03-02T12:00:00.000Z", null]));
  });

  test.each([
    [{ name: "" }, "It is empty."],
    [{ name: "x".repeat(101) }, "It is longer than 100 characters."],
    [{ name: "a", "expires-on": "tomorrow" }, "It is not a time."],
    [{ name: "a", "expires-on": "2001-01-01" }, "It lies in the past."],
    [{ name: "a", requests: "many" }, "must be a whole number from 1"],
    [{ name: "a", requests: "0" }, "must be a whole number from 1"],
  ])("is not made of %j, and what was typed stays", async (given, told) => {
    const tested = await openTestPortal();
    const { browser, userId } = await ownerIn(tested);
    await browser.get("/account/keys");
    const { status, text } = await browser.post("/account/keys", { do: "make", ...given });
    expect(status).toBe(422);
    expect(text).toContain(told);
    for (const value of Object.values(given)) expect(text).toContain(`value="${value}"`);
    expect(await keysOf(tested.accounts.db, { userId })).toEqual([]);
  });

  test("nothing is offered that would be refused", async () => {
    const tested = await openTestPortal();
    const { browser } = await ownerIn(tested);
    const owners = (await browser.get("/account/keys")).text;
    expect(owners).toContain("Create the key");
    expect(owners).not.toContain("official court records");
    await addUser(tested.accounts, "clerk@firm.example");
    const clerk = tested.browse();
    await clerk.signIn("clerk@firm.example");
    const clerks = (await clerk.get("/account/keys")).text;
    expect(clerks).toContain("Your organization does not make keys here.");
    expect(clerks).not.toContain("Create the key");
  });

  test("the key of somebody else is not there to be changed", async () => {
    const tested = await openTestPortal();
    const { browser, userId } = await ownerIn(tested);
    await browser.get("/account/keys");
    await browser.post("/account/keys", { do: "make", name: "mine" });
    const [key] = await keysOf(tested.accounts.db, { userId });
    await addUser(tested.accounts, "evil@firm.example");
    const other = tested.browse();
    await other.signIn("evil@firm.example");
    await other.get("/account/keys");
    for (const wanted of ["revoke", "rotate"]) {
      expect((await other.post("/account/keys", { do: wanted, id: key?.id ?? "", overlap: "0" })).status).toBe(404);
    }
    expect((await keysOf(tested.accounts.db, { userId }))[0]?.revokedAt).toBeNull();
  });
});

describe("teams", () => {
  test("an organization is founded, somebody invited joins with a new account, and has a role there", async () => {
    const tested = await openTestPortal();
    const { browser } = await ownerIn(tested);
    await browser.get("/account/team");
    expect((await browser.post("/account/team", { do: "found", name: HOSTILE })).location).toBe(
      "/account/team?done=founded",
    );
    const page = await browser.get("/account/team");
    expect(page.text).not.toContain("<script>alert");
    const organization = /name="organization" value="(?<id>[^"]+)"/u.exec(page.text)?.groups?.["id"] ?? "";
    const bad = await browser.post("/account/team", { do: "invite", organization, email: "nobody", role: "member" });
    expect(bad.status).toBe(422);
    expect(bad.text).toContain('value="nobody"');
    await browser.post("/account/team", { do: "invite", organization, email: "clerk@firm.example", role: "member" });
    expect((await browser.get("/account/team")).text).toContain("clerk@firm.example");
    const token = await mailedToken(tested, "clerk@firm.example");
    const clerk = tested.browse();
    expect((await clerk.get(`/account/invitation?token=${token}`)).text).toContain("&lt;script&gt;alert(1)");
    const joined = await clerk.post("/account/invitation", { do: "open", token, name: "A clerk", password: PASSWORD });
    expect(joined.location).toBe("/account/team?done=joined");
    const seen = await clerk.get("/account/team");
    expect(seen.text).toContain("You are member here.");
    expect(seen.text).not.toContain('value="invite"');
    const refused = { do: "invite", organization, email: "evil@firm.example", role: "owner" };
    expect((await clerk.post("/account/team", refused)).status).toBe(403);
  });

  test("an invitation to somebody with an account waits for their sign-in, and for nobody else's", async () => {
    const tested = await openTestPortal();
    const { browser } = await ownerIn(tested);
    await addUser(tested.accounts, "clerk@firm.example");
    await addUser(tested.accounts, "other@firm.example");
    await browser.get("/account/team");
    await browser.post("/account/team", { do: "found", name: "A firm" });
    const { text } = await browser.get("/account/team");
    const organization = /name="organization" value="(?<id>[^"]+)"/u.exec(text)?.groups?.["id"] ?? "";
    await browser.post("/account/team", { do: "invite", organization, email: "clerk@firm.example", role: "admin" });
    const token = await mailedToken(tested, "clerk@firm.example");
    const other = tested.browse();
    await other.signIn("other@firm.example");
    await other.get(`/account/invitation?token=${token}`);
    expect((await other.post("/account/invitation", { do: "join", token })).status).toBe(403);
    const clerk = tested.browse();
    const asked = await clerk.get(`/account/invitation?token=${token}`);
    const next = decodeURIComponent(/sign-in\?next=(?<next>[^"]+)"/u.exec(asked.text)?.groups?.["next"] ?? "");
    expect(next).toBe(`/account/invitation?token=${token}`);
    await clerk.get("/account/sign-in");
    const fields = { do: "sign-in", email: "clerk@firm.example", password: PASSWORD, next };
    expect((await clerk.post("/account/sign-in", fields)).location).toBe(next);
    await clerk.get(next);
    expect((await clerk.post("/account/invitation", { do: "join", token })).location).toBe("/account/team?done=joined");
  });

  test("have people put in and taken out, pay for who works for them, and end with their organization", async () => {
    const tested = await openTestPortal();
    const { accounts } = tested;
    const { browser, userId } = await ownerIn(tested);
    const { organization, teamId } = await foundOrganization(accounts, { userId, name: "A firm", origin: HERE });
    const clerk = await addUser(accounts, "clerk@firm.example");
    const { user: stranger } = await addUser(accounts, "stranger@else.example");
    await invite(accounts, {
      organizationId: organization.id,
      userId,
      email: "clerk@firm.example",
      role: "member",
      origin: HERE,
    });
    const token = await mailedToken(tested, "clerk@firm.example");
    await acceptInvitation(accounts, { token, signedIn: (await checkSession(accounts, clerk.token))!, origin: HERE });
    const inClerk = tested.browse();
    await inClerk.signIn("clerk@firm.example");
    await inClerk.get("/account/team");
    const put = { do: "put-in", team: teamId, id: clerk.user.id, role: "member" };
    expect((await inClerk.post("/account/team", put)).status).toBe(404);
    expect((await browser.get("/account/team")).text).toContain(`<option value="${clerk.user.id}"`);
    expect((await browser.post("/account/team", { ...put, id: stranger.id })).status).toBe(404);
    expect((await browser.post("/account/team", { ...put, role: "owner" })).status).toBe(422);
    expect((await browser.post("/account/team", put)).location).toBe("/account/team?done=put-in");
    expect(await workedFor(accounts.db, clerk.user.id)).toBe(teamId);

    expect((await inClerk.get("/account/team")).text).toContain("Team A firm");
    await inClerk.post("/account/team", { do: "work-for", team: "" });
    expect(await workedFor(accounts.db, clerk.user.id)).toBeNull();
    expect((await inClerk.post("/account/team", { do: "work-for", team: teamId })).status).toBe(303);
    expect(await workedFor(accounts.db, clerk.user.id)).toBe(teamId);
    expect((await inClerk.post("/account/team", { ...put, role: "admin" })).status).toBe(403);
    expect((await inClerk.post("/account/team", { do: "take-out", team: teamId, id: userId })).status).toBe(403);
    const away = await inClerk.post("/account/team", { do: "take-out", team: teamId, id: clerk.user.id });
    expect(away.location).toBe("/account/team?done=taken-out");
    expect(await workedFor(accounts.db, clerk.user.id)).toBeNull();

    const dissolve = { do: "dissolve", organization: organization.id };
    expect((await inClerk.post("/account/team", { ...dissolve, confirm: "A firm" })).status).toBe(403);
    const unsure = await browser.post("/account/team", { ...dissolve, confirm: "Another firm" });
    expect(unsure.status).toBe(422);
    expect(unsure.text).toContain("It is not the name of the organization.");
    const alone = await browser.post("/account/team", { do: "remove", organization: organization.id, id: userId });
    expect(alone.status).toBe(409);
    const left = await inClerk.post("/account/team", {
      do: "remove",
      organization: organization.id,
      id: clerk.user.id,
    });
    expect(left.location).toBe("/account/team?done=left");
    expect((await browser.post("/account/team", { ...dissolve, confirm: "A firm" })).status).toBe(303);
    expect((await browser.get("/account/team")).text).toContain("You belong to no organization yet.");
  });
});
