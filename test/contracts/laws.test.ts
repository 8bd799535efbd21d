import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transaction } from "#db/connection.ts";
import { lawVersionIdOf } from "#laws/ids.ts";
import { writeLaws } from "#laws/store/write.ts";
import { opinionIdOf } from "#opinions/ids.ts";
import { law } from "./invented-laws.ts";
import { ask, startServer } from "./real-server.ts";
import type { Answer, RealServer } from "./real-server.ts";

const CURRENT = lawVersionIdOf("avalon-code", "1-101", "2015-07-01");
const PAST = lawVersionIdOf("avalon-code", "1-101", "2001-01-01");
const FUTURE = lawVersionIdOf("avalon-code", "1-101", "2030-01-01");

let server: RealServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.stop());

const search = async (body: object, key = server.key): Promise<Answer> =>
  ask(server, "/v1/laws/search", body, { headers: { Authorization: `Bearer ${key}` } });
const get = async (body: object, key = server.key): Promise<Answer> =>
  ask(server, "/v1/laws/get", body, { headers: { Authorization: `Bearer ${key}` } });

const citing = async (body: object, key = server.key): Promise<Answer> =>
  ask(server, "/v1/laws/citing", body, { headers: { Authorization: `Bearer ${key}` } });
const compare = async (from_id: string, to_id: string, key = server.historicalKey): Promise<Answer> =>
  ask(server, "/v1/laws/compare", { from_id, to_id }, { headers: { Authorization: `Bearer ${key}` } });

const results = (answer: Answer): Record<string, unknown>[] => answer.json["results"] as Record<string, unknown>[];
const idsIn = (answer: Answer): unknown[] => results(answer).map(({ id }) => id);
const documentIn = (answer: Answer): Record<string, unknown> => answer.json["document"] as Record<string, unknown>;
const total = async (body: object): Promise<unknown> =>
  (await search({ query: "soundings OR harbour OR pilot", ...body })).json["total"];
const collectionIds = async (parameters: string): Promise<unknown[]> => {
  const { json } = await ask(server, `/v1/laws/collections${parameters}`);
  return (json["collections"] as { id: string }[]).map(({ id }) => id);
};
const faultsIn = (answer: Answer): unknown => answer.json["errors"];

