import type { ServedContract, ToolServices } from "./tool.ts";
import { servedV1 } from "./versions/v1.ts";
import { servedV2 } from "./versions/v2.ts";
import { servedV3 } from "./versions/v3.ts";
import { servedV4 } from "./versions/v4.ts";

/** Addresses under the service's own, each with what it serves: a closed list. */
export function servedContracts(services: ToolServices): ReadonlyMap<string, ServedContract> {
  const v4 = servedV4(services);
  return new Map([
    ["/mcp", v4],
    ["/mcp/v4", v4],
    ["/mcp/v3", servedV3(services)],
    ["/mcp/v2", servedV2(services)],
    ["/mcp/v1", servedV1(services)],
  ]);
}
