import { describe, expect, test } from "vitest";
import { listSessions } from "#accounts/sessions/sessions.ts";
import { subscriptionOf } from "#accounts/plans/subscriptions.ts";
import { foundOrganization, listOrganizations } from "#accounts/teams/organizations.ts";
import { namedUser } from "#accounts/users/users.ts";
import { listClients } from "#oauth/clients.ts";
import { addOwner, addUser, HERE, PASSWORD } from "#test/accounts.ts";
import { openTestPortal } from "#test/portal.ts";
import type { TestBrowser, TestPortal } from "#test/portal.ts";
import { ADMIN_PAGES } from "./admin-pages.ts";

const set = async (): Promise<{ readonly tested: TestPortal; readonly admin: TestBrowser; readonly benId: string }> => {
  const tested = await openTestPortal();
  await addOwner(tested.accounts);
  const ben = await addUser(tested.accounts, "ben@firm.example");
  const admin = tested.browse();
  await admin.signIn();
  await admin.get("/admin/people");
  return { tested, admin, benId: ben.user.id };
};

/** Sends a form, and sends again what is asked about first. */
const sure = async (browser: TestBrowser, path: string, fields: Record<string, string>) => {
  const asked = await browser.post(path, fields);
  expect(asked).toMatchObject({ status: 200, location: null });
  expect(asked.text).toMatch(/cannot be undone|can take it back/u);
  return browser.post(path, { ...fields, sure: "yes" });
};

