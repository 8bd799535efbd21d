import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { transaction } from "#db/connection.ts";
import { codeAt } from "#accounts/second-factor/codes.ts";
import { monthOf } from "#accounts/usage/room.ts";
import { reserve, settle } from "#accounts/usage/spending.ts";
import { systemClock } from "#base/clock.ts";
import { openRecords } from "#schema/open.ts";
import { onpoint, onpointJson, serve, temporaryDirectory } from "#test/e2e/program.ts";
import type { ServerProcess } from "#test/e2e/program.ts";
import { pkce } from "#test/oauth/protocol.ts";
import { openBrowser, visit, whyNoBrowser } from "./browser.ts";
import { expectGood, shoot, tabTo } from "./good.ts";

// Each test starts several processes, slowly on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const missing = whyNoBrowser();
const PASSWORD = "seven blue herons at dusk";
const HOSTILE = "<script>alert(1)</script>\"'";
const EMAIL = "clerk@firm.example";
const SCREENS = [
  { name: "light", colorScheme: "light", width: 1200 },
  { name: "dark", colorScheme: "dark", width: 1200 },
  { name: "small", colorScheme: "light", width: 360 },
] as const;

/** A page that signs people in through a window of its own, and is told there what came back. */
const OPENER = `<!doctype html><title>Opener</title><button>Sign in</button><p></p><script>
  addEventListener("message", ({ data }) => (document.querySelector("p").textContent = data));
  document.querySelector("button").onclick = () => open(location.hash.slice(1), "signing-in", "width=500,height=700");
</script>`;
const POPPED = `<!doctype html><title>Back</title><script>
  opener.postMessage(location.search, "*"); close();
</script>`;

async function answerPosted(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const fields = new URLSearchParams(await text(request));
  response.end(`<!doctype html><title>Posted</title><h1>${request.method} ${[...fields.keys()].join(" ")}</h1>`);
}

/** An application on another host, which leads on to a third once it is called back. */
async function openApplication(): Promise<{ readonly server: Server; readonly callback: string }> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (url.pathname === "/opener") return void response.end(OPENER);
    if (url.pathname === "/popped") return void response.end(POPPED);
    if (url.pathname === "/posted") return void answerPosted(request, response);
    if (url.pathname === "/callback")
      response.writeHead(302, { Location: `http://localhost:${port}/done${url.search}` });
    response.end("<!doctype html><title>Back</title><h1>Back in the application</h1>");
  });
  await new Promise<void>((listening) => server.listen(0, () => listening()));
  const { port } = server.address() as AddressInfo;
  return { server, callback: `http://127.0.0.1:${port}/callback` };
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel("E-mail address").fill(EMAIL);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
}

