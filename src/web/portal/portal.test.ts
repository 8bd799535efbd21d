import { describe, expect, test } from "vitest";
import { auditEvents } from "#accounts/audit/audit.ts";
import { listSessions } from "#accounts/sessions/sessions.ts";
import { codeAt } from "#accounts/second-factor/codes.ts";
import { addOwner, addUser, mailedToken, PASSWORD } from "#test/accounts.ts";
import { AUTH_URL, openTestPortal } from "#test/portal.ts";
import type { TestBrowser, TestPortal } from "#test/portal.ts";
import { sessionCookie } from "../session-cookie.ts";
import { portalPages } from "./pages.ts";

const PAGES = portalPages(sessionCookie(AUTH_URL));
const OWN = PAGES.filter(({ access }) => access !== "anyone").map(({ path }) => path);
const ACTIONS = PAGES.flatMap(({ path, access, actions }) =>
  Object.keys(actions ?? {}).map((wanted) => ({ path, access, wanted })),
);
const HOSTILE = `<script>alert(1)</script><img src=x onerror=alert(2)>"'&`;

async function ownerIn(tested: TestPortal): Promise<TestBrowser> {
  await addOwner(tested.accounts);
  const browser = tested.browse();
  expect((await browser.signIn()).location).toBe("/account");
  return browser;
}

describe("signing in", () => {
  test("by a password, onward to the page that was wanted, and out again", async () => {
    const tested = await openTestPortal();
    await addOwner(tested.accounts);
    const browser = tested.browse();
    const wanted = await browser.get("/account/audit?of=all");
    expect(wanted).toMatchObject({ status: 303, location: "/account/sign-in?next=%2Faccount%2Faudit%3Fof%3Dall" });
    const page = await browser.get(wanted.location ?? "");
    expect(page.text).toContain('name="next" value="/account/audit?of=all"');
    const fields = { do: "sign-in", email: "owner@firm.example", password: PASSWORD, next: "/account/audit?of=all" };
    expect(await browser.post("/account/sign-in", fields)).toMatchObject({
      status: 303,
      location: "/account/audit?of=all",
    });
    expect((await browser.get("/account/audit?of=all")).status).toBe(200);
    const token = browser.cookies.get("__Host-onpoint") ?? "";
    expect(await browser.post("/account/sign-out", { do: "sign-out" })).toMatchObject({ status: 303 });
    expect(browser.cookies.has("__Host-onpoint")).toBe(false);
    browser.cookies.set("__Host-onpoint", token);
    expect((await browser.get("/account")).status).toBe(303);
  });

  test("a wrong password is told, the address is kept, the password is not", async () => {
    const tested = await openTestPortal();
    await addOwner(tested.accounts);
    const browser = tested.browse();
    await browser.get("/account/sign-in");
    const fields = { do: "sign-in", email: "owner@firm.example", password: "a wrong password" };
    const { status, text } = await browser.post("/account/sign-in", fields);
    expect(status).toBe(401);
    expect(text).toContain("The address or the password is wrong.");
    expect(text).toContain('value="owner@firm.example"');
    expect(text).not.toContain("a wrong password");
    expect(browser.cookies.has("__Host-onpoint")).toBe(false);
  });

  test.each(["//evil.example", "https://evil.example/account", "/\\evil.example", "javascript:alert(1)"])(
    "no way out of the house by %s",
    async (next) => {
      const tested = await openTestPortal();
      await addOwner(tested.accounts);
      const browser = tested.browse();
      const { text } = await browser.get(`/account/sign-in?next=${encodeURIComponent(next)}`);
      expect(text).toContain('name="next" value="/account"');
      const fields = { do: "sign-in", email: "owner@firm.example", password: PASSWORD, next };
      expect((await browser.post("/account/sign-in", fields)).location).toBe("/account");
    },
  );

  test("a token that was planted in the browser before is worth nothing after", async () => {
    const tested = await openTestPortal();
    const planted = (await addOwner(tested.accounts)).token;
    const browser = tested.browse();
    browser.cookies.set("__Host-onpoint", planted);
    await browser.signIn();
    expect(browser.cookies.get("__Host-onpoint")).not.toBe(planted);
    const other = tested.browse();
    other.cookies.set("__Host-onpoint", planted);
    expect((await other.get("/account")).status).toBe(303);
  });
});

