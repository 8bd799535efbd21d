import type { Logger } from "#base/log.ts";
import type { Posted, StreamableTransport } from "./transports/streamable.ts";
import { streamableTransport } from "./transports/streamable.ts";
import type { ToolServices } from "./tool.ts";
import { servedContracts } from "./versions.ts";

export type McpOptions = {
  readonly services: ToolServices;
  /** Of the program; clients are told. */
  readonly version: string;
  readonly log: Logger;
};

/** The tools over the Model Context Protocol. Who calls is known before anything comes here. */
export type Mcp = {
  /** Where messages are taken. */
  readonly addresses: readonly string[];
  readonly answer: (address: string, posted: Posted) => Promise<Response>;
  /** What is open ends once what is being answered has been. */
  readonly drain: () => void;
};

export function createMcp({ services, version, log }: McpOptions): Mcp {
  const transports = new Map<string, StreamableTransport>(
    [...servedContracts(services)].map(([address, served]) => [address, streamableTransport({ served, version, log })]),
  );
  return {
    addresses: [...transports.keys()],
    answer: async (address, posted) => {
      const transport = transports.get(address);
      if (transport === undefined) throw new Error(`nothing is served at ${address}`);
      return transport.answer(posted);
    },
    drain: () => {
      for (const transport of transports.values()) transport.drain();
    },
  };
}
