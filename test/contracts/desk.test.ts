import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { VISITOR } from "#accounts/principal.ts";
import type { Principal } from "#accounts/principal.ts";
import type { HttpConfig } from "#http/config.ts";
import type { Services } from "#http/services.ts";
import { OnpointError } from "#base/errors.ts";
import { readBriefFile } from "#briefs/briefs.ts";
import { startServer } from "./real-server.ts";
import type { RealServer } from "./real-server.ts";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

type Page = { readonly status: number; readonly headers: Headers; readonly text: string };

async function open(server: Pick<RealServer, "origin">, path: string, cookie = ""): Promise<Page> {
  const headers = { Accept: BROWSER, Cookie: cookie };
  const response = await fetch(server.origin + path, { redirect: "manual", headers });
  const isWord = response.headers.get("content-type")?.includes("wordprocessingml") === true;
  const text = isWord ? (await readBriefFile(await response.bytes(), "file")).text : await response.text();
  return { status: response.status, headers: response.headers, text };
}

/** What a person reads of a page. */
function wordsOf({ text }: Page): string {
  const body = text.slice(text.indexOf("<body>"));
  return body.replace(/<[^>]+>/gu, " ").replace(/\s+/gu, " ");
}

/** Of an invented docket, in another spelling. */
const DOCKET_NUMBER = "20-cv-4567";

const asking = (question: Record<string, string>): string => `/?${new URLSearchParams(question).toString()}`;