describe("POST /laws/search", () => {
  test("finds law in force by text, heading and citation", async () => {
    for (const query of ["lifeboat", "berthing", "Avalon Code § 1-101", "avalon code 1-101(a)", '"twenty crowns"']) {
      const answer = await search({ query });
      expect(answer.status).toBe(200);
      expect(idsIn(answer)[0], query).toBe(CURRENT);
      expect(results(answer)[0]).toMatchObject({ is_current: true, is_historical: false });
    }
  });

  test("what courts say of a provision finds it too, and with `mode` its own words alone do", async () => {
    const query = "evidence whereas record";
    expect((await search({ query })).json["total"]).toBe(1);
    expect((await search({ query, mode: "keyword" })).json["total"]).toBe(0);
    expect((await search({ query, mode: "semantic" })).status).toBe(422);
  });

  test("a citation reaches what has its number, however it is spelled, and as much as total tells", async () => {
    const spellings = ["§ 1-101", "(a)", " et seq.", " (2015)"].map(
      (end, at) => `Avalon Code ${at === 0 ? "" : "§ 1-101"}${end}`,
    );
    const code = (await search({ query: "Avalon Code" })).json["total"];
    for (const query of spellings) {
      const { json } = await search({ query });
      expect(json["total"], query).toBe((await search({ query: spellings[0] })).json["total"]);
      expect(json["total"]).toBeLessThan(code as number);
      expect(json["state_counts"]).toEqual({ Avalon: json["total"] });
      const ids = new Set<unknown>();
      for (let page = 1; page <= (json["total"] as number); page++) {
        const one = await search({ query, page, page_size: 1 });
        expect(one.json["total"]).toBe(json["total"]);
        for (const id of idsIn(one)) ids.add(id);
      }
      expect(ids.size).toBe(json["total"]);
    }
    expect((await search({ query: "Avalon Code § 9-999" })).json).toMatchObject({ total: 0, results: [] });
  });

  test("operators are those of the search of opinions, and what only opinions have is refused", async () => {
    expect(idsIn(await search({ query: "master W/4 charge" }))).toEqual([CURRENT]);
    expect(idsIn(await search({ query: "crown* NOT pilot" }))).toEqual([CURRENT]);
    expect(idsIn(await search({ query: "name:berthing" }))).toEqual([CURRENT]);
    for (const query of ["judge:holmes", "date:2001", "fee AND court:ca9", "court:scotus toll", "NOT judge:x"]) {
      const answer = await search({ query });
      expect(answer.status, query).toBe(400);
      expect(faultsIn(answer)).toEqual([expect.objectContaining({ path: "query" })]);
    }
    const courts = await search({ query: "court:scotus toll" });
    expect(courts.json["detail"]).toContain("laws have no such field");
    const unbalanced = await search({ query: '"harbour' });
    expect(unbalanced.status).toBe(400);
    expect(unbalanced.json["detail"]).toContain("character 1");
  });

  test("states are names or postal abbreviations, and counted", async () => {
    const answer = await search({ query: "harbour OR soundings", page_size: 1 });
    expect(answer.json).toMatchObject({ total: 4, page: 1, page_size: 1, state_counts: { Avalon: 2, Federal: 2 } });
    expect((await search({ query: "soundings", states: ["federal"] })).json["total"]).toBe(2);
    const nothing = await search({ query: "soundings", states: ["TX"] });
    expect(nothing.json).toMatchObject({ total: 0, results: [], warnings: ["no law of Texas is held here"] });
  });

  test("types, collections, paths and dates narrow it", async () => {
    expect(await total({})).toBe(5);
    expect(await total({ collection_types: ["guidance"] })).toBe(1);
    expect(await total({ collections: ["sample register"] })).toBe(2);
    expect(await total({ collections: ["avalon-code"], path_prefix: "t1.s1-101" })).toBe(1);
    expect(await total({ path_prefix: "t1.s1-10" })).toBe(0);
    expect(await total({ publication_date_from: "2020-02-03", publication_date_to: "2020-02-03" })).toBe(2);
    expect(await total({ effective_date_from: "1000-01-01" })).toBe(1);
    expect(await total({ effective_date_to: "2015-06-30" })).toBe(0);
    expect(await total({ states: [], collections: [], collection_types: [] })).toBe(5);
  });

  test("every fault is told at its field", async () => {
    const answer = await search({
      query: "x",
      states: ["Avalon", "Tejas Republic", "Avlon"],
      collections: ["avalon cod"],
      path_prefix: "t1..s1",
      effective_date_from: "2020-01-02",
      effective_date_to: "2020-01-01",
      page: 201,
      page_size: 50,
    });
    expect(answer.status).toBe(422);
    expect(faultsIn(answer)).toEqual([
      {
        path: "states.1",
        message: "no state is called Tejas Republic; give a state's full name, its postal abbreviation, or Federal",
      },
      { path: "states.2", message: "no state is called Avlon; did you mean Avalon?" },
      {
        path: "collections.0",
        message: "no collection is called avalon cod; did you mean Avalon Code or avalon-code?",
      },
      { path: "path_prefix", message: "character 4: a label is empty" },
      { path: "effective_date_from", message: "the range starts (2020-01-02) after it ends (2020-01-01)" },
      { path: "page", message: "results beyond the first 10,000 cannot be paged through; narrow the search" },
    ]);
  });

  test("a page has at most 50 results, and the last page within the first 10,000 is answered", async () => {
    expect((await search({ query: "x", page_size: 51 })).status).toBe(422);
    expect((await search({ query: "x", page_size: 0 })).status).toBe(422);
    expect((await search({ query: "x", page: 200, page_size: 50 })).status).toBe(200);
    expect((await search({ query: "x", collection_types: ["poem"] })).status).toBe(422);
    expect((await search({ query: "x", effective_date_from: "2020-02-30" })).status).toBe(422);
  });

  test("superseded and future versions need the key for them", async () => {
    for (const more of [{ current_only: false }, { as_of: "2003-01-01" }, { as_of: "2031-01-01" }]) {
      const answer = await search({ query: "berthing", ...more });
      expect(answer.status).toBe(403);
      expect(answer.json["code"]).toBe("forbidden");
    }
    const all = await search({ query: "berthing", current_only: false }, server.historicalKey);
    expect(new Set(idsIn(all))).toEqual(new Set([CURRENT, PAST, FUTURE]));
    const urls = new Map(results(all).map(({ id, url }) => [id, url]));
    expect(urls.get(CURRENT)).toBe("https://law.example.org/laws/avalon-code/t1.s1-101");
    expect(urls.get(PAST)).toBe(`https://law.example.org/laws/avalon-code/t1.s1-101?version=${PAST}`);
  });

  test("as_of is the law of that day", async () => {
    const on = async (as_of: string): Promise<unknown[]> =>
      idsIn(await search({ query: "berthing OR ballast", as_of }, server.historicalKey));
    expect(await on("1998-12-31")).toEqual([]);
    expect(await on("1999-01-01")).toHaveLength(1);
    expect(await on("2003-01-01")).toHaveLength(2);
    expect(await on("2015-06-30")).toEqual([PAST]);
    expect(await on("2015-07-01")).toEqual([CURRENT]);
    expect(await on("2030-01-01")).toEqual([FUTURE]);
    expect((await search({ query: "berthing", as_of: "2024-06-15" })).status).toBe(200);
  });
});

