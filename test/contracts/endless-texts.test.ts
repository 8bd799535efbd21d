import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import { BriefThread } from "#research/brief-thread.ts";
import { QueryThread } from "#search/read/query-thread.ts";
import { ENDLESS, ENDLESS_WORKER } from "#test/threads/endless.ts";
import { CLIENTS } from "./mcp/clients.ts";
import { ask, startServer } from "./real-server.ts";
import type { RealServer } from "./real-server.ts";

/** A server whose threads do not come to an end with some texts. */
let server: RealServer;
const queries = new QueryThread({ log: silentLogger, file: ENDLESS_WORKER, reading_ms_max: 100 });
let briefs: BriefThread | undefined;
const checkTextOf = (db: RealServer["db"]): BriefThread["check"] => {
  briefs = new BriefThread(db, silentLogger, { file: ENDLESS_WORKER, checking_ms_max: 100 });
  return briefs.check;
};
beforeAll(async () => {
  server = await startServer({ rateLimit: null }, { at: { readQuery: queries.read, checkTextOf } });
});
afterAll(async () => {
  await Promise.all([queries.close(), briefs?.close()]);
  await server.stop();
});

const PREMISES = "the premises OR the lease OR ".repeat(20);
const QUERY = `${PREMISES}${ENDLESS}`;
const TOO_LONG = "the query takes too long to read";

describe("a text with which reading does not come to an end", () => {
  test.each([
    ["/v1/search", { query: QUERY, mode: "keyword" }],
    ["/v1/laws/search", { query: QUERY }],
  ])("%s refuses a query and says what would work", async (path, body) => {
    const answer = await ask(server, path, body);
    expect(answer.status, answer.text).toBe(422);
    expect(answer.headers.get("retry-after")).toBeNull();
    expect(answer.json).toMatchObject({
      code: "too_costly",
      error: TOO_LONG,
      detail: expect.stringMatching(/Shorten it: search for its most telling words/u) as string,
      errors: [{ path: "query", message: TOO_LONG }],
    });
  });

  test("a check of citations refuses a document", async () => {
    const answer = await ask(server, "/v1/citations/check", { text: PREMISES + ENDLESS });
    expect(answer.status, answer.text).toBe(422);
    expect(answer.json).toMatchObject({
      code: "too_costly",
      error: "the text takes too long to check",
      detail: "the text takes too long to check. Check it in parts.",
    });
  });

  test.each(["search", "searchLaws"])("the tool %s says so, and that asking again is of no use", async (tool) => {
    const client = await CLIENTS["client 2, current protocol"]!(server, "/mcp");
    const args = tool === "search" ? { queries: [{ query: QUERY }] } : { query: QUERY };
    const { text } = await client.call(tool, args);
    await client.close();
    expect(text).toContain(TOO_LONG);
    expect(text).not.toContain('"retryable":true');
  });

  test("and the next request is answered", async () => {
    const answer = await ask(server, "/v1/search", { query: "pier AND affirm", mode: "keyword" });
    expect(answer.json).toMatchObject({ pagination: { total_results: 1 } });
  });
});