describe("the page to ask on", () => {
  let server: RealServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(async () => server?.stop());

  test("is one form that sends its question in the address, and runs nothing of its own", async () => {
    const page = await open(server, "/");
    expect(page.text).toMatch(/<form[^>]*action="\.\/"[^>]*method="get"/u);
    expect(page.text).toContain('<meta name="robots" content="noindex"');
    expect(page.text).not.toMatch(/<script(?! src="\.\/assets\/)|<img|<iframe|<style|\sstyle=|\son\w+=/iu);
    expect(page.headers.get("content-security-policy")).not.toContain("unsafe-inline");
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self'");
  });

  test("a citation leads to its decision first, with name, citation, court and year, and how it stands", async () => {
    const page = await open(server, asking({ q: "12 Samp. 340" }));
    expect(page.status).toBe(200);
    const first = /<li class="hit"[^>]*>[\s\S]*?<\/li>/u.exec(page.text)?.[0] ?? "";
    expect(first).toContain("<cite>Heron Bay Packing v. Ostrander</cite>");
    expect(first).toMatch(/12 Samp\. 340\s+\(9th Cir\. \d{4}\)/u);
    expect(first).toContain('class="status ');
    expect(wordsOf(page)).toContain("looked up 12 Samp. 340");
  });

  test("what is found leads to pages that are there", async () => {
    const page = await open(server, asking({ q: "Heron Bay Packing", mode: "words" }));
    const [, link = ""] = /<li class="hit"[^>]*>[\s\S]*?href="(.*?)"/u.exec(page.text) ?? [];
    expect((await open(server, new URL(link, `${server.origin}/`).pathname)).status).toBe(200);
  });

  test("a query that cannot be read is told of at the box, which keeps it", async () => {
    const page = await open(server, asking({ q: "lease AND (", mode: "words" }));
    expect(page.status).toBe(422);
    expect(page.text).toContain('role="alert"');
    expect(page.text).toMatch(/value="lease AND \("[\s\S]*?aria-describedby="trouble"/u);
  });

  test("a filter that names no court is told of at its field", async () => {
    const page = await open(server, asking({ q: "lease", court: "zzz" }));
    expect(page.status).toBe(422);
    expect(page.text).toMatch(/name="court"[^>]*aria-invalid="true"/u);
    expect(wordsOf(page)).toContain("no court is called zzz");
  });

  test("what is not found is said so, with why, and that it may exist all the same", async () => {
    const words = wordsOf(await open(server, asking({ q: "quuxish AND zebra", mode: "words", from: "1990-01-01" })));
    expect(words).toContain("No decision found");
    expect(words).toContain("a decision that exists may not be here");
    expect(words).toContain("Search without these filters");
  });

  test("names and queries that are markup stay words", async () => {
    const hostile = `"><script>alert(1)</script><img src=x onerror=alert(2)>`;
    for (const question of [
      { q: hostile },
      { q: "77-1" },
      { q: "lease", court: hostile },
      { q: "lease", from: hostile },
    ]) {
      const { text } = await open(server, asking(question));
      expect(text).not.toMatch(/<script(?! src="\.\/assets\/)|<img/u);
    }
  });

  test("a program that asks for JSON is told what it was told before", async () => {
    const response = await fetch(server.origin + asking({ q: "lease" }), { headers: { Accept: "application/json" } });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "not_found" });
  });

  test("laws are a tab of the page: those in force, with up to when their text was checked, that cited first", async () => {
    const page = await open(server, asking({ q: "99 U.S.C. § 7001", tab: "laws" }));
    expect(page.status).toBe(200);
    const [first = ""] = /<li class="hit"[^>]*>[\s\S]*?<\/li>/u.exec(page.text) ?? [];
    expect(wordsOf({ ...page, text: `<body>${first}` })).toContain("99 U.S.C. § 7001 , Tides");
    expect(wordsOf(page)).toMatch(/99 U\.S\.C\. § 7001 (?:is in force|took effect)/u);
    const [, link = ""] = /href="(\.\/laws\/[^"]*)"/u.exec(page.text) ?? [];
    expect((await open(server, new URL(link, `${server.origin}/`).pathname)).status).toBe(200);
    expect(page.text).toMatch(/aria-current="page"[^>]*>Laws</u);
    expect(page.text).toContain(`href="?q=99+U.S.C.+%C2%A7+7001"`);
  });

  test("laws found in several states are counted by state, each an address", async () => {
    const page = await open(server, asking({ q: "tide OR light", tab: "laws" }));
    const [, link = ""] = /aria-label="By state"[\s\S]*?href="([^"]*state=[^"]*)"/u.exec(page.text) ?? [];
    const narrowed = await open(server, `/${link.replaceAll("&amp;", "&")}`);
    expect(narrowed.status).toBe(200);
    expect(narrowed.text).toContain('aria-label="Remove State: ');
  });

  test("a state that is none is told of at its field, and a page of laws that there is not", async () => {
    const wrong = await open(server, asking({ q: "tide", tab: "laws", state: "Atlantis" }));
    expect(wrong.status).toBe(422);
    expect(wrong.text).toMatch(/name="state"[^>]*aria-invalid="true"/u);
    expect((await open(server, asking({ q: "zebra", tab: "laws", page: "9999" }))).status).toBe(422);
  });

  test("dockets are a tab of the page: found by their number in any spelling", async () => {
    const page = await open(server, asking({ q: DOCKET_NUMBER, tab: "dockets" }));
    expect(page.status).toBe(200);
    const [, link = ""] = /href="(\.\/dockets\/[^"]*)"/u.exec(page.text) ?? [];
    expect((await open(server, new URL(link, `${server.origin}/`).pathname)).status).toBe(200);
    const none = await open(server, asking({ q: "zebra quux", tab: "dockets", state: "California" }));
    expect(wordsOf(none)).toContain("No docket or filing found");
  });

  test("results can be narrowed to what they are counted by, each an address, and taken back", async () => {
    const page = await open(server, asking({ q: "lease", mode: "words" }));
    const aside = /<aside class="facets"[\s\S]*?<\/aside>/u.exec(page.text)?.[0] ?? "";
    const [, link = "", count = ""] =
      /href="(\?[^"]*court=[^"]*)"[\s\S]*?<span class="count">(\d+)</u.exec(aside.slice(aside.indexOf("<ul>"))) ?? [];
    const narrowed = await open(server, `/${link.replaceAll("&amp;", "&")}`);
    expect(wordsOf(narrowed)).toMatch(new RegExp(`of ${count}\\b`, "u"));
    const [, back = ""] = /href="([^"]*)" aria-label="Remove Court/u.exec(narrowed.text) ?? [];
    expect(wordsOf(await open(server, `/${back.replaceAll("&amp;", "&").replace("./", "")}`))).toContain("Results 1–");
  });

  test("opinions of one decision are one result, each with its passage and its place", async () => {
    const page = await open(server, asking({ q: "Heron", mode: "words" }));
    const links = [...page.text.matchAll(/<h3>\s*<a href="\.\/opinions\/(\d+)\//gu)].map(([, number]) => number);
    expect(links.length).toBeGreaterThan(0);
    expect(new Set(links).size).toBe(links.length);
    expect(page.text).toMatch(/<p class="snippet also">\s*<a href="[^"]*#opinion-[^"]*">Dissent \(Quist\)/u);
  });

  test("a list is narrowed by how its decisions stand, counted, and taken back", async () => {
    const all = await open(server, asking({ q: "lease", mode: "words" }));
    const [, link = ""] = /href="(\?[^"]*standing=Caution[^"]*)"/u.exec(all.text) ?? [];
    const narrowed = await open(server, `/${link.replaceAll("&amp;", "&")}`);
    const hits = [...narrowed.text.matchAll(/<li class="hit"[\s\S]*?<p class="standing">([\s\S]*?)<\/p>/gu)];
    expect(hits.length).toBeGreaterThan(0);
    for (const [, told] of hits) expect(told).toContain("Caution");
    expect(narrowed.text).toMatch(/Caution<\/a>\s*<span class="count">[1-9]/u);
    expect(narrowed.text).toContain('aria-label="Remove How it stands: Caution"');
  });

  test("what the address asks for that does not exist is told, and what would work", async () => {
    const words = wordsOf(await open(server, asking({ q: "lease", sort: "zzz", page: "none" })));
    expect(words).toContain("“zzz”, which does not exist and was ignored; use relevance, newest");
    expect(words).toContain("“none”, which does not exist");
  });

  test("a decision is taken along as a Word file with its source", async () => {
    const page = await open(server, asking({ q: "12 Samp. 340" }));
    const [, link = ""] = /<li class="hit"[^>]*>[\s\S]*?href="\.(\/opinions\/[^"#]*)/u.exec(page.text) ?? [];
    const file = await open(server, `${link}?file=docx`);
    expect(file.status).toBe(200);
    expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="heron-bay[^"]*\.docx"$/u);
    expect(file.text).toContain("The pier was let for a term of years.");
    expect(file.text).toContain(`from https://law.example.org${link}. This is not an official copy.`);
    expect((await open(server, link)).text).toContain('data-paged="12 Samp. 340"');
  });

  test.each([
    ["csv", "text/csv", "Heron Bay Packing"],
    ["json", "application/json", '"name": "Heron Bay Packing'],
    ["txt", "text/plain", "Heron Bay Packing v. Ostrander, 12 Samp. 340 (9th Cir."],
    ["bib", "application/x-bibtex", "title = {Heron Bay Packing"],
    ["ris", "application/x-research-info-systems", "TI  - Heron Bay Packing"],
    ["docx", "application/vnd.openxmlformats", "Heron Bay Packing"],
  ])("the list is taken along as %s, with whole addresses", async (kind, type, words) => {
    const file = await open(server, asking({ q: "12 Samp. 340", export: kind }));
    expect(file.status).toBe(200);
    expect(file.headers.get("content-type")).toContain(type);
    expect(file.headers.get("content-disposition")).toBe(`attachment; filename="decisions.${kind}"`);
    expect(file.text).toContain(words);
    if (kind !== "txt") expect(file.text).toContain("https://law.example.org/opinions/");
  });

  test("a survey tells of each state on file the section that comes nearest, and whether it speaks of what is asked", async () => {
    const page = await open(server, "/survey?q=tides");
    expect(page.status).toBe(200);
    expect(page.text).toMatch(/<th scope="row">Federal<\/th>/u);
    expect(wordsOf(page)).toMatch(/\d+ of \d+ with a section|No section on file speaks/u);
    const table = await open(server, "/survey?q=tides&export=csv");
    expect(table.text).toContain("State,Section,Its words,Speaks of what is asked,Currency,Address");
    expect((await open(server, "/survey")).text).toContain("<form");
  });

  test("courts and codes are looked through without a question, down to what is on file", async () => {
    for (const [list, link] of [
      ["/courts", /href="\.\/(courts\/ca9)"/u],
      ["/codes", /href="\.\/(codes\/[^"]+)"/u],
    ] as const) {
      const [, below = ""] = link.exec((await open(server, list)).text) ?? [];
      const page = await open(server, `/${below}`);
      const [, document = ""] = /href="\.\.\/((?:opinions|laws)\/[^"]+)"/u.exec(page.text) ?? [];
      expect((await open(server, `/${document}`)).status, list).toBe(200);
    }
    expect((await open(server, "/courts/ca9?from=1800&to=1801")).text).toContain("None on file");
    expect((await open(server, "/courts/zzz")).status).toBe(404);
    expect((await open(server, "/codes/zzz")).status).toBe(404);
  });

  test("every trouble is a page for a browser, in the one frame of all pages", async () => {
    for (const [path, status] of [
      ["/nothing/here", 404],
      ["/opinions/999999/x", 404],
      ["/laws/none/t1", 404],
      ["/assets/x/none.css", 404],
      ["/account/none", 404],
    ] as const) {
      const page = await open(server, path);
      expect([path, page.status]).toEqual([path, status]);
      expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(page.text).toContain('<link rel="stylesheet"');
    }
    expect((await open(server, "/help")).status).toBe(200);
    expect((await open(server, "/favicon.ico")).headers.get("content-type")).toBe("image/svg+xml");
  });

  test("search engines are told to leave lists of results alone", async () => {
    const { text } = await open(server, "/robots.txt");
    expect(text).toContain("Disallow: /*?");
  });
});

