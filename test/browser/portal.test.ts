import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { onpoint, serve, temporaryDirectory } from "#test/e2e/program.ts";
import type { ServerProcess } from "#test/e2e/program.ts";
import { openBrowser, visit, whyNoBrowser } from "./browser.ts";
import { expectGood, shoot, tabTo } from "./good.ts";

// Each test starts several processes, slowly on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const missing = whyNoBrowser();
const PASSWORD = "seven blue herons at dusk";
const HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'";
const SCREENS = [
  { name: "light", colorScheme: "light", width: 1200 },
  { name: "dark", colorScheme: "dark", width: 1200 },
  { name: "small", colorScheme: "light", width: 360 },
] as const;

const OPEN = ["/account/sign-in", "/account/sign-up", "/account/password"];
const OWN = [
  "/account",
  "/account/keys",
  "/account/team",
  "/account/usage",
  "/account/spending",
  "/account/connect",
  "/account/applications",
  "/account/try",
  "/account/device",
  "/account/security",
  "/account/sessions",
  "/account/audit",
  "/account/data",
  "/account/firm",
  "/admin",
  "/admin/people",
  "/admin/organizations",
  "/admin/plans",
  "/admin/applications",
  "/admin/audit",
];

describe.skipIf(missing !== undefined)(missing ?? "the portal in Chromium", () => {
  let server: ServerProcess;
  let settings: Record<string, string>;
  let browser: Browser;
  /** In which the owner is signed in. */
  let own: Awaited<ReturnType<typeof visit>>;
  beforeAll(async () => {
    settings = { ONPOINT_DATA_DIR: join(await temporaryDirectory(), "data") };
    server = await serve(settings);
    browser = await openBrowser();
    const link = /the administrator's: +(?<link>http\S+)/u.exec(server.said.stdout)?.groups?.["link"] ?? "";
    own = await visit(browser, link);
    await shoot(own.page, "first-owner");
    await own.page.getByLabel("E-mail address").fill("owner@firm.example");
    await own.page.getByLabel("Name").fill(HOSTILE);
    await own.page.getByLabel("Password").fill(PASSWORD);
    await own.page.getByRole("button", { name: "Make the account" }).click();
    await own.page.getByRole("status").waitFor();
    const team = await own.page.context().newPage();
    await team.goto(`${server.origin}/account/team`);
    await team.getByLabel("Name", { exact: true }).fill(HOSTILE);
    await team.getByRole("button", { name: "Found it" }).click();
    await team.getByText("The organization is founded.").waitFor();
    await team.getByLabel("E-mail address").fill("invited@firm.example");
    await team.getByRole("button", { name: "Send the invitation" }).click();
    await team.getByText("The invitation is on its way.").waitFor();
    await team.close();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test("the printed link makes the first account, whose name is shown as the words it is", async () => {
    const { page, complaints } = own;
    expect(new URL(page.url()).pathname).toBe("/account");
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(`Hello, ${HOSTILE}`);
    expect(await page.locator("script:not([src])").count()).toBe(0);
    await expectGood(page, complaints);
  });

  describe.each(SCREENS)("$name", ({ name, ...screen }) => {
    test.each(OPEN)("%s is quiet, legible, reachable and within the screen", async (path) => {
      const { page, complaints } = await visit(browser, server.origin + path, screen);
      await shoot(page, `${path.slice(1).replaceAll("/", "-")}-${name}`);
      await expectGood(page, complaints);
      await page.context().close();
    });

    test.each(OWN)("%s is quiet, legible, reachable and within the screen", async (path) => {
      const page = await own.page.context().newPage();
      const complaints: string[] = [];
      page.on("pageerror", (thrown) => complaints.push(thrown.message));
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) complaints.push(message.text());
      });
      await page.emulateMedia({ colorScheme: screen.colorScheme });
      await page.setViewportSize({ width: screen.width, height: 900 });
      await page.goto(server.origin + path);
      expect(new URL(page.url()).pathname).toBe(path);
      await shoot(page, `${path.slice(1).replaceAll("/", "-")}-${name}`);
      await expectGood(page, complaints);
      await page.close();
    });
  });

  test("a key is made, shown once, tried in a call, and opens nothing once it is revoked", async () => {
    const { page, complaints } = own;
    await page.goto(`${server.origin}/account/keys`);
    await page.getByLabel("Name").fill("The first key");
    await page.getByRole("button", { name: "Create the key" }).click();
    await page.getByRole("heading", { name: "The new key" }).waitFor();
    const key = (await page.locator(".secret pre").textContent()) ?? "";
    expect(key).toMatch(/^op_live_\w{49}$/u);
    await shoot(page, "new-key");
    await expectGood(page, complaints);

    await page.getByRole("link", { name: "Try a call with it" }).click();
    await page.getByLabel("API key").fill(key);
    await page.getByLabel("Body, as JSON").fill('{"query": "negligence", "mode": "keyword"}');
    await page.getByRole("button", { name: "Make the call" }).click();
    await page.getByText("Status 200").waitFor();
    expect(await page.getByLabel("API key").inputValue()).toBe(key);
    expect(await page.locator("#outcome pre").textContent()).toContain('"results"');
    expect(await page.getByRole("region", { name: "The command for it" }).textContent()).toContain("negligence");
    await shoot(page, "first-call");
    await expectGood(page, complaints);

    await page.goto(`${server.origin}/account/keys`);
    expect(await page.content()).not.toContain(key);
    await page.getByRole("button", { name: "Revoke The first key" }).click();
    await page.getByText("The key is revoked.").waitFor();
    await shoot(page, "revoked");
    const refused = async (): Promise<number> =>
      (await fetch(`${server.origin}/v1/me`, { headers: { Authorization: `Bearer ${key}` } })).status;
    await expect.poll(refused, { timeout: 5000 }).toBe(401);
  });

  test("what was wrong is read first, and what was typed stays", async () => {
    const { page } = await visit(browser, `${server.origin}/account/sign-in`);
    await page.getByLabel("E-mail address").fill("owner@firm.example");
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    const alert = page.getByRole("alert");
    await alert.waitFor();
    expect(await page.evaluate("document.activeElement.id")).toBe("trouble");
    expect(await alert.textContent()).toContain("The address or the password is wrong.");
    expect(await page.getByLabel("E-mail address").inputValue()).toBe("owner@firm.example");
    expect(await page.getByLabel("Password").inputValue()).toBe("");
    await shoot(page, "wrong-password");
    await page.context().close();
  });

  test("by keyboard alone: signing in, going to a page, signing out", async () => {
    const { page, complaints } = await visit(browser, `${server.origin}/account/audit`);
    await tabTo(page, "Skip to the page");
    await tabTo(page, "E-mail address");
    await page.keyboard.type("owner@firm.example");
    await tabTo(page, "Password");
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Audit log" }).waitFor();
    await tabTo(page, "Sign-ins");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Sign-ins" }).waitFor();
    await tabTo(page, "Sign out");
    await page.keyboard.press("Enter");
    await page.getByText("You are signed out.").waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("a sign-in that is ended elsewhere is over", async () => {
    const other = await visit(browser, `${server.origin}/account/sign-in`);
    await other.page.getByLabel("E-mail address").fill("owner@firm.example");
    await other.page.getByLabel("Password").fill(PASSWORD);
    await other.page.keyboard.press("Enter");
    await other.page.getByRole("heading", { name: /^Hello/u }).waitFor();
    await own.page.goto(`${server.origin}/account/sessions`);
    await own.page.getByRole("button", { name: "End all others" }).click();
    await own.page.getByText("All other sign-ins are ended.").waitFor();
    await other.page.goto(`${server.origin}/account`);
    expect(new URL(other.page.url()).pathname).toBe("/account/sign-in");
    await other.page.context().close();
  });

  test("every link of every page leads somewhere", async () => {
    const { page } = own;
    const todo = ["/account"];
    const seen = new Set(todo);
    const months = new Set<string>();
    for (let path = todo.shift(); path !== undefined; path = todo.shift()) {
      // A statement or an export is a file, and before each month there is another.
      if (path.startsWith("/account/statement") || path.includes("format=")) continue;
      const response = await page.goto(server.origin + path);
      expect(response?.status(), path).toBe(200);
      if (!/^\/(?:account|admin)/u.test(path)) continue;
      const hrefs = await page.evaluate<string[]>("[...document.querySelectorAll('a[href]')].map((link) => link.href)");
      for (const href of hrefs) {
        const { origin, pathname, search } = new URL(href);
        expect(origin).toBe(server.origin);
        const next = pathname + search;
        const month = new URLSearchParams(search).get("month");
        if (month !== null && months.add(month).size > 3) continue;
        if (!seen.has(next)) todo.push(next);
        seen.add(next);
      }
    }
    for (const path of OWN) expect([...seen]).toContain(path);
    expect([...seen]).toContain("/docs");
  });

  test("someone who is invited makes an account by the link", async () => {
    const { stdout } = await onpoint(settings, ["users", "invite", "clerk@firm.example"]);
    const { page, complaints } = await visit(browser, stdout.trim().replace(/^http:\/\/[^/]+/u, server.origin), {
      width: 360,
    });
    expect(await page.getByText("clerk@firm.example").isVisible()).toBe(true);
    await page.getByLabel("Name").fill("The clerk");
    await page.getByLabel("Password").fill("short");
    await page.getByRole("button", { name: "Make the account" }).click();
    await page.getByText("It has fewer than 12 characters.").waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("The clerk");
    await expectGood(
      page,
      complaints.filter((text) => !text.includes("422")),
    );
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Make the account" }).click();
    await page.getByRole("heading", { name: "Hello, The clerk" }).waitFor();
    await page.context().close();
  });
});
