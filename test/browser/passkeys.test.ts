import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, test, vi } from "vitest";
import { onpoint, serve, temporaryDirectory } from "#test/e2e/program.ts";
import type { ServerProcess } from "#test/e2e/program.ts";
import { openBrowser, visit, whyNoBrowser } from "./browser.ts";
import { expectGood, shoot } from "./good.ts";

vi.setConfig({ testTimeout: 240_000 });

const missing = whyNoBrowser();
const PASSWORD = "seven blue herons at dusk";
const EMAIL = "owner@firm.example";
const SCREENS = [
  { name: "light", colorScheme: "light", width: 1280 },
  { name: "dark", colorScheme: "dark", width: 1280 },
  { name: "small", colorScheme: "light", width: 390 },
] as const;

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((listening) => probe.listen(0, "127.0.0.1", () => listening()));
  const { port } = probe.address() as AddressInfo;
  await new Promise<void>((closed) => probe.close(() => closed()));
  return port;
}

/** A device of its own for the browser, which says yes by itself. */
async function plugIn(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

describe.skipIf(missing !== undefined)(missing ?? "passkeys in Chromium", () => {
  let server: ServerProcess;
  let browser: Browser;
  let settings: Record<string, string>;
  let origin: string;

  beforeAll(async () => {
    const port = await freePort();
    origin = `http://localhost:${port}`;
    settings = {
      ONPOINT_DATA_DIR: await temporaryDirectory(),
      ONPOINT_PORT: String(port),
      ONPOINT_BASE_URL: origin,
    };
    server = await serve(settings);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  test.each(SCREENS)("are added, named, used alone and after the password, and removed ($name)", async (screen) => {
    const email = `${screen.name}-${EMAIL}`;
    const link = (await onpoint(settings, ["users", "invite", email])).stdout.trim();
    const { page, complaints } = await visit(browser, link, screen);
    await plugIn(page);
    await page.getByLabel("Name").fill("The owner");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Make the account" }).click();
    await page.getByRole("heading", { name: /^Hello/u }).waitFor();
    await page.waitForLoadState("networkidle");

    await page.goto(`${origin}/account/security`);
    await shoot(page, `passkeys-none-${screen.name}`);
    const adding = page.locator("form", { has: page.getByRole("button", { name: "Add a passkey" }) });
    await adding.getByLabel("Current password").fill(PASSWORD);
    await adding.getByRole("button").click();
    await page.getByRole("heading", { name: "Add a passkey" }).waitFor();
    await shoot(page, `passkey-new-${screen.name}`);
    await expectGood(page, complaints);
    await page.getByLabel("Name").fill("Work laptop");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Keep these codes").waitFor();
    await page.waitForLoadState("networkidle");
    await page.goto(`${origin}/account/security`);
    await page.getByRole("cell", { name: "Work laptop" }).waitFor();
    await shoot(page, `passkeys-one-${screen.name}`);
    await expectGood(page, complaints);

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("You are signed out.").waitFor();
    await shoot(page, `passkey-sign-in-${screen.name}`);
    await expectGood(page, complaints);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByRole("heading", { name: /^Hello/u }).waitFor();
    await page.waitForLoadState("networkidle");

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("E-mail address").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: "The second factor" }).waitFor();
    await shoot(page, `passkey-second-${screen.name}`);
    await expectGood(page, complaints);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByRole("heading", { name: /^Hello/u }).waitFor();
    await page.waitForLoadState("networkidle");

    await page.goto(`${origin}/account/security`);
    const removing = page.locator("form", { has: page.getByRole("button", { name: "Remove it" }) });
    await removing.getByLabel("Current password").fill(PASSWORD);
    await removing.getByRole("button").click();
    await page.getByText("The passkey is removed.").waitFor();
    await expectGood(page, complaints);
    await page.context().close();
  });

  test("a browser whose device has none is told so, and may try again", async () => {
    const { page, complaints } = await visit(browser, `${origin}/account/sign-in`);
    await plugIn(page);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByText("No passkey was presented.").waitFor();
    await shoot(page, "passkey-refused");
    await expectGood(page, complaints);
    await page.context().close();
  });
});
