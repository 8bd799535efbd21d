import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATOR } from "#accounts/principal.ts";
import { PLANTED } from "#analysis/planted.fixture.ts";
import { transaction } from "#db/connection.ts";
import type { Db, Reader } from "#db/connection.ts";
import type { SeenEntry } from "#dockets/model.ts";
import type { DocumentType } from "#dockets/document-types/document-types.ts";
import { document, entry, sighting } from "#dockets/sightings.fixture.ts";
import { writeDockets } from "#dockets/store/write.ts";
import { openRecords } from "#schema/open.ts";
import { counted } from "#test/counted-rows.ts";
import { createResearch } from "../research.ts";
import type { EntriesAsked, EntriesFound } from "./entries.ts";

/** What lines say, and the types that a reader gives them and their attachment. */
const LINES: readonly (readonly [
  line: string,
  type: DocumentType,
  attached: string | null,
  also: DocumentType | null,
])[] = [
  ["MOTION to Compel Discovery by Rowan Sorrel.", "motion", "Text of Proposed Order", "other"],
  ["ORDER granting Motion to Compel.", "order", null, null],
  ["NOTICE of Appearance by Ida Furze.", "notice", null, null],
  ["COMPLAINT against Tern Ferry Co.", "complaint", "Exhibit A - Ferry Lease", "exhibit"],
  ["Déclaration d'Élise Çelik", "unknown", null, null],
  ["LETTER addressed to Judge Sedge re: discovery", "letter", "Exhibit B", "exhibit"],
];
const ENTRIES = 3000;

type Made = { readonly at: number; readonly line: (typeof LINES)[number]; readonly day: string };
const made: readonly Made[] = Array.from({ length: ENTRIES }, (_, at) => ({
  at,
  line: LINES[(at * 7) % LINES.length]!,
  day: new Date(Date.UTC(2019, 0, 1 + Math.floor(at / 3))).toISOString().slice(0, 10),
}));

function seen({ at, line: [words, , attached], day }: Made): SeenEntry {
  const documents = [document(0), ...(attached === null ? [] : [document(1, { description: attached })])];
  return entry(String(at + 1), `${words} Number${at}.`, { dateFiled: day, documents });
}

let dataDir: string;
let db: Db;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "onpoint-entries-"));
  db = await openRecords({ dataDir });
  const sheet = sighting({ docketNumber: "1:19-cv-00001", entries: made.map(seen) });
  await transaction(db, async (trx) => writeDockets(trx, [sheet], async () => new Map()));
});
afterAll(async () => {
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
});

const WHOLE: EntriesAsked = {
  key: { by: "docket", docketNumber: "19-cv-1", court: { by: "id", given: "nysd" }, caseName: null },
  types: [],
  days: {},
  text: "",
  heldOnly: false,
  isNewestFirst: false,
  page: 1,
  pageSize: 20,
};

async function entries(asked: Partial<EntriesAsked>, reader: Reader = db): Promise<EntriesFound> {
  const answer = await createResearch({ db: reader }).dockets.entries(OPERATOR, { ...WHOLE, ...asked });
  if (answer.status !== "found") throw new Error(answer.status);
  return answer;
}

