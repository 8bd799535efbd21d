import { openAnalyst } from "#analysis/analysis.ts";
import type { Db } from "#db/connection.ts";
import { createKey } from "#accounts/keys.ts";
import { makeKey } from "#accounts/keys/account-keys.ts";
import { setPlan } from "#accounts/plans/plans.ts";
import { setSubscription } from "#accounts/plans/subscriptions.ts";
import { PublicArchive } from "#records/archive/archive.ts";
import { readAllowed } from "#records/archive/allowed.ts";
import { ArchiveFetcher } from "#records/archive/fetcher.ts";
import { exchange } from "#records/exchange/exchange.ts";
import { PRICE_PERIODS } from "#records/official/prices.ts";
import { createRetrieval } from "#research/retrieval/retrieval.ts";
import type { OpenRetrieval } from "#research/retrieval/retrieval.ts";
import { addUser, HERE, testAccounts } from "#test/accounts.ts";
import { ask, startServer } from "#test/contracts/real-server.ts";
import type { RealServer } from "#test/contracts/real-server.ts";
import { enterCredentials, movableClock, openDesk } from "./desk.ts";
import { Simulator } from "./simulator/simulator.ts";
import type { SimulatorOptions } from "./simulator/simulator.ts";

/** A server that answers tools and the API and fetches from the simulator, and from an archive where one is given. */
export type Served = {
  readonly server: RealServer;
  readonly simulator: Simulator;
  readonly clock: () => Date;
  readonly pass: (ms: number) => void;
  readonly retrieval: () => OpenRetrieval;
  /** Another, as another process on the same records has it. */
  readonly beside: () => OpenRetrieval;
  /** A tool's answer, as the key that is given. */
  readonly call: (tool: string, args: object, key?: string) => Promise<ToolAnswer>;
  readonly stop: () => Promise<void>;
};

export type ToolAnswer = { readonly isError: boolean; readonly text: string; readonly json: Record<string, unknown> };

const V3 = new Set(["analyzeDocketReport", "analyzeDocketFiling"]);
const unasked = async (): Promise<never> => Promise.reject(new Error("nothing is searched here"));

export async function startServed(
  options: SimulatorOptions & { readonly archiveUrl?: string; readonly serviceCap_cents?: number } = {},
): Promise<Served> {
  const { clock, pass } = movableClock();
  const simulator = await Simulator.start({ clock, ...options });
  let retrieval: OpenRetrieval | undefined;
  const openRetrieval = (db: Db): OpenRetrieval => {
    const { serviceCap_cents = 1_000_000, archiveUrl } = options;
    const official = openDesk(db, simulator, clock, { options: { serviceCap_cents } });
    return createRetrieval({
      db,
      archive: archiveAt(db, archiveUrl, clock),
      official,
      prices: PRICE_PERIODS,
      clock,
    });
  };
  const retrievalOf = (db: Db): OpenRetrieval => (retrieval = openRetrieval(db));
  const server = await startServer(
    { rateLimit: null },
    { search: { searchOpinions: unasked } as never, at: { retrievalOf, analyst: openAnalyst() } },
  );
  await enterCredentials(server.db);
  const { key, record } = await createKey(server.db, { name: "desk", scopes: ["records"] });
  return {
    server: { ...server, key, keyId: record.id },
    simulator,
    clock,
    pass,
    retrieval: () => retrieval!,
    beside: () => openRetrieval(server.db),
    call: async (tool, args, asKey = key) => callTool(server, tool, args, asKey),
    stop: async () => {
      await retrieval?.settled();
      await server.stop();
      await simulator.stop();
    },
  };
}

function archiveAt(db: Db, url: string | undefined, clock: () => Date): PublicArchive {
  const place = url ?? "https://archive.example/";
  const allowed = readAllowed({ archiveUrl: place, archiveFiles: [`${place}files`], archiveRedirects: [] });
  if (url === undefined) return new PublicArchive(allowed, null);
  const rest = { token: null, requestsPerMinute: 6_000, cacheFor_ms: 3_600_000, timeout_ms: 5_000 };
  return new PublicArchive(allowed, new ArchiveFetcher({ db, allowed, exchange, clock, ...rest }));
}

async function callTool(server: RealServer, name: string, args: object, key: string): Promise<ToolAnswer> {
  const answer = await ask(
    { origin: server.origin, key },
    V3.has(name) ? "/mcp/v3" : "/mcp/v4",
    { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } },
    { headers: { Accept: "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18" } },
  );
  const event = /^data: (?<data>.*)$/mu.exec(answer.text)?.groups?.["data"];
  const body = (answer.json ?? JSON.parse(event ?? "{}")) as {
    readonly result?: { readonly isError?: boolean; readonly content: readonly { readonly text: string }[] };
  };
  const text = body.result?.content[0]?.text;
  if (text === undefined) throw new Error(`no tool answered: ${answer.status} ${answer.text}`);
  const isError = body.result?.isError === true;
  return { isError, text, json: text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {} };
}

/** A key of a new account; with a plan that grants official records and includes so much, where that is wanted. */
export async function keyOfUser(
  db: Db,
  email: string,
  plan: { readonly included_cents: number } | null,
): Promise<{ readonly key: string; readonly userId: string }> {
  const { accounts } = testAccounts(db, { keysFor: "everyone", clock: () => new Date() });
  const { user } = await addUser(accounts, email);
  if (plan !== null) {
    const name = `plan-${plan.included_cents}`;
    const included_microusd = plan.included_cents * 10_000;
    await setPlan(db, { name, historical: false, records: true, included_microusd });
    const by = { actorId: "operator", origin: HERE };
    await setSubscription(accounts, { holderId: user.id, plan: name, status: "active", ...by });
  }
  const scopes = plan === null ? (["read"] as const) : (["read", "records"] as const);
  const { key } = await makeKey(accounts, { userId: user.id, name: "a key", scopes, expiresAt: null, origin: HERE });
  return { key, userId: user.id };
}
