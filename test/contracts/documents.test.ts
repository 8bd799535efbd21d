import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer } from "./real-server.ts";
import type { RealServer } from "./real-server.ts";

const BROWSER = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

let server: RealServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.stop());

async function page(
  path: string,
  origin = server.origin,
): Promise<{ readonly response: Response; readonly text: string }> {
  const response = await fetch(`${origin}${path}`, { redirect: "manual", headers: BROWSER });
  return { response, text: await response.text() };
}

describe("the documentation at /docs", () => {
  test("a page has its text, the list of all pages and a search, and runs without scripts", async () => {
    const { response, text } = await page("/docs/api/query-language");
    expect(response.status).toBe(200);
    expect(text).toContain('<h1 id="');
    expect(text).toContain('aria-current="page"');
    expect(text).toContain('action="../../docs/guide"');
    expect(text).toContain('href="../../docs/operating/backup"');
    expect(text).not.toMatch(/\sstyle=|\son\w+="/u);
    expect(text.match(/<script/gu)).toHaveLength(1);
  });

  test("the list of pages, a folder, what is found and what is not", async () => {
    expect((await page("/docs/guide")).text).toContain('href="../docs/glossary"');
    expect((await page("/docs/decisions")).text).toContain("<h1>Decisions</h1>");
    const found = await page("/docs/guide?q=proximity");
    expect(found.text).toMatch(/href="\.\.\/docs\/api\/query-language#[\w-]+"/u);
    expect(found.text).toContain("<mark>");
    const hostile = await page(`/docs/guide?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(hostile.response.status).toBe(200);
    expect(hostile.text.match(/<script/gu)).toHaveLength(1);
    expect((await page("/docs/guide?q=qqqxyz")).text).toContain("Nothing found");
  });

  test("an address as it stands in the source leads to the page", async () => {
    const { response } = await page("/docs/operating/backup.md");
    expect(response.status).toBe(308);
    const to = new URL(response.headers.get("location") ?? "", `${server.origin}/docs/operating/backup.md`);
    expect(to.pathname).toBe("/docs/operating/backup");
  });

  test("a picture of a page is served", async () => {
    const { response } = await page("/docs/start/decision.png");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("image/png");
  });

  test("an unknown page says where all of them are", async () => {
    const { response, text } = await page("/docs/api/nothing");
    expect(response.status).toBe(404);
    expect(text).toContain("/docs/guide");
  });

  test.each([
    "/docs/../package.json",
    "/docs/%2e%2e/package.json",
    "/docs/..%2fpackage.json",
    "/docs/..%5cpackage.json",
    "/docs/api/%2e%2e/%2e%2e/package.json",
    "/docs//etc/passwd",
    "/docs/%00",
    "/docs/api/query-language%00.png",
    "/docs/%c0%ae%c0%ae/package.json",
    "/docs/__proto__",
  ])("%s opens no file", async (path) => {
    const { response, text } = await page(path);
    expect(response.status).toBe(404);
    expect(text).not.toContain('"dependencies"');
  });
});

test("where pages are off, so is the documentation", async () => {
  const closed = await startServer({ pages: "off" });
  try {
    for (const path of ["/docs/guide", "/docs/api/query-language", "/docs/start/decision.png"]) {
      expect((await page(path, closed.origin)).response.status, path).toBe(404);
    }
    expect((await page("/docs", closed.origin)).text).not.toContain("docs/guide");
  } finally {
    await closed.stop();
  }
});

test("where people sign in first, they do so here", async () => {
  const closed = await startServer({ pages: "signed-in" });
  try {
    const { response } = await page("/docs/guide", closed.origin);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toContain("sign-in");
  } finally {
    await closed.stop();
  }
});
