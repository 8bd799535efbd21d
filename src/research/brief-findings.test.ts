import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import { createCitator } from "#citator/citator.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import type { LawDraft } from "#laws/model.ts";
import { writeCollections } from "#laws/store/collections.ts";
import { writeLaws } from "#laws/store/write.ts";
import { openRecords } from "#schema/open.ts";
import { addDecision } from "#test/records.ts";
import { checkText } from "./brief.ts";
import { findingsInOrder, needsReview } from "./checked-citation.ts";

const KEYS = "the tenant of a pier who keeps the keys shall pay for every month of the term";
const FISH = "a carrier of live fish must open the hatch of the well at each lock it passes";
const ABSENT = "Rook v. Kite, 55 F.3d 210 (2d Cir. 1995)";
const LONG_AGO = "Larch v. Alder, 40 F.3d 7 (2d Cir. 1990)";
const TODAY = "2026-01-05";

let dataDir: string;
let db: Db;

const section = (number: string, fields: Partial<LawDraft> = {}): LawDraft => ({
  sourceId: `t11-${number}`,
  versionKey: "2024",
  edition: "2024-01-01",
  path: `t11.s${number}`,
  sortOrder: Number(number),
  nodeType: "LEAF",
  type: "statute",
  number,
  title: `Of piers ${number}`,
  citation: `11 U.S.C. § ${number}`,
  registerCitation: null,
  effectiveDate: null,
  publicationDate: null,
  isHistorical: false,
  isTombstone: false,
  sourceUrl: null,
  html: `<p>No pier shall be let for more than ${number} years at one time.</p>`,
  text: `No pier shall be let for more than ${number} years at one time.`,
  notesHtml: null,
  ...fields,
});

const cites = (at: number, text: string) => ({
  name: `Citer ${at} v. Reed`,
  courtId: "ca2",
  dateFiled: `2001-01-${10 + at}`,
  citedAs: [`240 F.3d ${100 * at}`],
  texts: [text],
});

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "onpoint-findings-"));
  db = await openRecords({ dataDir });
  await transaction(db, async (trx) => {
    const held = { courtId: "ca2", dateFiled: "1994-03-02" };
    await addDecision(trx, { ...held, name: "Elm v. Fir", citedAs: ["12 F.3d 34"], texts: [`We hold that ${KEYS}.`] });
    await addDecision(trx, { ...held, name: "Oak v. Ash", citedAs: ["12 F.3d 60"], texts: [`We hold that ${FISH}.`] });
    await addDecision(trx, {
      ...held,
      name: "Larch v. Alder",
      dateFiled: "1990-02-02",
      citedAs: ["40 F.3d 7"],
      texts: ["A lease of a pier needs no writing."],
    });
    for (const at of [1, 2, 3, 4])
      await addDecision(trx, cites(at, `The rule of ${ABSENT}, is that piers are land. We follow ${ABSENT}.`));
    await addDecision(trx, cites(5, `We hold that ${LONG_AGO}, was wrong. We overrule ${LONG_AGO}.`));
  });
  await createCitator({ db, log: silentLogger }).runUntilCaughtUp();
  await transaction(db, async (trx) => {
    await writeCollections(trx, [
      {
        id: "us-usc",
        name: "United States Code",
        type: "statute",
        state: "Federal",
        country: "US",
        publisher: null,
        source: "test",
        sourceUrl: null,
        currentThrough: null,
      },
    ]);
  });
  await transaction(db, async (trx) =>
    writeLaws(
      trx,
      "us-usc",
      [
        ...Array.from({ length: 12 }, (_, at) => section(String(501 + at))),
        section("540", { isTombstone: true, title: "Repealed. Pub. L. 99-1", html: "", text: "" }),
      ].map((one) => ({ kind: "draft", draft: one }) as const),
    ),
  );
});

