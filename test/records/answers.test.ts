import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createKey } from "#accounts/keys.ts";
import { PLANTED } from "#analysis/planted.fixture.ts";
import { OPERATOR } from "#accounts/principal.ts";
import { checkDatabase } from "#db/check.ts";
import { transaction } from "#db/connection.ts";
import { document, entry as seenEntry, sighting } from "#dockets/sightings.fixture.ts";
import { writeDockets } from "#dockets/store/write.ts";
import { docketIdsByNumber } from "#dockets/store/read.ts";
import { SCHEMA } from "#schema/schema.ts";
import { ask } from "#test/contracts/real-server.ts";
import { moneyOf, optIn } from "./desk.ts";
import { keyOfUser, startServed } from "./served.ts";
import type { Served } from "./served.ts";
import { simCase, simDocument } from "./simulator/world.ts";
import type { SimCase, SimEntry } from "./simulator/world.ts";

/** Cases of the simulated court; tests add entries to them, as courts do. */
type OpenCase = SimCase & { readonly entries: SimEntry[] };
const opened = (caseId: string, entries: number, changes: Partial<SimCase> = {}): OpenCase => {
  const made = simCase(caseId, entries, changes);
  return { ...made, entries: [...made.entries] };
};
const entry = (number: number, day: string, text: string, words?: readonly string[]): SimEntry => ({
  number,
  day,
  text,
  documents: [simDocument(`12709${number}00001`, { pages: 2, ...(words !== undefined && { words }) })],
});

const ORDER = [
  "ORDER on the motion to compel.",
  "The motion to compel the heron logs is granted in part.",
  "Production is due within thirty days of this order.",
];
const MAIN = opened("1234", 0);
MAIN.entries.push(
  entry(1, "2024-01-05", "COMPLAINT against Marlow Freight Co. filed by Ansel Brook."),
  entry(2, "2024-02-05", "ORDER granting in part 1 Motion to Compel the heron logs.", ORDER),
);
const OTHERS = [opened("2001", 3), opened("2002", 3), opened("2003", 3), opened("2004", 3), opened("2005", 3)];
const STILL = opened("2006", 3);
const NEW = opened("2007", 3);
const PLANTED_CASES = [opened("3001", 0), opened("3002", 0)];
const APPEAL = simCase("30442", 4, { court: "ca1", docketNumber: "17-2160" });
const LITIGATION = opened("5001", 3, { docketNumber: "1:17-md-02788" });
const SPELLED = [opened("6001", 3), opened("6002", 3)];
const FEDERAL_APPEAL = simCase("30443", 4, { court: "cafc", docketNumber: "23-1290" });
const OFFICES = [
  opened("7001", 3, { docketNumber: "1:24-cv-07001", caption: "Alder v. Birch" }),
  opened("7002", 3, { docketNumber: "4:24-cv-07001", caption: "Curlew v. Dunlin" }),
];
const SWAPPED = opened("8001", 3);
const GAPPED = opened("8002", 3);
const PAGED = opened("8003", 1);
const SEALED = opened("4001", 2, { isSealed: true });

let served: Served;
beforeAll(async () => {
  served = await startServed({
    cases: [
      MAIN,
      APPEAL,
      ...OTHERS,
      STILL,
      NEW,
      ...PLANTED_CASES,
      LITIGATION,
      ...SPELLED,
      SEALED,
      PAGED,
      SWAPPED,
      GAPPED,
      FEDERAL_APPEAL,
      ...OFFICES,
    ],
  });
});
afterAll(async () => served.stop());

const number = ({ docketNumber }: SimCase): object => ({ docket: { court: "S.D.N.Y.", docketNumber } });
const QUESTION = { question: "What was ordered on the motion to compel the heron logs?" };
const warningsOf = (json: Record<string, unknown>): string => (json["warnings"] as string[]).join("\n");

/** What was charged while something was asked, in cents. */
async function charged(work: () => Promise<unknown>): Promise<number> {
  const before = served.simulator.total_cents;
  await work();
  return served.simulator.total_cents - before;
}

/** All payers together have on the ledger what the system bills. */
async function expectLedgerToBeTheBill(...payers: readonly string[]): Promise<void> {
  const { db } = served.server;
  const money = await Promise.all(payers.map(async (payer) => moneyOf(db, served.clock(), payer)));
  expect(money.reduce((sum, { used_cents }) => sum + used_cents, 0)).toBe(served.simulator.total_cents);
  expect(money.reduce((sum, { held_cents }) => sum + held_cents, 0)).toBe(0);
  const receipts = await db.selectFrom("records_receipts").select(["client_code", "amount_cents"]).execute();
  expect(new Map(receipts.map((row) => [row.client_code, row.amount_cents]))).toEqual(
    new Map(served.simulator.bill.map(({ clientCode, cents }) => [clientCode, cents])),
  );
  expect((await checkDatabase(db, SCHEMA)).findings.filter(({ severity }) => severity === "problem")).toEqual([]);
}

