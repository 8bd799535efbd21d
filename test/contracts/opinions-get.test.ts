import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deriveId } from "#base/ids.ts";
import { LIMITS } from "#base/limits.ts";
import { opinionsGetResponse } from "#contracts/http-v1/schema/opinions.ts";
import type { OpinionsGetResponse } from "#contracts/http-v1/schema/opinions.ts";
import { opinionIdOf } from "#opinions/ids.ts";
import { ask, startServer } from "./real-server.ts";
import type { RealServer } from "./real-server.ts";

let server: RealServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.stop());

const heronLead = opinionIdOf("jsonl", "heron-0");
const heronDissent = opinionIdOf("jsonl", "heron-1");
const bare = opinionIdOf("jsonl", "bare-0");
const hostile = opinionIdOf("jsonl", "hostile-0");

async function get(body: unknown): Promise<OpinionsGetResponse> {
  const answer = await ask(server, "/v1/opinions/get", body);
  expect(answer.status, answer.text).toBe(200);
  return opinionsGetResponse.parse(answer.json);
}

async function faults(body: unknown): Promise<unknown> {
  const answer = await ask(server, "/v1/opinions/get", body);
  expect(answer.status, answer.text).toBe(422);
  return answer.json["errors"];
}

describe("POST /opinions/get", () => {
  test("every field of a full record", async () => {
    const { opinions } = await get({
      opinion_ids: [heronLead],
      include_content: true,
      include_detailed_treatments: true,
    });
    expect(opinions).toEqual([
      {
        id: heronLead,
        case_name: "Heron Bay Packing v. Ostrander",
        public_url: expect.stringMatching(
          /^https:\/\/law\.example\.org\/opinions\/\d+\/heron-bay-packing-co-v-ostrander$/u,
        ),
        court_id: "ca9",
        court_abbreviation: "9th Cir.",
        docket_number: "97-15021",
        state: "Federal",
        publish_status: "published",
        date_filed: "1998-06-15",
        judge_name: "Vale, Quist",
        citations: [
          { cited_as: "12 Samp. 340", volume: "12", reporter: "Samp.", page: "340" },
          { cited_as: "88 Fict. Rep. 2d 17", volume: "88", reporter: "Fict. Rep. 2d", page: "17" },
        ],
        pagination_citation: "12 Samp. 340",
        citation_count: 1,
        overall_treatment: "Caution",
        html_content: expect.stringContaining("<svc-ps>340</svc-ps>"),
        treatments: [
          {
            citing_id: bare,
            treatment_category: "Distinguished",
            treatment_description: "The court distinguishes this decision.",
            is_authoritative: true,
            supporting_quote: expect.stringContaining("We distinguish Heron Bay Packing Co. v. Ostrander"),
          },
        ],
      },
    ]);
  });

  test("texts that would make the answer too large are left out by name, and come when asked for apart", async () => {
    const half = LIMITS.answer_text_chars_max / 2;
    const sizes = server.db.updateTable("opinions").set({ text_chars: half + 1 });
    await sizes.where("id", "in", [heronLead, heronDissent]).execute();
    const ids = [heronLead, heronDissent, bare];
    const answer = await get({ opinion_ids: ids, include_content: true });
    expect(answer.opinions.map(({ id, html_content }) => [id, html_content !== undefined])).toEqual([
      [heronLead, true],
      [heronDissent, false],
      [bare, true],
    ]);
    expect(answer.warnings).toEqual([expect.stringContaining(heronDissent)]);
    const apart = await get({ opinion_ids: [heronDissent], include_content: true });
    expect(apart.opinions[0]?.html_content).toContain("the lease had lapsed");
    expect(apart.warnings).toBeUndefined();
    expect((await get({ opinion_ids: ids })).warnings).toBeUndefined();
  });

  test("what is absent is absent, what is null is null", async () => {
    const { opinions } = await get({ opinion_ids: [bare] });
    const [opinion] = opinions;
    expect(opinion).toMatchObject({
      date_filed: null,
      judge_name: null,
      pagination_citation: null,
      per_curiam: true,
      en_banc: true,
      publish_status: "unpublished",
      precedential_note: "NOT FOR PUBLICATION | This order is not precedent.",
    });
    expect(opinion).not.toHaveProperty("html_content");
    expect(opinion).not.toHaveProperty("treatments");
    const { opinions: others } = await get({ opinion_ids: [heronLead] });
    for (const name of ["per_curiam", "en_banc", "precedential_note"]) expect(others[0]).not.toHaveProperty(name);
  });

  test("an opinion that nothing held cites says so rather than being called neutral", async () => {
    const { opinions } = await get({ opinion_ids: [hostile], include_detailed_treatments: true });
    expect(opinions[0]).toMatchObject({ citation_count: 0, overall_treatment: "unknown", treatments: [] });
  });

  test("answers stand in the order of the request, each once, and say what is not held", async () => {
    const missing = deriveId("opinion", "jsonl", "never-written");
    const answer = await get({ opinion_ids: [bare, heronLead.toUpperCase(), missing, bare] });
    expect(answer.opinions.map((opinion) => opinion.id)).toEqual([bare, heronLead]);
    expect(answer.warnings).toEqual([`no opinion is held under the id ${missing}`]);
    expect(answer).not.toHaveProperty("citation_matches");
    expect(answer).not.toHaveProperty("docket_matches");
  });

  test.each(["12 Samp. 340", "12 SAMP 340", "12 samp.340", "  12   Samp .  340 "])(
    "%j finds the decision and its dissent",
    async (citation) => {
      const answer = await get({ citations: [citation] });
      expect(answer.opinions.map((opinion) => opinion.id)).toEqual([heronLead, heronDissent]);
      expect(answer.citation_matches).toEqual([
        { citation, opinion_id: heronLead },
        { citation, opinion_id: heronDissent },
      ]);
    },
  );

  test("two citations of one decision give it once and match it twice; the order is the request's", async () => {
    const answer = await get({ citations: ["1 samp 1", "88 fict rep 2d 17", "12 Samp. 340", "9 Nowhere 9"] });
    expect(answer.opinions.map((opinion) => opinion.id)).toEqual([hostile, heronLead, heronDissent]);
    expect(answer.citation_matches).toHaveLength(5);
    expect(answer.warnings).toEqual(["no opinion is held under the citation 9 Nowhere 9"]);
  });

  test.each([
    { docket_number: "1:19-cv-01234-ABC", court_id: "nysd" },
    { docket_number: "19-cv-1234", court_id: "nysd" },
    { docket_number: "1:19-CV-1234", court_abbreviation: "S.D.N.Y." },
    { docket_number: "19-cv-01234", court_abbreviation: "sdny" },
  ])("a docket is found as %j", async (docket) => {
    const answer = await get({ docket });
    expect(answer.docket_matches).toEqual([
      { docket_number: "1:19-cv-01234-ABC", court_id: "nysd", court_abbreviation: "S.D.N.Y.", opinion_id: bare },
    ]);
  });

  test("a number of another division is another case's, and the answer says which is held", async () => {
    const answer = await get({ docket: { docket_number: "5:19-cv-1234", court_id: "nysd" } });
    expect(answer).toMatchObject({ opinions: [], docket_matches: [] });
    expect(answer.warnings).toEqual([
      "no opinion is held under the docket number 5:19-cv-1234 in S.D.N.Y.; held there of another division: 1:19-cv-01234-ABC",
    ]);
  });

  test("a docket of another court is not this one", async () => {
    const answer = await get({ docket: { docket_number: "19-cv-1234", court_id: "ca9" } });
    expect(answer).toMatchObject({ opinions: [], docket_matches: [], warnings: [expect.stringContaining("9th Cir.")] });
  });

  test.each([
    [{}, "", "exactly one of opinion_ids, citations, docket is required; none was given"],
    [
      { citations: ["1 Samp. 1"], opinion_ids: [bare] },
      "",
      "exactly one of opinion_ids, citations, docket is allowed; opinion_ids and citations were given",
    ],
    [{ citations: Array.from({ length: 101 }, () => "1 Samp. 1") }, "citations", "must have at most 100 items"],
    [{ citations: [] }, "citations", "must have at least 1 item"],
    [{ citations: ["1 Samp. 1", "  "] }, "citations.1", "must not be empty"],
    [{ citations: ["1 Samp. 1\u0000"] }, "citations.0", "must not hold NUL or half a surrogate pair"],
    [{ citations: "1 Samp. 1" }, "citations", "must be a list, not a string"],
    [{ opinion_ids: ["17"] }, "opinion_ids.0", "not an id of this service; an opinion id is wanted"],
    [
      { opinion_ids: [deriveId("cluster", "jsonl", "heron")] },
      "opinion_ids.0",
      "this is a cluster id; an opinion id is wanted",
    ],
    [
      { opinion_ids: [bare], include_contents: true },
      "include_contents",
      "unknown field; did you mean include_content?",
    ],
    [{ docket: { docket_number: "1", court: "ca9" } }, "docket.court", "unknown field; did you mean court_id?"],
    [
      { docket: { docket_number: "1" } },
      "docket",
      "exactly one of court_id, court_abbreviation is required; none was given",
    ],
    [
      { docket: { docket_number: "1", court_id: "9th Cir." } },
      "docket.court_id",
      "no court is called 9th Cir.; did you mean ca9?",
    ],
    [[1], "", "must be an object, not a list"],
  ])("%j is refused at its place", async (body, path, message) => {
    expect(await faults(body)).toContainEqual({ path, message });
  });

  test("hostile names come back as they are, in JSON", async () => {
    const { opinions } = await get({ opinion_ids: [hostile] });
    expect(opinions[0]?.case_name).toBe(`Robert'); DROP TABLE opinions;-- v. <script>alert("1")</script>`);
  });

  test("a large answer is compressed for those who can read that", async () => {
    const body = { opinion_ids: [hostile], include_content: true };
    const plain = await ask(server, "/v1/opinions/get", body, { headers: { "Accept-Encoding": "identity" } });
    const packed = await ask(server, "/v1/opinions/get", body, { headers: { "Accept-Encoding": "gzip" } });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(packed.json).toEqual(plain.json);
    expect(packed.headers.get("vary")).toContain("Accept-Encoding");
  });
});