describe.skipIf(missing !== undefined)(missing ?? "applications in Chromium", () => {
  let server: ServerProcess;
  let settings: Record<string, string>;
  let browser: Browser;
  let application: Awaited<ReturnType<typeof openApplication>>;
  let clientId: string;
  const flow = pkce();
  let token = "";
  let userId = "";
  const address = (more: Record<string, string> = {}): string =>
    `${server.origin}/oauth/authorize?${new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: application.callback,
      scope: "openid profile email offline_access",
      state: "s1",
      resource: server.origin,
      ...flow.parameters,
      ...more,
    }).toString()}`;
  const at = (path: string): string => new URL(path, application.callback).href;
  const me = async (): Promise<number> =>
    (await fetch(`${server.origin}/v1/me`, { headers: { Authorization: `Bearer ${token}` } })).status;

  beforeAll(async () => {
    settings = { ONPOINT_DATA_DIR: join(await temporaryDirectory(), "data"), ONPOINT_KEYS_FOR: "everyone" };
    server = await serve(settings);
    browser = await openBrowser();
    application = await openApplication();
    const { stdout } = await onpoint(settings, ["users", "invite", EMAIL]);
    const { page } = await visit(browser, stdout.trim().replace(/^http:\/\/[^/]+/u, server.origin));
    await page.getByLabel("Name").fill("The clerk");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Make the account" }).click();
    await page.getByRole("heading", { name: "Hello, The clerk" }).waitFor();
    await page.context().close();
    const users = await onpointJson<readonly { readonly id: string; readonly email: string }[]>(settings, [
      "users",
      "list",
    ]);
    userId = users.find(({ email }) => email === EMAIL)?.id ?? "";
    const registered = await fetch(`${server.origin}/oauth/register`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        client_name: HOSTILE,
        redirect_uris: [application.callback, at("/popped"), at("/posted")],
        token_endpoint_auth_method: "none",
      }),
    });
    clientId = ((await registered.json()) as { client_id: string }).client_id;
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    application?.server.close();
  });

  test.each(SCREENS)("who is asked reads who asks, and can read it ($name)", async ({ name, ...screen }) => {
    const { page, complaints } = await visit(browser, address(), screen);
    expect(new URL(page.url()).pathname).toBe("/account/sign-in");
    await page.getByText("An application wants to act for you here.").waitFor();
    await shoot(page, `oauth-sign-in-${name}`);
    await expectGood(page, complaints);
    await signIn(page);
    await page.getByRole("heading", { name: `Let ${HOSTILE} use this service as you?` }).waitFor();
    expect(await page.locator("main").textContent()).toContain("a program on this computer");
    await shoot(page, `oauth-consent-${name}`);
    await expectGood(page, complaints);
    await page.context().close();
  });

  test("is let in, by keyboard alone, and called back on its own host and led on by it", async () => {
    const { page, complaints } = await visit(browser, address());
    await tabTo(page, "E-mail address");
    await page.keyboard.type(EMAIL);
    await tabTo(page, "Password");
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /^Let/u }).waitFor();
    await tabTo(page, "Allow");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Back in the application" }).waitFor();
    const back = new URL(page.url());
    expect(back.hostname).toBe("localhost");
    expect(complaints).toEqual([]);
    const exchanged = await fetch(`${server.origin}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: clientId,
        code: back.searchParams.get("code") ?? "",
        code_verifier: flow.verifier,
        redirect_uri: application.callback,
        resource: server.origin,
      }),
    });
    token = ((await exchanged.json()) as { access_token: string }).access_token;
    expect(await me()).toBe(200);
    await page.context().close();
  });

  test("that opened a window to sign in is told there what came back", async () => {
    const to = address({ redirect_uri: at("/popped"), prompt: "consent" });
    const { page, complaints } = await visit(browser, `${at("/opener")}#${to}`);
    const opened = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Sign in" }).click();
    const popup = await opened;
    await signIn(popup);
    await popup.getByRole("button", { name: "Allow" }).click();
    await page.getByText("?code=").waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("that wants its answer posted is posted it, under the policy of the page", async () => {
    const { page, complaints } = await visit(
      browser,
      address({ redirect_uri: at("/posted"), response_mode: "form_post", prompt: "consent" }),
    );
    await signIn(page);
    await page.getByRole("button", { name: "Allow" }).click();
    await page.getByRole("heading", { name: "POST code state iss" }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("is ended on the portal, and its token stops working", async () => {
    const { page, complaints } = await visit(browser, `${server.origin}/account/applications`);
    await signIn(page);
    const end = page.getByRole("button", { name: `End ${HOSTILE}` });
    await end.waitFor();
    await shoot(page, "applications");
    await expectGood(page, complaints);
    await end.click();
    await page.getByText("The application may do nothing here any more.").waitFor();
    await shoot(page, "application-ended");
    await expect.poll(me, { timeout: 5000 }).toBe(401);
    await page.context().close();
  });

  test("who refuses is led back too", async () => {
    const { page, complaints } = await visit(browser, address());
    await signIn(page);
    await page.getByRole("button", { name: "Deny" }).click();
    await page.getByRole("heading", { name: "Back in the application" }).waitFor();
    expect(new URL(page.url()).searchParams.get("error")).toBe("access_denied");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("calls are drawn, and a cap that is reached is told first of all", async () => {
    const { page, complaints } = await visit(browser, `${server.origin}/account/spending`);
    await signIn(page);
    await page.getByLabel("At most a month, in dollars").fill("2.50");
    await page.getByRole("button", { name: "Opt in" }).click();
    await page.getByText("On-demand use is on, up to the cap.").waitFor();
    expect(await page.getByText("The cap of this month is reached.").count()).toBe(0);
    await spendAll(settings["ONPOINT_DATA_DIR"] ?? "", userId);
    for (const { name, colorScheme, width } of SCREENS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${server.origin}/account/spending`);
      await page.getByText("The cap of this month is reached.").waitFor();
      await shoot(page, `cap-reached-${name}`);
      await expectGood(page, complaints);
    }
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Statement of the month as CSV" }).click();
    expect((await download).suggestedFilename()).toBe(`onpoint-${monthOf(systemClock())}.csv`);
    await page.context().close();
  });

  test("an account is made to first call, and the call is drawn", async () => {
    const { page, complaints } = await visit(browser, `${server.origin}/account/keys`);
    await signIn(page);
    await page.getByLabel("Name").fill("Mine");
    await page.getByRole("button", { name: "Create the key" }).click();
    const key = (await page.locator(".secret pre").textContent()) ?? "";
    await page.getByRole("link", { name: "Try a call with it" }).click();
    await page.getByLabel("API key").fill(key);
    await page.getByRole("button", { name: "Make the call" }).click();
    await page.getByText(/^Status 200/u).waitFor();
    const calls = async (): Promise<number> => {
      await page.goto(`${server.origin}/account/usage`);
      return page.locator("svg.chart").count();
    };
    // By day, by tool, by person and by key.
    await expect.poll(calls, { timeout: 20_000, interval: 1000 }).toBe(4);
    const byDay = page.getByRole("table", { name: "Calls by day and tool" });
    expect(await byDay.textContent()).toContain(new Date().toISOString().slice(0, 10));
    for (const { name, colorScheme, width } of SCREENS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await shoot(page, `usage-${name}`);
      await expectGood(page, complaints);
    }
    await page.context().close();
  });

  test("a second factor is turned on by the drawing or the secret, and asked for on the way to an application", async () => {
    const { page, complaints } = await visit(browser, `${server.origin}/account/security`);
    await signIn(page);
    const section = page.getByRole("region", { name: "Second factor" });
    await section.getByLabel("Current password").fill(PASSWORD);
    await section.getByRole("button", { name: "Turn it on" }).click();
    const drawing = page.getByRole("img", { name: "The secret as a QR code" });
    await drawing.waitFor();
    expect((await drawing.boundingBox())?.width).toBeGreaterThan(150);
    await shoot(page, "second-factor");
    await expectGood(page, complaints);
    const secret = (await page.getByRole("region", { name: "Secret" }).textContent()) ?? "";
    await page.getByLabel("Code of the authenticator").fill(codeAt(secret, new Date(Date.now() - 30_000)));
    await page.getByRole("button", { name: "Turn it on" }).click();
    await page.getByRole("heading", { name: "The second factor is on" }).waitFor();
    await shoot(page, "recovery-codes");
    await page.context().close();

    const asked = await visit(browser, address());
    await signIn(asked.page);
    await asked.page.getByRole("heading", { name: "The second factor" }).waitFor();
    await shoot(asked.page, "oauth-code");
    await expectGood(asked.page, asked.complaints);
    await asked.page.getByLabel("Code").fill(codeAt(secret, new Date()));
    await asked.page.getByRole("button", { name: "Sign in" }).click();
    await asked.page.getByRole("heading", { name: /^Let/u }).waitFor();
    await asked.page.context().close();
  });
});

/** As a purchase does it, in another process than the one that shows it. */
async function spendAll(dataDir: string, userId: string): Promise<void> {
  const db = await openRecords({ dataDir });
  const at = new Date();
  await transaction(db, async (trx) => {
    const spender = { payerId: userId, spenderId: userId, keyId: null };
    const amount = 2_500_000;
    const held = await reserve(trx, {
      spender,
      name: "d",
      what: "a docket",
      most_microusd: amount,
      at,
      expiresAt: null,
    });
    if (!held.ok) throw new Error(held.error.message);
    await settle(trx, { id: held.value.id, cost_microusd: amount, at });
  });
  await db.close();
}
