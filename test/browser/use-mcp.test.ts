import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { PASSWORD } from "#test/accounts.ts";
import { startService } from "#test/oauth/service.ts";
import type { Service } from "#test/oauth/service.ts";
import { openBrowser, visit, whyNoBrowser } from "./browser.ts";

vi.setConfig({ testTimeout: 120_000 });

const missing = whyNoBrowser();
const PAGE = '<!doctype html><title>Application</title><main></main><script type="module" src="/app.js"></script>';

/** The application as its author would publish it: the package as it is, in one file. */
async function bundled(): Promise<string> {
  const { output } = await build({
    input: fileURLToPath(new URL("use-mcp/app.js", import.meta.url)),
    write: false,
    platform: "browser",
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
  });
  return output[0].code;
}

describe.skipIf(missing !== undefined)(missing ?? "use-mcp in Chromium", () => {
  let application: Server;
  let service: Service;
  beforeAll(async () => {
    const code = await bundled();
    application = createServer((request, response) => {
      const isScript = request.url === "/app.js";
      response.writeHead(200, { "Content-Type": isScript ? "text/javascript" : "text/html" });
      response.end(isScript ? code : PAGE);
    });
    await new Promise<void>((listening) => application.listen(0, "127.0.0.1", () => listening()));
    service = await startService({ config: { corsOrigins: ["*"] } });
  });
  afterAll(async () => {
    application.close();
    await service.stop();
  });

  test.each(["/mcp/v4", "/mcp/v3"])("signs somebody in through a popup and lists the tools of %s", async (path) => {
    const browser = await openBrowser();
    const { port } = application.address() as AddressInfo;
    const { page } = await visit(browser, "about:blank");
    const popping = page.waitForEvent("popup");
    await page.goto(`http://127.0.0.1:${port}/?mcp=${encodeURIComponent(service.origin + path)}`);
    const popup = await popping;
    await popup.getByLabel("E-mail address").fill(service.email);
    await popup.getByLabel("Password").fill(PASSWORD);
    await popup.getByRole("button", { name: "Sign in", exact: true }).click();
    await popup.getByText("A research application").first().waitFor();
    const closed = popup.waitForEvent("close");
    await popup.getByRole("button", { name: "Allow" }).click();
    await closed;
    const told = page.getByRole("status");
    await expect.poll(async () => told.textContent(), { timeout: 30_000 }).toMatch(/^ready [5-9] /u);
    expect(await told.textContent()).toContain("searchLaws");
    await browser.close();
  });
});