describe("POST /laws/get", () => {
  test("the current version is found by citation however it is spelled, by path and by id", async () => {
    const spelled = ["Avalon Code § 1-101", "avalon code 1-101", "AVALON CODE sec. 1–101", "Avalon Code §1-101 (2020)"];
    for (const citation of spelled) expect(documentIn(await get({ citation }))).toMatchObject({ id: CURRENT });
    expect(documentIn(await get({ path: "t1.s1-101", collection: "Avalon Code" }))).toMatchObject({ id: CURRENT });
    expect(documentIn(await get({ id: CURRENT.toUpperCase() }))).toMatchObject({ id: CURRENT });
    expect((await get({ citation: "Avalon Stat. § 1-101" })).status).toBe(404);
  });

  test("a subsection leads to its section and is told", async () => {
    const answer = await get({ citation: "Avalon Code § 1-101(a)" });
    expect(answer.json).toMatchObject({ status: "found", pin_cite: "(a)" });
    expect((await get({ citation: "Avalon Code § 1-101" })).json["pin_cite"]).toBeNull();
    const first = await get({ citation: "Avalon Code § 1-101 et seq." });
    expect(first.json["message"]).toContain("et seq.");
  });

  test.each([
    ["42 U.S.C. §§ 1981, 1983", "42 U.S.C. § 1981; 42 U.S.C. § 1983"],
    ["Avalon Code §§ 1-101, 1-102", "Avalon Code § 1-101; Avalon Code § 1-102"],
    ["Avalon Code §§ 1-101–1-103", "Avalon Code § 1-101; Avalon Code § 1-103"],
    ["Avalon Code § 1-101 and § 1-102", "Avalon Code § 1-101; Avalon Code § 1-102"],
  ])("several provisions at once are refused by name: %s", async (citation, named) => {
    const answer = await get({ citation });
    expect(answer.status).toBe(422);
    expect(answer.json["detail"]).toContain(named);
    expect(faultsIn(answer)).toEqual([expect.objectContaining({ path: "citation" })]);
  });

  test("versions are listed with the one that was asked for", async () => {
    const { json } = await get({ id: PAST }, server.historicalKey);
    expect(json["versions"]).toEqual([
      expect.objectContaining({ id: PAST, is_requested: true, is_current: false, is_historical: true }),
      expect.objectContaining({ id: CURRENT, is_requested: false, is_current: true, is_historical: false }),
      expect.objectContaining({ id: FUTURE, is_requested: false, is_current: false, is_historical: false }),
    ]);
  });

  test("ids of versions that are not current, and widened look-ups, need the key for them", async () => {
    const asked = [
      { id: PAST },
      { id: FUTURE },
      { citation: "Avalon Code § 1-102", include_historical: true },
      { citation: "Avalon Code § 1-101", as_of: "2003-01-01" },
    ];
    for (const body of asked) {
      const refused = await get(body);
      expect(refused.status).toBe(403);
      expect(refused.json["error"]).toBe(
        "superseded and future versions of laws need a key with full historical access",
      );
      expect((await get(body, server.historicalKey)).status).toBe(200);
    }
    const past = await get({ citation: "Avalon Code § 1-101", as_of: "2003-01-01" }, server.historicalKey);
    expect(documentIn(past)).toMatchObject({ id: PAST });
    expect(past.json["message"]).toBe(
      "this is the law of 2003-01-01; this version of Avalon Code § 1-101 is not in force: superseded or repealed",
    );
  });

  test("several laws of one collection are told apart by their ids alone", async () => {
    const drafts = [1, 2].map((at) =>
      law({ sourceId: `twice-${at}`, path: `twice.s${at}`, citation: "Avalon Code § 91-1" }),
    );
    await transaction(server.db, async (trx) =>
      writeLaws(
        trx,
        "avalon-code",
        drafts.map((draft) => ({ kind: "draft", draft })),
      ),
    );
    const { json } = await get({ citation: "Avalon Code § 91-1" });
    expect(json["message"]).toBe("2 laws answer to this; ask again with the id of one");
  });

  test("an empty answer says that a path is nobody's", async () => {
    const none = await search({ query: "toll", path_prefix: "t99.c1", collections: ["avalon-code"] });
    expect(none.json["warnings"]).toEqual(["no law is held at or below the path t99.c1 in avalon-code"]);
    const held = await search({ query: "nothing of the kind", path_prefix: "t1", collections: ["avalon-code"] });
    expect(held.json["warnings"] ?? []).not.toContainEqual(expect.stringContaining("path"));
  });

  test("what is repealed is not found, with the hint that leads to it", async () => {
    const answer = await get({ citation: "Avalon Code § 1-102" });
    expect(answer.status).toBe(404);
    expect(answer.json["status"]).toBe("not_found");
    expect(answer.json["message"]).toContain("include_historical");
    const { json } = await get({ citation: "Avalon Code § 1-102", include_historical: true }, server.historicalKey);
    expect(json["document"]).toMatchObject({ effective_date: "1999-01-01", is_current: false, is_historical: true });
  });

  test("a citation that is held as a whole is not taken for another with a subsection behind it", async () => {
    const repealed = { sourceId: "1-101(Perm)", path: "t2.s1-101_Perm", citation: "Avalon Code § 1-101(Perm)" };
    const drafts = [
      law({ ...repealed, effectiveDate: "2001-01-01", text: "Once." }),
      law({ ...repealed, effectiveDate: "2002-01-01", isTombstone: true }),
    ];
    await transaction(server.db, async (trx) =>
      writeLaws(
        trx,
        "avalon-code",
        drafts.map((draft) => ({ kind: "draft", draft })),
      ),
    );
    const answer = await get({ citation: "Avalon Code § 1-101(Perm)" });
    expect([answer.status, answer.json["status"]]).toEqual([404, "not_found"]);
    expect(answer.json["message"]).toContain("include_historical");
    expect(documentIn(await get({ citation: "Avalon Code § 1-101(a)" }))).toMatchObject({ id: CURRENT });
  });

  test("what is not held says so, and never hints at a history there is not", async () => {
    const answer = await get({ citation: "Avalon Code § 9-999" });
    expect(answer.status).toBe(404);
    expect(answer.json).toEqual({ status: "not_found", message: "no law is held under Avalon Code § 9-999" });
  });

  test("a citation of two documents is ambiguous until one is named", async () => {
    const { status, json } = await get({ register_citation: "12 samp reg 340" });
    expect(status).toBe(200);
    expect(json["status"]).toBe("ambiguous");
    const matches = json["matches"] as { id: string; title: string }[];
    expect(matches.map(({ title }) => title).toSorted()).toEqual(["Guidance on soundings", "Notice of soundings"]);
    for (const { id, title } of matches) expect(documentIn(await get({ id }))).toMatchObject({ id, title });
  });

  test("a container lists what is current below it, in authored order", async () => {
    const { json } = await get({ citation: "Avalon Code tit. 1" });
    expect(json["children_total"]).toBe(2);
    expect(json["children"]).toMatchObject([{ number: "1-101" }, { number: "1-103" }]);
    const past = await get({ citation: "Avalon Code tit. 1", as_of: "2003-01-01" }, server.historicalKey);
    expect((past.json["children"] as unknown[]).length).toBe(3);
  });

  test("of a large container 250 children are listed and all are counted", async () => {
    const drafts = [
      law({ sourceId: "big", path: "big", nodeType: "PARENT", citation: "Avalon Code tit. 90" }),
      ...Array.from({ length: 300 }, (_, at) =>
        law({ sourceId: `big-${at}`, path: `big.s${at}`, sortOrder: 300 - at, citation: `Avalon Code § 90-${at}` }),
      ),
    ];
    await transaction(server.db, async (trx) =>
      writeLaws(
        trx,
        "avalon-code",
        drafts.map((draft) => ({ kind: "draft", draft })),
      ),
    );
    const { json } = await get({ citation: "Avalon Code tit. 90" });
    expect(json["children_total"]).toBe(300);
    const children = json["children"] as { path: string }[];
    expect(children).toHaveLength(250);
    expect(children[0]?.path).toBe("big.s299");
    expect(json["message"]).toContain("250 of 300");
  });

  test.each([
    ["no key", {}],
    ["two keys", { citation: "Avalon Code § 1-101", id: CURRENT }],
    ["an empty citation", { citation: " " }],
    ["an id of another kind", { id: opinionIdOf("jsonl", "heron") }],
    ["a text that is no id", { id: "1-101" }],
    ["a malformed path", { path: "t1/s1" }],
    ["a collection that is none", { citation: "Avalon Code § 1-101", collection: "Mordor Code" }],
    ["an unknown member", { citation: "Avalon Code § 1-101", historical: true }],
  ])("%s is refused", async (_, body) => {
    expect((await get(body)).status).toBe(422);
  });
});

