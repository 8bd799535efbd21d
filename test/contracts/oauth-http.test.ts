import { request as httpRequest } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parseDocument } from "htmlparser2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeAt } from "#accounts/second-factor/codes.ts";
import { confirmSecondFactor, prepareSecondFactor } from "#accounts/second-factor/second-factor.ts";
import type { Letter } from "#accounts/mail/post.ts";
import { createMcp } from "#mcp/mcp.ts";
import { TOOL_PATHS } from "#mcp/addresses.ts";
import { silentLogger } from "#base/log.ts";
import { addUser, HERE, PASSWORD } from "#test/accounts.ts";
import { Browser, elementsOf, hiddenFields } from "#test/oauth/browser.ts";
import type { Page } from "#test/oauth/browser.ts";
import { pkce } from "#test/oauth/protocol.ts";
import { startService } from "#test/oauth/service.ts";
import type { Service } from "#test/oauth/service.ts";

const CALLBACK = "https://app.example/callback";
let service: Service;
beforeAll(async () => {
  service = await startService({ config: { trustProxy: true } });
});
afterAll(async () => service.stop());

const register = async (metadata: object, at = service): Promise<{ status: number; body: Record<string, unknown> }> => {
  const answer = await fetch(`${at.origin}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": new Browser().address },
    body: JSON.stringify({ redirect_uris: [CALLBACK], token_endpoint_auth_method: "none", ...metadata }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

/** Where a person is sent to sign in to a client that registered with this. */
const authorizing = async (metadata: object = {}, at = service): Promise<string> => {
  const { body } = await register(metadata, at);
  const [redirect_uri] = body["redirect_uris"] as string[];
  const asked = {
    response_type: "code",
    client_id: String(body["client_id"]),
    redirect_uri: redirect_uri ?? "",
    scope: "openid email",
    ...pkce().parameters,
  };
  return `${at.origin}/oauth/authorize?${new URLSearchParams(asked).toString()}`;
};

type Raw = { readonly method?: string; readonly headers: Record<string, string>; readonly body?: string };

/** An answer with its headers, to a request that says whatever it likes of itself. */
const raw = async (path: string, { body = "", ...request }: Raw): Promise<string> =>
  new Promise<string>((resolve, reject) => {
    httpRequest(service.origin + path, request, (answer) => {
      let text = JSON.stringify(answer.headers);
      answer.on("data", (chunk: Buffer) => (text += chunk.toString())).on("end", () => resolve(text));
    })
      .on("error", reject)
      .end(body);
  });

describe("what leads to the entrance", () => {
  test("the document without a path names the whole service", async () => {
    const described = await (await fetch(`${service.origin}/.well-known/oauth-protected-resource`)).json();
    expect(described).toMatchObject({ resource: service.origin });
  });

  test("every address of the tools names its own document, which names it", async () => {
    const mcp = createMcp({ services: { research: {} } as never, version: "0", log: silentLogger });
    expect([...TOOL_PATHS].toSorted()).toEqual(
      [...mcp.addresses, mcp.sse.streamAddress, mcp.sse.messageAddress].toSorted(),
    );
    for (const path of TOOL_PATHS) {
      const refused = await fetch(service.origin + path, { method: path.endsWith("/sse") ? "GET" : "POST" });
      expect(refused.status).toBe(401);
      const challenge = refused.headers.get("www-authenticate") ?? "";
      const document = /resource_metadata="(?<url>[^"]+)"/u.exec(challenge)?.groups?.["url"] ?? "";
      expect(challenge).toContain('scope="profile email"');
      const described = (await (await fetch(document)).json()) as Record<string, unknown>;
      expect(described).toMatchObject({
        resource: service.origin + path,
        authorization_servers: [service.origin],
        scopes_supported: ["profile", "email"],
      });
    }
  });

  test("both documents of the server are one, and say what it does", async () => {
    const [one, other] = await Promise.all(
      ["oauth-authorization-server", "openid-configuration"].map(async (name) =>
        (await fetch(`${service.origin}/.well-known/${name}`)).json(),
      ),
    );
    expect(other).toEqual(one);
    expect(one).toMatchObject({
      issuer: service.origin,
      registration_endpoint: `${service.origin}/oauth/register`,
      authorization_endpoint: `${service.origin}/oauth/authorize`,
      token_endpoint: `${service.origin}/oauth/token`,
      code_challenge_methods_supported: ["S256"],
      scopes_supported: ["openid", "profile", "email", "offline_access"],
      token_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
      response_modes_supported: ["query", "form_post"],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    });
  });

  test("no Host and no forwarded header has a say in it", async () => {
    const headers = {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
      forwarded: "host=evil.example",
      "x-forwarded-for": "192.0.2.1",
    };
    for (const path of ["/.well-known/openid-configuration", "/.well-known/oauth-protected-resource/mcp", "/mcp"]) {
      const told = await raw(path, { headers });
      expect(told.length).toBeGreaterThan(100);
      expect(told).not.toContain("evil");
    }
  });

  test("nor in a letter or in where a page leads", async () => {
    const spoofed = { host: "evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" };
    const visitor = new Browser();
    const page = await visitor.get(`${service.origin}/account/password`);
    const letters = async (): Promise<readonly Letter[]> => {
      await service.accounts.errands.settled();
      return service.letters;
    };
    const body = new URLSearchParams({ ...hiddenFields(page.text), email: service.email }).toString();
    const told = await raw("/account/password", {
      method: "POST",
      headers: {
        ...spoofed,
        origin: service.origin,
        cookie: `onpoint-visit=${visitor.cookie("onpoint-visit") ?? ""}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body,
    });
    expect(told).toContain("Look into your mail");
    expect(told).not.toContain("evil");
    const [letter] = await letters();
    expect(letter?.text).toContain(`${service.origin}/account/password?token=`);
    expect(letter?.text).not.toContain("evil");
    const led = await raw("/account/keys", { headers: spoofed });
    expect(led).toContain('"location":"/account/sign-in?next=%2Faccount%2Fkeys"');
    const foreign = await raw("/account/password", {
      method: "POST",
      headers: { ...spoofed, origin: "http://evil.example", "content-type": "application/x-www-form-urlencoded" },
      body,
    });
    expect(foreign).toContain("This form was not taken");
  });

  test.each([
    "/oauth/token",
    "/oauth/register",
    "/oauth/revoke",
    "/oauth/userinfo",
    "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-protected-resource/mcp",
  ])("a page of any origin may call %s", async (path) => {
    const isRead = path.startsWith("/.well-known/");
    const headers = { origin: "https://app.example", "access-control-request-method": isRead ? "GET" : "POST" };
    const answer = await fetch(service.origin + path, isRead ? { headers } : { method: "OPTIONS", headers });
    expect(answer.status).toBeLessThan(300);
    expect(["*", "https://app.example"]).toContain(answer.headers.get("access-control-allow-origin"));
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
  });
});

