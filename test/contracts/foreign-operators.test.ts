import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLIENTS } from "./mcp/clients.ts";
import { startServer } from "./real-server.ts";
import type { RealServer } from "./real-server.ts";

/** An operator of another system is told by every protocol, never dropped in silence. */
const TOLD: readonly (readonly [query: string, told: string])[] = [
  ["fraud !deceit", "!deceit was read as deceit; to leave a word out write NOT deceit."],
  ["fraud -deceit", "-deceit was read as deceit; to leave a word out write NOT deceit."],
  ["fraud +deceit", "+deceit was read as deceit; to ask for a word in every result write AND deceit."],
  ["fraud XOR deceit", "XOR was read as an ordinary word; known are AND, OR and NOT."],
  ["fraud ~7 deceit", "~7 was read as the word 7; words near one another are asked for with W/7 between them."],
  ["fraud ADJ5 deceit", "ADJ5 was read as an ordinary word; words near one another are asked for with W/5."],
  ["fraud AND @ deceit", "Passed over: @"],
  ["fraud ! deceit", "! alone is no operator; known are AND, OR and NOT."],
  ["fraud != deceit", "!= alone is no operator; known are AND, OR and NOT."],
];

type Told = { readonly warnings?: readonly string[] };

let server: RealServer;
beforeAll(async () => {
  server = await startServer({ rateLimit: null });
});
afterAll(async () => server.stop());

test.each(TOLD)("POST /v1/search: %s", async (query, told) => {
  const response = await fetch(`${server.origin}/v1/search`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
    body: JSON.stringify({ query, mode: "keyword" }),
  });
  const { warnings = [] } = (await response.json()) as { warnings?: string[] };
  expect(warnings).toContain(told);
});

describe.each(["/mcp/v4", "/mcp/v3", "/mcp/v2", "/mcp/v1"])("%s search", (address) => {
  test.each(TOLD)("%s", async (query, told) => {
    const client = await CLIENTS["client 1"]!(server, address);
    const { text } = await client.call("search", { queries: [{ query }] });
    await client.close();
    const answer = JSON.parse(text) as Told & { readonly searches?: readonly Told[] };
    const warnings = [answer, ...(answer.searches ?? [])].flatMap((one) => one.warnings ?? []);
    expect(warnings.filter((warning) => warning.includes(told))).not.toEqual([]);
  });
});
