import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pdfOf } from "#test/pdf-files.ts";
import { optIn } from "./desk.ts";
import { startServed } from "./served.ts";
import type { Served } from "./served.ts";
import { simCase, simDocument } from "./simulator/world.ts";

const WORDS = ["ORDER on the marsh survey.", "The marsh survey shall be completed by the first of June, and no later."];
const archivedPdf = pdfOf([WORDS.map((line, at) => [700 - at * 20, line] as const)]);

const docket = (id: number, caseId: string, name = "Brook v. Marlow Freight Co."): object => ({
  id,
  court: "https://archive.example/api/rest/v4/courts/nysd/",
  docket_number: `1:24-cv-0${caseId}`,
  case_name: name,
  pacer_case_id: caseId,
  date_filed: "2024-01-02",
  date_modified: "2026-01-01T00:00:00-08:00",
});
const document = (id: number, number: number, changes: object = {}): object => ({
  id,
  document_number: String(number),
  attachment_number: null,
  pacer_doc_id: `12701${number}00001`,
  is_available: true,
  plain_text: "",
  ...changes,
});
const line = (id: number, description: string, changes: object = {}, of = 1): object => ({
  id,
  docket: `https://archive.example/api/rest/v4/dockets/${of}/`,
  entry_number: id,
  date_filed: `2024-01-0${id}`,
  description,
  recap_documents: [document(id * 10, id, changes)],
});

const DOCKETS: Readonly<Record<string, readonly object[]>> = {
  "1:24-cv-05001": [docket(1, "5001")],
  "1:24-cv-05002": [docket(2, "5002")],
  "1:24-cv-05006": [docket(6, "5006")],
  "1:24-cv-05007": [{ ...docket(7, "5007"), court: "https://archive.example/api/rest/v4/courts/cand/" }],
  "1:24-cv-05004": [docket(4, "5004", "Reed v. Sallow"), { ...docket(5, "5005"), docket_number: "1:24-cv-05004" }],
};
const ENTRIES: Readonly<Record<string, readonly object[]>> = {
  "1": [
    line(1, "COMPLAINT about the marsh", { plain_text: "The plaintiff complains of the marsh survey and its cost." }),
    line(2, "ORDER on the marsh survey"),
    line(3, "MOTION on the marsh survey"),
  ],
  "4": [line(1, "COMPLAINT by Reed", {}, 4)],
  "5": [line(1, "COMPLAINT by Brook", {}, 5)],
  "6": [line(1, "COMPLAINT by somebody else", {}, 66)],
};

/** An archive of a few dockets; `isDown` answers every question with an error. */
const state = { isDown: false, asked: [] as string[] };
const archive = createServer((request, response) => {
  const url = new URL(request.url ?? "/", "http://archive");
  state.asked.push(url.pathname);
  if (state.isDown) return void response.writeHead(500).end();
  const list = (results: readonly object[] = []): void =>
    void response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ results, next: null }));
  if (url.pathname.endsWith("/dockets/")) return list(DOCKETS[url.searchParams.get("docket_number") ?? ""]);
  if (url.pathname.endsWith("/docket-entries/")) return list(ENTRIES[url.searchParams.get("docket") ?? ""]);
  if (url.pathname === "/files/gov.uscourts.nysd.5001/gov.uscourts.nysd.5001.2.0.pdf")
    return void response.writeHead(200, { "Content-Type": "application/pdf" }).end(archivedPdf);
  response.writeHead(404).end("{}");
});

const officialCase = (caseId: string) => {
  const made = simCase(caseId, 3);
  const [first, second, third] = made.entries;
  const documents = [simDocument("12701300001", { pages: 3, words: WORDS })];
  return { ...made, entries: [first!, second!, { ...third!, documents }] };
};

