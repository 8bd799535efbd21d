import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS } from "#contracts/http-v1/operations.ts";
import { opinionIdOf } from "#opinions/ids.ts";
import { ask, startServer } from "./real-server.ts";
import type { RealServer } from "./real-server.ts";

let server: RealServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.stop());

async function page(path: string): Promise<{ readonly response: Response; readonly text: string }> {
  const response = await fetch(`${server.origin}${path}`, { redirect: "manual" });
  return { response, text: await response.text() };
}

/** The public path of an opinion, as the API tells it. */
async function publicPath(sourceId: string): Promise<string> {
  const answer = await ask(server, "/v1/opinions/get", { opinion_ids: [opinionIdOf("jsonl", sourceId)] });
  const [opinion] = answer.json["opinions"] as { public_url: string }[];
  return new URL(opinion!.public_url).pathname;
}

describe("/openapi.json and /docs", () => {
  test("the document needs no key", async () => {
    const document = JSON.parse((await page("/openapi.json")).text);
    expect(document.openapi).toBe("3.1.0");
    expect(document.servers).toEqual([{ url: "https://law.example.org/v1" }]);
  });

  test("the page shows every operation, its fields, a command and an answer", async () => {
    const { response, text } = await page("/docs");
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    for (const { id, summary, path } of OPERATIONS) {
      expect(text).toContain(`id="${id}"`);
      expect(text).toContain(summary);
      expect(text).toContain(`curl https://law.example.org/v1${path}`);
    }
    expect(text).toContain("filters.date_filed.start");
    expect(text).toContain('id="error-malformed_query"');
  });

  test("it loads its own style sheet, script and sign alone", async () => {
    const { response, text } = await page("/docs");
    expect(text).not.toMatch(/<img|<iframe|<style|\sstyle=|\son\w+=/iu);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    const files = [...text.matchAll(/<(?:link|script)[^>]* (?:href|src)="(?<file>[^"]*)"/gu)];
    expect(files).toHaveLength(3);
    for (const file of files) {
      const asset = await fetch(new URL(file.groups?.["file"] ?? "", `${server.origin}/docs`));
      expect(asset.status).toBe(200);
      expect(asset.headers.get("cache-control")).toContain("immutable");
    }
  });
});

describe("/", () => {
  test.each([
    ["a browser", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", 200],
    ["curl", "*/*", 404],
    ["a program", "application/json, text/html;q=0.5", 404],
    ["who says nothing", "", 404],
  ])("shows a browser a page to ask on and tells others that nothing answers: %s", async (_name, accept, status) => {
    const response = await fetch(`${server.origin}/`, { redirect: "manual", headers: { Accept: accept } });
    expect(response.status).toBe(status);
    expect(response.headers.get("vary")).toContain("Accept");
    expect(response.headers.get("content-type")).toMatch(status === 200 ? /^text\/html/u : /json/u);
  });
});

describe("/opinions/<number>/<slug>", () => {
  test("shows the decision, its parts and its page markers", async () => {
    const { response, text } = await page(await publicPath("heron-0"));
    expect(response.status).toBe(200);
    expect(text).toContain("<h1>Heron Bay Packing v. Ostrander</h1>");
    expect(text).toContain("12 Samp. 340, 88 Fict. Rep. 2d 17");
    expect(text).toContain("<svc-ps>341</svc-ps>");
    expect(text).toContain("Dissent (Quist)");
    expect(text).toContain("I would reverse; the lease had lapsed.");
    expect(text).toContain("United States Court of Appeals for the Ninth Circuit");
  });

  test("a caption with markup is text", async () => {
    const { text } = await page(await publicPath("hostile-0"));
    expect(text).not.toContain("<script>");
    expect(text.match(/<script/gu)).toHaveLength(1);
    expect(text).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;");
    expect(text).toContain("&lt;b&gt;77-1&lt;/b&gt;");
  });

  test("another name leads to the right one", async () => {
    const path = await publicPath("heron-0");
    const { response } = await page(path.replace(/[^/]+$/u, "heron-v-somebody"));
    expect(response.status).toBe(308);
    const target = new URL(response.headers.get("location") ?? "", `${server.origin}${path}`);
    expect(target.pathname).toBe(path);
  });

  test("a bare number, an id and nonsense are not public", async () => {
    const path = await publicPath("heron-0");
    const [, , number] = path.split("/");
    const id = opinionIdOf("jsonl", "heron-0");
    for (const address of [
      `/opinions/${number}`,
      `/opinions/${id}`,
      `/opinions/${id}/heron`,
      "/opinions/0/x",
      "/opinions/999999/x",
      "/opinions/1e3/x",
      "/opinions/99999999999999999999/x",
      "/opinions/-1/x",
    ]) {
      expect((await page(address)).response.status, address).toBe(404);
    }
  });
});

describe("/opinions/<number>/<slug> where the pages are closed", () => {
  let closed: RealServer;
  beforeAll(async () => {
    closed = await startServer({ readerPages: "closed" });
  });
  afterAll(async () => closed.stop());

  test("the page of a decision that is held and one that is not are the same, and show nothing of it", async () => {
    const paths = [await publicPath("heron-0"), "/opinions/999999/x"];
    const answers = await Promise.all(paths.map(async (path) => fetch(closed.origin + path, { redirect: "manual" })));
    const texts = await Promise.all(answers.map(async (answer) => answer.text()));
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(answers[0]?.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answers[0]?.headers.get("cache-control")).toBe("no-store");
    expect(texts[0]).toContain("<h1>Not open for reading</h1>");
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).not.toMatch(/heron/iu);
  });

  test("its link leads to the reference, and the API answers as ever", async () => {
    const path = await publicPath("heron-0");
    const text = await (await fetch(closed.origin + path)).text();
    const link = /href="(?<to>[^"]+)"/u.exec(text)?.groups?.["to"] ?? "";
    expect((await fetch(new URL(link, closed.origin + path))).status).toBe(200);
    const answer = await ask(closed, "/v1/opinions/get", { opinion_ids: [opinionIdOf("jsonl", "heron-0")] });
    expect(answer.json["opinions"]).toEqual([expect.objectContaining({ public_url: expect.stringContaining(path) })]);
  });
});
