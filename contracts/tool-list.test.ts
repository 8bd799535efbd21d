import { expect, test } from "vitest";
import { TOOL_CONTRACTS } from "./contracts.ts";

/** Every schema that stands in one, itself included. */
function schemasIn(schema: unknown): Readonly<Record<string, unknown>>[] {
  if (Array.isArray(schema)) return schema.flatMap(schemasIn);
  if (typeof schema !== "object" || schema === null) return [];
  return [schema as Record<string, unknown>, ...Object.values(schema).flatMap(schemasIn)];
}

test("schemas of the newest tools have nothing that a converter of schemas fails on", () => {
  const newest = TOOL_CONTRACTS.find(({ name }) => name === "mcp-v4")!;
  const schemas = newest.tools.flatMap(({ inputSchema }) => schemasIn(inputSchema));
  expect(schemas.length).toBeGreaterThan(100);
  // google-genai 3.6.1 reads `false` as a schema; anthropic 2.14.0 takes one type, not a list of them.
  expect(schemas.filter((schema) => schema["additionalProperties"] === false)).toEqual([]);
  expect(schemas.filter((schema) => Array.isArray(schema["type"]))).toEqual([]);
});
