/**
 * What the protocol of tools adds to a call: the same search of laws through `/mcp`, in both protocols, and through the
 * HTTP API, in turns on one connection each, over the invented laws.
 *
 *   node bench/mcp.ts
 */
import { startServer } from "#test/contracts/real-server.ts";
import { VERSION } from "../bin/version.ts";

const CALLS = 300;
const WARM_UP = 50;

const server = await startServer({ rateLimit: null });
const headers = { Authorization: `Bearer ${server.key}`, "Content-Type": "application/json" };
const tool = { name: "searchLaws", arguments: { query: "berthing fee", states: ["Avalon"] } };
const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: VERSION },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const modern = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": tool.name };

const message = (params: object): object => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
const WAYS: readonly (readonly [name: string, path: string, body: object, more: Record<string, string>])[] = [
  ["HTTP API", "/v1/laws/search", tool.arguments, {}],
  ["tools, 2025", "/mcp/v4", message(tool), {}],
  ["tools, 2026", "/mcp/v4", message({ ...tool, _meta: meta }), modern],
];

const took = new Map<string, number[]>(WAYS.map(([name]) => [name, []]));
for (let call = 0; call < WARM_UP + CALLS; call += 1) {
  for (const [name, path, body, more] of WAYS) {
    const from_ms = performance.now();
    const init = { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify(body) };
    const answer = await fetch(server.origin + path, init);
    const text = await answer.text();
    if (!answer.ok || !text.includes("Berthing fees")) throw new Error(`${name}: ${answer.status} ${text}`);
    if (call >= WARM_UP) took.get(name)?.push(performance.now() - from_ms);
  }
}
await server.stop();

const median = (times: readonly number[]): number => times.toSorted((left, right) => left - right)[CALLS / 2] ?? 0;
const peer_ms = median(took.get("HTTP API") ?? []);
for (const [name, times] of took) {
  const p50_ms = median(times);
  console.log(`${name.padEnd(12)} p50 ${p50_ms.toFixed(2)} ms, ${(p50_ms - peer_ms).toFixed(2)} ms above the HTTP API`);
}