/** Which of what was made should be listed, told from the table alone. */
function expected({ types, days, text, isNewestFirst, page, pageSize }: EntriesAsked): [string[], number] {
  const fitting = made.filter(({ line: [line, type, attached, also], day, at }) => {
    const words = `${line} Number${at}. ${attached ?? ""}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    return (
      (types.length === 0 || types.includes(type) || (also !== null && types.includes(also))) &&
      (days.first === undefined || day >= days.first) &&
      (days.last === undefined || day <= days.last) &&
      text
        .toLowerCase()
        .split(" ")
        .every((word) => words.some((one) => one.startsWith(word)))
    );
  });
  const ordered = isNewestFirst ? fitting.toReversed() : fitting;
  const onPage = ordered.slice((page - 1) * pageSize, page * pageSize);
  return [onPage.map(({ at }) => String(at + 1)), fitting.length];
}

const asked = fc.record({
  types: fc.subarray<DocumentType>(["motion", "order", "exhibit", "unknown", "judgment", "other"], { maxLength: 2 }),
  days: fc.record(
    { first: fc.constantFrom("2019-02-01", "2019-06-15"), last: fc.constantFrom("2019-06-15", "2020-12-31") },
    { requiredKeys: [] },
  ),
  text: fc.constantFrom("", "", "discovery", "COMPEL motion", "élise", "lease ferry", "number17", "ompel"),
  isNewestFirst: fc.boolean(),
  page: fc.integer({ min: 1, max: 4 }),
  pageSize: fc.constantFrom(1, 7, 100),
});

/** The rows of each statement. */
async function spent(some: Partial<EntriesAsked>): Promise<number[]> {
  const { reader, rows } = counted(db);
  await entries(some, reader);
  return rows;
}

describe("the entries of a docket", () => {
  test("are those that a plain reading of the sheet gives", async () => {
    let listed = 0;
    await fc.assert(
      fc.asyncProperty(asked, async (some) => {
        const [numbers, total] = expected({ ...WHOLE, ...some });
        const answer = await entries(some);
        expect([answer.entries.map(({ number }) => number), answer.pagination.totalResults]).toEqual([numbers, total]);
        listed += numbers.length;
      }),
      { numRuns: 30 },
    );
    expect(listed).toBeGreaterThan(100);
  });

  test("cost as many statements and rows for a page far behind as for the first, with words or without", async () => {
    const [first, far] = [await spent({}), await spent({ page: 140, isNewestFirst: true })];
    expect(far.length).toBe(first.length);
    expect(first.length).toBeLessThanOrEqual(12);
    for (const rows of [first, far]) expect(rows.reduce((sum, count) => sum + count, 0)).toBeLessThan(100);
    const words = await spent({ text: "discovery", types: ["motion"], page: 3 });
    expect(words.length).toBe(first.length - 1);
    // One line an entry or document, read once.
    expect(Math.max(...words)).toBe(made.length + made.filter(({ line }) => line[2] !== null).length);
    expect(words.filter((count) => count > 100)).toHaveLength(1);
  });

  test("a page behind the last is empty, and says so", async () => {
    const { entries: none, notes } = await entries({ page: 151 });
    expect(none).toEqual([]);
    expect(notes.map(({ message }) => message)).toContain("Page 151 is past the last one, 150.");
  });

  test("what holds no word is refused, and so is a number without a digit", async () => {
    await expect(entries({ text: "§ --" })).rejects.toMatchObject({
      code: "invalid_input",
      faults: [{ path: "text" }],
    });
    const key = { ...WHOLE.key, docketNumber: "none" } as EntriesAsked["key"];
    await expect(entries({ key })).rejects.toMatchObject({ faults: [{ path: "docket.docketNumber" }] });
  });
});

const keyOf = (docketNumber: string) =>
  ({ by: "docket", docketNumber, court: { by: "id", given: "nysd" }, caseName: null }) as const;

describe("what is planted in a docket changes nothing of", () => {
  const party = { type: "Defendant", dateTerminated: null, extraInfo: null, attorneys: [], counts: [] };
  const LINES_OF_BOTH = [
    entry("1", "MOTION to Compel", { documents: [document(0)] }),
    entry("2", "NOTICE of Appearance"),
  ];

  test.each(PLANTED.map((planted, at) => [planted, at] as const))("%s", async (planted, at) => {
    const [clean, soiled] = [`1:15-cv-${1000 + at}`, `2:15-cv-${1000 + at}`];
    const sheets = [
      sighting({ docketNumber: clean, facts: { caption: "Fir v. Oak" }, entries: LINES_OF_BOTH }),
      sighting({
        docketNumber: soiled,
        facts: { caption: planted },
        parties: [{ ...party, name: planted }],
        entries: [...LINES_OF_BOTH, entry("3", planted)],
      }),
    ];
    await transaction(db, async (trx) => writeDockets(trx, sheets, async () => new Map()));
    const { dockets } = createResearch({ db });
    const told = async (docketNumber: string) => {
      const got = await dockets.get(OPERATOR, keyOf(docketNumber));
      if (got.status !== "found") throw new Error(got.status);
      const { parties, documentsTold, documentsHeld, opinionIds, notes } = got;
      const listed = await entries({ key: keyOf(docketNumber), types: ["motion"], text: "compel" });
      const words = listed.entries.map(({ number, type, description }) => [number, type, description]);
      return { parties: parties.length, documentsTold, documentsHeld, opinionIds, notes, words, of: listed.pagination };
    };
    const [before, after] = [await told(clean), await told(soiled)];
    expect(after).toEqual({ ...before, parties: 1 });
    const all = await entries({ key: keyOf(soiled) });
    expect(all.entries.map(({ description }) => description)).toContain(planted);
  });
});