describe("POST /laws/citing", () => {
  test("decisions come with their words and the version of their day", async () => {
    const { json } = await citing({ citation: "99 usc 7001" }, server.historicalKey);
    expect(json["results"]).toEqual([
      expect.objectContaining({
        cited_as: "99 U.S.C. § 7001",
        pin_cites: ["(b)"],
        mentions: 1,
        date_filed: "1977-01-02",
        quote: expect.stringContaining("99 U.S.C. § 7001(b)"),
        version_in_force: expect.objectContaining({ effective_date: "1950-01-01", is_current: false }),
      }),
    ]);
    expect((await get({ citation: "99 USC 7001", include_cited_by: true })).json["cited_by"]).toBe(1);
    expect((await get({ citation: "99 USC 7001" })).json).not.toHaveProperty("cited_by");
  });

  test("a version that is not that of today is left out without the key for it, and that is said", async () => {
    const { json } = await citing({ id: lawVersionIdOf("us-samp-code", "7001", "1950-01-01") });
    expect(json["results"]).toMatchObject([{ version_in_force: null }]);
    expect(json["warnings"]).toEqual([expect.stringContaining("full historical access")]);
  });

  test.each([
    { citation: "99 U.S.C. § 7001", court_ids: ["nysd"] },
    { citation: "99 U.S.C. § 7001", date_filed: { start: "1977-01-03" } },
    { citation: "Avalon Code § 1-101" },
    { citation: "Avalon Code § 1-102" },
  ])("courts and days narrow it, and what nobody cites has no results: %j", async (body) => {
    expect((await citing(body)).json).toMatchObject({ results: [], pagination: { total_results: 0 } });
  });

  test("what is not held, or names two, is refused", async () => {
    expect((await citing({ citation: "99 U.S.C. § 7002" })).status).toBe(404);
    expect((await citing({ register_citation: "12 Samp. Reg. 340" })).status).toBe(422);
    expect((await citing({ citation: "99 USC 7001", court_ids: ["mars"] })).status).toBe(422);
    expect((await citing({})).status).toBe(422);
  });
});

