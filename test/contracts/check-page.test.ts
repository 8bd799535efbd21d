import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { readBriefFile } from "#briefs/briefs.ts";
import type { HttpConfig } from "#http/config.ts";
import type { Services } from "#http/services.ts";
import { startServer } from "./real-server.ts";
import type { RealServer } from "./real-server.ts";

const BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8";
const BRIEF =
  'See Heron Bay Packing v. Ostrander, 12 Samp. 340 (9th Cir. 1998). "The lease was never let to anybody at all." Heron Bay Packing v. Ostrander, 12 Samp. 340, 341 (9th Cir. 1998). 99 U.S.C. § 7001. Alder v. Birch, 977 F.2d 12 (2d Cir. 1992).';

async function started(config: Partial<HttpConfig> = {}, services: Partial<Services> = {}): Promise<RealServer> {
  const server = await startServer(config, { readBrief: readBriefFile, ...services });
  onTestFinished(async () => server.stop());
  return server;
}

type Sent = { readonly text?: string; readonly file?: File; readonly headers?: Readonly<Record<string, string>> };

async function send(
  server: RealServer,
  { text = "", file, headers = {} }: Sent,
): Promise<{ status: number; page: string }> {
  const body = new FormData();
  body.set("text", text);
  if (file !== undefined) body.set("file", file);
  const response = await fetch(`${server.origin}/check`, {
    method: "POST",
    redirect: "manual",
    headers: { Accept: BROWSER, Origin: server.origin, ...headers },
    body,
  });
  return { status: response.status, page: await response.text() };
}

/** The authorities under a heading, each with its answers. */
function under(page: string, id: string): string[] {
  const [section = ""] = new RegExp(`<section class="checked ${id}"[\\s\\S]*?</section>`, "u").exec(page) ?? [];
  return [...section.matchAll(/<article[^>]*>([\s\S]*?)<\/dl>/gu)].map(([, item = ""]) =>
    item
      .replace(/<[^>]*>/gu, " ")
      .replace(/\s+/gu, " ")
      .trim(),
  );
}

describe("the page on which a brief is checked", () => {
  let server: RealServer;
  beforeAll(async () => {
    server = await startServer({}, { readBrief: readBriefFile });
  });
  afterAll(async () => server?.stop());

  test("a brief is checked: what must be looked at first, then what could not be checked, then what agrees", async () => {
    const { status, page } = await send(server, { text: BRIEF });
    expect(status).toBe(200);
    const unsafe = under(page, "unsafe");
    expect(unsafe[0]).toMatch(/^Alder v\. Birch.*Exists NOT CONFIRMED/u);
    expect(unsafe[1]).toMatch(/^Heron Bay.*Exists yes.*Quotations NOT FOUND/u);
    expect(under(page, "agrees").join("\n")).toMatch(/99 U\.S\.C\. § 7001[^\n]*Good law in force/u);
    expect(page.indexOf('id="unsafe"')).toBeLessThan(page.indexOf('id="agrees"'));
    expect(page).toContain('<mark id="c0"');
    expect(page).not.toMatch(/<script(?! src="(?:\.\.\/|\.\/)*assets\/)|\sstyle=/u);
  });

  test("a file is read in the place of the text, and what is wrong with one is told above the form", async () => {
    const text = await send(server, { file: new File([BRIEF], "<b>brief</b>.txt") });
    expect(text.page).toContain("&lt;b&gt;brief&lt;/b&gt;.txt");
    expect(under(text.page, "unsafe").length).toBeGreaterThan(0);
    const damaged = await send(server, {
      file: new File(["PK\u0003\u0004nothing"], "brief.docx"),
      text: "kept <words>",
    });
    expect(damaged.status).toBe(422);
    expect(damaged.page).toMatch(/role="alert"[\s\S]*The file is damaged/u);
    expect(damaged.page).toContain("kept &lt;words&gt;");
  });

  test("no text and too much text are told so", async () => {
    expect(await send(server, {})).toMatchObject({ status: 422, page: expect.stringContaining("There is no text") });
    const long = await send(server, { text: "word ".repeat(80_001) });
    expect(long).toMatchObject({ status: 413, page: expect.stringContaining("at most 400,000 are checked at once") });
  });

  test("a form of another site is refused, and so is what is no form", async () => {
    for (const headers of [
      { Origin: "https://elsewhere.example" },
      { Origin: "null" },
      { "Sec-Fetch-Site": "cross-site" },
    ]) {
      expect((await send(server, { text: BRIEF, headers })).status).toBe(403);
    }
    const headers = { Accept: BROWSER, Origin: server.origin, "Content-Type": "text/plain" };
    expect((await fetch(`${server.origin}/check`, { method: "POST", headers, body: "x" })).status).toBe(415);
  });
});

test("who may search may check, at a rate of their own, and each check is noted", async () => {
  const called: string[] = [];
  const calls = { record: ({ id }: { readonly id: string }, what: string) => void called.push(`${id}: ${what}`) };
  const server = await started({}, { calls });
  const statuses: number[] = [];
  for (let at = 0; at < 12; at++) statuses.push((await send(server, { text: "12 Samp. 340" })).status);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  expect(called.length).toBe(statuses.filter((status) => status === 200).length);
  expect(called[0]).toMatch(/: brief check$/u);
});

test("where pages are off there is none, and where people sign in others are led there and back", async () => {
  const off = await started({ pages: "off" });
  expect((await fetch(`${off.origin}/check`, { headers: { Accept: BROWSER } })).status).toBe(404);
  expect((await send(off, { text: BRIEF })).status).toBe(404);
  const people = { signedIn: async () => undefined, exist: async () => true };
  const closed = await started({ pages: "signed-in" }, { people });
  const led = await fetch(`${closed.origin}/check`, { headers: { Accept: BROWSER }, redirect: "manual" });
  expect([led.status, led.headers.get("location")]).toEqual([303, "/account/sign-in?next=%2Fcheck"]);
  expect((await send(closed, { text: BRIEF })).status).toBe(303);
});
