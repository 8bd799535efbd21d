import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { citationsCheckResponse } from "#contracts/http-v1/schema/citations-check.ts";
import type { CitationsCheckResponse } from "#contracts/http-v1/schema/citations-check.ts";
import { opinionsCitingResponse } from "#contracts/http-v1/schema/citing.ts";
import { opinionIdOf } from "#opinions/ids.ts";
import { ask, startServer } from "./real-server.ts";
import type { RealServer } from "./real-server.ts";

let server: RealServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.stop());

const cited = opinionIdOf("jsonl", "heron-0");
const dissent = opinionIdOf("jsonl", "heron-1");
const citing = opinionIdOf("jsonl", "bare-0");

async function citersOf(body: object): Promise<string[]> {
  const answer = await ask(server, "/v1/opinions/citing", { opinion_id: cited, ...body });
  expect(answer.status, answer.text).toBe(200);
  return opinionsCitingResponse.parse(answer.json).results.map(({ opinion_id }) => opinion_id);
}

describe("POST /opinions/citing", () => {
  test.each([
    [{}, [citing]],
    [{ opinion_id: dissent }, [citing]],
    [{ opinion_id: citing }, []],
    [{ treatments: ["Distinguished", "Overruled"] }, [citing]],
    [{ treatments: ["Overruled"] }, []],
    [{ court_ids: ["nysd", "ca9"] }, [citing]],
    [{ court_ids: ["ca9"] }, []],
    [{ court_ids: [] }, [citing]],
    // The citing decision has no date, so no range holds it.
    [{ date_filed: { start: "1900-01-01" } }, []],
    [{ page: 2 }, []],
  ])("%j", async (body, ids) => expect(await citersOf(body)).toEqual(ids));

  test.each([
    [{ treatments: ["overruled"] }, 422, "treatments.0"],
    [{ treatments: [] }, 422, "treatments"],
    [{ court_ids: ["ca9", "nyds"] }, 422, "court_ids.1"],
    [{ opinion_id: "410 U.S. 113" }, 422, "opinion_id"],
    [{ opinion_id: undefined }, 422, "opinion_id"],
    [{ page_size: 101 }, 422, "page_size"],
    [{ date_filed: { start: "2001-01-01", end: "2000-01-01" } }, 422, "date_filed.start"],
  ])("%j is refused at its place", async (body, status, path) => {
    const answer = await ask(server, "/v1/opinions/citing", { opinion_id: cited, ...body });
    expect(answer.status, answer.text).toBe(status);
    expect(answer.json["errors"]).toEqual(expect.arrayContaining([expect.objectContaining({ path })]));
  });

  test("an opinion that is not held is not one that nobody cites", async () => {
    const answer = await ask(server, "/v1/opinions/citing", { opinion_id: opinionIdOf("jsonl", "never") });
    expect(answer.status).toBe(404);
  });
});

async function check(text: string): Promise<CitationsCheckResponse> {
  const answer = await ask(server, "/v1/citations/check", { text });
  expect(answer.status, answer.text.slice(0, 500)).toBe(200);
  return citationsCheckResponse.parse(answer.json);
}

async function detailsOf(text: string) {
  const answer = await ask(server, "/v1/citations/check", { text, include_details: true });
  expect(answer.status, answer.text.slice(0, 500)).toBe(200);
  return citationsCheckResponse.parse(answer.json).citations.map(({ details }) => details);
}

describe("POST /citations/check", () => {
  test("each place is where the citation stands, whatever stands before it", async () => {
    const text = "“Whereas” 👩‍⚖️ — see Heron Bay Packing v. Ostrander, 12 Samp. 340 (9th Cir. 1998).";
    const { citations } = await check(text);
    expect(citations.map(({ start, end }) => text.slice(start, end))).toEqual(["12 Samp. 340"]);
    expect(citations[0]).toMatchObject({
      verdict: "found",
      matches: [{ opinion_id: cited, overall_treatment: "Caution" }],
    });
  });

  test.each([
    ["Heron Bay Packing v. Ostrander, 12 Samp. 340 (9th Cir. 1998)", "found", []],
    ["Heron Bay Packing v. Ostrander, 12 Samp. 340 (9th Cir. 1989)", "differs", ["year"]],
    ["Larch v. Pine, 12 Samp. 340 (9th Cir. 1998)", "differs", ["name"]],
    ["Heron Bay Packing v. Ostrander, 12 Samp. 340 (2d Cir. 1998)", "differs", ["court"]],
    ["Larch v. Pine, 999 Samp. 999 (9th Cir. 1998)", "not_held", []],
    ["Larch v. Pine, 2019 WL 1234567 (S.D.N.Y. 2019)", "not_checked", []],
    ["42 U.S.C. § 1983", "not_checked", []],
  ])("%s: %s", async (text, verdict, fields) => {
    const { citations, summary } = await check(text);
    expect(citations.map((citation) => citation.verdict)).toEqual([verdict]);
    expect(citations[0]?.differences.map(({ field }) => field)).toEqual(fields);
    expect(citations[0]?.reason).not.toMatch(/hallucinat|fake|invent|fabricat/iu);
    expect(summary).toMatchObject({ [verdict]: 1 });
  });

  describe("include_details", () => {
    test("is absent unless asked for", async () => {
      const { citations } = await check("Heron Bay Packing v. Ostrander, 12 Samp. 340 (9th Cir. 1998)");
      expect(citations[0]).not.toHaveProperty("details");
    });

    test("a wrong volume gets the decision of that name and year", async () => {
      const [details] = await detailsOf("Heron Bay Packing v. Ostrander, 99 Samp. 340 (9th Cir. 1998)");
      expect(details?.did_you_mean).toEqual([
        expect.objectContaining({
          opinion_id: cited,
          citations: ["12 Samp. 340", "88 Fict. Rep. 2d 17"],
          found_by: "name and year",
        }),
      ]);
    });

    test("one party that differs is a difference, and a page before the first is outside", async () => {
      const text = "Heron Bay Packing v. Larch, 12 Samp. 340, 339 (9th Cir. 1998)";
      const { citations } = await check(text);
      expect(citations[0]).toMatchObject({ verdict: "differs", differences: [{ field: "name" }] });
      const [details] = await detailsOf(text);
      expect(details).toMatchObject({
        further_differences: [{ field: "pin", cited: "339" }],
        pin: { status: "outside", first_page: 340 },
      });
    });

    test("a volume that a series cannot have is said", async () => {
      const [details] = await detailsOf("Larch v. Pine, 700 U.S. 22 (2001)");
      expect(details?.impossible).toContain("no volume 700");
    });
  });

  test("a text without citations has none", async () => {
    expect((await check("Nothing is cited here.")).citations).toEqual([]);
  });

  test("a text of nothing but citations, or of what only looks like them, is answered", async () => {
    expect((await check("1 U.S. 2, 3 F.2d 4, ".repeat(2000))).citations).toHaveLength(4000);
    expect((await check("Alpha v. Beta, 1 Zzz. 2 ".repeat(2000))).summary.reporter_unknown).toBeGreaterThan(0);
  });

  test("a text that is too long is refused by name", async () => {
    const answer = await ask(server, "/v1/citations/check", { text: "x".repeat(400_001) });
    expect(answer.status).toBe(422);
    expect(answer.json["errors"]).toEqual([expect.objectContaining({ path: "text" })]);
  });
});
