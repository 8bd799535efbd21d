import { parseDocument } from "htmlparser2";
import { expect, test } from "vitest";
import { noteEvent } from "#accounts/audit/audit.ts";
import { transaction } from "#db/connection.ts";
import { addOwner, addUser, HERE, mailedToken } from "#test/accounts.ts";
import { elementsOf } from "#test/oauth/browser.ts";
import { AUTH_URL, openTestPortal } from "#test/portal.ts";
import type { TestBrowser, TestPortal } from "#test/portal.ts";
import { sessionCookie } from "../session-cookie.ts";
import { portalPages } from "./pages.ts";

const PAGES = portalPages(sessionCookie(AUTH_URL));
const HOSTILE = `</title></svg><script>alert(1)</script><img src=x onerror=alert(2)>"'&`;

type Form = {
  readonly attribs: Readonly<Record<string, string>>;
  readonly fields: readonly { readonly name: string; readonly attribs: Readonly<Record<string, string>> }[];
};

function formsIn(text: string): Form[] {
  return elementsOf(parseDocument(text).children).flatMap(({ name, attribs, inside }) =>
    name === "form"
      ? [{ attribs, fields: inside.filter((one) => ["input", "select", "textarea", "button"].includes(one.name)) }]
      : [],
  );
}

/** A service with something on every page, and the owner in a browser. */
async function furnished(): Promise<{ readonly tested: TestPortal; readonly browser: TestBrowser }> {
  const tested = await openTestPortal({ keysFor: "everyone" });
  await addOwner(tested.accounts);
  await addUser(tested.accounts, "clerk@firm.example");
  const browser = tested.browse();
  await browser.signIn();
  await browser.get("/account/team");
  await browser.post("/account/team", { do: "found", name: "Heron & Marsh" });
  const { text } = await browser.get("/account/team");
  const organization = /name="organization" value="(?<id>[^"]+)"/u.exec(text)?.groups?.["id"] ?? "";
  await browser.post("/account/team", { do: "invite", organization, email: "clerk@firm.example", role: "member" });
  await browser.post("/account/keys", { do: "make", name: "Mine" });
  await tested.browse().signIn();
  return { tested, browser };
}

/** Every page as it is shown at first, and where a link of a letter leads. */
async function shownPages({ tested, browser }: Awaited<ReturnType<typeof furnished>>): Promise<Map<string, string>> {
  const shown = new Map<string, string>();
  const stranger = tested.browse();
  for (const { path, access } of PAGES) {
    shown.set(path, (await (access === "anyone" ? stranger : browser).get(path)).text);
  }
  const invitation = await mailedToken(tested, "clerk@firm.example");
  shown.set("an invitation", (await browser.get(`/account/invitation?token=${invitation}`)).text);
  await stranger.get("/account/sign-up");
  await stranger.post("/account/sign-up", { do: "ask", email: "new@firm.example" });
  const link = await mailedToken(tested, "new@firm.example");
  shown.set("a sign-up", (await stranger.get(`/account/sign-up?token=${link}`)).text);
  return shown;
}

test("every form of every page is ours alone to send, and asks for what its page does", async () => {
  const forms = [...(await shownPages(await furnished()))].flatMap(([path, text]) =>
    formsIn(text).map((form) => ({ path, form })),
  );
  const wanted = new Set<string>();
  for (const { path, form } of forms) {
    const { method, action = "", role } = form.attribs;
    // What only searches changes nothing, and its answer has an address.
    if (role === "search") {
      expect([method, PAGES.some((one) => one.path === action)], path).toEqual(["get", true]);
      continue;
    }
    const value = (name: string): string | undefined =>
      form.fields.find(({ attribs }) => attribs["name"] === name)?.attribs["value"];
    expect(method, path).toBe("post");
    expect(value("guard"), path).toMatch(/^[\w-]{43}$/u);
    const page = PAGES.find((one) => one.path === action);
    expect(Object.keys(page?.actions ?? {}), `${path} sends to ${action}`).toContain(value("do"));
    wanted.add(`${action} ${value("do")}`);
  }
  expect(wanted.size).toBeGreaterThan(20);
});

test("a form that changes something is never one that a link can send", async () => {
  const { tested, browser } = await furnished();
  const before = await tested.accounts.db.selectFrom("audit_events").selectAll().execute();
  for (const { path, actions } of PAGES) {
    for (const wanted of Object.keys(actions ?? {})) {
      await browser.get(`${path}?do=${wanted}&guard=${browser.guard}&name=x&email=x@firm.example`);
    }
  }
  expect(await tested.accounts.db.selectFrom("audit_events").selectAll().execute()).toEqual(before);
});

test("whatever is typed as a name, in whichever form asks for one, stays words on every page", async () => {
  const furniture = await furnished();
  const { tested, browser } = furniture;
  const asking = [...(await shownPages(furniture)).values()]
    .flatMap(formsIn)
    .filter(({ fields }) => fields.some(({ attribs }) => attribs["name"] === "name"));
  // Of an account, an organization, a team and a key.
  expect(asking.length).toBeGreaterThanOrEqual(4);
  let taken = 0;
  for (const { attribs, fields } of asking) {
    const sent = Object.fromEntries(fields.map((one) => [one.attribs["name"] ?? "", one.attribs["value"] ?? ""]));
    const { guard: _guard, ...own } = sent;
    const sender = attribs["action"] === "/account/sign-up" ? tested.browse() : browser;
    await sender.get(attribs["action"] ?? "");
    const answer = await sender.post(attribs["action"] ?? "", {
      ...own,
      name: HOSTILE,
      redirect: "https://app.example/callback",
      password: "nine grey owls at noon",
    });
    expect(answer.text).not.toContain("<script>alert");
    // A plan is called by small letters alone; a client wants a choice that a list makes.
    if (attribs["action"]?.startsWith("/admin/") === true) expect(answer.status).toBe(422);
    else if (answer.status < 400) taken++;
  }
  expect(taken).toBe(asking.length - 2);
  await transaction(tested.accounts.db, async (trx) => {
    const { id } = await trx
      .selectFrom("users")
      .select("id")
      .where("email", "=", "owner@firm.example")
      .executeTakeFirstOrThrow();
    const at = tested.accounts.clock();
    await noteEvent(trx, { event: "key_made", at, actorId: id, userId: id, origin: HERE, detail: { name: HOSTILE } });
  });
  let shown = 0;
  for (const [path, text] of await shownPages(furniture)) {
    const elements = elementsOf(parseDocument(text).children);
    expect(
      elements.filter(({ name }) => name === "img"),
      path,
    ).toEqual([]);
    expect(
      elements.filter(({ name, inside }) => name === "script" && inside.length > 0),
      path,
    ).toEqual([]);
    expect(text, path).not.toContain("<script>alert");
    if (text.includes("&lt;script&gt;alert(1)")) shown++;
  }
  expect(shown).toBeGreaterThan(3);
});