describe("POST /laws/compare", () => {
  test("says what changed, word by word", async () => {
    const { json } = await compare(PAST, FUTURE);
    expect(json["changes"]).toEqual([
      { kind: "same", text: "The harbour master may charge a berthing fee of " },
      { kind: "removed", text: "ten" },
      { kind: "added", text: "thirty" },
      { kind: "same", text: " crowns." },
    ]);
    expect(json["html"]).toBe(
      "<p>The harbour master may charge a berthing fee of <del>ten</del><ins>thirty</ins> crowns.</p>",
    );
    expect(json).toMatchObject({ words_added: 1, words_removed: 1, from: { id: PAST }, to: { is_current: false } });
  });

  test("versions of one law only, and for the key for them", async () => {
    expect((await compare(PAST, CURRENT, server.key)).status).toBe(403);
    const other = await compare(PAST, lawVersionIdOf("us-samp-code", "7001", "1950-01-01"));
    expect(other.status).toBe(422);
    expect(faultsIn(other)).toEqual([{ path: "to_id", message: "these are versions of two different laws" }]);
    expect((await compare(PAST, lawVersionIdOf("avalon-code", "1-101", "1066-10-14"))).status).toBe(404);
    expect((await compare(PAST, "1-101")).status).toBe(422);
  });
});

