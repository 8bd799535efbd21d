import { expect, onTestFinished, test } from "vitest";
import { listen } from "./listen.ts";
import { createMetrics } from "./metrics.ts";
import { createProbes } from "./probes.ts";
import type { ProbesOptions } from "./probes.ts";

async function probing(measured?: ProbesOptions["measured"]): Promise<string> {
  const probes = createProbes({
    checks: [],
    ...(measured !== undefined && { measured }),
    refusal: () => ({ message: "it follows the records", hint: "ask another" }),
    baseUrl: "https://law.example.org",
  });
  const { address, stop } = await listen(probes, { host: "127.0.0.1", port: 0 });
  onTestFinished(async () => stop(1000));
  return address;
}

const metrics = createMetrics({
  measures: async () => ({
    behind: { opinions: 12 },
    indexes: {},
    imports: { unfinished: 0, finished: 0 },
    spent: { used_usd: 0, held_usd: 0 },
  }),
});

test("a process that answers no requests tells how far it is behind, its threads and its memory", async () => {
  const origin = await probing({ metrics, metricsToken: null });
  const answer = await fetch(`${origin}/metrics`);
  expect(answer.status).toBe(200);
  const text = await answer.text();
  expect(text).toContain('onpoint_projection_behind_changes{projection="opinions"} 12');
  expect(text).toMatch(/^onpoint_process_resident_memory_bytes\{process="\d+"\} \d+/mu);
  expect(text).toMatch(/^# TYPE onpoint_thread_heap_bytes gauge/mu);
  const refused = await fetch(`${origin}/v1/search`, { method: "POST" });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await refused.json()).toMatchObject({ code: "unavailable" });
});

test("its measurements are told to whom a server tells them", async () => {
  const origin = await probing({ metrics, metricsToken: "sesame" });
  const statusWith = async (headers: Record<string, string>): Promise<number> =>
    (await fetch(`${origin}/metrics`, { headers })).status;
  expect(await statusWith({})).toBe(401);
  expect(await statusWith({ Authorization: "Bearer sesame" })).toBe(200);
  const onLoopback = await probing({ metrics, metricsToken: null });
  const forwarded = await fetch(`${onLoopback}/metrics`, { headers: { "X-Forwarded-For": "203.0.113.1" } });
  expect(forwarded.status).toBe(403);
  expect((await fetch(`${await probing()}/metrics`)).status).toBe(503);
});
