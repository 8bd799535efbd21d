import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { canonical, normalSchema } from "./shape.ts";
import type { OperationShape, Shape } from "./shape.ts";
import type { ListedTool, ToolContract, ToolOperation } from "./wire.ts";

/** The file of a contract that says what clients are told of its tools. */
function fileOf(contractName: string): URL {
  return new URL(`./${contractName}/tools.json`, import.meta.url);
}

/** What clients are told of a contract's tools; none before the file was first written. */
export function readToolList(contractName: string): readonly ListedTool[] {
  const file = fileOf(contractName);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as ListedTool[]) : [];
}

export function writeToolList(contractName: string, tools: readonly ListedTool[]): void {
  writeFileSync(fileOf(contractName), `${JSON.stringify(tools, null, 1)}\n`);
}

/** What the operations say today. */
export function toolListOf(operations: readonly ToolOperation[]): ListedTool[] {
  return operations.map(({ id, summary, description, request, hints, refusesInSilence }) => ({
    name: id,
    title: summary,
    description,
    inputSchema: (refusesInSilence === true
      ? convertible(schemaOf(request, "input"))
      : schemaOf(request, "input")) as ListedTool["inputSchema"],
    annotations: hints,
  }));
}

/**
 * A schema as every converter of schemas takes it, at any depth: it does not say that no other fields are taken (google-genai
 * fails on that), and of several types each stands alone (Anthropic's library takes no list of types).
 */
function convertible(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(convertible);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
      if (keyword === "additionalProperties" && value === false) return [];
      if (keyword === "type" && Array.isArray(value)) return [["anyOf", value.map((type: unknown) => ({ type }))]];
      return [[keyword, convertible(value)]];
    }),
  );
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, reused: "inline" });
  return rest;
}

/** What callers of tools rely on: what they are told of each, every word of it, and the shape of the answers. */
export function toolShape({ tools, operations }: Pick<ToolContract, "tools" | "operations">): Shape {
  const answers = new Map(operations.map(({ id, response }) => [id, normalSchema(schemaOf(response, "output"))]));
  const shapes = tools.map((tool): readonly [string, OperationShape] => [
    tool.name,
    {
      id: tool.name,
      parameters: normalSchema({ type: "object" }),
      request: { isRequired: true, body: { "application/json": normalSchema(tool.inputSchema) } },
      answers: { result: { "application/json": answers.get(tool.name) ?? {} } },
      security: ["bearer"],
      words: canonical(tool),
    },
  ]);
  return { operations: Object.fromEntries(shapes), schemas: {} };
}