describe("who may ask on the page", () => {
  const PERSON: Principal = { ...VISITOR, kind: "user", id: "somebody" };

  /** A service with these settings, on which the cookie `yes` is somebody's, and what was noted and asked on it. */
  async function started(
    config: Partial<HttpConfig>,
    hasAccounts = true,
  ): Promise<RealServer & { readonly called: string[] }> {
    const called: string[] = [];
    const services: Partial<Services> = {
      people: {
        signedIn: async (cookies) => (cookies === "yes" ? PERSON : undefined),
        exist: async () => hasAccounts,
      },
      calls: { record: ({ id }, what) => void called.push(`${id}: ${what}`) },
    };
    const search = {
      search: async () => {
        throw new OnpointError("unavailable", "not here");
      },
    };
    const server = await startServer(config, { ...services, ...(config.pages === "open" ? {} : { search }) });
    onTestFinished(async () => server.stop());
    return { ...server, called };
  }

  test("where people must be signed in, others are led to sign in and back to their question", async () => {
    const server = await started({ pages: "signed-in", authUrl: "https://law.example.org" });
    const page = await open(server, asking({ q: '"duty of care" W/5 §', page: "2" }));
    expect(page.status).toBe(303);
    const target = new URL(page.headers.get("location") ?? "", "https://law.example.org");
    expect(target.pathname).toBe("/account/sign-in");
    const back = new URL(target.searchParams.get("next") ?? "", "https://law.example.org");
    expect(back.pathname).toBe("/");
    expect(back.searchParams.get("q")).toBe('"duty of care" W/5 §');
    expect((await open(server, "/", "yes")).status).toBe(200);
  });

  test("the first account closes the page where that is not said", async () => {
    expect((await open(await started({ pages: "by-accounts" }), "/")).status).toBe(303);
    expect((await open(await started({ pages: "by-accounts" }, false), "/")).status).toBe(200);
  });

  test("where it is off, a browser is led to the reference", async () => {
    const page = await open(await started({ pages: "off" }), asking({ q: "lease" }));
    expect([page.status, page.headers.get("location")]).toEqual([302, "./docs"]);
  });

  test("a search of somebody signed in is noted as theirs and counts against their rate", async () => {
    const server = await started({ pages: "open", rateLimit: { perMinute: 1, burst: 2 } });
    expect((await open(server, asking({ q: "lease" }), "yes")).status).toBe(200);
    expect((await open(server, "/", "yes")).status).toBe(200);
    expect(server.called).toEqual(["somebody: research desk"]);
    expect((await open(server, asking({ q: "lease" }), "yes")).status).toBe(429);
    expect((await open(server, asking({ q: "lease" }))).status).toBe(200);
  });

  test("strangers are held to the rate of their address", async () => {
    const server = await started({ pages: "open", pageLimit: { perMinute: 1, burst: 1 } });
    expect((await open(server, "/")).status).toBe(200);
    expect((await open(server, "/")).status).toBe(429);
  });
});

