import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TOOL_CONTRACTS } from "#contracts/contracts.ts";
import { readToolExamples } from "#contracts/tool-examples.ts";
import { toolListOf } from "#contracts/tool-list.ts";
import { startServer } from "../real-server.ts";
import type { RealServer } from "../real-server.ts";
import { CLIENTS } from "./clients.ts";
import type { ToolClient } from "./clients.ts";

/** What the examples of a contract show is what the server answers over the invented decisions and laws. */
let server: RealServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.stop());

describe.each(TOOL_CONTRACTS.map((contract) => [contract.name, contract] as const))("%s", (contractName, contract) => {
  const address = `/${contractName.replace("-", "/")}`;
  const examples = readToolExamples(contractName);
  const clients: Partial<Record<"key" | "historicalKey", ToolClient>> = {};
  afterAll(async () => {
    for (const client of Object.values(clients)) await client.close();
  });

  test("what clients are told of the tools is what the operations say", () => {
    expect(contract.tools).toEqual(toolListOf(contract.operations));
  });

  test.each(contract.operations.map(({ id }) => [id]))("%s has an example that succeeds", (tool) => {
    const succeeding = examples.filter(({ tool: of, result }) => of === tool && result?.["error"] === undefined);
    expect(succeeding.length).toBeGreaterThan(0);
  });

  test.each(examples.map((example) => [`${example.tool}/${example.name}`, example] as const))("%s", async (_, one) => {
    const key = one.seesHistory === true ? "historicalKey" : "key";
    const client = (clients[key] ??= await CLIENTS["client 2, current protocol"]!(server, address, server[key]));
    const { isError, text } = await client.call(one.tool, one.arguments);
    expect(isError).toBe(one.error !== undefined);
    if (one.error !== undefined) {
      expect(text).toBe(one.error);
      return;
    }
    const answer: unknown = JSON.parse(text);
    expect(answer).toEqual(one.result);
    const schema = contract.operations.find(({ id }) => id === one.tool)!.response;
    expect(schema.parse(answer)).toEqual(answer);
  });
});
