import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OPERATOR } from "#accounts/principal.ts";
import { openAnalyst } from "#analysis/analysis.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { filingIdOf } from "#dockets/ids.ts";
import { document, entry, sighting } from "#dockets/sightings.fixture.ts";
import { writeFilingTexts } from "#dockets/store/texts.ts";
import { writeDockets } from "#dockets/store/write.ts";
import { openRecords } from "#schema/open.ts";
import { createResearch } from "../research.ts";
import type { Research } from "../research.ts";

const SIGNED = "\n\nSO ORDERED.\n/s/ Quentin R. Sedge\nUnited States District Judge";
const UNSIGNED = "\n\nDated: ________\n\n____________________\nUnited States District Judge";

/** Line of the docket, words of the paper, whether it is a proposed order. */
const PAPERS: readonly (readonly [line: string, text: string | null, isProposed: boolean])[] = [
  ["ORDER granting 9 Motion to Stay.", `ORDER\n\nThe motion to stay is granted.${SIGNED}`, false],
  ["ORDER granting 9 Motion to Stay discovery.", `[PROPOSED] ORDER\n\nThe stay is granted.${UNSIGNED}`, true],
  ["ORDER on the motion to stay.", `ORDER\n\nThe stay of discovery is granted.${UNSIGNED}`, true],
  ["[PROPOSED] ORDER granting stay.", `ORDER\n\nThe stay is granted.${UNSIGNED}`, true],
  ["ORDER denying stay.", null, false],
  ["JURY INSTRUCTIONS on the stay.", `INSTRUCTIONS\n\nYou are to decide of the stay.${UNSIGNED}`, false],
  ["ORDER granting stay of the account.", `ORDER\n\nThe stay of account ███████████ is granted.${SIGNED}`, false],
];

let dataDir: string;
let db: Db;
let research: Research;
let docketId: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "onpoint-proposed-"));
  db = await openRecords({ dataDir });
  const entries = PAPERS.map(([line], at) => entry(String(at + 1), line, { documents: [document(0)] }));
  await transaction(db, async (trx) => {
    const { ids } = await writeDockets(
      trx,
      [sighting({ docketNumber: "1:19-cv-00001", entries })],
      async () => new Map(),
    );
    docketId = ids[0]!;
    const obtained = { source: "test", at: null, cost_cents: null };
    const texts = PAPERS.flatMap(([, text], at) =>
      text === null ? [] : [{ filingId: filingOf(at), text, pageStarts: [], readBy: "text", obtained }],
    );
    await writeFilingTexts(trx, texts);
  });
  research = createResearch({ db, analyst: openAnalyst() });
});
afterAll(async () => {
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
});

const filingOf = (at: number): string => filingIdOf(docketId, `#${at + 1}`, 0);
const COURT = { by: "id", given: "nysd" } as const;

test("what the list of entries calls it is what the filing itself is called", async () => {
  const page = await research.dockets.entries(OPERATOR, {
    key: { by: "docket", docketNumber: "1:19-cv-00001", court: COURT, caseName: null },
    types: [],
    days: {},
    text: "",
    heldOnly: false,
    isNewestFirst: false,
    page: 1,
    pageSize: 20,
  });
  if (page.status !== "found") throw new Error(page.status);
  const types = page.entries.flatMap(({ filings }) => filings.map(({ type }) => type));
  expect(types).toEqual(["order", "other", "other", "other", "order", "other", "order"]);
  const alone = await Promise.all(PAPERS.map(async (_, at) => research.dockets.filing(OPERATOR, filingOf(at))));
  expect(alone.map((filing) => filing?.documentType)).toEqual(types);
});

test("of the entries that bear on a question a proposed order is told as none", async () => {
  const answer = await research.cases.docket(OPERATOR, {
    question: "List all orders and papers on the stay.",
    refresh: false,
    needsPremium: false,
    named: { by: "docket", court: "nysd", docketNumber: "1:19-cv-00001", caseName: null },
  });
  if (answer.status !== "ok" || !("docket" in answer)) throw new Error(answer.status);
  const types = new Map(answer.entries.map(({ entry: { number }, filing }) => [number, filing?.type]));
  expect([types.get("1"), types.get("2"), types.get("3")]).toEqual(["order", "other", "other"]);
});

test.each(PAPERS.flatMap(([line, text, isProposed], at) => (text === null ? [] : [[line, at, isProposed] as const])))(
  "%s: whoever reads it is told whether it is proposed, and whether words of it are covered",
  async (line, at, isProposed) => {
    const named = { by: "id", id: filingOf(at) } as const;
    const question = "Was the stay granted?";
    const answer = await research.cases.filing(OPERATOR, { question, named, needsPremium: false });
    if (answer.status !== "ok") throw new Error(answer.status);
    expect(answer.notes.some(({ reason }) => reason.code === "proposed")).toBe(isProposed);
    expect(answer.notes.some(({ reason }) => reason.code === "covered_words")).toBe(line.endsWith("account."));
  },
);
