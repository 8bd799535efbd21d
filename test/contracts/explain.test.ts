import { afterAll, beforeAll, expect, test } from "vitest";
import { searchResponse } from "#contracts/http-v1/schema/search.ts";
import type { SearchResponseWire } from "#contracts/http-v1/schema/search.ts";
import { ask, startServer } from "./real-server.ts";
import type { RealServer } from "./real-server.ts";

/** What the service's indexes say of a score; the contract leaves its form to the engine. */
type Explanation = {
  readonly what: string;
  readonly score: number;
  readonly occurrences?: Readonly<Record<string, number>>;
  readonly parts?: readonly Explanation[];
};

let server: RealServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.stop());

async function search(body: object): Promise<SearchResponseWire> {
  const answer = await ask(server, "/v1/search", { mode: "keyword", ...body });
  expect(answer.status, answer.text).toBe(200);
  return searchResponse.parse(answer.json);
}

/** The parts that explain nothing further. */
function leavesOf(explanation: Explanation): readonly Explanation[] {
  return explanation.parts === undefined ? [explanation] : explanation.parts.flatMap(leavesOf);
}

test("the index of the service explains each score when asked, in parts that add up", async () => {
  const query = "pier AND (term OR lapsed)";
  const { results } = await search({ query, explain: true });
  expect(results.length).toBeGreaterThan(0);
  for (const { explanation, score } of results) {
    const whole = explanation as Explanation;
    const leaves = leavesOf(whole);
    expect(whole.score).toBeCloseTo(score, 3);
    expect(leaves.reduce((sum, leaf) => sum + leaf.score, 0)).toBeCloseTo(whole.score, 3);
    expect(leaves.find(({ what }) => what.includes("pier"))?.occurrences).toMatchObject({ body: 1 });
    for (const leaf of leaves) {
      expect(Object.keys(leaf).toSorted()).toEqual(["idf", "occurrences", "score", "weighted_frequency", "what"]);
    }
  }
  const plain = await search({ query });
  expect(plain.results.map(({ opinion_id }) => opinion_id)).toEqual(results.map(({ opinion_id }) => opinion_id));
  for (const hit of plain.results) expect(hit).not.toHaveProperty("explanation");
});
