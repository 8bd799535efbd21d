import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TOOL_PATHS } from "#mcp/addresses.ts";
import { PASSWORD } from "#test/accounts.ts";
import { Browser, hiddenFields } from "#test/oauth/browser.ts";
import { pkce } from "#test/oauth/protocol.ts";
import { startService } from "#test/oauth/service.ts";
import type { Service } from "#test/oauth/service.ts";

const CALLBACK = "https://app.example/callback";
const ORIGIN = "https://app.example";
const DOCUMENTS = [
  "/.well-known/oauth-authorization-server",
  "/.well-known/openid-configuration",
  "/oauth/jwks",
  "/.well-known/oauth-protected-resource",
  ...TOOL_PATHS.map((path) => `/.well-known/oauth-protected-resource${path}`),
  "/.well-known/oauth-protected-resource/mcp/",
  "/.well-known/oauth-protected-resource/mcp/v4/",
];
/** Where hosts look as well, and nothing is. */
const PROBED = [
  "/.well-known/oauth-authorization-server/mcp",
  "/.well-known/oauth-authorization-server/mcp/v4",
  "/.well-known/openid-configuration/mcp",
  "/mcp/.well-known/openid-configuration",
  "/mcp/v4/.well-known/openid-configuration",
  "/mcp/.well-known/oauth-authorization-server",
  "/mcp/v4/sse/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/v1",
  "/.well-known/anything",
];
let service: Service;
beforeAll(async () => {
  service = await startService({ config: { trustProxy: true } });
});
afterAll(async () => service.stop());

