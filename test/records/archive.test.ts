import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { exchange } from "#records/exchange/exchange.ts";
import { checkAllowed, readAllowed } from "#records/archive/allowed.ts";
import { PublicArchive } from "#records/archive/archive.ts";
import { ArchiveFetcher } from "#records/archive/fetcher.ts";
import type { FetcherOptions } from "#records/archive/fetcher.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { movableClock } from "./desk.ts";

const HOUR_MS = 3_600_000;
const NOTHING_THERE: RequestListener = (_, response) => void response.writeHead(404).end();
const PDF = "%PDF-1.4\nan archived motion\n%%EOF\n";
const DOCKET = {
  id: 7,
  docket_number: "1:24-cv-01234",
  case_name: "Brook v. Marlow Freight Co.",
  pacer_case_id: "1234",
  date_filed: "2024-01-02",
  date_modified: "2026-01-01T00:00:00-08:00",
  absolute_url: "/docket/7/brook/",
};
const entry = (id: number) => ({
  id,
  entry_number: id,
  date_filed: "2024-01-05",
  description: "MOTION to Dismiss",
  recap_documents: [
    {
      id: id * 10,
      document_number: String(id),
      attachment_number: null,
      pacer_doc_id: "127012340030",
      is_available: true,
      filepath_local: "recap/gov.uscourts.nysd.1234/gov.uscourts.nysd.1234.3.0.pdf",
      page_count: 9,
      plain_text: "",
    },
  ],
});

/** An archive with one docket of five entries, two on a page; `odd` changes what it answers. */
function answerOf(url: URL, base: string): { status: number; body: string; location?: string } {
  const path = url.pathname;
  if (path === "/api/rest/v4/dockets/") {
    const isKnown =
      url.searchParams.get("court") === "nysd" && url.searchParams.get("docket_number") === DOCKET.docket_number;
    return {
      status: 200,
      body: JSON.stringify({ count: 1, next: null, previous: null, results: isKnown ? [DOCKET] : [] }),
    };
  }
  if (path === "/api/rest/v4/docket-entries/") {
    const page = Number(url.searchParams.get("cursor") ?? 0);
    const results = [1, 2, 3, 4, 5].slice(page * 2, page * 2 + 2).map(entry);
    const next = page < 2 ? `${base}api/rest/v4/docket-entries/?cursor=${page + 1}&docket=7` : null;
    return { status: 200, body: JSON.stringify({ next, previous: null, results }) };
  }
  if (/^\/download\/gov\.uscourts\.nysd\.\d+\/gov\.uscourts\.nysd\.\d+\.3\.0\.pdf$/u.test(path))
    return { status: 200, body: PDF };
  if (path === "/download/gov.uscourts.nysd.1234/gov.uscourts.nysd.1234.9.0.pdf")
    return { status: 200, body: "<html>login</html>" };
  if (path.endsWith(".4.0.pdf"))
    return { status: 302, body: "", location: `${base}download/gov.uscourts.nysd.1234/gov.uscourts.nysd.1234.3.0.pdf` };
  if (path.endsWith(".5.0.pdf")) return { status: 302, body: "", location: "http://169.254.169.254/latest/meta-data/" };
  if (path.endsWith(".6.0.pdf")) return { status: 302, body: "", location: url.href };
  return { status: 404, body: "{}" };
}

