import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLIENTS } from "./mcp/clients.ts";
import { startServer } from "./real-server.ts";
import type { RealServer } from "./real-server.ts";

/** A court that is found although its name is misspelled is told, wherever a court can be named. */
const MISSPELLED = "Suothern District of New York";
const TOLD = 'read "Suothern" as "southern": United States District Court for the Southern District of New York';

let server: RealServer;
beforeAll(async () => {
  server = await startServer({ rateLimit: null });
});
afterAll(async () => server.stop());

const DOCKET = { docket_number: "1:20-cv-4567", court_abbreviation: MISSPELLED };

describe("the HTTP API", () => {
  test.each([
    ["/v1/dockets/get", { docket: DOCKET }],
    ["/v1/dockets/entries", { docket: DOCKET }],
    ["/v1/opinions/get", { docket: { ...DOCKET, docket_number: "1:19-cv-01234" } }],
    ["/v1/search", { query: `tide AND court:("${MISSPELLED}")`, mode: "keyword" }],
  ])("%s", async (path, body) => {
    const response = await fetch(`${server.origin}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { warnings?: string[] };
    expect(answer, JSON.stringify(answer).slice(0, 300)).toMatchObject({
      warnings: expect.arrayContaining([TOLD]) as string[],
    });
  });
});

const QUESTION = "What was filed, and what did the court hold?";
const NUMBERED = { docketNumber: "1:20-cv-4567" };
const DECIDED = { docket: { courtAbbreviation: MISSPELLED, docketNumber: "1:19-cv-01234" } };

describe.each([
  ["/mcp/v4", "search", { queries: [{ query: "tide", courts: [MISSPELLED] }] }],
  ["/mcp/v4", "analyzeCaseDocket", { question: QUESTION, docket: { ...NUMBERED, court: MISSPELLED } }],
  ["/mcp/v3", "analyzeDocketReport", { question: QUESTION, ...NUMBERED, court: MISSPELLED }],
  ["/mcp/v3", "analyzeOpinion", { ...DECIDED, question: QUESTION }],
  ["/mcp/v3", "findInOpinion", { ...DECIDED, query: "court" }],
])("%s %s", (address, tool, args) => {
  test("tells it in its warnings", async () => {
    const client = await CLIENTS["client 1"]!(server, address);
    const { text, isError } = await client.call(tool, args);
    await client.close();
    expect(isError, text).toBe(false);
    expect(JSON.parse(text)).toMatchObject({ warnings: expect.arrayContaining([TOLD]) as string[] });
  });
});