describe("the second factor", () => {
  test("is turned on with a code, is asked for, and a recovery code takes its place", async () => {
    const tested = await openTestPortal();
    const browser = await ownerIn(tested);
    await browser.get("/account/security");
    const prepared = await browser.post("/account/security", { do: "prepare-factor", present: PASSWORD });
    const secret = /name="secret" value="(?<secret>[A-Z2-7]+)"/u.exec(prepared.text)?.groups?.["secret"] ?? "";
    const uri = `otpauth://totp/x?secret=${secret}`;
    const wrong = await browser.post("/account/security", { do: "confirm-factor", secret, uri, code: "000000" });
    expect(wrong.status).toBe(401);
    expect(wrong.text).toContain(`value="${secret}"`);
    const code = codeAt(secret, tested.accounts.clock());
    const on = await browser.post("/account/security", { do: "confirm-factor", secret, uri, code });
    const [recovery = ""] = /[a-z2-7]{4}(?:-[a-z2-7]{4}){3}/u.exec(on.text) ?? [];
    expect(recovery).not.toBe("");

    const other = tested.browse();
    const asked = await other.signIn();
    expect(asked).toMatchObject({ status: 200 });
    expect(other.cookies.has("__Host-onpoint")).toBe(false);
    const challenge = /name="challenge" value="(?<challenge>[^"]+)"/u.exec(asked.text)?.groups?.["challenge"] ?? "";
    expect((await other.post("/account/sign-in", { do: "code", challenge, code: "123456" })).status).toBe(401);
    const let_in = await other.post("/account/sign-in", {
      do: "code",
      challenge,
      code: recovery,
      next: "/account/sessions",
    });
    expect(let_in).toMatchObject({ status: 303, location: "/account/sessions" });
    expect((await other.get("/account/security")).text).toContain("9 recovery codes are left");
  });
});

