import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATOR } from "#accounts/principal.ts";
import { openAnalyst } from "#analysis/analysis.ts";
import { PLANTED } from "#analysis/planted.fixture.ts";
import { OnpointError } from "#base/errors.ts";
import { reassignMatters } from "#cases/matters.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import type { DocketSighting } from "#dockets/model.ts";
import { document, entry, sighting } from "#dockets/sightings.fixture.ts";
import { writeDockets } from "#dockets/store/write.ts";
import { decisionDays } from "#opinions/store/decision-days.ts";
import { createResearch } from "../research.ts";
import type { DocketAnswer, DocketAsked } from "../cases/answers.ts";
import { openRecords } from "#schema/open.ts";
import { addDecision } from "#test/records.ts";
import type { DocketRead } from "./model.ts";
import { retrieveDocket } from "./retrieve-docket.ts";
import type { Retrieval, Retrieved } from "./retrieval.ts";

let dataDir: string;
let db: Db;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "onpoint-dockets-"));
  db = await openRecords({ dataDir });
});
afterAll(async () => {
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
});

const write = async (...sightings: readonly DocketSighting[]) =>
  transaction(db, async (trx) => (await writeDockets(trx, sightings, decisionDays)).ids);

async function ask(asked: Partial<DocketAsked>, retrieval?: Retrieval): Promise<DocketAnswer> {
  const research = createResearch({ db, analyst: openAnalyst(), ...(retrieval && { retrieval }) });
  const whole = { question: "What was ordered?", named: null, refresh: false, needsPremium: false, ...asked };
  return research.cases.docket(OPERATOR, whole);
}

const numbered = (docketNumber: string, court = "nysd", caseName: string | null = null) =>
  ({ by: "docket", court, docketNumber, caseName }) as const;

function read(answer: DocketAnswer): DocketRead {
  if (answer.status !== "ok" || !("docket" in answer)) throw new Error(`no docket was read: ${JSON.stringify(answer)}`);
  return answer;
}

const proceeding = (pacerCaseId: string, caption: string) =>
  sighting({
    courtId: "nysb",
    docketNumber: "19-20000",
    pacerCaseIds: [pacerCaseId],
    facts: { caption, dateFiled: "2019-05-05" },
    entries: [entry("1", `Petition of ${caption}`, { documents: [document(0)] })],
  });

const PRICE = { atMost_cents: 300, because: "by the page" };
const asking = (retrieved: Retrieved | (() => Promise<Retrieved>)): Retrieval & { wanted: unknown[] } => {
  const wanted: unknown[] = [];
  const answer = async (_: unknown, one: unknown): Promise<Retrieved> => {
    wanted.push(one);
    return typeof retrieved === "function" ? retrieved() : retrieved;
  };
  return { wanted, hasPremium: async () => true, docket: answer, filing: answer, price: () => PRICE };
};

const told = async (number: string, question: string) => read(await ask({ named: numbered(number), question }));

const party = (name: string, type: string) => ({
  name,
  type,
  dateTerminated: null,
  extraInfo: null,
  attorneys: [],
  counts: [],
});

describe("an answer from the docket", () => {
  beforeAll(async () => {
    await write(
      sighting({
        docketNumber: "1:22-cv-10844",
        facts: { caption: "Kestrel v. Linden", dateFiled: "2022-05-31" },
        parties: [party("Kestrel Systems, Inc.", "Plaintiff"), party("Linden Optical Company", "Defendant")],
        entries: [
          entry("6", "STIPULATION and proposed order re protective order."),
          entry("7", "STIPULATED PROTECTIVE ORDER. Signed by Judge Imogen Ruhl."),
          entry("8", "[PROPOSED] ORDER on claim construction by Kestrel Systems, Inc."),
          entry("9", "MOTION for Order compelling production by Linden Optical Company."),
          entry("10", "MOTION to Dismiss by Linden Optical Company."),
          entry("11", "REPLY to Response to 10 Motion to Dismiss."),
          entry("12", "ORDER denying 10 Motion to Dismiss."),
        ],
      }),
    );
  });

  test("who the parties are is told in one sentence", async () => {
    const { analysis } = await told("1:22-cv-10844", "Who are the parties?");
    expect(JSON.stringify(analysis)).toContain(
      "The parties to the case are: Kestrel Systems, Inc. (Plaintiff); Linden Optical Company (Defendant).",
    );
  });

  test.each(["What orders were entered?", "Which orders has the judge signed?", "What has the court ordered?"])(
    "%s is answered by what a court has given, not by what it was asked for",
    async (question) => {
      const { analysis } = await told("1:22-cv-10844", question);
      expect(JSON.stringify(analysis)).toContain("STIPULATED PROTECTIVE ORDER");
      expect(JSON.stringify(analysis)).not.toMatch(/proposed order|\[PROPOSED\]|MOTION for Order/u);
    },
  );

  test.each(["Was the motion to dismiss granted?", "How was the motion to dismiss decided, was it denied?"])(
    "%s is answered by the ruling on it",
    async (question) => {
      const { analysis } = await told("1:22-cv-10844", question);
      expect(analysis.answer).toContain("ORDER denying 10 Motion to Dismiss");
    },
  );

  test("what was asked of the court is told where that is the question", async () => {
    const { analysis } = await told("1:22-cv-10844", "What proposed order was made on claim construction?");
    expect(JSON.stringify(analysis)).toContain("[PROPOSED] ORDER on claim construction");
  });
});

