import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OnpointError } from "#base/errors.ts";
import { addDecision } from "#test/records.ts";
import { transaction } from "#db/connection.ts";
import { sighting } from "#dockets/sightings.fixture.ts";
import { writeDockets } from "#dockets/store/write.ts";
import { decisionDays } from "#opinions/store/decision-days.ts";
import type { SearchRequest, SearchResponse } from "#search/request.ts";
import { startServer } from "../real-server.ts";
import type { RealServer } from "../real-server.ts";
import { CLIENTS } from "./clients.ts";
import type { ToolClient } from "./clients.ts";

/** A search that finds what a test lists, by query, over decisions that are held. */
const DECISIONS = Array.from({ length: 130 }, (_, at) => `Case ${String(at).padStart(3, "0")}`);
const ids = new Map<string, string>();
const asked: SearchRequest[] = [];
let server: RealServer;
let client: ToolClient;
let other: ToolClient;

function found(query: string): readonly string[] {
  if (query === "broken engine") throw new OnpointError("unavailable", "the engine is away");
  if (query === "unbalanced (") throw new OnpointError("invalid_input", "unbalanced", { hint: "close it" });
  const [, from = "0", count = "0"] = /^from (\d+) take (\d+)$/u.exec(query) ?? [];
  return DECISIONS.slice(Number(from), Number(from) + Number(count)).map((name) => ids.get(name)!);
}

const listed = async (request: SearchRequest): Promise<SearchResponse> => {
  asked.push(request);
  const results = found(request.query).map((opinionId) => ({ opinionId, snippet: "<mark>a &amp; b</mark>" }));
  return { results, warnings: [] } as unknown as SearchResponse;
};

beforeAll(async () => {
  server = await startServer({}, { search: { search: listed } });
  await transaction(server.db, async (trx) => {
    for (const name of DECISIONS)
      ids.set(name, (await addDecision(trx, { name, dateFiled: "1999-01-02" })).opinionIds[0]!);
    const dockets = [
      sighting({ courtId: "nysd", docketNumber: "1:17-md-02788" }),
      sighting({ courtId: "nysd", docketNumber: "1:18-cv-00001" }),
      sighting({ courtId: "ilnd", docketNumber: "1:18-cv-00001" }),
    ];
    await writeDockets(trx, dockets, decisionDays);
  });
  client = await CLIENTS["client 2, current protocol"]!(server, "/mcp/v4");
  other = await CLIENTS["client 2, current protocol"]!(server, "/mcp/v4", server.historicalKey);
});
afterAll(async () => {
  await Promise.all([client.close(), other.close()]);
  await server.stop();
});

type Result = {
  readonly status: string;
  readonly results: { case: { caseName: string }; snippet: string }[];
  readonly nextCursor?: string;
  readonly skipped?: { query: string; reason: string; retryable: boolean; nextAction?: string }[];
  readonly warnings?: string[];
  readonly error?: string;
};
const search = async (queries: object[], by = client): Promise<Result> => {
  const { text, isError } = await by.call("search", { queries });
  expect(isError, text).toBe(false);
  return JSON.parse(text) as Result;
};
const refusal = async (queries: object[]): Promise<string> => {
  const { text, isError } = await client.call("search", { queries });
  expect(isError).toBe(true);
  return text;
};
const names = ({ results }: Result): string[] => results.map((hit) => hit.case.caseName);

describe("pages", () => {
  test("hold twenty each, a hundred over all, nothing twice, and end without a cursor", async () => {
    const pages: Result[] = [await search([{ query: "from 0 take 100" }, { query: "from 50 take 80" }])];
    while (pages.at(-1)!.nextCursor !== undefined) pages.push(await search([{ cursor: pages.at(-1)!.nextCursor! }]));
    expect(pages.map(({ results }) => results.length)).toEqual([20, 20, 20, 20, 20]);
    const all = pages.flatMap(names);
    expect(new Set(all).size).toBe(100);
    expect(all.slice(0, 50)).toEqual(DECISIONS.slice(50, 100));
    expect(Object.keys(pages[0]!)).toEqual(["status", "results", "nextCursor"]);
    expect(pages[0]!.results[0]!.snippet).toBe("a & b");
  });

  test("one page needs no cursor", async () => {
    expect(await search([{ query: "from 3 take 20" }])).not.toHaveProperty("nextCursor");
  });

  test("what comes in between shifts nothing that was shown", async () => {
    const { nextCursor, ...first } = await search([{ query: "from 0 take 40" }]);
    const moved = DECISIONS.splice(0, 30);
    DECISIONS.push(...moved);
    const second = await search([{ cursor: nextCursor! }]);
    DECISIONS.unshift(...DECISIONS.splice(100, 30));
    expect(names(second).filter((name) => names(first as Result).includes(name))).toEqual([]);
  });

  test("a cursor is one caller's", async () => {
    const { nextCursor } = await search([{ query: "from 0 take 40" }]);
    expect(await search([{ cursor: nextCursor! }], other)).toMatchObject({
      status: "error",
      results: [],
      error: expect.stringContaining("another caller"),
    });
    expect(await search([{ cursor: `${nextCursor}x` }])).toMatchObject({
      status: "error",
      error: expect.stringContaining("no cursor"),
    });
  });

  test("a cursor stands alone", async () => {
    const { nextCursor: cursor } = await search([{ query: "from 0 take 40" }]);
    expect(await refusal([{ cursor, query: "x" }])).toContain("a cursor stands alone; leave out query");
    expect(await refusal([{ cursor, states: ["Texas"] }])).toContain("leave out states");
    expect(await refusal([{ cursor }, { query: "x" }])).toContain("the only query of its call");
    expect((await search([{ cursor, query: null, courts: null }])).status).toBe("ok");
  });
});

