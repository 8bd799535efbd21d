import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import * as openid from "openid-client";
import { expect, test } from "vitest";
import { createClient } from "#oauth/clients.ts";
import { DEVICE_GRANT } from "#oauth/client-rules.ts";
import { PASSWORD } from "#test/accounts.ts";
import { Browser } from "#test/oauth/browser.ts";
import type { Page } from "#test/oauth/browser.ts";
import { startService } from "#test/oauth/service.ts";
import type { Service } from "#test/oauth/service.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { begun, onpoint, temporaryDirectory, until } from "./program.ts";

/** Opens the address that a device shows and signs in, until the page to confirm on is there. */
async function confirming(service: Service, address: string, browser = new Browser()): Promise<Page> {
  const first = await browser.get(address);
  const form = first.text.includes('name="password"')
    ? await browser.submit(first, { email: service.email, password: PASSWORD })
    : first;
  return browser.submit(form, { user_code: codeIn(address) });
}

const codeIn = (address: string): string => new URL(address).searchParams.get("user_code") ?? "";
const INSECURE = { execute: [openid.allowInsecureRequests] };

describeEachDatabase("a device without a browser", (store) => {
  const running = async (work: (service: Service) => Promise<void>): Promise<void> => {
    const { databaseUrl } = await store.place();
    const service = await startService({ databaseUrl, config: { trustProxy: true } });
    try {
      await work(service);
    } finally {
      await service.stop();
    }
  };

  test("openid-client signs somebody in by a code, and is told when they say no", async () => {
    await running(async (service) => {
      const config = await openid.dynamicClientRegistration(
        new URL(service.origin),
        {
          client_name: "A court's terminal",
          grant_types: [DEVICE_GRANT, "refresh_token"],
          response_types: [],
          redirect_uris: [],
          token_endpoint_auth_method: "none",
        },
        openid.None(),
        INSECURE,
      );
      const asked = { scope: "openid profile email", resource: service.origin };
      const device = await openid.initiateDeviceAuthorization(config, asked);
      const browser = new Browser();
      const page = await confirming(service, device.verification_uri_complete ?? "", browser);
      expect(page.text).toContain("A court&#39;s terminal");
      expect(page.text).toContain(device.user_code);
      expect(page.text).toContain("nobody has verified its name");
      expect((await browser.submit(page, { answer: "allow" })).text).toContain("Access allowed");
      const tokens = await openid.pollDeviceAuthorizationGrant(config, device);
      expect(tokens.claims()).toMatchObject({ sub: service.userId, email: service.email });
      const me = { headers: { authorization: `Bearer ${tokens.access_token}` } };
      expect(await (await fetch(`${service.origin}/v1/me`, me)).json()).toMatchObject({ userId: service.userId });
      expect(service.letters[0]?.text).toContain("was allowed by a code to search and read as you");
      const second = await openid.initiateDeviceAuthorization(config, asked);
      const again = await confirming(service, second.verification_uri_complete ?? "", browser);
      expect((await browser.submit(again, { answer: "deny" })).text).toContain("Access denied");
      await expect(openid.pollDeviceAuthorizationGrant(config, second)).rejects.toMatchObject({
        error: "access_denied",
      });
    });
  });

  test("a code that is guessed is none, and who guesses has to wait, from wherever", async () => {
    await running(async (service) => {
      const browser = new Browser();
      let page = await browser.get(`${service.origin}/account/device`);
      page = await browser.submit(page, { email: service.email, password: PASSWORD });
      const statuses: number[] = [];
      for (let at = 0; at < 22; at++) {
        const guess = { user_code: "BCDF-GHJK" };
        page = await browser.submit(page, guess, { "x-forwarded-for": `198.51.100.${at}` });
        statuses.push(page.status);
      }
      expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 404));
      expect(statuses.slice(20)).toEqual([429, 429]);
      expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(0);
    });
  });

  test("a form that another page sends, and one of another visit, allow nothing", async () => {
    await running(async (service) => {
      const { client } = await createClient(service.db, { name: "Desk", redirectUris: [], authentication: "none" });
      const config = await openid.discovery(new URL(service.origin), client.id, {}, openid.None(), INSECURE);
      const device = await openid.initiateDeviceAuthorization(config, { scope: "openid" });
      const address = device.verification_uri_complete ?? "";
      const browser = new Browser();
      const page = await confirming(service, address, browser);
      expect(page.text).toContain("was made known by whoever runs this service");
      for (const origin of ["https://evil.example", "null"])
        expect((await browser.submit(page, { answer: "allow" }, { origin })).status).toBe(403);
      const other = new Browser();
      await confirming(service, address, other);
      expect((await other.submit(page, { answer: "allow" })).status).toBe(403);
      const guessed = { ...page, text: page.text.replaceAll(device.user_code, "BCDF-GHJK") };
      expect((await browser.submit(guessed, { answer: "allow" })).status).toBe(404);
      expect((await browser.submit(page, { answer: "perhaps" })).status).toBe(422);
      expect((await browser.submit(page, { answer: "allow" })).status).toBe(200);
      expect((await browser.submit(page, { answer: "allow" })).status).toBe(404);
    });
  });

  test("`onpoint login` signs in, keeps that for its user alone, calls tools, and ends it", async () => {
    await running(async (service) => {
      const home = await temporaryDirectory();
      const settings = { XDG_CONFIG_HOME: home };
      const login = begun(settings, ["login", `${service.origin}/mcp/v4`]);
      const shown = await until(() => /Open (?<address>\S+)/u.exec(login.said.stderr)?.groups?.["address"], 60_000);
      const browser = new Browser();
      const page = await confirming(service, shown, browser);
      expect(page.text).toContain("Onpoint command line");
      await browser.submit(page, { answer: "allow" });
      expect(await login.ended).toMatchObject({
        code: 0,
        stdout: `Signed in to ${service.origin} as ${service.email}.\n`,
      });
      const directory = join(home, "onpoint", "sign-ins");
      const [file = ""] = await readdir(directory);
      expect(((await stat(join(directory, file))).mode & 0o777).toString(8)).toBe("600");
      expect(((await stat(directory)).mode & 0o777).toString(8)).toBe("700");
      const who = await onpoint(settings, ["whoami", service.origin]);
      expect(who).toMatchObject({ code: 0, stdout: `clerk <${service.email}>\n` });
      const list = await onpoint(settings, ["tools", "list", service.origin]);
      expect(list.stdout).toContain("searchLaws");
      const call = await onpoint(settings, ["tools", "call", service.origin, "searchLaws", '{"query": "notice"}']);
      expect(call.code, call.stderr).toBe(0);
      expect(JSON.parse(call.stdout)).toBeTypeOf("object");
      const kept = JSON.parse(await readFile(join(directory, file), "utf8")) as { readonly refreshToken: string };
      expect(await onpoint(settings, ["logout", service.origin])).toMatchObject({ code: 0 });
      expect(await readdir(directory)).toEqual([]);
      const gone = await onpoint(settings, ["whoami", service.origin]);
      expect(gone).toMatchObject({ code: 2 });
      expect(gone.stderr).toContain(`you are not signed in to ${service.origin}`);
      const left = await service.db.selectFrom("oauth_artifacts").select("id").where("model", "=", "Grant").execute();
      expect([left, kept.refreshToken.length]).toEqual([[], 43]);
    });
  });
});