describe("a docket number", () => {
  const HELD = ["1:21-cv-00345-ABC-DEF", "2:21-cr-00077", "3:21-mc-00012-X"];
  beforeAll(async () => {
    await write(...HELD.map((docketNumber) => sighting({ docketNumber, facts: { caption: `In re ${docketNumber}` } })));
    await write(sighting({ courtId: "nysb", docketNumber: "21-10345-abc", facts: { caption: "Teasel Co." } }));
  });

  test.each([
    ["1:21-cv-00345-ABC-DEF", 0],
    ["21-cv-345", 0],
    ["1:2021cv00345", 0],
    ["21 Civ. 345 (ABC)", 0],
    ["21-CIV-00345", 0],
    ["Civil Action No. 21-345", 0],
    ["Case No. 1:21-CV-345 (ABC) (DEF)", 0],
    ["21-cr-77", 1],
    ["2:21-cr-00077-3", 1],
    ["21-criminal-77", 1],
    ["Criminal No. 21-77", 1],
    ["21-00077", 1],
    ["21-misc-12", 2],
    ["21 Misc. 12", 2],
  ])("%s", async (given, at) => {
    expect(read(await ask({ named: numbered(given) })).docket.docket.docketNumber).toBe(HELD[at]);
  });

  test.each(["21-10345", "21-bk-10345", "Bankruptcy No. 21-10345 (ABC)", "2021-10345"])(
    "%s in bankruptcy",
    async (given) => {
      expect(read(await ask({ named: numbered(given, "nysb") })).docket.caseName).toBe("Teasel Co.");
    },
  );

  test.each(["2:21-cv-345", "22-cv-345", "21-cv-346", "21-cr-345"])("%s is another", async (given) => {
    expect(await ask({ named: numbered(given) })).toMatchObject({ status: "not_found" });
  });
});

describe("several dockets", () => {
  test("are told apart by name, else the caller chooses by an id that names one", async () => {
    const ids = await write(
      sighting({ docketNumber: "1:18-cv-00001", facts: { caption: "Elder v. Rush" } }),
      sighting({ docketNumber: "2:18-cv-00001", facts: { caption: "Sallow v. Reed" } }),
    );
    const asked = await ask({ named: numbered("18-cv-1") });
    expect(asked).toMatchObject({ status: "ambiguous", candidates: [{ docket: {} }, { docket: {} }] });
    const candidates = asked.status === "ambiguous" ? asked.candidates : [];
    const caseIds = candidates.flatMap((one) => ("docket" in one ? one.docket.caseId : []));
    expect(new Set(caseIds).size).toBe(2);
    for (const [at, id] of caseIds.entries())
      expect(read(await ask({ named: { by: "case", id } })).docket.caseId).toBe(caseIds[at]);
    expect(ids).toHaveLength(2);
    expect(read(await ask({ named: numbered("18-cv-1", "nysd", "Sallow v. Reed") })).docket.caseName).toBe(
      "Sallow v. Reed",
    );
  });

  test("of one case, as of a bankruptcy and a proceeding in it, go by ids of their own, and so do their entries", async () => {
    const ids = await write(proceeding("1", "Yarrow Mining Inc."), proceeding("2", "Yarrow Mining Inc. v. Flax"));
    expect(new Set(ids).size).toBe(2);
    const asked = await ask({ named: numbered("19-20000", "nysb") });
    expect(asked.status).toBe("ambiguous");
    for (const id of ids) {
      const { docket, entries } = read(await ask({ named: { by: "case", id }, question: "Which petition was filed?" }));
      expect(docket.docket.id).toBe(id);
      expect(entries).toMatchObject([{ namedBy: "place", entry: { number: "1" } }]);
      const research = createResearch({ db, analyst: openAnalyst() });
      const named = { by: "entry" as const, caseId: docket.caseId, entryNumber: "1", attachmentNumber: null };
      const filing = await research.cases.filing(OPERATOR, { question: "What?", named, needsPremium: false });
      expect(filing).toMatchObject({ status: "text_not_available", filing: { docket: { docket: { id } } } });
    }
  });
});

