import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { OPERATOR } from "#accounts/principal.ts";
import { deriveId } from "#base/ids.ts";
import { OnpointError } from "#base/errors.ts";
import { silentLogger } from "#base/log.ts";
import { createCitator } from "#citator/citator.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { openRecords } from "#schema/open.ts";
import { addDecision, idsOfDecision } from "#test/records.ts";
import type { TestDecision } from "#test/records.ts";
import { addressesUnder } from "./address.ts";
import { createResearch } from "./research.ts";
import type { Research } from "./research.ts";
import type { Standing } from "./standing.ts";

const ELM: TestDecision = { name: "Elm v. Fir", courtId: "cand", dateFiled: "1994-03-01", citedAs: ["12 F.3d 34"] };
const CITED = "Elm v. Fir, 12 F.3d 34 (N.D. Cal. 1994)";
const OVERRULER: TestDecision = {
  name: "Oak v. Ash",
  courtId: "ca9",
  dateFiled: "2001-05-06",
  citedAs: ["200 F.3d 100"],
  texts: [`The rule cannot stand. We overrule ${CITED}.`],
};
const DISTINGUISHERS: readonly TestDecision[] = [1, 2, 3, 4, 5, 6].map((number) => ({
  name: `Birch v. No. ${number}`,
  courtId: "ca9",
  dateFiled: `1996-01-0${number}`,
  citedAs: [`9${number} F.3d 10`],
  texts: [`The facts differ. We distinguish ${CITED}, because the lease there had lapsed.`],
}));
const elm = idsOfDecision(ELM).opinionIds[0] ?? "";
const overruler = idsOfDecision(OVERRULER).opinionIds[0] ?? "";
const never = deriveId("opinion", "test", "never");

let dataDir: string;
let db: Db;
let research: Research;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "onpoint-research-"));
  db = await openRecords({ dataDir });
  await transaction(db, async (trx) => {
    for (const decision of [ELM, OVERRULER, ...DISTINGUISHERS]) await addDecision(trx, decision);
  });
  await createCitator({ db, log: silentLogger }).runUntilCaughtUp();
  research = createResearch({ db });
});

