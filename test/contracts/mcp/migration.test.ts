import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mcpV3 } from "#contracts/mcp-v3/mcp-v3.ts";
import { mcpV4 } from "#contracts/mcp-v4/mcp-v4.ts";
import type { ToolContract } from "#contracts/wire.ts";
import { memberPaths } from "../member-paths.ts";

/** What became of version 3 in version 4, line by line of the notes on it. */
const NOTES = readFileSync(new URL("../../../docs/api/mcp.md", import.meta.url), "utf8");

const namesOf = ({ tools }: ToolContract): string[] => tools.map(({ name }) => name);
const answers = (contract: ToolContract, tool: string): string[] =>
  memberPaths(contract.operations.find(({ id }) => id === tool)!.response, "output");
const asks = (contract: ToolContract, tool: string): string[] =>
  memberPaths(contract.operations.find(({ id }) => id === tool)!.request, "input");

test("search has case and document identities, exact types, one list, one status and one cursor", () => {
  expect(answers(mcpV3, "search")).toEqual(expect.arrayContaining(["searches.results.opinionId", "searches.query"]));
  expect(answers(mcpV4, "search")).toEqual(
    expect.arrayContaining(["status", "nextCursor", "results.case.caseId", "results.document.documentId"]),
  );
  expect(asks(mcpV4, "search")).toContain("queries.documentTypes");
  expect(asks(mcpV3, "search")).not.toContain("queries.documentTypes");
});

test("findInOpinion and analyzeOpinion became analyzeCaseDocument", () => {
  expect(namesOf(mcpV3)).toEqual(expect.arrayContaining(["findInOpinion", "analyzeOpinion"]));
  expect(namesOf(mcpV4)).toContain("analyzeCaseDocument");
  expect(namesOf(mcpV4)).not.toContain("findInOpinion");
});

test("analyzeDocketReport became analyzeCaseDocket, analyzeDocketFiling a document or an entry", () => {
  expect(namesOf(mcpV4)).toContain("analyzeCaseDocket");
  expect(asks(mcpV4, "analyzeCaseDocument")).toEqual(
    expect.arrayContaining(["documentId", "entry.caseId", "entry.entryNumber", "entry.attachmentNumber"]),
  );
});

test.each(["searchLaws", "analyzeLaw"])("%s takes and answers the same fields", (tool) => {
  // Version 4 refuses unknown fields without announcing it, and says one of two types where others list them.
  const schemaOf = ({ tools }: ToolContract): unknown =>
    JSON.parse(JSON.stringify(tools.find(({ name }) => name === tool)!.inputSchema), (keyword, value: unknown) => {
      if (keyword === "additionalProperties") return undefined;
      const { type: types, ...rest } = (typeof value === "object" && value !== null ? value : {}) as { type?: unknown };
      return Array.isArray(types) ? { ...rest, anyOf: types.map((type: unknown) => ({ type })) } : value;
    });
  expect(schemaOf(mcpV4)).toEqual(schemaOf(mcpV3));
  expect(answers(mcpV4, tool)).toEqual(answers(mcpV3, tool));
});

test("the notes name every tool of both", () => {
  for (const name of [...namesOf(mcpV3), ...namesOf(mcpV4)]) expect(NOTES).toContain(`\`${name}\``);
});

test("no version has a tool of another but those it shares", () => {
  const words = JSON.stringify(mcpV3.tools);
  expect(words).not.toMatch(/analyzeCase|documentId|nextCursor|documentReference/u);
  expect(JSON.stringify(mcpV4.tools)).not.toMatch(/Opinion\b|opinionId|jurisdictionType/u);
});