test("a case with a docket and decisions answers from the docket and tells of the decisions", async () => {
  const decision = { courtId: "nysd", docketNumber: "17cv5555", dateFiled: "2018-02-03", name: "Aster v. Broom" };
  const { opinionIds } = await transaction(db, async (trx) => addDecision(trx, decision));
  const [id] = await write(
    sighting({ docketNumber: "17-cv-5555", facts: { caption: "Aster v. Broom", dateFiled: "2017-08-01" } }),
  );
  const { docket, notes } = read(await ask({ named: numbered("17-cv-5555") }));
  expect(docket.docket.id).toBe(id);
  expect(notes.find(({ reason }) => reason.code === "decisions_held")?.message).toContain(opinionIds[0]);
});

describe("of a long docket", () => {
  const COUNT = 5100;
  beforeAll(async () => {
    const entries = Array.from({ length: COUNT }, (_, at) =>
      entry(String(at + 1), `ORDER number ${at + 1} on the heron`, { documents: [document(0)] }),
    );
    await write(sighting({ docketNumber: "1:16-cv-00009", facts: { caption: "Long v. Longer" }, entries }));
  });

  test("for a list forty entries are told, the latest five thousand are weighed, and it is said that there is more", async () => {
    const { entries, coverage, notes } = read(
      await ask({ named: numbered("16-cv-9"), question: "List all orders on the heron." }),
    );
    expect(entries).toHaveLength(40);
    expect(coverage).toEqual({ kind: "docket_report", entries: 5000, isTruncated: true });
    expect(notes.map(({ reason }) => reason.code)).toContain("entries_unread");
  });

  test("what is asked of its end is told first", async () => {
    const { entries } = read(await ask({ named: numbered("16-cv-9"), question: "What was the latest order?" }));
    expect(entries.slice(0, 5).map(({ entry: { number } }) => number)).toEqual([
      "5100",
      "5099",
      "5098",
      "5097",
      "5096",
    ]);
  });
});

test("a docket of which the lines cannot be weighed just now is told so", async () => {
  await write(sighting({ docketNumber: "1:13-cv-00002", facts: { caption: "Clary v. Madder" } }));
  const asked = { question: "Who sued?", named: numbered("13-cv-2"), refresh: false, needsPremium: false };
  const research = createResearch({
    db,
    analyst: openAnalyst(),
    weighLines: async () => Promise.reject(new OnpointError("unavailable", "too many wait")),
  });
  expect(await research.cases.docket(OPERATOR, asked)).toMatchObject({
    status: "analysis_failed",
    held: { docket: { caseName: "Clary v. Madder" } },
  });
});

test("that a case is called otherwise is told once, whether the latest was wanted or not", async () => {
  await write(sighting({ docketNumber: "1:13-cv-00003", facts: { caption: "Clary v. Madder" } }));
  for (const refresh of [false, true]) {
    const named = numbered("13-cv-3", "nysd", "Zeta Holdings v. Eta Corporation");
    const { notes } = read(await ask({ named, refresh }, asking({ outcome: "failed", notes: [] })));
    expect(notes.filter(({ reason }) => reason.code === "other_case_name")).toHaveLength(1);
    expect(JSON.stringify(notes).split("the case of this number is Clary v. Madder")).toHaveLength(2);
  }
});

test("a docket that cannot be read just now is told with its page and its download", async () => {
  await write(sighting({ docketNumber: "1:13-cv-00001", facts: { caption: "Tansy v. Woad" } }));
  const failing = { analyse: async () => Promise.reject(new OnpointError("unavailable", "no reader answers")) };
  const asked = { question: "Who sued?", named: numbered("13-cv-1"), refresh: false, needsPremium: false };
  expect(await createResearch({ db, analyst: failing }).cases.docket(OPERATOR, asked)).toMatchObject({
    status: "analysis_failed",
    held: { docket: { caseName: "Tansy v. Woad" } },
    report: { token: expect.any(String) },
  });
});