describe("queries that do not run", () => {
  test("leave the others", async () => {
    const answer = await search([
      { query: "from 0 take 2" },
      { query: "broken engine" },
      { query: "unbalanced (" },
      { query: "x", courts: ["Court of Nowhere"] },
    ]);
    expect(answer.status).toBe("partial");
    expect(names(answer)).toHaveLength(2);
    expect(answer.skipped).toMatchObject([
      { query: "broken engine", retryable: true, nextAction: "call again in a few seconds" },
      { query: "unbalanced (", retryable: false, reason: "unbalanced. close it" },
      { query: "x", retryable: false, reason: expect.stringContaining("no court is called Court of Nowhere") },
    ]);
  });

  test("are an error where nothing could be searched", async () => {
    expect(await search([{ query: "broken engine" }])).toMatchObject({
      status: "error",
      results: [],
      error: expect.any(String),
    });
  });

  test("a docket number of which no opinion is held leads to its docket", async () => {
    const { skipped } = await search([{ query: "2:21-cv-00777", courts: ["S.D.N.Y."] }]);
    expect(skipped).toMatchObject([{ retryable: false }]);
    expect(skipped?.[0]?.nextAction).toBe(
      'call analyzeCaseDocket with docket {"court":"United States District Court for the Southern District of New York","docketNumber":"2:21-cv-00777"} and your question',
    );
  });

  const NYSD = '"court":"United States District Court for the Southern District of New York"';
  test.each([
    [{ query: "17 MD 2788" }, NYSD],
    [{ query: "MDL No. 2788" }, NYSD],
    [{ query: "18-cv-1" }, '"court":"<name of the court>"'],
    [{ query: "19-cv-1" }, '"court":"<name of the court>"'],
    [{ query: "22-1408", courts: ["2d Cir."] }, '"court":"United States Court of Appeals for the Second Circuit"'],
    [{ query: "No. 18-cv-00001 (S.D.N.Y.)" }, NYSD],
  ])("%j leads to %s", async (query, court) => {
    const { skipped } = await search([query]);
    expect(skipped?.[0]?.nextAction).toContain(court);
  });

  test("filters that cannot be meant refuse all, and the query is named", async () => {
    const answer = await search([
      { query: "from 0 take 2" },
      { query: "x", startDate: "2020-01-02", endDate: "2020-01-01" },
    ]);
    expect(answer).toMatchObject({ status: "error", results: [] });
    expect(answer.error).toBe("queries[1].startDate: the range starts (2020-01-02) after it ends (2020-01-01)");
  });
});

describe("what is asked", () => {
  test("null is the same as left out", async () => {
    const empty = {
      jurisdiction: null,
      courts: null,
      states: [],
      startDate: null,
      endDate: null,
      documentTypes: [],
      publishStatus: null,
      cursor: null,
    };
    await search([{ query: "from 0 take 1", ...empty }]);
    await search([{ query: "from 0 take 1" }]);
    expect(asked.at(-2)).toEqual(asked.at(-1));
    expect(asked.at(-1)).toMatchObject({ mode: "hybrid", filters: {} });
  });

  test("dates and publish status are filters", async () => {
    await search([{ query: "x", startDate: "2001-01-01", endDate: "2001-12-31", publishStatus: "unknown" }]);
    expect(asked.at(-1)?.filters).toEqual({
      publishStatus: "unknown",
      dateFiled: { start: "2001-01-01", end: "2001-12-31" },
    });
  });

  test("filings are none, which is said, and their publish status is passed over", async () => {
    const before = asked.length;
    const answer = await search([{ query: "x", jurisdiction: "trial", states: ["Ohio"], publishStatus: "published" }]);
    expect(answer).toMatchObject({
      status: "ok",
      results: [],
      warnings: [expect.stringContaining("no filings of trial courts of Ohio are held")],
    });
    expect(asked.length).toBe(before);
  });

  test("a filtered miss proves nothing, and that is said", async () => {
    const { warnings } = await search([{ query: "from 0 take 0", states: ["Ohio"] }]);
    expect(warnings).toEqual([
      "nothing was found within these filters, which does not prove that there is no such document",
    ]);
  });

  test.each<[string, object[]]>([
    ["no query", []],
    ["five", Array.from({ length: 5 }, () => ({ query: "x" }))],
    ["a query without words", [{ states: ["Ohio"] }]],
    ["an empty one", [{ query: " " }]],
    ["a field that is none", [{ query: "x", state: "Ohio" }]],
    ["21 courts", [{ query: "x", courts: Array.from({ length: 21 }, () => "Cal.") }]],
    ["a jurisdiction that is none", [{ query: "x", jurisdiction: "states" }]],
    ["a type that is none", [{ query: "x", documentTypes: ["letters"] }]],
    ["all and another type", [{ query: "x", documentTypes: ["all", "opinion"] }]],
    ["a day that is none", [{ query: "x", startDate: "2021-02-30" }]],
    ["a status of the records that no filter knows", [{ query: "x", publishStatus: "errata" }]],
  ])("%s is refused", async (_name, queries) => {
    expect(await refusal(queries)).toMatch(/^the arguments of search have faults: queries/u);
  });
});
