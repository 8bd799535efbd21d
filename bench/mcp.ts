/**
 * What the protocol of tools adds to a call: the same search of laws asked directly, through the HTTP API and through
 * `/mcp` in both protocols, in turns on one connection each, beside a request that is answered with nothing done, which is
 * what any exchange over HTTP costs; then by fifty sessions of the official clients at once, a
 * call's share of the time beside that of as many direct ones at once. Over the invented laws; client and server are one
 * process, so the client's own work counts too.
 *
 *   node bench/mcp.ts
 */
import { OPERATOR } from "#accounts/principal.ts";
import { decodeSearchLaws, encodeSearchLaws } from "#contracts/tools/codec/laws.ts";
import { CLIENTS } from "#test/contracts/mcp/clients.ts";
import { startServer } from "#test/contracts/real-server.ts";
import { VERSION } from "../bin/version.ts";

const CALLS = 300;
const WARM_UP = 50;
const SESSIONS = 50;
/** Stands in what is found. */
const ANSWER = "Berthing fees";
/** Over HTTP, with nothing asked. */
const EMPTY = "an empty exchange";
const ROUNDS = 20;

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
const posted =
  (path: string, body: object, more: Record<string, string> = {}) =>
  async (): Promise<string> => {
    const init = { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify(body) };
    return (await fetch(server.origin + path, init)).text();
  };
const direct = async (): Promise<string> => {
  const asked = decodeSearchLaws(tool.arguments);
  const found = await server.research.laws.search(OPERATOR, asked);
  return JSON.stringify(encodeSearchLaws(found, { law: ({ version }) => version.path }));
};
const empty = async (): Promise<string> => {
  const text = await (await fetch(`${server.origin}/healthz`, { headers })).text();
  return text === "" ? text : ANSWER;
};
const WAYS: readonly (readonly [name: string, call: () => Promise<string>])[] = [
  ["directly", direct],
  ["HTTP API", posted("/v1/laws/search", tool.arguments)],
  ["tools, 2025", posted("/mcp/v4", message(tool))],
  ["tools, 2026", posted("/mcp/v4", message({ ...tool, _meta: meta }), modern)],
  [EMPTY, empty],
];

/** A call's wait and what it costs the process, all its threads, in milliseconds. */
type Cost = { readonly wall_ms: number; readonly processor_ms: number };

/** Of as many calls at once as there are; each answer must be the right one. */
async function costOf(calls: readonly (() => Promise<string>)[]): Promise<Cost> {
  const [from_ms, before] = [performance.now(), process.cpuUsage()];
  for (const text of await Promise.all(calls.map(async (call) => call())))
    if (!text.includes(ANSWER)) throw new Error(text);
  const { user, system } = process.cpuUsage(before);
  return {
    wall_ms: (performance.now() - from_ms) / calls.length,
    processor_ms: (user + system) / 1000 / calls.length,
  };
}

function middle(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? 0;
}

function told(name: string, costs: readonly Cost[], beside: readonly Cost[]): string {
  const [wall_ms, processor_ms] = [({ wall_ms: of }: Cost) => of, ({ processor_ms: of }: Cost) => of].map((of) => {
    const own = middle(costs.map(of));
    return [own, own - middle(beside.map(of))] as const;
  }) as [readonly [number, number], readonly [number, number]];
  return `${name.padEnd(22)} p50 ${wall_ms[0].toFixed(2)} ms, ${wall_ms[1].toFixed(2)} above direct; processor ${processor_ms[0].toFixed(2)} ms, ${processor_ms[1].toFixed(2)} above`;
}

const took = new Map<string, Cost[]>(WAYS.map(([name]) => [name, []]));
for (let turn = 0; turn < WARM_UP + CALLS; turn += 1) {
  for (const [name, call] of WAYS) {
    const cost = await costOf([call]);
    if (turn >= WARM_UP) took.get(name)?.push(cost);
  }
}
const directly = took.get("directly") ?? [];
for (const [name, costs] of took) console.log(told(name, costs, name === EMPTY ? costs : directly));
// What is left of a call over HTTP without the exchange itself is what the edge adds to the work.
const exchanges = (took.get(EMPTY) ?? []).map(({ wall_ms }) => wall_ms);
const exchange_ms = middle(exchanges);
for (const [name, costs] of took) {
  if (name === "directly" || name === EMPTY) continue;
  const above_ms = middle(costs.map(({ wall_ms }) => wall_ms)) - middle(directly.map(({ wall_ms }) => wall_ms));
  console.log(`${name.padEnd(22)} p50 ${(above_ms - exchange_ms).toFixed(2)} ms above direct and an exchange`);
}

const connecting = Object.values(CLIENTS);
const sessions = await Promise.all(
  Array.from({ length: SESSIONS }, async (_, at) => connecting[at % connecting.length]?.(server, "/mcp/v4")),
);
const [alone, atOnce]: [Cost[], Cost[]] = [[], []];
for (let round = 0; round < ROUNDS; round += 1) {
  alone.push(await costOf(sessions.map(() => direct)));
  const calls = sessions.map((session) => async () => (await session?.call(tool.name, tool.arguments))?.text ?? "");
  atOnce.push(await costOf(calls));
}
await Promise.all(sessions.map(async (session) => session?.close()));
await server.stop();
console.log(told(`${SESSIONS} direct at once`, alone, alone));
console.log(told(`${SESSIONS} sessions at once`, atOnce, alone));
