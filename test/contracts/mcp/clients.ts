import { Client as CurrentClient, StreamableHTTPClientTransport as CurrentHttp } from "@modelcontextprotocol/client";
import { Client as FormerClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FormerHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { RealServer } from "../real-server.ts";

export type ToolText = { readonly isError: boolean; readonly text: string };

/** A client of somebody else's making, connected. */
export type ToolClient = {
  readonly revision: string;
  readonly instructions: string | undefined;
  readonly tools: () => Promise<readonly { readonly name: string }[]>;
  readonly call: (name: string, args: Record<string, unknown>) => Promise<ToolText>;
  readonly close: () => Promise<void>;
};

const INFO = { name: "tests", version: "1" };

type Addressed = Pick<RealServer, "origin" | "key">;
type Connecting = (server: Addressed, address: string, key?: string) => Promise<ToolClient>;

/** The official clients: of the current generation in both of its manners, and of the one before. */
export const CLIENTS: Readonly<Record<string, Connecting>> = {
  "client 2, current protocol": async (server, address, key) =>
    current(server, address, key, { versionNegotiation: { mode: "auto" } }),
  "client 2, initialize": async (server, address, key) => current(server, address, key, {}),
  "client 1": async (server, address, key = server.key) => {
    const client = new FormerClient(INFO);
    const requestInit = { headers: { Authorization: `Bearer ${key}` } };
    const transport = new FormerHttp(new URL(server.origin + address), { requestInit });
    await client.connect(transport);
    return {
      revision: transport.protocolVersion ?? "",
      instructions: client.getInstructions(),
      tools: async () => (await client.listTools()).tools,
      call: async (name, args) => toolText(await client.callTool({ name, arguments: args })),
      close: async () => client.close(),
    };
  },
};

async function current(
  server: Addressed,
  address: string,
  key: string = server.key,
  options: ConstructorParameters<typeof CurrentClient>[1],
): Promise<ToolClient> {
  const client = new CurrentClient(INFO, options);
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  const transport = new CurrentHttp(new URL(server.origin + address), { requestInit });
  await client.connect(transport);
  return {
    revision: client.getNegotiatedProtocolVersion() ?? "",
    instructions: client.getInstructions(),
    tools: async () => (await client.listTools()).tools,
    call: async (name, args) => toolText(await client.callTool({ name, arguments: args })),
    close: async () => client.close(),
  };
}

function toolText(result: unknown): ToolText {
  const { isError = false, content } = result as { isError?: boolean; content: { type: string; text: string }[] };
  if (content.length !== 1 || content[0]?.type !== "text") throw new Error("one text was expected");
  return { isError, text: content[0].text };
}