describe("the page of a decision", () => {
  let server: RealServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(async () => server?.stop());

  /** The page of the decision that a citation names. */
  async function decision(citation: string, search = ""): Promise<Page> {
    const found = await open(server, asking({ q: citation }));
    const [, link = ""] = /<li class="hit"[^>]*>[\s\S]*?href="([^"#]*)/u.exec(found.text) ?? [];
    return open(server, new URL(link, `${server.origin}/`).pathname + search);
  }

  test("says how it stands before its text, and what that does not cover", async () => {
    const page = await decision("12 Samp. 340");
    const words = wordsOf(page);
    expect(words).toContain("How this decision stands");
    expect(words).toContain("that are not on file here are not covered");
    expect(page.text.indexOf('id="standing"')).toBeLessThan(page.text.indexOf('id="text"'));
  });

  test("has a box to search in, and a way to each of its opinions", async () => {
    const { text } = await decision("12 Samp. 340");
    expect(text).toMatch(/<form[^>]*action="\.\.\/\.\.\/"[^>]*role="search"/u);
    expect(text).toMatch(/<nav class="jump"[\s\S]*?>Dissent \(Quist\)<\/a/u);
  });

  test("a page of citers that there is none of is no failure", async () => {
    expect((await decision("12 Samp. 340", "?cited-by=99999")).status).toBe(200);
    expect((await decision("12 Samp. 340", "?cited-by=x")).status).toBe(200);
  });
});

