import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { openRecords } from "#schema/open.ts";
import { addDecision } from "#test/records.ts";
import { checkText } from "./brief.ts";

const WORDS = "the tenant of a pier who keeps the keys shall pay for every month of the term";

let dataDir: string;
let db: Db;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "onpoint-brief-"));
  db = await openRecords({ dataDir });
  await transaction(db, async (trx) =>
    addDecision(trx, {
      name: "Elm v. Fir",
      courtId: "ca2",
      citedAs: ["12 F.3d 34"],
      texts: [`We hold that ${WORDS}.`],
    }),
  );
});

afterEach(async () => {
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
});

const STAMP = "\n\n3\n\nCase 1:19-cv-01234-ABC   Document 12   Filed 01/02/20   Page 4 of 9\n\n";

describe("over a page of a text that is sent", () => {
  test("a citation is read, and its place is that of the text with the page's furniture", async () => {
    const text = `The rule is old. Elm v. Fir, 12${STAMP}F.3d 34 (2d Cir. 1994).`;
    const { citations } = await checkText(db, text);
    expect(citations).toHaveLength(1);
    expect(citations[0]).toMatchObject({ text: "12 F.3d 34", verdict: "found" });
    expect(text.slice(citations[0]?.start, citations[0]?.end)).toBe(`12${STAMP}F.3d 34`);
  });

  test("a quotation is the decision's own, and its place holds the furniture", async () => {
    const broken = WORDS.replace("keeps the ", `keeps the${STAMP}`);
    const text = `The court held that “${broken}.” Elm v. Fir, 12 F.3d 34 (2d Cir. 1994).`;
    const { citations } = await checkText(db, text);
    const [quotation, ...more] = citations.flatMap(({ quotations }) => quotations);
    expect(more).toEqual([]);
    expect(quotation).toMatchObject({ text: `${WORDS}.`, status: "exact" });
    expect(text.slice(quotation?.start, quotation?.end)).toBe(`${broken}.`);
  });
});