describe("what a docket tells of itself", () => {
  beforeAll(async () => {
    await write(
      sighting({
        docketNumber: "1:23-cv-70001",
        facts: { caption: "Heron v. Sedge", dateFiled: "2023-01-02", feeStatus: "paid", juryDemand: "Plaintiff" },
        entries: [
          entry("1", "COMPLAINT against Sedge."),
          entry("2", "ORDER denying 3 Motion to Seal."),
          entry("4", "NOTICE of Appearance by Sedge."),
          entry("5", "DECLARATION of Rook (Attachments: # 1 Ledger)", {
            documents: [
              document(1, { description: "Ledger" }),
              document(2, { description: "Bill of Lading for the Puffin" }),
            ],
          }),
        ],
      }),
    );
  });

  test("its attachments' names are read with it, and what stands in one is not told to be absent", async () => {
    const { analysis } = await told("1:23-cv-70001", "Which puffin lading?");
    expect(analysis.answer).not.toContain("does not answer");
    expect(JSON.stringify(analysis)).toContain("Attachment 2: Bill of Lading for the Puffin.");
    const both = await told("1:23-cv-70001", "What is the fee status, and which lading bill did the volcano spare?");
    expect(both.analysis.answer).not.toContain("does not answer");
  });

  test("is told for each part of a question, and the rest is read", async () => {
    const question = "What is the fee status, is there a jury demand, and who appeared for Sedge?";
    const { analysis } = await told("1:23-cv-70001", question);
    expect(analysis.answer).toContain("On “What is the fee status” the docket shows: Fee status: paid.");
    expect(analysis.answer).toContain("the docket shows: Jury demand: Plaintiff.");
    expect(analysis.answer).toContain("NOTICE of Appearance by Sedge");
    expect(analysis.doesNotAddress).toEqual([]);
  });

  test("is not told of what another part of the question names", async () => {
    const { analysis } = await told("1:23-cv-70001", "What notice did Sedge give, and when was it filed?");
    expect(analysis.answer).toContain("NOTICE of Appearance by Sedge");
    expect(analysis.answer).not.toContain("The case was filed");
  });

  test("is told alone where nothing else is asked", async () => {
    const { analysis } = await told("1:23-cv-70001", "When was the case terminated?");
    expect(analysis.answer).toBe("The docket shows: No day on which the case was terminated (closed).");
    expect(analysis.warnings).toEqual([]);
  });

  test.each(["unrelated blockchain mining question", "Which volcano erupted?"])(
    "%s is not answered by an entry that says nothing of it",
    async (question) => {
      const { analysis } = await told("1:23-cv-70001", question);
      expect(analysis.doesNotAddress).toEqual([question.replace("?", "")]);
      expect(analysis.answer).toBe(`The docket as held does not answer: ${question.replace("?", "")}.`);
    },
  );
});

