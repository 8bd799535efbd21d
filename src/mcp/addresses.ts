/** Every address of the tools under the service's own, those of the older transport with them: a closed list. */
export const TOOL_PATHS = [
  "/mcp",
  "/mcp/v4",
  "/mcp/v4/sse",
  "/mcp/v4/message",
  "/mcp/v3",
  "/mcp/v2",
  "/mcp/v1",
] as const;