const ask = async (path: string, method: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(service.origin + path, { method, headers, redirect: "manual" });

/** As a browser asks before it sends the header of the protocol along. */
const preflight = async (path: string, method: string): Promise<Response> =>
  ask(path, "OPTIONS", {
    origin: ORIGIN,
    "access-control-request-method": method,
    "access-control-request-headers": "mcp-protocol-version",
  });

const described = async (path: string): Promise<unknown> =>
  (await ask(`/.well-known/oauth-protected-resource${path}`, "GET")).json();

const allows = (answer: Response, name: string): string =>
  (answer.headers.get(`access-control-allow-${name}`) ?? "").toLowerCase();

describe("the documents that lead in", () => {
  test.each(DOCUMENTS)("%s answers GET, HEAD and a page of any site", async (path) => {
    const got = await ask(path, "GET", { origin: ORIGIN, "mcp-protocol-version": "2025-06-18" });
    expect([got.status, got.headers.get("content-type")?.split(";")[0]]).toEqual([
      200,
      path.endsWith("jwks") ? "application/jwk-set+json" : "application/json",
    ]);
    expect(["*", ORIGIN]).toContain(allows(got, "origin"));
    const head = await ask(path, "HEAD", { origin: ORIGIN });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    for (const name of ["content-type", "cache-control", "access-control-allow-origin"])
      expect(head.headers.get(name), name).toBe(got.headers.get(name));
    const asked = await preflight(path, "GET");
    expect(asked.status).toBe(204);
    expect(["*", ORIGIN]).toContain(allows(asked, "origin"));
    expect(allows(asked, "methods")).toContain("get");
    expect(allows(asked, "headers")).toBe("mcp-protocol-version");
    expect(asked.headers.get("access-control-allow-credentials")).toBeNull();
    expect((await ask(path, "OPTIONS")).status).toBeLessThan(300);
    const posted = await ask(path, "POST");
    expect(posted.status).toBe(405);
    expect(posted.headers.get("allow")).toContain("GET, ");
  });

  test.each(PROBED)("nothing is at %s, and pages of other sites may know", async (path) => {
    for (const method of ["GET", "HEAD"]) {
      const answer = await ask(path, method, { origin: ORIGIN });
      expect([method, answer.status, allows(answer, "origin")]).toEqual([method, 404, "*"]);
    }
    const asked = await preflight(path, "GET");
    expect([asked.status, allows(asked, "origin"), allows(asked, "headers")]).toEqual([
      204,
      "*",
      "mcp-protocol-version",
    ]);
  });

  test("a document whose address ends in a slash is that without one", async () => {
    for (const path of TOOL_PATHS) expect(await described(`${path}/`)).toEqual(await described(path));
  });

  test("opens nothing else to pages of other sites", async () => {
    for (const path of ["/account/sign-in", "/v1/me", "/mcp/v4", "/oauth/authorize"]) {
      const answer = await ask(path, "GET", { origin: ORIGIN });
      expect([path, answer.headers.get("access-control-allow-origin")]).toEqual([path, null]);
    }
  });
});

describe("the endpoints", () => {
  test.each(["/oauth/token", "/oauth/register", "/oauth/revoke", "/oauth/introspect", "/oauth/userinfo"])(
    "%s tells what it takes",
    async (path) => {
      const asked = await preflight(path, "POST");
      expect([asked.status < 300, allows(asked, "methods").includes("post")]).toEqual([true, true]);
      const plain = await ask(path, "OPTIONS");
      expect([plain.status < 300, await plain.text()]).toEqual([true, ""]);
      const head = await ask(path, "HEAD");
      expect(await head.text()).toBe("");
      expect(head.status).toBe(path.endsWith("userinfo") ? 401 : 405);
    },
  );

  test("the page on which people are asked is opened to no site by a browser's question", async () => {
    const asked = await preflight("/oauth/authorize", "GET");
    expect([asked.status, allows(asked, "origin"), asked.headers.get("allow")]).toEqual([
      204,
      "",
      "GET, HEAD, OPTIONS",
    ]);
    expect((await ask("/oauth/interaction/x", "OPTIONS")).status).toBe(204);
    expect((await ask("/oauth/authorize", "POST")).status).toBe(405);
  });

  test("a look at where people are sent leads on as the visit does, without a body", async () => {
    const url = new URL(await authorizing());
    const head = await ask(`${url.pathname}${url.search}`, "HEAD");
    expect([head.status, await head.text()]).toEqual([303, ""]);
    expect(head.headers.get("location")).toContain("/oauth/interaction/");
  });
});

async function authorizing(more: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(`${service.origin}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": new Browser().address },
    body: JSON.stringify({ redirect_uris: [CALLBACK, "cursor://back"], token_endpoint_auth_method: "none" }),
  });
  const { client_id } = (await answer.json()) as { client_id: string };
  const asked = { response_type: "code", client_id, redirect_uri: CALLBACK, scope: "openid email", state: "s1" };
  return `${service.origin}/oauth/authorize?${new URLSearchParams({ ...asked, ...pkce().parameters, ...more }).toString()}`;
}

describe("an application that opened a window to sign in", () => {
  test("is not cut off from it by any page on the way", async () => {
    const browser = new Browser();
    const signIn = await browser.get(await authorizing());
    await browser.submit(signIn, { email: service.email, password: "not the word" });
    const asked = await browser.submit(signIn, { email: service.email, password: PASSWORD });
    const back = await browser.submit(asked, { step: "allow" });
    expect(back.left).toContain("code=");
    expect(browser.pages.length).toBeGreaterThan(3);
    for (const { url, headers } of browser.pages)
      expect([url, headers.get("cross-origin-opener-policy")]).toEqual([url, null]);
    for (const path of ["/account/sign-up", "/account/password", "/oauth/interaction/over", "/oauth/authorize"])
      expect([path, (await ask(path, "GET")).headers.get("cross-origin-opener-policy")]).toEqual([path, null]);
  });

  test("is cut off by every other page", async () => {
    for (const path of ["/account", "/account/keys", "/account/applications", "/docs", "/healthz", "/account/sign-out"])
      expect([path, (await ask(path, "GET")).headers.get("cross-origin-opener-policy")]).toEqual([path, "same-origin"]);
  });
});

describe("an application that wants an account chosen", () => {
  test("has the page shown that names the account and offers another, to who is signed in too", async () => {
    const browser = new Browser();
    const url = await authorizing();
    const asked = await browser.submit(await browser.get(url), { email: service.email, password: PASSWORD });
    expect((await browser.submit(asked, { step: "allow" })).left).toContain("code=");
    expect((await browser.get(url)).left).toContain("code=");
    const choosing = await browser.get(`${url}&prompt=select_account`);
    expect(choosing.text).toContain(service.email);
    expect(choosing.text).toContain('value="another"');
    const other = await browser.submit(choosing, { step: "another" });
    expect(new URL(other.url).pathname).toBe("/account/sign-in");
  });

  test("and nobody asked is told that it cannot be", async () => {
    const back = await new Browser().get(`${await authorizing()}&prompt=none%20select_account`);
    expect(new URL(back.left ?? "").searchParams.get("error")).toBe("invalid_request");
  });
});

describe("an application that wants its answer posted", () => {
  const POSTED = /<form method="post" action="(?<to>[^"]+)" class="goes-on">/u;

  test("is posted it by a page whose form alone may leave, whose script is ours and which works without", async () => {
    const browser = new Browser();
    const url = await authorizing({ response_mode: "form_post", state: '"><b>s1' });
    const asked = await browser.submit(await browser.get(url), { email: service.email, password: PASSWORD });
    const page = await browser.submit(asked, { step: "allow" });
    expect(page.status).toBe(200);
    expect(POSTED.exec(page.text)?.groups?.["to"]).toBe(CALLBACK);
    expect(hiddenFields(page.text)).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/u) as string,
      state: '"><b>s1',
      iss: service.origin,
    });
    expect(page.text).not.toContain("<b>");
    expect(page.text).toContain("<button>Continue</button>");
    expect(page.headers.get("content-security-policy")).toBe(
      "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action https: http:; frame-ancestors 'none'",
    );
    expect(page.headers.get("cache-control")).toBe("no-store");
  });

  test("is posted a refusal too", async () => {
    const page = await new Browser().get(await authorizing({ response_mode: "form_post", prompt: "none" }));
    expect(POSTED.exec(page.text)?.groups?.["to"]).toBe(CALLBACK);
    expect(hiddenFields(page.text)).toMatchObject({ error: "login_required", iss: service.origin });
  });

  test("is told in the address where nothing can be posted to it", async () => {
    const page = await new Browser().get(
      await authorizing({ response_mode: "form_post", prompt: "none", redirect_uri: "cursor://back" }),
    );
    expect(page.left).toMatch(/^cursor:\/\/back\?error=login_required&/u);
  });

  test("is refused a type of answer that there is not by the name of that, and a way that there is not", async () => {
    const typed = await new Browser().get(await authorizing({ response_type: "token" }));
    expect(typed.left).toContain("#error=unsupported_response_type");
    const fragment = await new Browser().get(await authorizing({ response_mode: "fragment" }));
    expect(fragment.left).toContain("error=invalid_request");
    const unknown = await new Browser().get(await authorizing({ response_mode: "onpoint_form_post", prompt: "none" }));
    expect(POSTED.test(unknown.text)).toBe(true);
  });
});
