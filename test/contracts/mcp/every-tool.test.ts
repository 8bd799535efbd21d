import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TOOL_CONTRACTS } from "#contracts/contracts.ts";
import { readToolExamples } from "#contracts/tool-examples.ts";
import { startServer } from "../real-server.ts";
import type { RealServer } from "../real-server.ts";
import { CLIENTS } from "./clients.ts";

/** Every tool, on every address, called by every official client: the answer is that of the contract's example. */
let server: RealServer;
beforeAll(async () => {
  server = await startServer({ rateLimit: null });
});
afterAll(async () => server.stop());

const ADDRESSES = [
  ["/mcp", TOOL_CONTRACTS[0]!] as const,
  ...TOOL_CONTRACTS.map((contract) => [`/${contract.name.replace("-", "/")}`, contract] as const),
];

describe.each(ADDRESSES)("%s", (address, contract) => {
  const examples = readToolExamples(contract.name).filter(
    ({ result, seesHistory, where }) => result && !seesHistory && where === undefined,
  );

  test("what is no text may be sent as its JSON", async () => {
    const client = await Object.values(CLIENTS)[0]!(server, address);
    for (const { id } of contract.operations) {
      const example = examples.find(({ tool }) => tool === id)!;
      const sent = Object.entries(example.arguments).map(([name, value]) => [
        name,
        typeof value === "string" ? value : JSON.stringify(value),
      ]);
      const { isError, text } = await client.call(id, Object.fromEntries(sent) as typeof example.arguments);
      expect(isError, text).toBe(false);
      expect(JSON.parse(text)).toEqual(example.result);
    }
    await client.close();
  });

  test.each(Object.entries(CLIENTS))("%s calls every tool", async (_name, connect) => {
    const client = await connect(server, address);
    const called = contract.operations.map(async ({ id }) => {
      const example = examples.find(({ tool }) => tool === id)!;
      const { isError, text } = await client.call(id, example.arguments);
      expect(isError, text).toBe(false);
      expect(JSON.parse(text)).toEqual(example.result);
      return id;
    });
    expect(await Promise.all(called)).toEqual(contract.tools.map(({ name }) => name));
    await client.close();
  });
});