afterAll(async () => {
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function found(text: string): Promise<string[]> {
  const { citations } = await checkText(db, text, { today: TODAY });
  return findingsInOrder(citations).map(({ finding }) => `${finding.needsReview ? "!" : "-"} ${finding.kind}`);
}

describe("what must be looked at", () => {
  test.each<[string, string[]]>([
    ["It is so. Elm v. Fir, 12 F.3d 34 (2d Cir. 1994).", []],
    ["It is so. Varga v. Harrow Point Marina, 12 F.3d 1339 (2d Cir. 1994).", ["! unknown_case"]],
    [`It is so. ${ABSENT}.`, []],
    ["It is so. Rook v. Kite, 55 F.3d 210 (2d Cir. 2001).", ["! facts_differ"]],
    ["It is so. Rook v. Harrow, 55 F.3d 210 (2d Cir. 1995).", ["! facts_differ"]],
    [`It is so. ${LONG_AGO}.`, ["! bad_law"]],
    [`It was so. ${LONG_AGO}, overruled by Citer 5 v. Reed, 240 F.3d 500 (2d Cir. 2001).`, ["- bad_law"]],
    [
      `“A word that no court ever wrote in any case.” Elm v. Fir, 12 F.3d 34 (2d Cir. 1994).`,
      ["! quotation_not_found"],
    ],
    [`Elm v. Fir, 12 F.3d 34 (2d Cir. 1994): “${KEYS.replace("every", "no")}.”`, ["! quotation_differs"]],
    [
      `In Elm v. Fir, 12 F.3d 34 (2d Cir. 1994), the court said that “${KEYS}.” Oak v. Ash, 12 F.3d 60 (2d Cir. 1994).`,
      [],
    ],
    [
      `In Elm v. Fir, 12 F.3d 34 (2d Cir. 1994), the court said that “${KEYS.replace("shall", "shall never")}.” Oak v. Ash, 12 F.3d 60 (2d Cir. 1994).`,
      ["! quotation_differs"],
    ],
    ["It is so. Elm v. Fir, 12 F.3d 34, 199 (2d Cir. 1994).", ["! pin_outside"]],
    ["It is so. 999 F.9d 1 (2001).", ["! reporter_unknown"]],
    ["It is so. 999 F.9d at 12.", ["! reporter_unknown"]],
    ["It is so. Elm v. Fir, 12 F.3d 34 (2d Cir. 2094).", ["! facts_differ"]],
    ["It is so. Quill v. Rane, 12 F.3d 777 (2d Cir. 2094).", ["! impossible_citation"]],
    ["It is so. Quill v. Rane, 2 Tidd. 205, 195 Eng. Rep. 768 (1763). See 188 Cong. Rec. 9267 (1942).", []],
    ["It is so. 11 U.S.C. § 503(a).", []],
    ["It is so. 11 U.S.C. § 9503.", ["! law_not_found"]],
    ["It is so. 11 U.S.C. § 540.", ["! law_repealed"]],
    ["It was so. Former 11 U.S.C. § 540.", ["- law_repealed"]],
    ["It is so. 42 U.S.C. § 9503.", []],
    ["“No pier shall be let for more than 503 years at one time.” 11 U.S.C. § 503.", []],
    ["“No pier shall ever be let to a carrier of live fish.” 11 U.S.C. § 503.", ["! quotation_not_found"]],
  ])("%s", async (text, wanted) => expect(await found(text)).toEqual(wanted));

  test("what hurts most comes first, whatever the order of the text", async () => {
    const text = [
      "Elm v. Fir, 12 F.3d 34 (2d Cir. 1989).",
      `${LONG_AGO}.`,
      "“A word that no court ever wrote in any case.” Oak v. Ash, 12 F.3d 60 (2d Cir. 1994).",
      "Varga v. Harrow Point Marina, 12 F.3d 1339 (2d Cir. 1994).",
    ].join("\n\n");
    expect(await found(text)).toEqual(["! unknown_case", "! bad_law", "! quotation_not_found", "! facts_differ"]);
  });
});

describe("each question has its own answer", () => {
  test("a decision that is found may be bad law, and its quotation false", async () => {
    const text = `“A word that no court ever wrote in any case.” ${LONG_AGO}.`;
    const [citation] = (await checkText(db, text, { today: TODAY })).citations;
    expect(citation?.checks).toEqual({
      exists: "held",
      facts: "agree",
      quotation: "not_found",
      pin: "none",
      goodLaw: "negative",
    });
    expect(citation?.verdict).toBe("differs");
    expect(citation === undefined || needsReview(citation)).toBe(true);
  });

  test("a short form without a full citation before it is the held decision of that name and volume", async () => {
    const { citations } = await checkText(db, "So it is. Elm v. Fir, 12 F.3d at 36. Oak v. Pine, 12 F.3d at 62.");
    expect(citations.map(({ checks, matches }) => [checks.exists, matches[0]?.caseName])).toEqual([
      ["held", "Elm v. Fir"],
      ["not_checked", undefined],
    ]);
  });

  test("a short form of a case that nobody knows is not confirmed either", async () => {
    const { citations } = await checkText(
      db,
      "Varga v. Harrow, 12 F.3d 1339 (2d Cir. 1994). See Varga, 12 F.3d at 1340.",
    );
    expect(citations.map(({ checks }) => checks.exists)).toEqual(["unconfirmed", "unconfirmed"]);
  });

  test("who overruled it is named", async () => {
    const [citation] = (await checkText(db, `It is so. ${LONG_AGO}.`, { today: TODAY })).citations;
    expect(citation?.findings[0]?.message).toMatch(/^Overruled by Citer 5 v. Reed/u);
  });
});
