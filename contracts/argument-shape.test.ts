import { expect, test } from "vitest";
import { shapeOf } from "./argument-shape.ts";
import { TOOL_CONTRACTS } from "./contracts.ts";
import { readRequest } from "./request-faults.ts";

const TOOLS = TOOL_CONTRACTS.flatMap(({ name, tools, operations }) =>
  tools.map((tool) => ({
    name: `${name} ${tool.name}`,
    tool,
    operation: operations.find(({ id }) => id === tool.name)!,
  })),
);

test("a search is a list of questions", () => {
  expect(shapeOf(TOOLS.find(({ name }) => name === "mcp-v4 search")!.tool.inputSchema)).toBe(
    '{"queries":[{"query":"…"}]}',
  );
});

test.each(TOOLS.map((one) => [one.name, one] as const))(
  "%s: a call of the shape that is shown lacks nothing and has nothing of the wrong kind",
  (_, { tool, operation }) => {
    const read = readRequest(operation.request, JSON.parse(shapeOf(tool.inputSchema)));
    const faults = read.ok ? [] : read.error.map(({ message }) => message);
    expect(faults.filter((message) => /is required|^must be an? |unknown field/u.test(message))).toEqual([]);
  },
);