/** How the docket names its second entry's document. */
const referenceOfOrder = async (): Promise<object> => {
  const { json } = await served.call("analyzeCaseDocket", { ...QUESTION, ...number(MAIN) });
  const entries = json["relevantEntries"] as { entryNumber?: string; documentReference: object }[];
  return entries.find(({ entryNumber }) => entryNumber === "2")!.documentReference;
};

const numbered = async (docketNumber: string) =>
  (await served.call("analyzeCaseDocket", { ...QUESTION, docket: { court: "S.D.N.Y.", docketNumber } })).json;

/** The latest of the first docket. */
const askLatest = async (key?: string) =>
  served.call("analyzeCaseDocket", { ...QUESTION, ...number(MAIN), forceFetch: true }, key);

describe("a docket that is not held", () => {
  test("is not bought without consent, which is said with what it would cost", async () => {
    const { json } = await served.call("analyzeCaseDocket", { ...QUESTION, ...number(MAIN) });
    expect(json["status"]).toBe("courtrecords_fetch_failed");
    expect(json["message"]).toMatch(/the official court records system: this may cost \$3\.00.*can be opted into/u);
    expect(json["message"]).toContain("costPreview: this docket would cost at most $3.00");
    expect(served.simulator.bill).toEqual([]);
  });

  test("is bought once, and answers from then on as it is stored", async () => {
    await optIn(served.server.db, 2_000, served.server.keyId);
    const ask = async () => served.call("analyzeCaseDocket", { ...QUESTION, ...number(MAIN) });
    const { json } = await ask();
    expect(json).toMatchObject({
      status: "ok",
      retrievalSource: "official",
      case: { caseName: "Brook v. Marlow Freight Co.", docketNumber: MAIN.docketNumber },
      coverage: { kind: "docket_report", entryCount: 2, truncated: false },
      freshness: { cached: false, liveFetchSucceeded: true, fetchedAt: served.clock().toISOString() },
    });
    expect(warningsOf(json)).toContain(`it charged $0.${served.simulator.total_cents} for the docket report`);
    expect(served.simulator.bill).toHaveLength(1);
    const again = (await ask()).json;
    expect(again).toMatchObject({
      status: "ok",
      retrievalSource: "stored",
      freshness: { cached: true, liveFetchSucceeded: false, fetchedAt: served.clock().toISOString() },
    });
    expect(warningsOf(again)).toContain("costPreview: the latest docket report would cost at most $3.00");
    expect(served.simulator.bill).toHaveLength(1);
    await expectLedgerToBeTheBill(served.server.keyId);
  });

  test("gives the court's own page as a download, without the account that paid", async () => {
    const { json } = await served.call("analyzeCaseDocket", { ...QUESTION, ...number(MAIN) });
    const { downloadUrl, suggestedFileName } = json["docketReport"] as Record<string, string>;
    expect(suggestedFileName).toMatch(/^docket-nysd-1-24-cv-01234-iq-2026-11-23\.html$/u);
    const file = await fetch(served.server.origin + new URL(downloadUrl!).pathname);
    expect(file.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(file.headers.get("content-disposition")).toContain("attachment");
    expect(file.headers.get("content-security-policy")).toContain("sandbox");
    const page = await file.text();
    const bought = Buffer.from(served.simulator.bill[0]!.body).toString("utf8");
    expect(bought).toContain("onpoint-desk");
    expect(page).toBe(bought.replace(/onpoint-desk/u, "(not shown)").replace("(not shown) <", "(not shown)<"));
  });

  test("of a sealed case is told to be so, and one that there is not, not to be", async () => {
    const sealed = await served.call("analyzeCaseDocket", { ...QUESTION, ...number(SEALED) });
    expect(sealed.json).toMatchObject({ status: "not_found", message: expect.stringContaining("under seal") });
    const none = { ...QUESTION, docket: { court: "S.D.N.Y.", docketNumber: "1:24-cv-09999" } };
    expect((await served.call("analyzeCaseDocket", none)).json).toMatchObject({
      status: "not_found",
      message: expect.stringContaining("it has no case of this number in this court"),
    });
    await expectLedgerToBeTheBill(served.server.keyId);
  });
});

describe("a multidistrict case", () => {
  test("is not looked for by the Panel's number where that costs and finds nothing", async () => {
    let json: Record<string, unknown> = {};
    expect(await charged(async () => (json = await numbered("MDL No. 2788")))).toBe(0);
    expect(json).toMatchObject({ status: "not_found", message: expect.stringContaining("1:17-md-02788") });
  });

  test("is found by it in any spelling once it is held, and by its year in the court's system", async () => {
    const bought = await numbered("MDL No. 17-2788");
    expect(bought).toMatchObject({ status: "ok", retrievalSource: "official" });
    for (const number of ["MDL 2788", "MDL-2788", "In re Lakeside Dye, MDL No. 2788", "17-md-2788"]) {
      expect(await numbered(number)).toMatchObject({ status: "ok", retrievalSource: "stored", case: bought["case"] });
    }
    await expectLedgerToBeTheBill(served.server.keyId);
  });
});

describe("a number in another spelling than the court's", () => {
  test("is put to the court as it prints it, and leads to what is held", async () => {
    const bought = await numbered("24 Civ. 6001 (IQ)");
    expect(bought).toMatchObject({ status: "ok", retrievalSource: "official" });
    for (const number of ["24 CV 06001", "24 C 6001", "24-C-6001", "Civil No. 1:24CV6001", "1:24-cv-06001-IQ"]) {
      expect(await numbered(number)).toMatchObject({ status: "ok", retrievalSource: "stored", case: bought["case"] });
    }
    await expectLedgerToBeTheBill(served.server.keyId);
  });

  test("of a number that two offices gave is told with both, and bought when one of them is chosen", async () => {
    let several: Record<string, unknown> = {};
    expect(await charged(async () => (several = await numbered("24-cv-07001")))).toBe(0);
    expect(several).toMatchObject({
      status: "ambiguous",
      message: expect.stringContaining("call again with the docketNumber of one candidate"),
      candidates: OFFICES.map(({ caption, docketNumber }) => ({
        caseName: caption,
        docketNumber,
        court: "United States District Court for the Southern District of New York",
      })),
    });
    const [, second] = several["candidates"] as { docketNumber: string }[];
    expect(await numbered(second?.docketNumber ?? "")).toMatchObject({
      status: "ok",
      case: { caseName: "Curlew v. Dunlin", docketNumber: "4:24-cv-07001" },
    });
    const { json } = await served.call("analyzeDocketReport", {
      ...QUESTION,
      court: "S.D.N.Y.",
      docketNumber: "24-cv-7001",
    });
    expect(JSON.stringify(json)).toContain("Curlew v. Dunlin");
  });

  test("is not bought where the court calls the case otherwise than it is named", async () => {
    const docket = { court: "S.D.N.Y.", docketNumber: "24 Civ. 6002", caseName: "Zeta Holdings v. Eta Corporation" };
    let json: Record<string, unknown> = {};
    const ask = async (named: object): Promise<void> => {
      ({ json } = await served.call("analyzeCaseDocket", { ...QUESTION, docket: named }));
    };
    expect(await charged(async () => ask(docket))).toBe(0);
    expect(json).toMatchObject({
      status: "not_found",
      message: expect.stringContaining("Brook v. Marlow Freight Co."),
    });
    await ask({ ...docket, caseName: "Brook v. Marlow" });
    expect(json).toMatchObject({ status: "ok", retrievalSource: "official" });
    expect(await charged(async () => served.call("analyzeCaseDocket", { ...QUESTION, docket, forceFetch: true }))).toBe(
      0,
    );
    await ask(docket);
    expect(warningsOf(json)).toContain("not Zeta Holdings v. Eta Corporation: check the number and the court");
  });

  test("of a court of appeals is bought by the short year", async () => {
    await optIn(served.server.db, 5_000, served.server.keyId);
    const asked = { question: "What was ordered?", docket: { court: "Fed. Cir.", docketNumber: "2023-1290" } };
    const { json } = await served.call("analyzeCaseDocket", asked);
    expect(json).toMatchObject({ status: "ok", retrievalSource: "official", case: { docketNumber: "23-1290" } });
    await expectLedgerToBeTheBill(served.server.keyId);
  });
});

describe("a filing", () => {
  test("named by the docket's own reference is bought once and read", async () => {
    const ask = async () => served.call("analyzeCaseDocument", { ...QUESTION, ...(await referenceOfOrder()) });
    let first: Awaited<ReturnType<typeof ask>> | undefined;
    expect(await charged(async () => (first = await ask()))).toBe(20);
    expect(first?.json).toMatchObject({
      status: "ok",
      entry: { entryNumber: "2" },
      supportedPropositions: expect.arrayContaining([
        expect.objectContaining({ quote: expect.stringContaining("heron logs is granted in part") }),
      ]),
    });
    expect(first?.json["sourceWarnings"]).toContain(
      "the official court records system: it charged $0.20 for the filing",
    );
    expect(await charged(ask)).toBe(0);
    await expectLedgerToBeTheBill(served.server.keyId);
  });

  test("is named by its number in any spelling, and what only counts as one is no number", async () => {
    const { json: docket } = await served.call("analyzeCaseDocket", { ...QUESTION, ...number(MAIN) });
    const { caseId } = docket["case"] as { readonly caseId: string };
    const named = async (entryNumber: string) =>
      (await served.call("analyzeCaseDocument", { ...QUESTION, entry: { caseId, entryNumber } })).json;
    const { entry, status } = await named("2");
    expect(status).toBe("ok");
    const cost = await charged(async () => {
      for (const typed of ["02", "#2", "[2]", "２", "2.", "No. 2", "ECF No. 2", "Dkt. #2", "D.E. 2"])
        expect((await named(typed))["entry"], typed).toEqual(entry);
      for (const typed of ["2.0", "2e0", "+2", "-2", "0x2"])
        expect((await named(typed))["status"], typed).toBe("not_found");
    });
    expect(cost).toBe(0);
  });

  test("of more pages than are held of it is not bought for more than was told, and then is", async () => {
    const { json: docket } = await served.call("analyzeCaseDocket", { ...QUESTION, ...number(PAGED) });
    const { caseId } = docket["case"] as { readonly caseId: string };
    const documents = [document(0, { pacerDocId: PAGED.entries[0]!.documents[0]!.documentId, pageCount: 1 })];
    const told = { kind: "archive", courtId: "nysd", docketNumber: PAGED.docketNumber, asOf: "2026-01-01" } as const;
    const sighted = sighting({ ...told, entries: [seenEntry("1", null, { dateFiled: null, documents })] });
    await transaction(served.server.db, async (trx) => writeDockets(trx, [sighted], async () => new Map()));
    const asked = { ...QUESTION, entry: { caseId, entryNumber: "1" } };
    const ask = async () => (await served.call("analyzeCaseDocument", asked)).json;
    let first: Record<string, unknown> = {};
    expect(await charged(async () => (first = await ask()))).toBe(0);
    expect(first["message"]).toContain("the court asks $0.20 for 2 pages, more than the $0.10");
    expect(await charged(ask)).toBe(20);
    await expectLedgerToBeTheBill(served.server.keyId);
  });

  test("whose file has no words is bought once, and told to have none", async () => {
    const { json } = await served.call("analyzeCaseDocket", { ...QUESTION, ...number(MAIN) });
    const { caseId } = json["case"] as { caseId: string };
    const asked = { ...QUESTION, entry: { caseId, entryNumber: "1" } };
    const ask = async () => (await served.call("analyzeCaseDocument", asked)).json;
    let first: Record<string, unknown> = {};
    expect(await charged(async () => (first = await ask()))).toBe(20);
    expect(first["message"]).toContain("it charged $0.20 for the filing");
    let again: Record<string, unknown> = {};
    expect(await charged(async () => (again = await ask()))).toBe(0);
    expect(again).toMatchObject({
      status: "text_not_available",
      message: expect.stringContaining("its file is damaged"),
    });
    expect(again["message"]).not.toContain("charged");
  });

  test("that the docket as held does not tell of is asked for by its number", async () => {
    const { json } = await served.call("analyzeCaseDocket", { ...QUESTION, ...number(MAIN) });
    const { caseId } = json["case"] as { caseId: string };
    MAIN.entries.push(entry(3, "2024-03-05", "ORDER on the heron logs, amended.", ORDER));
    const asked = { ...QUESTION, entry: { caseId, entryNumber: "3" } };
    expect(await charged(async () => served.call("analyzeCaseDocument", asked))).toBe(30);
    expect((await served.call("analyzeCaseDocument", asked)).json).toMatchObject({ status: "ok" });
    const none = async () =>
      (await served.call("analyzeCaseDocument", { ...QUESTION, entry: { caseId, entryNumber: "77" } })).json;
    expect(await none()).toMatchObject({
      status: "not_found",
      message: expect.stringContaining("it charged $0.10 for the docket's entry 77"),
    });
    expect(await none()).toMatchObject({ message: expect.not.stringContaining("charged") });
    await expectLedgerToBeTheBill(served.server.keyId);
  });
});

test("a quote is what is charged at most, and asks nobody", async () => {
  const { docketNumber } = MAIN;
  const named = { docket: { court_id: "nysd", docket_number: docketNumber } };
  const requests = served.simulator.requests.length;
  const { json } = await ask(served.server, "/v1/dockets/get", named);
  const { id } = json["docket"] as { id: string };
  const items = [
    named,
    { docket: { court_id: "nysd", docket_number: "1:24-cv-08888" } },
    { docket: { court_id: "cal", docket_number: "S248888" } },
    { docket: { court_id: "ca9", docket_number: "23-1234" } },
    { docket: { court_id: "ca9", docket_number: "22-15001" } },
    { entry: { case_id: id, entry_number: "2" } },
    { entry: { case_id: id, entry_number: "1" } },
  ];
  const quoted = await ask(served.server, "/v1/records/quote", { items });
  expect(quoted.status, quoted.text).toBe(200);
  expect(quoted.json).toMatchObject({
    items: [
      { kind: "docket_report", is_held: true, is_served: true, at_most_cents: 300 },
      { kind: "docket_report", is_held: false, is_served: true, at_most_cents: 300 },
      { kind: "docket_report", court_id: "cal", is_held: false, is_served: false, at_most_cents: null },
      { kind: "docket_report", court_id: "ca9", is_held: false, is_served: false, at_most_cents: null },
      { kind: "docket_report", court_id: "ca9", is_held: false, is_served: true, at_most_cents: 300 },
      { kind: "document", is_held: true, is_served: true, at_most_cents: 0 },
      { kind: "document", is_held: false, is_served: true, at_most_cents: 300 },
    ],
    at_most_cents: 1200,
    has_premium_access: true,
  });
  expect(served.simulator.requests).toHaveLength(requests);
  served.pass(60 * 24 * 3_600_000);
  const [dearer] = (await ask(served.server, "/v1/records/quote", { items })).json["items"] as {
    at_most_cents: number;
  }[];
  expect(dearer?.at_most_cents).toBe(360);
  served.pass(-60 * 24 * 3_600_000);
});

describe("the latest", () => {
  test("is bought as far as it is not held, and tells what is new", async () => {
    served.pass(3_600_000);
    MAIN.entries.push(entry(4, "2026-11-23", "NOTICE of appeal on the heron logs by Marlow Freight Co."));
    const { json } = await askLatest();
    expect(json).toMatchObject({
      status: "ok",
      retrievalSource: "official",
      freshness: { liveFetchSucceeded: true, latestEntryDate: "2026-11-23", fetchedAt: served.clock().toISOString() },
      coverage: { entryCount: 4 },
    });
    const last = await served.call("analyzeCaseDocket", { ...number(MAIN), question: "What happened last?" });
    expect(JSON.stringify(last.json["relevantEntries"])).toContain("NOTICE of appeal");
    const request = served.simulator.requests.findLast(({ path }) => path.includes("DktRpt"));
    expect(request?.form).toMatchObject({ date_from: "11/23/2026" });
    await expectLedgerToBeTheBill(served.server.keyId);
  });

  test("of a docket in which nothing new was entered succeeds all the same, and keeps what is held", async () => {
    await optIn(served.server.db, 5_000, served.server.keyId);
    const still = { ...QUESTION, ...number(STILL) };
    expect((await served.call("analyzeCaseDocket", still)).json).toMatchObject({ status: "ok" });
    served.pass(3_600_000);
    const { json } = await served.call("analyzeCaseDocket", { ...still, forceFetch: true });
    expect(json).toMatchObject({
      status: "ok",
      retrievalSource: "official",
      coverage: { kind: "docket_report", entryCount: 3, truncated: false },
      freshness: { liveFetchSucceeded: true, fetchedAt: served.clock().toISOString() },
    });
    const request = served.simulator.requests.findLast(({ path }) => path.includes("DktRpt"));
    expect(request?.form).toMatchObject({ date_from: "11/23/2026" });
  });

  test("of a court that serves another case is told as failed, and changes nothing that is held", async () => {
    const asked = { ...QUESTION, ...number(SWAPPED) };
    const before = (await served.call("analyzeCaseDocket", asked)).json;
    const [own, other] = [{ ...SWAPPED }, { ...opened("8888", 6, { caption: "Curlew v. Dunlin" }) }];
    served.pass(3_600_000);
    served.simulator.fault = (path) => {
      if (path.includes("DktRpt.pl"))
        Object.assign(SWAPPED, { ...other, court: own.court, caseId: own.caseId, isSealed: false });
      return undefined;
    };
    const { json } = await served.call("analyzeCaseDocket", { ...asked, forceFetch: true });
    served.simulator.fault = () => undefined;
    Object.assign(SWAPPED, own);
    expect(json).toMatchObject({ status: "ok", case: before["case"], coverage: { entryCount: 3 } });
    expect(json).toMatchObject({ freshness: { liveFetchSucceeded: false } });
    expect(warningsOf(json)).toMatch(
      /the latest report was not fetched, which does not mean that nothing new was filed: .*the docket of another case, 1:24-cv-08888-IQ/u,
    );
    expect((await served.call("analyzeCaseDocket", asked)).json).toMatchObject({
      case: before["case"],
      relevantEntries: before["relevantEntries"],
    });
  });

  test("asked for after a single entry was bought brings what stands between, whatever the receipt prints", async () => {
    const asked = { ...QUESTION, ...number(GAPPED) };
    const { json } = await served.call("analyzeCaseDocket", asked);
    const { caseId } = json["case"] as { caseId: string };
    const day = served.clock().toISOString().slice(0, 10);
    served.pass(3_600_000);
    GAPPED.entries.push(entry(4, day, "ORDER on the heron logs."), entry(5, day, "ORDER on the otter logs.", ORDER));
    await served.call("analyzeCaseDocument", { ...QUESTION, entry: { caseId, entryNumber: "5" } });
    const part = (await served.call("analyzeCaseDocket", asked)).json;
    expect(warningsOf(part)).toContain("entries that are known to be missing: 4");
    expect(part).toMatchObject({ coverage: { entryCount: 4, truncated: true } });
    served.pass(36 * 3_600_000);
    const latest = (await served.call("analyzeCaseDocket", { ...asked, forceFetch: true })).json;
    expect(latest).toMatchObject({ coverage: { entryCount: 5, truncated: false } });
  });

  test("asked for by many at once is bought once, and again only after a while", async () => {
    served.pass(3_600_000);
    const bought = served.simulator.bill.length;
    const answers = await Promise.all([askLatest(), askLatest(), askLatest()]);
    for (const { json } of answers) expect(json).toMatchObject({ freshness: { liveFetchSucceeded: true } });
    expect(answers.filter(({ json }) => warningsOf(json).includes("it charged"))).toHaveLength(1);
    expect(served.simulator.bill).toHaveLength(bought + 1);
    await askLatest();
    expect(served.simulator.bill).toHaveLength(bought + 1);
    served.pass(10 * 60_000);
    await askLatest();
    expect(served.simulator.bill).toHaveLength(bought + 2);
  });

  test("is a report for five minutes from its purchase, for whatever and for whomever it was bought", async () => {
    await optIn(served.server.db, 5_000, served.server.keyId);
    const ask = async (changes: object, key?: string) =>
      (await served.call("analyzeCaseDocket", { ...QUESTION, ...number(NEW), ...changes }, key)).json;
    // A minute before the clock's next five.
    served.pass(300_000 - (served.clock().getTime() % 300_000) - 60_000);
    const first = await ask({});
    expect(warningsOf(first)).toContain("it charged $0.10 for the docket report");
    const { fetchedAt } = first["freshness"] as { fetchedAt: string };
    const { key, userId } = await keyOfUser(served.server.db, "latest@firm.example", { included_cents: 1_000 });
    for (const [wait_ms, asker] of [[0], [60_000], [0, key], [239_000]] as const) {
      served.pass(wait_ms);
      let json: Record<string, unknown> = {};
      expect(await charged(async () => (json = await ask({ forceFetch: true }, asker)))).toBe(0);
      expect(json).toMatchObject({ retrievalSource: "official", freshness: { liveFetchSucceeded: true, fetchedAt } });
      expect(warningsOf(json)).not.toContain("it charged");
    }
    served.pass(1_000);
    expect(warningsOf(await ask({ forceFetch: true }))).toContain("it charged $0.10 for the docket report");
    served.pass(299_000);
    expect(await charged(async () => ask({ forceFetch: true }, key))).toBe(0);
    served.pass(1_000);
    expect(await charged(async () => ask({ forceFetch: true }))).toBe(10);
    expect((await moneyOf(served.server.db, served.clock(), userId)).used_cents).toBe(0);
    await expectLedgerToBeTheBill(served.server.keyId);
  });

  test("that does not come is told, and is no word that nothing was filed", async () => {
    served.pass(3_600_000);
    served.simulator.fault = () => "maintenance";
    const { json } = await askLatest().finally(() => (served.simulator.fault = () => undefined));
    expect(json).toMatchObject({ status: "ok", retrievalSource: "stored", freshness: { liveFetchSucceeded: false } });
    expect(warningsOf(json)).toMatch(
      /the latest report was not fetched, which does not mean that nothing new was filed/u,
    );
    expect(warningsOf(json)).toContain("the court's site is down for now");
    await expectLedgerToBeTheBill(served.server.keyId);
  });

  test("of an appeal that is in a system which is not asked yet is told so, and not that there is none", async () => {
    const { json } = await served.call("analyzeCaseDocket", {
      question: "What was ordered?",
      docket: { court: "2d Cir.", docketNumber: "23-7001" },
      forceFetch: true,
    });
    expect(json).toMatchObject({
      status: "courtrecords_fetch_failed",
      message: expect.stringContaining("this court keeps its newer cases in a system that is not asked yet"),
    });
    expect(served.simulator.requests.some(({ path }) => path.includes("/ca2/"))).toBe(false);
  });

  test("of an appeal is bought by its number alone", async () => {
    await optIn(served.server.db, 5_000, served.server.keyId);
    const asked = { question: "What was ordered?", docket: { court: "1st Cir.", docketNumber: "No. 17-2160" } };
    const { json } = await served.call("analyzeCaseDocket", asked);
    expect(json).toMatchObject({ status: "ok", retrievalSource: "official", case: { docketNumber: "17-2160" } });
    const entries = json["relevantEntries"] as { entryNumber?: string; documentReference: object }[];
    const { documentReference } = entries[0]!;
    expect(
      await charged(async () => served.call("analyzeCaseDocument", { ...QUESTION, ...documentReference })),
    ).toBeGreaterThan(0);
    const latest = await served.call("analyzeCaseDocket", { ...asked, forceFetch: true });
    expect(latest.json).toMatchObject({ status: "ok", freshness: { liveFetchSucceeded: true } });
    expect(warningsOf(latest.json)).not.toContain("it charged");
    await expectLedgerToBeTheBill(served.server.keyId);
  });

  test("of an appeal that there is not is charged once, and told to be none", async () => {
    const none = { question: "What was ordered?", docket: { court: "1st Cir.", docketNumber: "17-9999" } };
    const ask = async (changes: object = {}) => (await served.call("analyzeCaseDocket", { ...none, ...changes })).json;
    let json: Record<string, unknown> = {};
    expect(await charged(async () => (json = await ask()))).toBe(10);
    expect(json).toMatchObject({
      status: "not_found",
      message: expect.stringMatching(/it had no case of this number.*it charged \$0\.10 for the docket report/u),
    });
    for (const changes of [{}, { forceFetch: true }]) {
      expect(await charged(async () => (json = await ask(changes)))).toBe(0);
      expect(json).toMatchObject({ status: "not_found", message: expect.not.stringContaining("it charged") });
    }
    served.pass(300_000);
    expect(await charged(async () => ask({ forceFetch: true }))).toBe(10);
    await expectLedgerToBeTheBill(served.server.keyId);
  });
});

describe("who may", () => {
  test("without premium access reads what is stored, and has nothing bought", async () => {
    const { key, userId } = await keyOfUser(served.server.db, "reader@firm.example", null);
    await optIn(served.server.db, 2_000, userId);
    const asked = { ...QUESTION, ...number(MAIN) };
    const before = served.simulator.bill.length;
    expect((await served.call("analyzeCaseDocket", asked, key)).json).toMatchObject({ status: "ok" });
    const forced = (await served.call("analyzeCaseDocket", { ...asked, forceFetch: true }, key)).json;
    expect(forced).toMatchObject({ status: "ok", freshness: { liveFetchSucceeded: false } });
    expect(warningsOf(forced)).toContain("only for callers with premium access");
    const other = (await served.call("analyzeCaseDocket", { ...QUESTION, ...number(OTHERS[0]!) }, key)).json;
    expect(other).toMatchObject({
      status: "courtrecords_fetch_failed",
      message: expect.stringContaining("premium access"),
    });
    const { court, docketNumber } = { court: "S.D.N.Y.", docketNumber: MAIN.docketNumber };
    const v3 = await served.call("analyzeDocketReport", { ...QUESTION, court, docketNumber }, key);
    expect(v3).toMatchObject({ isError: true, text: expect.stringContaining("premium access") });
    expect(served.simulator.bill).toHaveLength(before);
  });

  test("with a key that is not granted official records has nothing bought, and reads what is stored", async () => {
    const { key, record } = await createKey(served.server.db, { name: "reads" });
    await optIn(served.server.db, 2_000, record.id);
    expect((await served.call("analyzeCaseDocket", { ...QUESTION, ...number(MAIN) }, key)).json).toMatchObject({
      status: "ok",
    });
    expect((await served.call("analyzeCaseDocket", { ...QUESTION, ...number(OTHERS[0]!) }, key)).json).toMatchObject({
      status: "courtrecords_fetch_failed",
      message: expect.stringContaining("only for keys that are granted official records"),
    });
  });

  test("with a plan spends what it includes without consent, and no more", async () => {
    const { key, userId } = await keyOfUser(served.server.db, "partner@firm.example", { included_cents: 305 });
    const one = await served.call("analyzeCaseDocket", { ...QUESTION, ...number(OTHERS[1]!) }, key);
    expect(one.json).toMatchObject({ status: "ok", retrievalSource: "official" });
    const paid = (await moneyOf(served.server.db, served.clock(), userId)).used_cents;
    expect(paid).toBeGreaterThan(5);
    const other = await served.call("analyzeCaseDocket", { ...QUESTION, ...number(OTHERS[2]!) }, key);
    expect(other.json).toMatchObject({
      status: "courtrecords_fetch_failed",
      message: expect.stringContaining(`$${((305 - paid) / 100).toFixed(2)} are left of what is included`),
    });
    await optIn(served.server.db, 100, userId);
    const capped = await served.call("analyzeCaseDocket", { ...QUESTION, ...number(OTHERS[2]!) }, key);
    expect(capped.json).toMatchObject({ status: "ok" });
    await optIn(served.server.db, 1, userId);
    const over = await served.call("analyzeCaseDocket", { ...QUESTION, ...number(OTHERS[3]!) }, key);
    expect(over.json).toMatchObject({
      status: "courtrecords_fetch_failed",
      message: expect.stringMatching(/left this month.*The spending cap can be raised/u),
    });
    await expectLedgerToBeTheBill(served.server.keyId, userId);
  });

  test("two who ask at once for a docket that nobody has: one buys, and one may not", async () => {
    const { key, userId } = await keyOfUser(served.server.db, "poor@firm.example", { included_cents: 0 });
    const asked = { ...QUESTION, ...number(OTHERS[3]!) };
    const before = served.simulator.bill.length;
    const answers = await Promise.all([
      served.call("analyzeCaseDocket", asked, key),
      served.call("analyzeCaseDocket", asked),
      served.call("analyzeCaseDocket", asked),
    ]);
    expect(answers.slice(1).map(({ json }) => json["status"])).toEqual(["ok", "ok"]);
    expect(served.simulator.bill).toHaveLength(before + 1);
    expect((await moneyOf(served.server.db, served.clock(), userId)).used_cents).toBe(0);
  });
});

test("two processes that are asked at once for one docket buy it once", async () => {
  await optIn(served.server.db, 5_000, served.server.keyId);
  const { db } = served.server;
  const again = served.beside();
  const wanted = {
    courtId: "nysd",
    docketNumber: OTHERS[0]!.docketNumber,
    caseName: null,
    docketId: null,
    refresh: false,
  };
  const before = served.simulator.bill.length;
  const asker = { ...OPERATOR, kind: "key", id: served.server.keyId } as const;
  const both = await Promise.all([served.retrieval(), again].map(async (one) => one.docket(asker, wanted)));
  expect(both.map(({ outcome }) => outcome)).toEqual(["fetched", "fetched"]);
  expect(served.simulator.bill).toHaveLength(before + 1);
  served.pass(3_600_000);
  const refreshed = {
    ...wanted,
    docketId: (await docketIdsByNumber(db, "nysd", wanted.docketNumber))[0]!,
    refresh: true,
  };
  await Promise.all([served.retrieval(), again].map(async (one) => one.docket(asker, refreshed)));
  expect(served.simulator.bill).toHaveLength(before + 2);
});

describe("version 3", () => {
  test("buys a docket and a filing for callers with premium access", async () => {
    await optIn(served.server.db, 5_000, served.server.keyId);
    const [, , , , last] = OTHERS;
    const asked = { ...QUESTION, court: "S.D.N.Y.", docketNumber: last!.docketNumber };
    const report = await served.call("analyzeDocketReport", asked);
    expect(report.json).toMatchObject({
      status: "ok",
      docketReport: { suggestedFileName: expect.stringMatching(/\.html$/u) },
    });
    const { caseId } = report.json["case"] as { caseId: string };
    last!.entries[1] = entry(2, "2024-02-05", last!.entries[1]!.text, ORDER);
    const filing = { ...QUESTION, caseId, entryNumber: "3", attachmentNumber: "2" };
    const attached = await served.call("analyzeDocketFiling", filing);
    expect(attached.json).toMatchObject({ status: "text_not_available", filing: { attachmentNumber: "2" } });
    const transcript = entry(9, "2024-05-05", "TRANSCRIPT of Proceedings held on 2/2/2024");
    last!.entries.push({ ...transcript, documents: [simDocument("127099000009", { isTranscript: true, pages: 90 })] });
    served.pass(3_600_000);
    await served.call("analyzeDocketReport", { ...asked, forceFetch: true });
    expect((await served.call("analyzeDocketFiling", { ...QUESTION, caseId, entryNumber: "9" })).json).toMatchObject({
      status: "courtrecords_fetch_failed",
      message: expect.stringMatching(/its pages are not known.*an amount that nothing bounds/u),
    });
  });
});

test("what is planted in entries that were bought changes nothing", async () => {
  const lines = [
    entry(1, "2024-01-05", "COMPLAINT filed by the landlord"),
    entry(2, "2024-02-05", "ORDER granting the motion for rent for each month"),
  ];
  const [clean, soiled] = PLANTED_CASES;
  clean!.entries.push(...lines);
  soiled!.entries.push(...lines, ...PLANTED.map((text, at) => entry(at + 3, "2024-03-01", text)));
  await optIn(served.server.db, 5_000, served.server.keyId);
  const asked = { question: "Which complaint was filed by the landlord?" };
  const bought = served.simulator.bill.length;
  const [before, after] = [
    (await served.call("analyzeCaseDocket", { ...asked, ...number(clean!) })).json,
    (await served.call("analyzeCaseDocket", { ...asked, ...number(soiled!) })).json,
  ];
  expect(before["status"]).toBe("ok");
  expect(before["answer"]).toContain("COMPLAINT filed by the landlord");
  // The entry stands on the sheet twice, alone and as the first of all; either may be quoted.
  expect(after["answer"]).toContain("COMPLAINT filed by the landlord");
  for (const planted of PLANTED) expect(after["answer"]).not.toContain(planted);
  expect(after["doesNotAddress"]).toEqual(before["doesNotAddress"]);
  expect(after["freshness"]).toEqual({ ...(before["freshness"] as object), latestEntryDate: "2024-03-01" });
  expect(JSON.stringify(after["relevantEntries"])).toContain("COMPLAINT filed by the landlord");
  expect(served.simulator.bill).toHaveLength(bought + 2);
});