describe("pages of administrators", () => {
  test.each(ADMIN_PAGES.map(({ path }) => path))("%s is there for administrators alone", async (path) => {
    const { tested, admin } = await set();
    expect((await admin.get(path)).status).toBe(200);
    const ben = tested.browse();
    await ben.signIn("ben@firm.example");
    const before = await ben.get("/account");
    expect(before.text).not.toContain('href="/admin"');
    expect((await ben.get(path)).status).toBe(404);
    expect((await tested.browse().get(path)).status).toBe(303);
  });

  test.each(ADMIN_PAGES.flatMap(({ path, actions }) => Object.keys(actions ?? {}).map((wanted) => [path, wanted])))(
    "%s, %s: nobody else does it, not with a form of their own",
    async (path = "", wanted = "") => {
      const { tested, benId } = await set();
      const ben = tested.browse();
      await ben.signIn("ben@firm.example");
      await ben.get("/account/security");
      const fields = { do: wanted, id: benId, sure: "yes", addresses: "eve@evil.example", email: "x", name: "x" };
      expect((await ben.post(path, fields)).status).toBe(404);
      expect(await namedUser(tested.accounts.db, benId)).toMatchObject({ isAdmin: false, suspendedAt: null });
    },
  );

  test("somebody who is an administrator no longer is told that nothing stands there", async () => {
    const { tested, benId, admin } = await set();
    await sure(admin, "/admin/people", { do: "admin", id: benId, email: "ben@firm.example" });
    const ben = tested.browse();
    await ben.signIn("ben@firm.example");
    expect((await ben.get("/admin")).status).toBe(200);
    await admin.get("/admin/people");
    expect((await admin.post("/admin/people", { do: "no-admin", id: benId })).status).toBe(303);
    expect((await ben.get("/admin")).status).toBe(404);
  });

  test("people are found, suspended, opened again and given a plan", async () => {
    const { tested, admin, benId } = await set();
    const ben = tested.browse();
    await ben.signIn("ben@firm.example");
    expect((await admin.get("/admin/people?q=ben")).text).not.toContain("owner@firm.example</td>");
    expect((await sure(admin, "/admin/people", { do: "suspend", id: benId, email: "ben" })).location).toBe(
      "/admin/people?done=suspended",
    );
    expect((await ben.get("/account")).status).toBe(303);
    expect(await listSessions(tested.accounts, benId)).toEqual([]);
    const suspended = await admin.get("/admin/people?state=suspended");
    expect(suspended.text).toContain("ben@firm.example");
    await admin.post("/admin/people", { do: "resume", id: benId });
    expect((await namedUser(tested.accounts.db, benId)).suspendedAt).toBeNull();
    await admin.get("/admin/plans");
    const plan = { do: "set", name: "full", historical: "yes", included: "30" };
    expect((await admin.post("/admin/plans", plan)).status).toBe(303);
    await admin.get("/admin/people");
    await admin.post("/admin/people", { do: "plan", id: benId, plan: "full", status: "trialing" });
    expect(await subscriptionOf(tested.accounts.db, benId)).toMatchObject({
      plan: { name: "full", historical: true, records: false, included_microusd: 30_000_000 },
      status: "trialing",
    });
  });

  test("several are invited at once; one that is wrong keeps nobody else out", async () => {
    const { tested, admin } = await set();
    const addresses = "new@firm.example, not an address\nben@firm.example other@firm.example";
    const { text } = await admin.post("/admin/people", { do: "invite", addresses });
    expect(text).toContain("has an account; the link resets its password");
    expect(text.match(/not invited/gu)).toHaveLength(3);
    const invited = (await tested.letters()).filter(({ text: letter }) => letter.includes("to choose a password"));
    expect(invited.map(({ to }) => to).toSorted()).toEqual(["new@firm.example", "other@firm.example"]);
    const [link = ""] = /https:\/\/law\.example\/account\/sign-up\?token=[\w-]+/u.exec(text) ?? [];
    const guest = tested.browse();
    await guest.get(link.slice("https://law.example".length));
    const token = new URL(link).searchParams.get("token") ?? "";
    const made = await guest.post("/account/sign-up", { do: "open", token, name: "New", password: PASSWORD });
    expect(made.status).toBe(303);
    await admin.get("/admin/people");
    expect((await admin.post("/admin/people", { do: "invite", addresses: "x ".repeat(51) })).status).toBe(422);
  });

  test("an organization may make keys, has a plan, and its sign-in is set", async () => {
    const { tested, admin, benId } = await set();
    const founded = await foundOrganization(tested.accounts, { userId: benId, origin: HERE, name: "Heron & Marsh" });
    const { id } = founded.organization;
    await admin.get("/admin/organizations");
    await admin.post("/admin/organizations", { do: "allow-keys", id });
    expect((await listOrganizations(tested.accounts.db))[0]).toMatchObject({ mayMakeKeys: true });
    const domain = { do: "add-domain", organization: id, domain: "heron.example" };
    expect((await admin.post("/admin/organizations", domain)).location).toContain(
      `organization=${id}&done=firm-domain`,
    );
    const page = await admin.get(`/admin/organizations?organization=${id}`);
    expect(page.text).toContain("by an administrator of this service");
    const ben = tested.browse();
    await ben.signIn("ben@firm.example");
    await ben.get("/account/firm");
    await ben.post("/account/firm", { ...domain, domain: "marsh.example" });
    expect((await ben.get("/account/firm")).text).toContain("Not verified");
  });

  test("a client is created, shown with its secret once, and removed", async () => {
    const { tested, admin } = await set();
    const fields = { name: "Brief writer", redirect: "https://briefs.example/callback" };
    await admin.get("/admin/applications");
    const { text } = await admin.post("/admin/applications", {
      do: "create",
      ...fields,
      authentication: "client_secret_basic",
    });
    expect(text).toContain("Client secret");
    const [client] = await listClients(tested.accounts.db);
    expect(client).toMatchObject({ name: "Brief writer", origin: "operator", isConfidential: true });
    expect((await admin.get("/admin/applications")).text).toContain(client?.id);
    const bad = { do: "create", name: "x", redirect: "ftp://x", authentication: "none" };
    expect((await admin.post("/admin/applications", bad)).status).toBe(422);
    await admin.get("/admin/applications");
    await sure(admin, "/admin/applications", { do: "remove", id: client?.id ?? "", name: "Brief writer" });
    expect(await listClients(tested.accounts.db)).toEqual([]);
  });

  test("the audit log has names, is searched, and is exported", async () => {
    const { admin, benId } = await set();
    await admin.post("/admin/people", { do: "plan", id: benId, plan: "standard", status: "active" });
    const all = await admin.get("/admin/audit?person=ben%40firm.example&event=subscription_set");
    expect(all.text).toContain("a subscription was set");
    expect(all.text).toContain("owner@firm.example");
    expect(all.text).not.toContain("signed in</td>");
    for (const [query, count] of [
      ["event=subscription_set", 1],
      ["event=subscription_set&person=owner%40firm.example", 1],
      ["event=subscription_set&person=nobody%40firm.example", 0],
      ["event=subscription_set&containing=STANDARD", 1],
      ["event=subscription_set&containing=%25", 0],
      ["event=subscription_set&containing=_", 0],
      ["event=subscription_set&from=2026-03-01&until=2026-03-01", 1],
      ["event=subscription_set&from=2026-03-02", 0],
      ["event=subscription_set&until=2026-02-28", 0],
      ["event=subscription_set&from=yesterday", 1],
    ] as const) {
      const { text, headers } = await admin.get(`/admin/audit?format=jsonl&${query}`);
      expect(headers.get("content-disposition")).toContain("audit-log.jsonl");
      const lines = text.split("\n").filter((line) => line !== "");
      expect(lines.length, query).toBe(count);
      if (count === 1)
        expect(JSON.parse(lines[0] ?? "")).toMatchObject({ user: "ben@firm.example", actor: "owner@firm.example" });
    }
    const csv = (await admin.get("/admin/audit?format=csv&event=subscription_set")).text.split("\r\n");
    expect(csv[0]).toBe("at,event,what,actor,actor_id,user,user_id,organization,address,agent,detail");
    expect(csv[1]).toContain("a subscription was set,owner@firm.example,");
  });

  test("nobody shuts out or demotes themselves by these pages", async () => {
    const { tested, admin } = await set();
    const { id } = await namedUser(tested.accounts.db, "owner@firm.example");
    expect((await admin.get("/admin/people?q=owner")).text).toContain("This is you.");
    for (const wanted of ["suspend", "no-admin"]) {
      expect((await admin.post("/admin/people", { do: wanted, id, sure: "yes" })).status).toBe(409);
      await admin.get("/admin/people");
    }
  });
});