describe("fetching", () => {
  const ENTRIES = [entry("1", "ORDER granting leave", { documents: [document(0)] })];
  beforeAll(async () => {
    await write(sighting({ docketNumber: "1:15-cv-00001", facts: { caption: "Held v. Kept" }, entries: ENTRIES }));
  });

  const note = { message: "the account's cap is reached", reason: { code: "cap" } };
  test("is not tried for what is held, unless the latest is wanted", async () => {
    const retrieval = asking({ outcome: "failed", notes: [note] });
    read(await ask({ named: numbered("15-cv-1") }, retrieval));
    expect(retrieval.wanted).toEqual([]);
    read(await ask({ named: numbered("15-cv-1"), refresh: true }, retrieval));
    expect(retrieval.wanted).toMatchObject([{ courtId: "nysd", docketNumber: "1:15-cv-00001", refresh: true }]);
  });

  test.each(["refused", "failed", "absent"] as const)("that was %s is told beside what is held", async (outcome) => {
    const { freshness, origin, notes } = read(
      await ask({ named: numbered("15-cv-1"), refresh: true }, asking({ outcome, notes: [note] })),
    );
    expect([freshness.isLive, origin]).toEqual([false, "stored"]);
    const words = notes.map(({ message }) => message).join("\n");
    expect(words).toContain("does not mean that nothing new was filed: the account's cap is reached");
    expect(words).not.toMatch(/no new filings/u);
  });

  test("with nothing held, says why", async () => {
    const named = numbered("15-cv-2");
    expect(await ask({ named }, asking({ outcome: "refused", notes: [note] }))).toMatchObject({
      status: "courtrecords_fetch_failed",
      note: { message: expect.stringContaining("the account's cap is reached") },
    });
    expect(await ask({ named }, asking({ outcome: "absent", notes: [note] }))).toMatchObject({ status: "not_found" });
    expect(await ask({ named })).toMatchObject({ status: "not_found" });
  });

  test("what was fetched answers, with who gave it and when", async () => {
    const retrieval = asking(async () => {
      await write(sighting({ docketNumber: "1:15-cv-00003", facts: { caption: "New v. Fresh" }, entries: ENTRIES }));
      return { outcome: "fetched", from: "official", at: "2026-01-02T03:04:05Z", notes: [note] };
    });
    const { docket, freshness, origin, notes } = read(await ask({ named: numbered("15-cv-3") }, retrieval));
    expect(docket.caseName).toBe("New v. Fresh");
    expect(freshness).toMatchObject({ isLive: true, fetchedAt: "2026-01-02T03:04:05Z" });
    expect(origin).toBe("official");
    expect(notes).toContainEqual(note);
  });

  test("a caller without premium access is refused where that is asked for, and only there", async () => {
    const retrieval: Retrieval = { ...asking({ outcome: "failed", notes: [note] }), hasPremium: async () => false };
    await expect(ask({ named: numbered("15-cv-1"), needsPremium: true }, retrieval)).rejects.toMatchObject({
      code: "forbidden",
    });
    read(await ask({ named: numbered("15-cv-1") }, retrieval));
  });

  test("of a filing: what was refused, failed or brought", async () => {
    const { docket } = read(await ask({ named: numbered("15-cv-1") }));
    const named = { by: "entry" as const, caseId: docket.caseId, entryNumber: "1", attachmentNumber: null };
    const filing = async (retrieval: Retrieval) =>
      createResearch({ db, analyst: openAnalyst(), retrieval }).cases.filing(OPERATOR, {
        question: "What was granted?",
        named,
        needsPremium: false,
      });
    const retrieval = asking({ outcome: "refused", notes: [note] });
    expect(await filing(retrieval)).toMatchObject({
      status: "courtrecords_fetch_failed",
      filing: { entryNumber: "1", documentType: "order" },
    });
    expect(retrieval.wanted).toMatchObject([{ docketId: docket.docket.id, entryNumber: "1", attachment: 0 }]);
    expect(await filing(asking({ outcome: "absent", notes: [note] }))).toMatchObject({ status: "text_not_available" });
  });

  test("what each source said is told, and what it would have cost", async () => {
    const said = ["the archive has none", "there is no consent"].map((message) => ({ message, reason: { code: "x" } }));
    const named = numbered("15-cv-2");
    const answer = await ask({ named }, asking({ outcome: "refused", notes: said }));
    expect(answer).toMatchObject({
      status: "courtrecords_fetch_failed",
      note: {
        message: expect.stringMatching(
          /the archive has none; there is no consent; costPreview: this docket would cost at most \$3\.00/u,
        ),
      },
    });
    const ambiguous = await ask({ named }, asking({ outcome: "ambiguous", notes: said }));
    expect(ambiguous).toMatchObject({ status: "ambiguous", candidates: [] });
    const strange = asking({ outcome: "fetched", from: "official", at: "2026-01-02T03:04:05Z", notes: [] });
    const other = await ask({ named }, strange);
    expect(other).toMatchObject({ status: "not_found" });
    expect(other.status === "ok" ? "" : other.note.message).toContain(
      "what was fetched by that number is another case",
    );
  });

  describe("what was charged is told", () => {
    const charge = { message: "the official court records system: it charged $0.10", reason: { code: "charged" } };
    const fetched = { outcome: "fetched", from: "official", at: "2026-01-02T03:04:05Z", notes: [charge] } as const;
    const failing = { analyse: async () => Promise.reject(new OnpointError("unavailable", "no reader answers")) };
    const told = { note: { message: expect.stringContaining(charge.message) } };

    test("where another case came, or nothing can be read", async () => {
      expect(await ask({ named: numbered("15-cv-2") }, asking(fetched))).toMatchObject({
        status: "not_found",
        ...told,
      });
      const asked = { question: "Who sued?", named: numbered("15-cv-1"), refresh: true, needsPremium: false };
      const { cases } = createResearch({ db, analyst: failing, retrieval: asking(fetched) });
      expect(await cases.docket(OPERATOR, asked)).toMatchObject({ status: "analysis_failed", ...told });
    });

    test("where a filing came without words, or none came", async () => {
      const { docket } = read(await ask({ named: numbered("15-cv-1") }));
      const { cases } = createResearch({ db, analyst: failing, retrieval: asking(fetched) });
      const filing = async (entryNumber: string) => {
        const named = { by: "entry" as const, caseId: docket.caseId, entryNumber, attachmentNumber: null };
        return cases.filing(OPERATOR, { question: "What?", named, needsPremium: false });
      };
      expect(await filing("1")).toMatchObject({ status: "text_not_available", ...told });
      expect(await filing("2")).toMatchObject({ status: "not_found", ...told });
    });

    test("of a court that had none before another had it", async () => {
      const retrieval: Retrieval = {
        ...asking({ outcome: "absent", notes: [charge] }),
        docket: async (_principal, { courtId }) => {
          if (courtId !== "nysd") return { outcome: "absent", notes: [charge, note] };
          return { ...fetched, notes: [] };
        },
      };
      const reference = {
        by: "docket",
        courtIds: ["nyed", "nysd"],
        courtName: "New York",
        docketNumber: "1:15-cv-00001",
        caseName: null,
      } as const;
      const tried = await retrieveDocket(retrieval, OPERATOR, { reference, held: undefined, asked: { refresh: true } });
      expect(tried?.notes).toEqual([charge]);
    });
  });

  test("a place in a case of several dockets is not guessed", async () => {
    const ids = await write(proceeding("11", "Sedge Mining Inc."), proceeding("12", "Sedge Mining Inc. v. Flax"));
    const decision = { courtId: "nysb", docketNumber: "19-20000", dateFiled: "2020-02-03", name: "Sedge Mining Inc." };
    const { caseId } = await transaction(db, async (trx) => {
      const added = await addDecision(trx, decision);
      await reassignMatters(trx, [added.caseId], decisionDays);
      return added;
    });
    const retrieval = asking({ outcome: "failed", notes: [note] });
    const research = createResearch({ db, analyst: openAnalyst(), retrieval });
    const filing = async (id: string) =>
      research.cases.filing(OPERATOR, {
        question: "What?",
        named: { by: "entry", caseId: id, entryNumber: "9", attachmentNumber: null },
        needsPremium: false,
      });
    expect(await filing(caseId)).toMatchObject({ status: "ambiguous", note: { reason: { code: "several_dockets" } } });
    expect(retrieval.wanted).toEqual([]);
    expect(await filing(ids[1]!)).toMatchObject({ status: "courtrecords_fetch_failed" });
    expect(retrieval.wanted).toMatchObject([{ docketId: ids[1], filingId: null }]);
  });
});