describe("links of letters", () => {
  test("an account is asked for by mail, alike whether there is one, and made by the link once", async () => {
    const tested = await openTestPortal();
    await addOwner(tested.accounts);
    const browser = tested.browse();
    await browser.get("/account/sign-up");
    const fresh = await browser.post("/account/sign-up", { do: "ask", email: "clerk@firm.example" });
    const known = await browser.post("/account/sign-up", { do: "ask", email: "owner@firm.example" });
    expect(known.text).toBe(fresh.text);
    const token = await mailedToken(tested, "clerk@firm.example");
    await browser.get(`/account/sign-up?token=${token}`);
    const short = await browser.post("/account/sign-up", { do: "open", token, name: HOSTILE, password: "short" });
    expect(short.status).toBe(422);
    expect(short.text).toContain("It has fewer than 12 characters.");
    expect(short.text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    const made = await browser.post("/account/sign-up", { do: "open", token, name: "A clerk", password: PASSWORD });
    expect(made.location).toBe("/account?done=welcome");
    expect(await browser.get(`/account/sign-up?token=${token}`)).toMatchObject({ status: 404 });
  });

  test("only who is invited makes an account where the operator has it so", async () => {
    const tested = await openTestPortal({ signUp: "invited" });
    const browser = tested.browse();
    expect((await browser.get("/account/sign-up")).text).toContain("By invitation");
    await browser.get("/account/sign-in");
    expect(await browser.post("/account/sign-up", { do: "ask", email: "a@firm.example" })).toMatchObject({
      status: 403,
    });
    expect(await tested.letters()).toEqual([]);
  });

  test("a forgotten password is set anew, and all sign-ins end", async () => {
    const tested = await openTestPortal();
    const inside = await ownerIn(tested);
    const browser = tested.browse();
    await browser.get("/account/password");
    const known = await browser.post("/account/password", { do: "ask", email: "owner@firm.example" });
    const unknown = await browser.post("/account/password", { do: "ask", email: "nobody@firm.example" });
    expect(unknown.text).toBe(known.text);
    const token = await mailedToken(tested, "owner@firm.example");
    await browser.get(`/account/password?token=${token}`);
    const set = await browser.post("/account/password", { do: "set", token, password: "nine grey geese at dawn" });
    expect(set.location).toBe("/account/sign-in?done=password-set");
    expect((await browser.get(set.location ?? "")).text).toContain("The password is set.");
    expect((await inside.get("/account")).status).toBe(303);
  });

  test("a new address counts once its link is used", async () => {
    const tested = await openTestPortal();
    const browser = await ownerIn(tested);
    await browser.get("/account/security");
    const fields = { do: "change-address", email: "new@firm.example", present: PASSWORD };
    expect((await browser.post("/account/security", fields)).text).toContain("Look into your mail");
    const token = await mailedToken(tested, "new@firm.example");
    await browser.get(`/account/address?token=${token}`);
    expect((await browser.get("/account")).text).toContain("owner@firm.example");
    await browser.post("/account/address", { do: "change", token });
    expect((await tested.browse().signIn("new@firm.example")).location).toBe("/account");
  });

  test.each(["first-owner", "sign-up", "password", "address"])(
    "a link for %s that is none is told to be none",
    async (purpose) => {
      const { browse } = await openTestPortal();
      for (const token of ["", "x", "a".repeat(43)]) {
        const { status, text } = await browse().get(`/account/${purpose}?token=${token}`);
        expect(status).toBe(404);
        expect(text).toContain("This link has been used or has expired.");
      }
    },
  );
});

describe("every page", () => {
  test.each(OWN)("%s is for who is signed in, and no cache keeps it", async (path) => {
    const tested = await openTestPortal();
    const stranger = await tested.browse().get(path);
    expect(stranger.status).toBe(303);
    expect(stranger.location).toMatch(/^\/account\/sign-in/u);
    const { status, headers, text } = await (await ownerIn(tested)).get(path);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/u);
    expect(text).not.toMatch(/<script(?! src="\/account\/assets\/)|<style| style=| on\w+=/u);
  });

  test("the cookies are for this host alone, unseen by scripts", async () => {
    const tested = await openTestPortal();
    await addOwner(tested.accounts);
    const browser = tested.browse();
    const before = (await browser.get("/account/sign-in")).headers.getSetCookie();
    const after = (await browser.signIn()).headers.getSetCookie();
    for (const cookie of [...before, ...after]) {
      expect(cookie).toMatch(/^__Host-[\w-]+=[\w-]{43};/u);
      for (const word of ["Path=/", "HttpOnly", "Secure", "SameSite=Lax"]) expect(cookie).toContain(word);
      expect(cookie).not.toContain("Domain");
    }
    expect([...before, ...after].length).toBe(3);
  });

  test("its files are found under names that change with them", async () => {
    const { browse } = await openTestPortal();
    const { text } = await browse().get("/account/sign-in");
    const addresses = [...text.matchAll(/(?:href|src)="(\/account\/assets\/[^"]+)"/gu)].map(
      ([, address = ""]) => address,
    );
    expect(addresses.length).toBe(3);
    for (const address of addresses) {
      const { status, headers } = await browse().get(address);
      expect(status).toBe(200);
      expect(headers.get("cache-control")).toContain("immutable");
      // A page that an older program made is shown as ever, and the file not kept.
      const older = await browse().get(address.replace(/assets\/[^/]+/u, "assets/older"));
      expect(older.status).toBe(200);
      expect(older.headers.get("cache-control")).not.toContain("immutable");
    }
  });
});

describe("forms of others", () => {
  test("there are forms to be kept from", () => expect(ACTIONS.length).toBeGreaterThan(10));

  test.each(ACTIONS)("$path, $wanted: not without our field, our origin and this browser", async ({ path, wanted }) => {
    const tested = await openTestPortal();
    const browser = await ownerIn(tested);
    await browser.get("/account/security");
    const { guard } = browser;
    const state = async (): Promise<unknown> => [
      await listSessions(tested.accounts, (await auditEvents(tested.accounts.db, { limit: 1 }))[0]?.userId ?? ""),
      await auditEvents(tested.accounts.db, { limit: 100 }),
      await tested.letters(),
    ];
    const before = await state();
    const fields = { do: wanted, present: PASSWORD, password: "nine grey geese at dawn", email: "evil@firm.example" };
    const stranger = tested.browse();
    await stranger.get("/account/sign-in");
    const answers = [
      await browser.post(path, { ...fields, guard: "" }),
      await browser.post(path, { ...fields, guard: stranger.guard }),
      await browser.post(path, { ...fields, guard }, "https://evil.example"),
      await browser.post(path, { ...fields, guard }, "null"),
      await browser.post(path, { ...fields, guard }, `${AUTH_URL}.evil.example`),
      await browser.postBlind(path, { ...fields, guard }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    expect(await state()).toEqual(before);
  });

  test("a form to sign in with that was shown in another browser signs nobody in here", async () => {
    const tested = await openTestPortal();
    await addUser(tested.accounts, "evil@firm.example");
    const attacker = tested.browse();
    await attacker.get("/account/sign-in");
    const victim = tested.browse();
    await victim.get("/account/sign-in");
    const fields = { do: "sign-in", email: "evil@firm.example", password: PASSWORD, guard: attacker.guard };
    expect((await victim.post("/account/sign-in", fields)).status).toBe(403);
    const fresh = tested.browse();
    expect((await fresh.post("/account/sign-in", fields)).status).toBe(403);
    expect(fresh.cookies.has("__Host-onpoint")).toBe(false);
  });

  test("an action that the page does not have is not done", async () => {
    const browser = await ownerIn(await openTestPortal());
    await browser.get("/account/security");
    for (const wanted of ["", "constructor", "__proto__", "sign-out"]) {
      expect((await browser.post("/account/security", { do: wanted })).status).toBe(400);
    }
  });
});

describe("names that are markup", () => {
  test("stay words on every page, wherever they were typed", async () => {
    const tested = await openTestPortal();
    const owner = await addOwner(tested.accounts);
    const { signIn } = await import("#accounts/sign-in/sign-in.ts");
    await tested.accounts.db.updateTable("users").set({ name: HOSTILE }).where("id", "=", owner.user.id).execute();
    const origin = { address: HOSTILE, agent: HOSTILE };
    await signIn(tested.accounts, { email: "owner@firm.example", password: PASSWORD, origin });
    const browser = tested.browse();
    await browser.signIn();
    let shown = 0;
    for (const path of OWN) {
      const { text } = await browser.get(path);
      expect(text).not.toContain("<script>alert");
      expect(text).not.toContain("<img");
      if (text.includes("&lt;script&gt;alert(1)")) shown++;
    }
    expect(shown).toBeGreaterThan(2);
  });

  test.each([
    ["/account/sign-in", { do: "sign-in", email: HOSTILE, password: "x" }],
    ["/account/sign-up", { do: "ask", email: HOSTILE }],
    ["/account/password", { do: "ask", email: HOSTILE }],
    ["/account/try", { do: "call", operation: "search", key: HOSTILE, body: HOSTILE }],
  ])("%s shows again what was sent, as the words it is", async (path, fields) => {
    const browser = await ownerIn(await openTestPortal());
    await browser.get("/account");
    const { status, text } = await browser.post(path, fields);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).not.toContain("<script>alert");
    expect(text).toContain("&lt;script&gt;alert(1)");
  });

  test("an address is not reflected", async () => {
    const browser = await ownerIn(await openTestPortal());
    for (const target of [`/account/${HOSTILE}`, `/account?done=${HOSTILE}`, `/account/audit?before=${HOSTILE}`]) {
      expect((await browser.get(target)).text).not.toContain("alert");
    }
  });
});

describe("a call that is tried", () => {
  test("is made with the key, which is shown nowhere; its command is", async () => {
    const tested = await openTestPortal();
    const browser = await ownerIn(tested);
    await browser.get("/account/try");
    const key = `op_live_${"a".repeat(49)}`;
    const fields = { do: "call", operation: "search", key, body: `{"query": "it's"}` };
    const { status, text } = await browser.post("/account/try", fields);
    expect(status).toBe(200);
    const [call] = tested.calls;
    expect(call?.url).toBe(`${AUTH_URL}/v1/search`);
    expect(call?.headers.get("authorization")).toBe(`Bearer ${key}`);
    expect(await call?.text()).toBe(fields.body);
    expect(text).not.toContain(key);
    expect(text).toContain("Status <strong>200</strong>");
    expect(text).toContain("&#39;{&quot;query&quot;: &quot;it&#39;\\&#39;&#39;s&quot;}&#39;");
  });

  test.each([
    [{ key: "", body: "{}" }, "It is no API key."],
    [{ key: `op_live_${"a".repeat(49)}`, body: "{" }, "It is not JSON."],
  ])("is not made of %j", async (given, told) => {
    const tested = await openTestPortal();
    const browser = await ownerIn(tested);
    await browser.get("/account/try");
    const { status, text } = await browser.post("/account/try", { do: "call", operation: "search", ...given });
    expect(status).toBe(422);
    expect(text).toContain(told);
    expect(tested.calls).toEqual([]);
  });

  test("only operations there are can be called", async () => {
    const browser = await ownerIn(await openTestPortal());
    await browser.get("/account/try");
    expect((await browser.get("/account/try?operation=none")).status).toBe(404);
    const fields = { do: "call", operation: "none", key: `op_live_${"a".repeat(49)}` };
    expect((await browser.post("/account/try", fields)).status).toBe(404);
  });
});

describe("an account that somebody else took over", () => {
  test("is taken back by the link to its former address, which says what it does and does nothing when opened", async () => {
    const tested = await openTestPortal();
    const thief = await ownerIn(tested);
    await thief.get("/account/security");
    const moved = { do: "change-address", email: "thief@else.example", present: PASSWORD };
    expect((await thief.post("/account/security", moved)).status).toBe(200);
    const changing = await mailedToken(tested, "thief@else.example");
    await thief.get(`/account/address?token=${changing}`);
    await thief.post("/account/address", { do: "change", token: changing });
    const token = await mailedToken(tested, "owner@firm.example");
    const owner = tested.browse();
    const page = await owner.get(`/account/former-address?token=${token}`);
    expect(page.text).toContain("<strong>owner@firm.example</strong> again");
    expect(page.text).not.toContain('name="code"');
    expect((await thief.get("/account")).status).toBe(200);
    const put = { do: "put-back", token, password: "nine grey owls at noon" };
    expect((await owner.post("/account/former-address", { ...put, password: "short" })).status).toBe(422);
    expect((await owner.post("/account/former-address", put)).location).toBe("/account/sign-in?done=address-back");
    expect((await thief.get("/account")).status).toBe(303);
    expect((await owner.get(`/account/former-address?token=${token}`)).status).toBe(404);
    await owner.get("/account/sign-in?done=address-back");
    const again = { do: "sign-in", email: "owner@firm.example", password: put.password };
    expect((await owner.post("/account/sign-in", again)).location).toBe("/account");
  });

  test("may have its keys revoked with the password, which is offered where there are any", async () => {
    const tested = await openTestPortal({ keysFor: "everyone" });
    const browser = await ownerIn(tested);
    expect((await browser.get("/account/security")).text).not.toContain("end-keys");
    await browser.get("/account/keys");
    for (const name of ["one", "two"]) await browser.post("/account/keys", { do: "make", name });
    expect((await browser.get("/account/security")).text).toContain("Revoke my 2 keys too");
    const change = { do: "change-password", present: PASSWORD, password: "nine grey owls at noon" };
    await browser.post("/account/security", { ...change, "end-keys": "yes" });
    expect((await browser.get("/account/keys")).text.match(/revoked <time/gu)).toHaveLength(2);
  });
});

test("a browser keeps what it is known by, and who tries too often is told when to come again", async () => {
  const tested = await openTestPortal();
  const browser = await ownerIn(tested);
  const known = browser.cookies.get("__Host-onpoint-browser") ?? "";
  expect(known).toMatch(/^[\w-]{43}$/u);
  const elsewhere = tested.browse();
  await elsewhere.get("/account/sign-in");
  const wrong = { do: "sign-in", email: "owner@firm.example", password: "a wrong password" };
  for (let at = 0; at < 10; at++) await elsewhere.post("/account/sign-in", wrong);
  const refused = await elsewhere.post("/account/sign-in", { ...wrong, password: PASSWORD });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
  expect((await browser.signIn()).location).toBe("/account");
  expect(browser.cookies.get("__Host-onpoint-browser")).toBe(known);
});
