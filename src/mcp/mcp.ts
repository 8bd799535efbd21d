import type { Principal } from "#accounts/principal.ts";
import type { Logger } from "#base/log.ts";
import type { Posted, StreamableTransport } from "./transports/streamable.ts";
import { sseTransport } from "./transports/sse.ts";
import type { SseTransport } from "./transports/sse.ts";
import { streamableTransport } from "./transports/streamable.ts";
import { answerers } from "./acts.ts";
import type { ServedContract, ToolServices } from "./tool.ts";
import { CONTRACTS_BY_ADDRESS } from "./versions.ts";

export type McpOptions = {
  readonly services: ToolServices;
  /** Of the program; clients are told. */
  readonly version: string;
  readonly log: Logger;
  /** Told of every call of a tool there is; `refused`: its arguments are not as the contract wants them. */
  readonly onCall?: (principal: Principal, tool: string, outcome: "call" | "refused") => void;
};

/** The tools over the Model Context Protocol. Who calls is known before anything comes here. */
export type Mcp = {
  /** Where messages are taken. */
  readonly addresses: readonly string[];
  readonly answer: (address: string, posted: Posted) => Promise<Response>;
  /** The older transport, with the two addresses it takes. */
  readonly sse: SseTransport & { readonly streamAddress: string; readonly messageAddress: string };
  /** What is open ends once what is being answered has been. */
  readonly drain: () => void;
};

/** The contract that the older transport serves. */
const OF_SSE = "/mcp/v4";

export function createMcp({ services, version, log, onCall }: McpOptions): Mcp {
  const { research, addresses } = services;
  const behind = { answerers: answerers(research), addresses, onCall };
  const contracts = new Map(
    [...CONTRACTS_BY_ADDRESS].map(([address, contract]): [string, ServedContract] => [
      address,
      { contract, ...behind },
    ]),
  );
  const transports = new Map<string, StreamableTransport>(
    [...contracts].map(([address, served]) => [address, streamableTransport({ served, version, log })]),
  );
  const messageAddress = `${OF_SSE}/message`;
  const sse = sseTransport({ served: servedAt(contracts, OF_SSE), version, log, messageAddress });
  return {
    addresses: [...transports.keys()],
    answer: async (address, posted) => servedAt(transports, address).answer(posted),
    sse: { ...sse, streamAddress: `${OF_SSE}/sse`, messageAddress },
    drain: () => {
      for (const transport of [...transports.values(), sse]) transport.drain();
    },
  };
}

function servedAt<Served>(served: ReadonlyMap<string, Served>, address: string): Served {
  const found = served.get(address);
  if (found === undefined) throw new Error(`nothing is served at ${address}`);
  return found;
}