describe("what is planted in captions, parties and entries changes nothing", () => {
  const LINES = [
    entry("1", "COMPLAINT filed by the landlord"),
    entry("2", "ORDER granting the motion for rent for each month"),
  ];
  const QUESTION = "Was the motion for rent granted?";

  test.each(PLANTED.map((planted, at) => [planted, at] as const))("%s", async (planted, at) => {
    const clean = `1:14-cv-${1000 + at}`;
    const soiled = `2:14-cv-${1000 + at}`;
    const party = { type: "Defendant", dateTerminated: null, extraInfo: null, attorneys: [], counts: [] };
    await write(
      sighting({ docketNumber: clean, facts: { caption: "Fir v. Oak" }, entries: LINES }),
      sighting({
        docketNumber: soiled,
        facts: { caption: planted },
        parties: [{ ...party, name: planted }],
        entries: [...LINES, entry("3", planted)],
      }),
    );
    const [before, after] = [await told(clean, QUESTION), await told(soiled, QUESTION)];
    expect(after.analysis.answer).toBe(before.analysis.answer);
    expect(after.analysis.doesNotAddress).toEqual(before.analysis.doesNotAddress);
    expect(after.entries[0]?.entry.number).toBe(before.entries[0]?.entry.number);
    expect(after.notes).toEqual(before.notes);
  });
});
