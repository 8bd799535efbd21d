import { httpV1 } from "./http-v1/http-v1.ts";
import { mcpV1 } from "./mcp-v1/mcp-v1.ts";
import { mcpV2 } from "./mcp-v2/mcp-v2.ts";
import { mcpV3 } from "./mcp-v3/mcp-v3.ts";
import { mcpV4 } from "./mcp-v4/mcp-v4.ts";
import type { Contract, ToolContract } from "./wire.ts";

/** The contracts of tools, the latest first. */
export const TOOL_CONTRACTS: readonly ToolContract[] = [mcpV4, mcpV3, mcpV2, mcpV1];

/** Every contract this service speaks. */
export const CONTRACTS: readonly Contract[] = [httpV1, ...TOOL_CONTRACTS];