describe("GET /laws/collections", () => {
  test("lists what is held, by state and type", async () => {
    expect(await collectionIds("")).toEqual(["avalon-code", "us-samp-code", "us-samp-reg"]);
    expect(await collectionIds("?state=avalon")).toEqual(["avalon-code"]);
    expect(await collectionIds("?type=guidance")).toEqual(["us-samp-reg"]);
    expect(await collectionIds("?state=Ohio")).toEqual([]);
  });

  test.each(["?state=Avlon", "?type=poem", "?page=1", "?state=Ohio&state=Avalon", "?state="])(
    "%s is refused",
    async (query) => {
      expect((await ask(server, `/v1/laws/collections${query}`)).status).toBe(422);
    },
  );
});

describe("the page of a law", () => {
  test("says where it stands, what is before and behind it, and who cites it", async () => {
    const { text } = await ask(server, "/laws/avalon-code/t1.s1-101");
    expect(text).toMatch(/aria-label="Where this stands"[\s\S]*?href="\.\.\/\.\.\/laws\/avalon-code\/t1"/u);
    expect(text).toMatch(/<a rel="(?:next|prev)"[^>]*\/laws\/avalon-code\//u);
    expect((await ask(server, "/laws/us-samp-code/t99.s7001")).text).toMatch(
      /Cited by 1 decision[\s\S]*99 U\.S\.C\. § 7001/u,
    );
  });

  test("shows the version of its address, and leads to the others", async () => {
    const current = await ask(server, "/laws/avalon-code/t1.s1-101");
    expect(current.status).toBe(200);
    expect(current.text).toContain("twenty crowns");
    expect(current.text).toContain(`?version=${PAST}`);
    const past = await ask(server, `/laws/avalon-code/t1.s1-101?version=${PAST}`);
    expect(past.text).toContain("ten crowns");
    expect(past.text).toContain("not in force");
    expect((await ask(server, "/laws/avalon-code/t1.s1-102")).text).toContain("north quay");
    expect((await ask(server, "/laws/avalon-code/t1")).text).toContain("Berthing fees");
  });

  test.each([
    "/laws/avalon-code/t9",
    "/laws/nowhere/t1",
    "/laws/us-samp-reg/t1.s1-101",
    "/laws/avalon-code/a..b",
    `/laws/us-samp-reg/x?version=${PAST}`,
  ])("%s leads to none", async (address) => {
    expect((await ask(server, address)).status).toBe(404);
  });
});
