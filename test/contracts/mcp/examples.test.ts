import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TOOL_CONTRACTS } from "#contracts/contracts.ts";
import { z } from "zod";
import type { ToolExample } from "#contracts/tool-examples.ts";
import { readToolExamples } from "#contracts/tool-examples.ts";
import { toolListOf } from "#contracts/tool-list.ts";
import { startServer } from "../real-server.ts";
import type { RealServer } from "../real-server.ts";
import { isClustered } from "#test/shape.ts";
import { CLIENTS } from "./clients.ts";
import type { ToolClient } from "./clients.ts";
import { serviceWhere } from "./troubled-services.ts";

/** What the examples of a contract show is what the server answers over the invented decisions and laws. */
let server: RealServer;
const troubled = new Map<string, Promise<RealServer>>();
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  for (const one of [server, ...(await Promise.all(troubled.values()))]) await one.stop();
});

async function serviceOf({ where }: ToolExample): Promise<RealServer> {
  if (where === undefined) return server;
  const started = troubled.get(where) ?? serviceWhere(where);
  troubled.set(where, started);
  return started;
}

/** Both docket tools of version 3 have one list of statuses; a docket, unlike a filing, has no text that may be wanting. */
const NEVER = new Set(["analyzeDocketReport text_not_available"]);

/** The words that a status may be by the schema of the answer. */
function statusesOf(response: z.ZodType): readonly string[] {
  const { properties } = z.toJSONSchema(response, { io: "output", unrepresentable: "any" });
  const status = properties?.["status"];
  return typeof status === "object" ? ((status.enum ?? []) as string[]) : [];
}

describe.each(TOOL_CONTRACTS.map((contract) => [contract.name, contract] as const))("%s", (contractName, contract) => {
  const address = `/${contractName.replace("-", "/")}`;
  const examples = readToolExamples(contractName);
  const clients = new Map<string, ToolClient>();
  afterAll(async () => {
    for (const client of clients.values()) await client.close();
  });

  test("what clients are told of the tools is what the operations say", () => {
    expect(contract.tools).toEqual(toolListOf(contract.operations));
  });

  test.each(contract.operations.map(({ id }) => [id]))("%s has an example that succeeds", (tool) => {
    const succeeding = examples.filter(({ tool: of, result }) => of === tool && result?.["error"] === undefined);
    expect(succeeding.length).toBeGreaterThan(0);
  });

  test.each(contract.operations.map(({ id, response }) => [id, response] as const))(
    "%s has an example of every status",
    (tool, response) => {
      const shown = new Set(examples.filter((one) => one.tool === tool).map(({ result }) => result?.["status"]));
      expect(statusesOf(response).filter((status) => !shown.has(status) && !NEVER.has(`${tool} ${status}`))).toEqual(
        [],
      );
    },
  );

  test.each(examples.map((example) => [`${example.tool}/${example.name}`, example] as const))("%s", async (_, one) => {
    const key = one.seesHistory === true ? "historicalKey" : "key";
    const service = await serviceOf(one);
    const name = `${key} ${one.where}`;
    const client = clients.get(name) ?? (await CLIENTS["client 2, current protocol"]!(service, address, service[key]));
    clients.set(name, client);
    const { isError, text } = await client.call(one.tool, one.arguments);
    expect(isError).toBe(one.error !== undefined);
    if (one.error !== undefined) {
      expect(text).toBe(one.error);
      return;
    }
    const answer: unknown = JSON.parse(text);
    expect(found(answer)).toEqual(found(one.result));
    const schema = contract.operations.find(({ id }) => id === one.tool)!.response;
    expect(schema.parse(answer)).toEqual(answer);
  });
});

/** A cluster scores by rules of its own: the same is found there, in another order, with snippets of other places. */
function found(answer: unknown): unknown {
  const { results } = answer as {
    readonly results?: readonly { readonly document?: { readonly documentId: string } }[];
  };
  if (!isClustered || results === undefined) return answer;
  const unordered = results.map((one) => (one.document === undefined ? one : { ...one, snippet: "" }));
  return { ...(answer as object), results: unordered.toSorted((a, b) => idOf(a).localeCompare(idOf(b))) };
}

function idOf({ document }: { readonly document?: { readonly documentId: string } }): string {
  return document?.documentId ?? "";
}
