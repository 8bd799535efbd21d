import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer } from "../real-server.ts";
import type { RealServer } from "../real-server.ts";
import { CLIENTS } from "./clients.ts";

/** Fifty sessions of all official clients at once, on all addresses: each gets its own answers. */
const SESSIONS = 50;
const CALLS = 4;
const ADDRESSES = ["/mcp", "/mcp/v4", "/mcp/v3", "/mcp/v2", "/mcp/v1"];
const QUERIES = [
  ["berthing fee", "Berthing fees"],
  ["harbor master", "arbor"],
] as const;

let server: RealServer;
beforeAll(async () => {
  server = await startServer({ rateLimit: null });
});
afterAll(async () => server.stop());

test("fifty sessions ask at once and are answered apart", async () => {
  const connecting = Object.values(CLIENTS);
  const sessions = await Promise.all(
    Array.from({ length: SESSIONS }, async (_, at) =>
      connecting[at % connecting.length]!(server, ADDRESSES[at % ADDRESSES.length]!),
    ),
  );
  const answers = await Promise.all(
    sessions.map(async (session, at) => {
      const [query] = QUERIES[at % QUERIES.length]!;
      const texts: string[] = [];
      for (let call = 0; call < CALLS; call += 1) {
        const { isError, text } = await session.call("searchLaws", { query, states: ["Avalon"] });
        expect(isError, text).toBe(false);
        texts.push(text);
      }
      return texts;
    }),
  );
  for (const [at, texts] of answers.entries()) {
    expect(texts).toHaveLength(CALLS);
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain(QUERIES[at % QUERIES.length]![1]);
  }
  expect(new Set(answers.map(([text]) => text)).size).toBeGreaterThan(1);
  await Promise.all(sessions.map(async (session) => session.close()));
});