describe("registering", () => {
  test("a body of more than 16 KB is refused, and what a client may not be", async () => {
    expect(await register({ client_name: "x".repeat(17_000) })).toMatchObject({ status: 413 });
    expect(await register({ redirect_uris: ["javascript:alert(1)"] })).toMatchObject({
      status: 400,
      body: { error: "invalid_redirect_uri" },
    });
    expect(await register({ grant_types: ["client_credentials"] })).toMatchObject({
      status: 400,
      body: { error: "invalid_client_metadata" },
    });
  });

  test("a client that offers more than there is gets what there is, and is told", async () => {
    const offered = {
      grant_types: ["authorization_code", "refresh_token", "client_credentials"],
      response_types: ["code", "token"],
      client_uri: "https://app.example",
      logo_uri: "",
      tos_uri: "http://app.example/terms",
    };
    const { status, body } = await register(offered);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      client_uri: "https://app.example",
    });
    expect(body).not.toHaveProperty("logo_uri");
    expect(body).not.toHaveProperty("tos_uri");
  });

  test("a thousand from one address are held to ten a minute, whatever they say of where they come from", async () => {
    const crowded = await startService();
    const statuses = new Map<number, number>();
    for (let at = 0; at < 1000; at++) {
      const answer = await fetch(`${crowded.origin}/oauth/register`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": `198.51.100.${at % 250}` },
        body: JSON.stringify({ redirect_uris: [CALLBACK] }),
      });
      await answer.body?.cancel();
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
    await crowded.stop();
    expect(statuses.get(201)).toBeGreaterThanOrEqual(20);
    expect(statuses.get(201)).toBeLessThan(60);
    expect((statuses.get(201) ?? 0) + (statuses.get(429) ?? 0)).toBe(1000);
  });

  test("a thousand from as many addresses are held to what all may", async () => {
    const crowded = await startService({ config: { trustProxy: true } });
    let taken = 0;
    for (let at = 0; at < 1000; at++) {
      const answer = await fetch(`${crowded.origin}/oauth/register`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": `198.51.${at >> 8}.${at & 255}` },
        body: JSON.stringify({ redirect_uris: [CALLBACK] }),
      });
      await answer.body?.cancel();
      if (answer.status === 201) taken++;
    }
    await crowded.stop();
    expect(taken).toBeGreaterThanOrEqual(200);
    expect(taken).toBeLessThan(300);
  });
});

