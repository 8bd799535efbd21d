import {
  decodeAnalyzeLaw,
  decodeSearchLaws,
  encodeAnalyzeLaw,
  encodeSearchLaws,
} from "#contracts/mcp-v4/codec/laws.ts";
import { mcpV4 } from "#contracts/mcp-v4/mcp-v4.ts";
import type { ToolContract } from "#contracts/wire.ts";
import type { Tool, ToolServices } from "./tool.ts";
import { analyzeLaw } from "./tools/analyze-law.ts";
import { searchLaws } from "./tools/search-laws.ts";

/** A contract with what answers each of its tools. */
export type ServedContract = { readonly contract: ToolContract; readonly tools: Readonly<Record<string, Tool>> };

/** Addresses under the service's own, each with what it serves: a closed list. */
export function servedContracts(services: ToolServices): ReadonlyMap<string, ServedContract> {
  const v4 = { contract: mcpV4, tools: toolsOfV4(services) };
  return new Map([
    ["/mcp", v4],
    ["/mcp/v4", v4],
  ]);
}

function toolsOfV4(services: ToolServices): Readonly<Record<string, Tool>> {
  return {
    searchLaws: searchLaws(services, { decode: decodeSearchLaws, encode: encodeSearchLaws }),
    analyzeLaw: analyzeLaw(services, { decode: decodeAnalyzeLaw, encode: encodeAnalyzeLaw }),
  };
}