afterEach(async () => {
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe("how a decision stands", () => {
  const expected: Partial<Standing> = { status: "Negative", citationCount: 7, negative: 1, caution: 6, more: 2 };

  test("is told with what made it so", async () => {
    const standings = await research.standings(OPERATOR, [elm, overruler, never]);
    expect(standings.get(elm)).toMatchObject(expected);
    expect(standings.get(elm)?.history).toHaveLength(5);
    expect(standings.get(elm)?.history[0]).toMatchObject({
      category: "Overruled",
      bindingCourt: true,
      citation: "Oak v. Ash, 200 F.3d 100",
      courtId: "ca9",
      dateDecided: "2001-05-06",
      documentId: overruler,
    });
    expect(standings.get(overruler)).toMatchObject({ status: "unknown", citationCount: 0, history: [], more: 0 });
    expect(standings.has(never)).toBe(false);
  });

  test("is told whole with an opinion and with a checked citation", async () => {
    const [standing] = [...(await research.standings(OPERATOR, [elm])).values()];
    const named = { by: "citation", citations: ["12 f3d 34"] } as const;
    const { opinions } = await research.opinions(OPERATOR, { named, content: false, treatments: false });
    expect(opinions.map((view) => view.standing)).toEqual([standing]);
    const {
      citations: [checked],
    } = await research.checkBrief(OPERATOR, `${CITED} is the rule.`);
    expect(checked?.matches.map((match) => match.standing)).toEqual([standing]);
  });
});

const passages = async (of: Research, id: string) => {
  const answer = await of.cases.passages(OPERATOR, { question: "rule", named: { by: "id", id } });
  if (answer.status !== "ok") throw new Error(answer.status);
  const { standing, unread } = answer.document;
  return [standing?.status, unread];
};

describe("while the citator has not read everything", () => {
  const missing = "1 of 8 opinions have been read for what they cite so far.";
  const behind = (): Research =>
    createResearch({
      db,
      completeness: {
        lacks:
          async ([needs]) =>
          () =>
            needs === "citator" ? [missing] : [],
      },
    });
  const told = expect.objectContaining({ message: missing });
  const warningsOf = async (text: string): Promise<readonly string[]> =>
    (await behind().checkBrief(OPERATOR, text)).warnings;

  test("how an opinion stands and who cites it come with what is missing; a look-up of none reads the records alone", async () => {
    const named = { by: "id", ids: [elm] } as const;
    const { notes } = await behind().opinions(OPERATOR, { named, content: false, treatments: false });
    expect(notes).toEqual([told]);
    const none = { by: "id", ids: [never] } as const;
    const { notes: ofNone } = await behind().opinions(OPERATOR, { named: none, content: false, treatments: false });
    expect(ofNone).toEqual([expect.objectContaining({ message: `no opinion is held under the id ${never}` })]);
    for (const opinionId of [elm, overruler]) {
      expect((await behind().citing(OPERATOR, { opinionId, page: 1, pageSize: 10 })).notes).toEqual([told]);
      expect((await research.citing(OPERATOR, { opinionId, page: 1, pageSize: 10 })).notes).toEqual([]);
    }
  });

  test("a checked text says so, where a decision is judged or missed", async () => {
    expect(await warningsOf(`${CITED} is the rule.`)).toEqual([missing]);
    expect(await warningsOf("Gum v. Holly, 77 F.3d 7 (9th Cir. 1999), is the rule.")).toEqual([missing]);
    expect(await warningsOf("Nothing is cited.")).toEqual([]);
    expect((await research.checkBrief(OPERATOR, `${CITED} is the rule.`)).warnings).toEqual([]);
  });

  test("nobody is told that nothing cites a decision", async () => {
    expect(await passages(research, overruler)).toEqual(["unknown", []]);
    expect(await passages(behind(), overruler)).toEqual([undefined, [missing]]);
  });
});

const withoutIndex = (): Research =>
  createResearch({
    db,
    findByName: async () => {
      throw new OnpointError("unavailable", "no index answers");
    },
    completeness: {
      lacks: async ([needs]) => {
        if (needs === "opinions") throw new OnpointError("unavailable", "no index answers");
        return () => [];
      },
    },
  });

describe("a text that is checked where the index cannot be asked", () => {
  test("is answered from the records, unless it names a decision that only the index could find", async () => {
    const { citations, warnings } = await withoutIndex().checkBrief(OPERATOR, `${CITED}; but see 410 U.S. 113 (1973).`);
    expect(citations.map(({ verdict }) => verdict)).toEqual(["found", "not_held"]);
    expect(warnings).toEqual([]);
    const named = withoutIndex().checkBrief(OPERATOR, "Gum v. Holly, 77 F.3d 7 (9th Cir. 1999), is the rule.");
    await expect(named).rejects.toMatchObject({ code: "unavailable" });
  });
});

describe("what is not held", () => {
  const plain = { content: false, treatments: false };

  test("is told in words that name no protocol, and as data", async () => {
    const byId = await research.opinions(OPERATOR, { named: { by: "id", ids: [never, elm, never] }, ...plain });
    expect(byId.opinions.map(({ record }) => record.id)).toEqual([elm]);
    expect(byId.notes).toEqual([
      { message: `no opinion is held under the id ${never}`, reason: { code: "not_held", opinionId: never } },
    ]);
    const byCitation = { by: "citation", citations: ["9 Nowhere 9"] } as const;
    expect((await research.opinions(OPERATOR, { named: byCitation, ...plain })).notes).toEqual([
      expect.objectContaining({ reason: { code: "not_held", citation: "9 Nowhere 9" } }),
    ]);
    const court = { by: "abbreviation", given: "9th Cir." } as const;
    const byDocket = { by: "docket", docketNumber: "00-1", court } as const;
    expect((await research.opinions(OPERATOR, { named: byDocket, ...plain })).notes).toEqual([
      {
        message: "no opinion is held under the docket number 00-1 in 9th Cir.",
        reason: { code: "not_held", docketNumber: "00-1", courtIds: ["ca9"] },
      },
    ]);
  });

  test("is refused where the question is about that alone", async () => {
    await expect(research.citing(OPERATOR, { opinionId: never, page: 1, pageSize: 5 })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await research.decision(OPERATOR, "999999")).toBeUndefined();
    expect(await research.decision(OPERATOR, "01")).toBeUndefined();
  });
});

describe("a court that is none", () => {
  const reason = { code: "no_such_court", given: "S.D.N.Y.", meant: ["nysd"] };

  test("is a note where courts are asked for", () => {
    const { courts, notes } = research.courts(OPERATOR, { by: "id", given: ["ca9", "S.D.N.Y.", "ca9"] });
    expect(courts.map(({ id }) => id)).toEqual(["ca9"]);
    expect(notes).toEqual([{ message: "no court is called S.D.N.Y.; did you mean nysd?", reason }]);
  });

  test("is a fault at its place where it narrows a question", async () => {
    const citing = { opinionId: elm, courtIds: ["ca9", "S.D.N.Y."], page: 1, pageSize: 5 };
    await expect(research.citing(OPERATOR, citing)).rejects.toMatchObject({
      code: "invalid_input",
      faults: [{ path: "courtIds[1]", reason }],
    });
    const court = { by: "id", given: "S.D.N.Y." } as const;
    const named = { by: "docket", docketNumber: "00-1", court } as const;
    await expect(research.opinions(OPERATOR, { named, content: false, treatments: false })).rejects.toMatchObject({
      code: "invalid_input",
      faults: [{ path: "docket.courtId", reason }],
    });
  });
});

test("those who cite come by pages", async () => {
  const [first, second, past] = await Promise.all(
    [1, 2, 3].map(async (page) => research.citing(OPERATOR, { opinionId: elm, page, pageSize: 4 })),
  );
  const idsOn = (page: typeof first): readonly string[] => page?.results.map(({ opinionId }) => opinionId) ?? [];
  expect(idsOn(first)[0]).toBe(overruler);
  expect(new Set([...idsOn(first), ...idsOn(second)]).size).toBe(7);
  expect(idsOn(past)).toEqual([]);
  const { pagination } = first ?? {};
  expect(pagination).toEqual({ page: 1, pageSize: 4, totalResults: 7, totalPages: 2, hasNext: true, hasPrev: false });
  expect(past?.pagination).toMatchObject({ page: 3, totalResults: 7, hasNext: false, hasPrev: true });
});

test("a decision has one public address, under its number and slug", async () => {
  const [view] = (
    await research.opinions(OPERATOR, { named: { by: "id", ids: [elm] }, content: false, treatments: false })
  ).opinions;
  const { publicNumber, slug } = view?.record ?? { publicNumber: 0, slug: "" };
  const address = addressesUnder("https://law.example.org")({ publicNumber, slug });
  expect(address).toBe(`https://law.example.org/opinions/${publicNumber}/${slug}`);
  const decision = await research.decision(OPERATOR, String(publicNumber));
  expect(decision?.first.id).toBe(elm);
  expect(decision?.courtName).toContain("California");
});

test("without an index a search is refused", async () => {
  const request = { query: "lease", mode: "keyword", filters: {}, page: 1, pageSize: 5 } as const;
  await expect(
    research.search(OPERATOR, {
      ...request,
      includeFacets: false,
      rerank: false,
      collapse: "decision",
      sort: "relevance",
      explain: false,
    }),
  ).rejects.toMatchObject({ code: "unavailable" });
});
