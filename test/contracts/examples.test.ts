import { afterAll, beforeAll, expect, test } from "vitest";
import { readExamples } from "#contracts/http-v1/examples.ts";
import { OPERATIONS } from "#contracts/http-v1/operations.ts";
import { PRICE_PERIODS } from "#records/official/prices.ts";
import { STORED_ALONE } from "#research/dockets/retrieval.ts";
import type { Retrieval } from "#research/dockets/retrieval.ts";
import { priceOf } from "#research/retrieval/prices.ts";
import { ask, startServer, TODAY } from "./real-server.ts";
import type { RealServer } from "./real-server.ts";

/** What the documentation shows is what the server answers over the invented decisions. */
const PRICED: Retrieval = {
  ...STORED_ALONE,
  price: (thing) => priceOf(thing, PRICE_PERIODS, () => TODAY),
};

let server: RealServer;
beforeAll(async () => {
  server = await startServer({}, { at: { retrievalOf: () => PRICED } });
});
afterAll(async () => server.stop());

const examples = readExamples().filter((example) => example.operationId !== "court-list");
const paths = new Map(OPERATIONS.map(({ id, path }) => [id, path]));

test("there were examples to try", () => expect(examples.length).toBeGreaterThan(10));

test.each(examples.map((example) => [`${example.operationId}/${example.name}`, example] as const))(
  "%s",
  async (_name, example) => {
    const answer = await ask(server, `/v1${paths.get(example.operationId)}`, example.request, {
      headers: {
        "X-Request-Id": "example-request",
        Authorization: `Bearer ${example.status === 403 ? server.key : server.historicalKey}`,
      },
    });
    expect(answer.status).toBe(example.status);
    expect(withoutWhatVaries(answer.json)).toEqual(withoutWhatVaries(example.response));
  },
);

/** Times, scores (another engine's) and the id of a key differ from run to run. */
function withoutWhatVaries(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (name, value: unknown) =>
    ["processing_time_ms", "score", "userId"].includes(name) ? typeof value : value,
  );
}

test("court-list/all is part of the list", async () => {
  const example = readExamples().find(({ operationId }) => operationId === "court-list");
  const answer = await ask(server, "/v1/court/list");
  expect(answer.json["courts"]).toEqual(expect.arrayContaining((example!.response as { courts: unknown[] }).courts));
});