let served: Served;
beforeAll(async () => {
  await new Promise<void>((resolve) => archive.listen(0, "127.0.0.1", resolve));
  const archiveUrl = `http://127.0.0.1:${(archive.address() as AddressInfo).port}/`;
  served = await startServed({ archiveUrl, cases: ["5001", "5002", "5003", "5006", "5007"].map(officialCase) });
  await optIn(served.server.db, 5_000, served.server.keyId);
});
afterAll(async () => {
  await served.stop();
  archive.closeAllConnections();
  await new Promise((resolve) => archive.close(resolve));
});

const QUESTION = { question: "When shall the marsh survey be completed?" };
const asked = (caseId: string, more: object = {}): object => ({
  ...QUESTION,
  docket: { court: "S.D.N.Y.", docketNumber: `24-cv-${caseId}`, ...more },
});
const caseIdOf = ({ json }: { readonly json: Record<string, unknown> }): string =>
  (json["case"] as { caseId: string }).caseId;

describe("what the public archive has is not bought", () => {
  test("a docket, by any spelling of its number, once", async () => {
    const answer = await served.call("analyzeCaseDocket", asked("5001"));
    expect(answer.json).toMatchObject({
      status: "ok",
      retrievalSource: "archive",
      coverage: { kind: "stored_entries", entryCount: 3 },
      freshness: { cached: false, liveFetchSucceeded: false, fetchedAt: served.clock().toISOString() },
    });
    const questions = state.asked.length;
    expect((await served.call("analyzeCaseDocket", asked("5001"))).json).toMatchObject({ retrievalSource: "stored" });
    expect(state.asked).toHaveLength(questions);
    expect(served.simulator.bill).toEqual([]);
  });

  test("the words that it tells with the docket, and the files that it has", async () => {
    const caseId = caseIdOf(await served.call("analyzeCaseDocket", asked("5001")));
    const filing = async (entryNumber: string) =>
      served.call("analyzeCaseDocument", { ...QUESTION, entry: { caseId, entryNumber } });
    expect((await filing("1")).json).toMatchObject({ status: "ok" });
    const order = (await filing("2")).json;
    expect(order).toMatchObject({ status: "ok", entry: { entryNumber: "2" } });
    expect(JSON.stringify(order["supportedPropositions"])).toContain("completed by the first of June");
    expect(served.simulator.bill).toEqual([]);
    expect((await filing("3")).json).toMatchObject({ status: "ok" });
    expect(served.simulator.bill.map(({ cents }) => cents)).toEqual([30]);
  });

  test("several cases of one number are told apart by name", async () => {
    const several = await served.call("analyzeCaseDocket", asked("5004", { caseName: "Reed v. Sallow" }));
    expect(several.json).toMatchObject({ status: "ok", case: { caseName: "Reed v. Sallow" } });
  });
});

describe("what the public archive has not is bought", () => {
  test("where it knows a case by its name alone", async () => {
    const { json } = await served.call("analyzeCaseDocket", asked("5002"));
    expect(json).toMatchObject({ status: "ok", retrievalSource: "official", coverage: { kind: "docket_report" } });
  });

  test.each([
    ["the entries of another docket", "5006"],
    ["a docket of that number in another court", "5007"],
  ])("where it answers with %s", async (_what, caseId) => {
    const { json } = await served.call("analyzeCaseDocket", asked(caseId));
    expect(json).toMatchObject({ status: "ok", retrievalSource: "official", coverage: { kind: "docket_report" } });
    expect(JSON.stringify(json)).not.toContain("somebody else");
  });

  test("where it does not answer, which is told", async () => {
    state.isDown = true;
    const { json } = await served.call("analyzeCaseDocket", asked("5003")).finally(() => (state.isDown = false));
    expect(json).toMatchObject({ status: "ok", retrievalSource: "official" });
    expect((json["warnings"] as string[]).join("\n")).toContain("the public archive of court filings: ");
  });

  test("and the latest, which the archive is not asked for", async () => {
    const questions = state.asked.length;
    const { json } = await served.call("analyzeCaseDocket", { ...asked("5001"), forceFetch: true });
    expect(json).toMatchObject({ retrievalSource: "official", coverage: { kind: "docket_report" } });
    expect(state.asked).toHaveLength(questions);
  });
});
