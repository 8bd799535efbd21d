import { mcpV1 } from "#contracts/mcp-v1/mcp-v1.ts";
import { mcpV2 } from "#contracts/mcp-v2/mcp-v2.ts";
import { mcpV3 } from "#contracts/mcp-v3/mcp-v3.ts";
import { mcpV4 } from "#contracts/mcp-v4/mcp-v4.ts";
import type { ToolContract } from "#contracts/wire.ts";

/** Addresses under the service's own, each with what it serves: a closed list. */
export const CONTRACTS_BY_ADDRESS: ReadonlyMap<string, ToolContract> = new Map([
  ["/mcp", mcpV4],
  ["/mcp/v4", mcpV4],
  ["/mcp/v3", mcpV3],
  ["/mcp/v2", mcpV2],
  ["/mcp/v1", mcpV1],
]);
