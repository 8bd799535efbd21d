import { Server } from "@modelcontextprotocol/server";
import type { ListToolsResult } from "@modelcontextprotocol/server";
import type { Logger } from "#base/log.ts";
import { callTool } from "./call-tool.ts";
import type { Caller, ServedContract } from "./tool.ts";

/** How long clients may keep a list of tools. */
const LIST_TTL_MS = 300_000;

export type ToolServerOptions = {
  readonly served: ServedContract;
  readonly version: string;
  readonly log: Logger;
};

/**
 * The protocol's server of one contract for one caller. The list of tools goes out as the contract's file has it; it is
 * the same for everybody.
 */
export function toolServer({ served, version, log }: ToolServerOptions, caller: Caller): Server {
  const { contract } = served;
  const server = new Server(
    { name: "onpoint", title: "Onpoint", version },
    {
      capabilities: { tools: {} },
      instructions: contract.instructions,
      cacheHints: { "tools/list": { ttlMs: LIST_TTL_MS, cacheScope: "public" } },
    },
  );
  server.setRequestHandler("tools/list", () => ({ tools: contract.tools }) as unknown as ListToolsResult);
  server.setRequestHandler("tools/call", async ({ params }) => callTool(served, params, caller, log));
  return server;
}