/** A browser that has signed in and is asked whether the client may come in. */
const consenting = async (metadata: object = {}): Promise<{ browser: Browser; page: Page; url: string }> => {
  const browser = new Browser();
  const url = await authorizing(metadata);
  const signIn = await browser.get(url);
  const page = await browser.submit(signIn, { email: service.email, password: PASSWORD });
  return { browser, page, url };
};

/** Those that are not the one of our pages. */
const foreignScripts = (elements: ReturnType<typeof elementsOf>): unknown[] =>
  elements.filter(
    ({ name, attribs, inside }) =>
      name === "script" &&
      !(/^\/account\/assets\/[\w-]+\/account\.js$/u.test(attribs["src"] ?? "") && inside.length === 0),
  );

describe("signing in for an application", () => {
  test("is done on the one page there is for it, which knows the address the application expects", async () => {
    const browser = new Browser();
    const page = await browser.get(`${await authorizing()}&login_hint=${encodeURIComponent(service.email)}`);
    const { pathname, searchParams } = new URL(page.url);
    expect(pathname).toBe("/account/sign-in");
    expect(searchParams.get("next")).toMatch(/^\/oauth\/interaction\/[\w-]+$/u);
    expect(page.text).toContain(`value="${service.email}"`);
    const asked = await browser.submit(page, { email: service.email, password: PASSWORD });
    expect(new URL(asked.url).pathname).toMatch(/^\/oauth\/interaction\//u);
    expect(asked.text).toContain('value="allow"');
  });

  test("asks for the code of who has a second factor, and a recovery code will do", async () => {
    const { accounts } = service;
    const { user, session } = await addUser(accounts, "careful@firm.example");
    const signedIn = { user, session };
    const own = { signedIn, origin: HERE };
    const { secret } = await prepareSecondFactor(accounts, { ...own, present: PASSWORD });
    const [recovery = ""] = await confirmSecondFactor(accounts, { ...own, code: codeAt(secret, accounts.clock()) });
    const browser = new Browser();
    const page = await browser.get(await authorizing());
    const code = await browser.submit(page, { email: user.email, password: PASSWORD });
    expect(code.text).toContain("The second factor");
    expect(browser.cookie("onpoint")).toBeUndefined();
    expect((await browser.submit(code, { code: "000000" })).status).toBe(401);
    const asked = await browser.submit(code, { code: recovery });
    expect(asked.text).toContain('value="allow"');
    expect(asked.text).toContain("careful@firm.example");
  });

  test("is done anew where the application wants it, whoever is signed in", async () => {
    const { browser } = await consenting();
    const before = browser.cookie("onpoint");
    const url = `${await authorizing()}&prompt=login`;
    // What was begun in the same second may count as begun after.
    await sleep(1100);
    const page = await browser.get(url);
    expect(page.text).toContain("wants you to sign in once more");
    const next = new URL(page.url).searchParams.get("next") ?? "";
    expect((await browser.get(service.origin + next)).text).toContain('name="password"');
    const asked = await browser.submit(page, { email: service.email, password: PASSWORD });
    expect(asked.text).toContain('value="allow"');
    expect(browser.cookie("onpoint")).not.toBe(before);
  });

  test("who signs in for an application that is remembered goes on to it by no redirect behind the form", async () => {
    const { browser, page, url } = await consenting();
    expect((await browser.submit(page, { step: "allow" })).left).toMatch(/^https:\/\/app\.example\/callback\?code=/u);
    const home = await browser.get(`${service.origin}/account`);
    await browser.submit(home, { do: "sign-out" });
    const signIn = await browser.get(url);
    const shown = browser.pages.length;
    const back = await browser.submit(signIn, { email: service.email, password: PASSWORD });
    expect(back.left).toMatch(/^https:\/\/app\.example\/callback\?code=/u);
    expect(browser.pages[shown]?.status).toBe(200);
    expect(browser.pages[shown]?.text).toContain("Continue</a>");
  });
});

describe("the pages", () => {
  test("are shown with a policy that runs nothing, to no other site, and to no frame", async () => {
    const { page } = await consenting();
    expect(page.status).toBe(200);
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self';");
    expect(policy).not.toMatch(/unsafe|https?:|\*/u);
    expect(page.headers.get("referrer-policy")).toBe("same-origin");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("x-frame-options")).toBe("DENY");
  });

  test("tell who asks, where the person is sent and for what; a refusal goes back to the application", async () => {
    const { browser, page } = await consenting({ client_name: "Brief writer" });
    for (const told of [
      "Brief writer",
      "app.example",
      service.email,
      "see your e-mail address",
      "nobody has verified its name",
    ])
      expect(page.text).toContain(told);
    const denied = await browser.submit(page, { step: "deny" });
    expect(new URL(denied.left ?? "").searchParams.get("error")).toBe("access_denied");
  });

  test.each([
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'-alert(1)-'",
    "</title><svg onload=alert(1)>",
    "{{7*7}}",
    "&lt;b&gt;",
  ])("show a name as it is written: %s", async (client_name) => {
    const { page, browser } = await consenting({ client_name, client_uri: "https://app.example/?<script>" });
    for (const { text } of [page, ...browser.pages]) {
      const elements = elementsOf(parseDocument(text).children);
      expect(elements.filter(({ name }) => ["img", "svg", "b", "iframe"].includes(name))).toEqual([]);
      expect(foreignScripts(elements)).toEqual([]);
      expect(elements.flatMap(({ attribs }) => Object.keys(attribs).filter((name) => name.startsWith("on")))).toEqual(
        [],
      );
    }
    expect(page.text).toContain(`value="allow"`);
  });

  test("that an application was allowed is told by a letter, the first time", async () => {
    const told = () => service.letters.filter(({ text }) => text.includes("was allowed to search and read as you"));
    const before = told().length;
    const { browser, page, url } = await consenting({ client_name: "Fern reader" });
    await browser.submit(page, { step: "allow" });
    await service.accounts.errands.settled();
    expect(told().length).toBe(before + 1);
    expect(told()[0]).toMatchObject({ to: service.email });
    expect(told()[0]?.text).toContain('"Fern reader"');
    expect(told()[0]?.text).toContain(`${service.origin}/account/applications`);
    await browser.submit(await browser.get(`${url}&prompt=consent`), { step: "allow" });
    await service.accounts.errands.settled();
    expect(told().length).toBe(before + 1);
  });

  test("what is typed comes back as text", async () => {
    const browser = new Browser();
    const page = await browser.get(await authorizing());
    const again = await browser.submit(page, { email: '"><script>alert(1)</script>', password: "x" });
    expect(again.status).toBe(401);
    expect(foreignScripts(elementsOf(parseDocument(again.text).children))).toEqual([]);
  });

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ["without its field", { guard: "" }, {}],
    ["with another one", { guard: "x".repeat(43) }, {}],
    ["from another site", {}, { origin: "https://evil.example" }],
    ["from nowhere", {}, { origin: "null" }],
  ])("a form %s is not taken", async (_name, fields, headers) => {
    const { browser, page } = await consenting();
    const refused = await browser.submit(page, { step: "allow", ...fields }, headers);
    expect([refused.status, refused.left]).toEqual([403, undefined]);
  });

  test("a form of another person's step, or of an earlier page, is not taken", async () => {
    const { browser, page } = await consenting();
    const other = await consenting();
    const stolen = await browser.submit(page, { step: "allow", guard: hiddenFields(other.page.text)["guard"] ?? "" });
    expect(stolen.status).toBe(403);
    const elsewhere = await new Browser().submit(page, { step: "allow" });
    expect(elsewhere.status).toBe(400);
  });

  test("signing in takes a new cookie in place of one that was planted", async () => {
    const browser = new Browser();
    browser.setCookie("onpoint", "planted".padEnd(43, "x"));
    const page = await browser.get(await authorizing());
    await browser.submit(page, { email: service.email, password: PASSWORD });
    expect(browser.cookie("onpoint")).toMatch(/^[\w-]{43}$/u);
    expect(browser.cookie("onpoint")).not.toContain("planted");
  });

  test("another account may be used: who is signed in leaves", async () => {
    const { browser, page } = await consenting();
    const again = await browser.submit(page, { step: "another" });
    expect(new URL(again.url).pathname).toBe("/account/sign-in");
    expect(again.text).toContain('name="password"');
    expect(browser.cookie("onpoint")).toBeUndefined();
  });

  test("lead nowhere that was not registered", async () => {
    const url = new URL(await authorizing());
    url.searchParams.set("redirect_uri", "https://evil.example/");
    const page = await new Browser().get(url.href);
    expect([page.status, page.left]).toEqual([400, undefined]);
    expect(page.text).toContain("This does not work");
    for (const path of ["/oauth/interaction//evil.example", "/oauth/interaction/x?next=https://evil.example"]) {
      expect((await new Browser().get(service.origin + path)).left).toBeUndefined();
    }
  });
});
