import { expect, test } from "vitest";
import { addOwner, addUser, PASSWORD } from "#test/accounts.ts";
import { openTestPortal } from "#test/portal.ts";
import type { TestPortal } from "#test/portal.ts";

const GRANT = { openid: { scope: "openid email" }, resources: {} };

/** Lets an application in without the protocol, which has its own tests. */
async function letIn({ accounts: { db } }: TestPortal, account_id: string, client_name: string): Promise<void> {
  const created_at = "2026-02-01T00:00:00.000Z";
  const metadata = JSON.stringify({ client_name });
  const common = { created_at, granted_at: created_at };
  await db
    .insertInto("oauth_clients")
    .values({ id: "app", metadata, secret_hash: null, origin: "registered", ...common })
    .execute();
  const row = { uid: null, client_id: "app", account_id, created_at, expires_at: "2027-01-01", consumed_at: null };
  await db
    .insertInto("oauth_artifacts")
    .values({ model: "Grant", id: "g", payload: JSON.stringify(GRANT), grant_id: null, ...row })
    .execute();
}

test("an application is shown by its own word, and ended by who let it in alone", async () => {
  const tested = await openTestPortal();
  const owner = await addOwner(tested.accounts);
  await addUser(tested.accounts, "other@firm.example");
  await letIn(tested, owner.user.id, "<script>alert(1)</script>");
  const [browser, other] = [tested.browse(), tested.browse()];
  await browser.signIn();
  await other.signIn("other@firm.example");
  const { text } = await browser.get("/account/applications");
  expect(text).toContain("&lt;script&gt;alert(1)");
  expect(text).not.toContain("<script>alert");
  expect(text).toContain("see your e-mail address");
  expect((await other.get("/account/applications")).text).toContain("There are none.");
  expect((await other.post("/account/applications", { do: "end", id: "app" })).status).toBe(404);
  expect((await browser.post("/account/applications", { do: "end", id: "app" })).location).toBe(
    "/account/applications?done=ended",
  );
  expect((await browser.get("/account/applications")).text).toContain("There are none.");
});

test("what is held of somebody is theirs to take along, without a secret", async () => {
  const tested = await openTestPortal();
  const owner = await addOwner(tested.accounts);
  await letIn(tested, owner.user.id, "Brief writer");
  const browser = tested.browse();
  await browser.signIn();
  await browser.get("/account/data");
  const { headers, text } = await browser.post("/account/data", { do: "export" });
  expect(headers.get("content-disposition")).toBe('attachment; filename="onpoint-account.json"');
  expect(headers.get("cache-control")).toBe("no-store");
  expect(JSON.parse(text)).toMatchObject({
    user: { email: "owner@firm.example" },
    applications: [{ name: "Brief writer", scopes: ["openid", "email"] }],
  });
  expect(text).not.toMatch(/argon2|token_hash|passwordHash/u);
  expect(text).not.toContain(browser.cookies.get("__Host-onpoint"));
});

test("an account is deleted with the password, with its applications, and signs nobody in any more", async () => {
  const tested = await openTestPortal();
  await addOwner(tested.accounts);
  const { user } = await addUser(tested.accounts, "clerk@firm.example");
  await letIn(tested, user.id, "Brief writer");
  const browser = tested.browse();
  await browser.signIn("clerk@firm.example");
  await browser.get("/account/data");
  expect((await browser.post("/account/data", { do: "leave", present: "not the password" })).status).toBe(401);
  const left = await browser.post("/account/data", { do: "leave", present: PASSWORD });
  expect(left.location).toBe("/account/sign-in?done=left");
  expect((await browser.get(left.location ?? "")).text).toContain("The account is deleted.");
  expect((await browser.get("/account")).status).toBe(303);
  expect((await tested.browse().signIn("clerk@firm.example")).status).toBe(401);
  expect(await tested.accounts.db.selectFrom("oauth_artifacts").select("id").execute()).toEqual([]);
});

test("who looks after the service alone is told why they stay", async () => {
  const tested = await openTestPortal();
  await addOwner(tested.accounts);
  const browser = tested.browse();
  await browser.signIn();
  await browser.get("/account/data");
  const { status, text } = await browser.post("/account/data", { do: "leave", present: PASSWORD });
  expect(status).toBe(409);
  expect(text).toContain("This is the last administrator of the service.");
});