describeEachDatabase("the public archive", (store) => {
  const undo: (() => void)[] = [];
  afterEach(() => undo.splice(0).forEach((step) => step()));

  async function open(changes: Partial<FetcherOptions> = {}) {
    const seen: {
      readonly path: string;
      readonly authorization: string | undefined;
      readonly etag: string | undefined;
    }[] = [];
    let odd: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
    /** The first place of files is another server. */
    let first = NOTHING_THERE;
    const place = createServer((request, response) => {
      seen.push({ path: `/elsewhere${request.url}`, authorization: undefined, etag: undefined });
      first(request, response);
    });
    await new Promise<void>((resolve) => place.listen(0, "127.0.0.1", resolve));
    undo.push(() => void (place.closeAllConnections(), place.close()));
    const server = createServer((request, response) => {
      const base = `http://${request.headers.host ?? ""}/`;
      const url = new URL(request.url ?? "/", base);
      const { authorization, "if-none-match": etag } = request.headers;
      seen.push({ path: url.pathname + url.search, authorization, etag });
      if (odd?.(request, response) === true) return;
      const { status, body, location } = answerOf(url, base);
      const own = `"${Buffer.from(url.pathname + url.search).toString("base64url")}"`;
      if (status === 200 && etag === own) response.writeHead(304).end();
      else
        response
          .writeHead(status, {
            ETag: own,
            "Content-Type": "application/json",
            ...(location !== undefined && { Location: location }),
          })
          .end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    undo.push(() => void (server.closeAllConnections(), server.close()));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const allowed = readAllowed({
      archiveUrl: base,
      archiveFiles: [`http://127.0.0.1:${(place.address() as AddressInfo).port}`, `${base}/download`],
      archiveRedirects: [],
    });
    const { clock, pass } = movableClock();
    const options = {
      db: await store.open(),
      allowed,
      token: "tok-of-ours",
      exchange,
      clock,
      requestsPerMinute: 60_000,
      cacheFor_ms: HOUR_MS * 24,
      timeout_ms: 2_000,
    };
    const archive = new PublicArchive(allowed, new ArchiveFetcher({ ...options, ...changes }));
    const answerWith = (one: typeof odd): void => void (odd = one);
    return {
      db: options.db,
      archive,
      seen,
      pass,
      allowed,
      answerWith,
      elsewhere: (one: RequestListener) => (first = one),
    };
  }

  test("has dockets, entries over several pages, and documents", async () => {
    const { archive, seen } = await open();
    expect(await archive.findDockets("nysd", "1:24-cv-01234")).toEqual([DOCKET]);
    expect(await archive.findDockets("nysd", "1:24-cv-09999")).toEqual([]);
    const { entries, isComplete } = await archive.entries(7);
    expect(entries).toEqual([1, 2, 3, 4, 5].map(entry));
    expect(isComplete).toBe(true);
    const file = { court: "nysd", caseId: "1234", entry: 3, attachment: 0 };
    expect(Buffer.from((await archive.document(file))!.body).toString()).toBe(PDF);
    expect(await archive.document({ ...file, entry: 77 })).toBeUndefined();
    for (const { path, authorization } of seen)
      expect(authorization).toBe(path.startsWith("/api/") ? "Token tok-of-ours" : undefined);
  });

  test("is asked nothing twice while an answer is good, and then only whether it has changed", async () => {
    const { archive, seen, pass } = await open();
    await archive.findDockets("nysd", "1:24-cv-01234");
    await archive.findDockets("nysd", "1:24-cv-01234");
    expect(seen).toHaveLength(1);
    pass(25 * HOUR_MS);
    expect(await archive.findDockets("nysd", "1:24-cv-01234")).toEqual([DOCKET]);
    expect(seen[1]?.etag).toBeDefined();
    await archive.findDockets("nysd", "1:24-cv-01234");
    expect(seen).toHaveLength(2);
  });

  test("that has not changed is not written anew", async () => {
    const { archive, db, pass } = await open();
    await archive.findDockets("nysd", "1:24-cv-01234");
    // Whoever writes the page writes its size.
    await db.updateTable("records_archive_pages").set({ size_bytes: 1 }).execute();
    pass(25 * HOUR_MS);
    await archive.findDockets("nysd", "1:24-cv-01234");
    const rows = await db.selectFrom("records_archive_pages").select(["size_bytes", "fetched_at"]).execute();
    expect(rows).toEqual([{ size_bytes: 1, fetched_at: "2026-11-24T13:00:00.000Z" }]);
  });

  test("that there is nothing is good for an hour", async () => {
    const { archive, seen, pass } = await open();
    const file = { court: "nysd", caseId: "1234", entry: 77, attachment: 0 };
    await archive.document(file);
    await archive.document(file);
    expect(seen).toHaveLength(2);
    pass(2 * HOUR_MS);
    await archive.document(file);
    expect(seen).toHaveLength(4);
  });

  test("is followed to its own places only", async () => {
    const { archive, seen } = await open();
    const file = { court: "nysd", caseId: "1234", attachment: 0 };
    expect(Buffer.from((await archive.document({ ...file, entry: 4 }))!.body).toString()).toBe(PDF);
    await expect(archive.document({ ...file, entry: 5 })).rejects.toMatchObject({
      message: "the archive leads to 169.254.169.254, which is not one of its hosts",
    });
    await expect(archive.document({ ...file, entry: 6 })).rejects.toMatchObject({
      message: "the archive leads in circles",
    });
    await expect(archive.document({ ...file, entry: 9 })).rejects.toMatchObject({ why: "unreadable" });
    for (const odd of [{ court: "../../etc" }, { caseId: "1/../2" }, { court: "nysd.evil" }])
      await expect(archive.document({ ...file, entry: 1, ...odd })).rejects.toMatchObject({ why: "not_found" });
    expect(seen.every(({ path }) => path.startsWith("/elsewhere/") || path.startsWith("/download/"))).toBe(true);
  });

  test("that leads to a page of another list, or answers in another form, is not believed", async () => {
    const { archive, answerWith } = await open();
    answerWith(
      (_, response) => (response.end(JSON.stringify({ results: [entry(1)], next: "/api/rest/v4/users/" })), true),
    );
    await expect(archive.entries(7)).rejects.toMatchObject({ why: "unreadable" });
    answerWith((_, response) => (response.end("<html>"), true));
    await expect(archive.findDockets("nysd", "1:24-cv-1")).rejects.toMatchObject({ why: "unreadable" });
  });

  test("is left alone as long as it asks for", async () => {
    const { archive, seen, answerWith } = await open();
    answerWith((_, response) => (response.writeHead(429, { "Retry-After": "120" }).end(), true));
    const refusal = { why: "unavailable", message: "the public archive is to be asked again in 120 s" };
    await expect(archive.entries(7)).rejects.toMatchObject(refusal);
    await expect(archive.entries(8)).rejects.toMatchObject(refusal);
    expect(seen).toHaveLength(1);
  });

  test("is left alone until the day and hour it names", async () => {
    const { archive, answerWith } = await open();
    const headers = { "Retry-After": "Mon, 23 Nov 2026 12:10:00 GMT" };
    answerWith((_, response) => (response.writeHead(503, headers).end(), true));
    await expect(archive.entries(7)).rejects.toMatchObject({
      message: "the public archive is to be asked again in 600 s",
    });
  });

  test("has files at several places, of which one that fails hides no other", async () => {
    const { archive, seen, answerWith, elsewhere } = await open();
    const file = { court: "nysd", caseId: "1234", entry: 3, attachment: 0 };
    const refusals: ((response: ServerResponse) => void)[] = [
      (response) => response.writeHead(403).end(),
      (response) => response.writeHead(500).end(),
      (response) => response.end("<html>sign in</html>"),
      (response) => response.destroy(),
      (response) => response.writeHead(429, { "Retry-After": "60" }).end(),
    ];
    for (const [at, refuse] of refusals.entries()) {
      elsewhere((_, response) => refuse(response));
      expect(Buffer.from((await archive.document({ ...file, caseId: `123${at}` }))!.body).toString()).toBe(PDF);
    }
    // The place that asked for patience is left alone, the others and the API are not.
    const asked = seen.length;
    answerWith(undefined);
    expect(await archive.findDockets("nysd", "1:24-cv-01234")).toEqual([DOCKET]);
    expect(Buffer.from((await archive.document({ ...file, caseId: "77" }))!.body).toString()).toBe(PDF);
    expect(seen.slice(asked).map(({ path }) => path.split("/")[1])).toEqual(["api", "download"]);
    // That nothing is there is what all of them say: of one that could not be asked nobody knows.
    await expect(archive.document({ ...file, entry: 88 })).rejects.toMatchObject({ why: "unavailable" });
  });

  test("has no file where every place says so, in its own way", async () => {
    for (const status of [403, 404, 410, 451]) {
      const { archive, elsewhere, answerWith } = await open();
      elsewhere((_, response) => response.writeHead(status).end());
      answerWith((_, response) => (response.writeHead(404).end(), true));
      const file = { court: "nysd", caseId: "1234", entry: 3, attachment: 0 };
      expect(await archive.document(file)).toBeUndefined();
    }
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ["is gone", (response) => response.writeHead(404).end()],
    ["is down", (response) => response.writeHead(503).end()],
    ["breaks off", (response) => response.destroy()],
  ])(
    "of which a later page %s was not read whole, and one of which the first does not come not at all",
    async (_what, fail) => {
      const { archive, answerWith } = await open();
      answerWith((request, response) => request.url!.includes("cursor=2") && (fail(response), true));
      const { entries, isComplete } = await archive.entries(7);
      expect(entries.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
      expect(isComplete).toBe(false);
      const other = await open();
      other.answerWith((_, response) => (fail(response), true));
      await expect(other.archive.entries(7)).rejects.toMatchObject({ why: "unavailable" });
    },
  );

  test("is not asked faster than it may be", async () => {
    const { archive } = await open({ requestsPerMinute: 600 });
    const began_ms = performance.now();
    for (const number of ["1", "2", "3"]) await archive.findDockets("nysd", number);
    expect(performance.now() - began_ms).toBeGreaterThan(190);
    const slow = await open({ requestsPerMinute: 1 });
    await slow.archive.findDockets("nysd", "1");
    await expect(slow.archive.findDockets("nysd", "2")).rejects.toMatchObject({ why: "unavailable" });
  });

  test("is asked nothing at all while it is switched off", async () => {
    const { allowed, seen } = await open();
    const off = new PublicArchive(allowed, null);
    expect(off.isOn).toBe(false);
    await expect(off.findDockets("nysd", "1:24-cv-01234")).rejects.toMatchObject({ why: "not_configured" });
    await expect(off.document({ court: "nysd", caseId: "1234", entry: 3, attachment: 0 })).rejects.toMatchObject({
      why: "not_configured",
    });
    expect(seen).toEqual([]);
  });

  test("that refuses the token, or is out of reach, says so without it", async () => {
    const { archive, answerWith } = await open();
    answerWith((_, response) => (response.writeHead(403).end(), true));
    await expect(archive.entries(7)).rejects.toMatchObject({ why: "sign_in_refused" });
    answerWith((request) => (request.socket.destroy(), true));
    const failure: unknown = await archive.entries(7).catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ why: "unavailable" });
    expect(JSON.stringify(failure) + String(failure)).not.toContain("tok-of-ours");
  });
});

describe("places of the archive", () => {
  const given = {
    archiveUrl: "https://archive.example",
    archiveFiles: ["https://files.example/recap"],
    archiveRedirects: ["*.us.archive.example"],
  };
  const allowed = readAllowed(given);

  test.each([
    "https://archive.example/api/rest/v4/dockets/",
    "https://files.example/recap/x.pdf",
    "https://ia1.us.archive.example/1/x.pdf",
  ])("%s is one", (url) => {
    expect(() => checkAllowed(allowed, new URL(url))).not.toThrow();
  });

  test.each([
    "http://archive.example/api",
    "https://archive.example:444/api",
    "https://archive.example.evil/api",
    "https://files.example/other/x.pdf",
    "https://files.example/recapx",
    "https://us.archive.example/x",
    "https://a.b.us.archive.example/x",
    "http://ia1.us.archive.example/x",
    "https://ia1.us.archive.example:8443/x",
    "https://user:pass@archive.example/api",
    "https://127.0.0.1/",
    "https://[::1]/",
    "file:///etc/passwd",
  ])("%s is none", (url) => {
    expect(() => checkAllowed(allowed, new URL(url))).toThrow(expect.objectContaining({ why: "unavailable" }));
  });

  test.each([
    [{ archiveUrl: "http://archive.example" }, "without encryption"],
    [{ archiveUrl: "ftp://archive.example" }, "is not an address"],
    [{ archiveFiles: ["nonsense"] }, "is not an address"],
    [{ archiveRedirects: ["*"] }, "is no name of a host"],
    [{ archiveRedirects: ["*.com/"] }, "is no name of a host"],
  ])("%j is refused", (changes, fault) => {
    expect(() => readAllowed({ ...given, ...changes })).toThrow(fault);
  });
});