describe("what goes wrong", () => {
  let server: RealServer;
  beforeAll(async () => {
    server = await startServer({ pageLimit: { perMinute: 1, burst: 2 } });
  });
  afterAll(async () => server?.stop());

  test.each(["/nothing/here", "/opinions/999999/x", "/laws", "/<script>alert(1)</script>"])(
    "%s is a page for a browser, and a problem for a program",
    async (path) => {
      const page = await open(server, path);
      expect([404, 429]).toContain(page.status);
      expect(page.headers.get("content-type")).toContain("text/html");
      expect(page.text).toContain("<h1>");
      expect(page.text).not.toContain("<script>");
      expect(page.text).not.toContain("Http:");
      const program = await fetch(server.origin + path, { headers: { Accept: "application/json" } });
      expect(program.headers.get("content-type")).toContain("application/problem+json");
    },
  );

  test("a refused rate is a page that says when to try again", async () => {
    const pages = [await open(server, "/"), await open(server, "/"), await open(server, "/")];
    expect(pages.at(-1)?.status).toBe(429);
    expect(wordsOf(pages.at(-1)!)).toContain("Try again in");
  });

  test("the API answers in JSON whatever a caller accepts", async () => {
    const response = await fetch(`${server.origin}/v1/search`, { method: "POST", headers: { Accept: BROWSER } });
    expect(response.status).toBe(401);
    expect(response.headers.get("content-type")).toContain("application/problem+json");
  });
});
