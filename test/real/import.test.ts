import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { openRecords } from "#schema/open.ts";
import { runImport } from "#importers/importer.ts";
import type { ImportOptions } from "#importers/importer.ts";
import type { ImportReport } from "#importers/report.ts";
import { opinionIdOf } from "#opinions/ids.ts";
import type { OpinionRecord } from "#opinions/store/record.ts";
import { findByDocket } from "#opinions/store/dockets.ts";
import { findByCitations, readOpinions } from "#opinions/store/read.ts";
import { digestOfRecords } from "#test/importers/store-rows.ts";
import { lacksSharedData, SHARED_DATA } from "./shared-data.ts";

const SOURCES = {
  courtlistener: join(SHARED_DATA, "courtlistener-bulk"),
  cap: join(SHARED_DATA, "cap.tar.gz"),
} as const;

type Expected = Partial<Omit<OpinionRecord, "citations">> & {
  readonly citations: readonly string[];
  /** Labels of the page markers: the first, the last, and how many. */
  readonly pages: readonly [string, string, number] | null;
  readonly begins: string;
};

/** Read off the sources, and the heads they print, by hand: name, court, date, citations, judges, what the opinion is, and its page markers. */
const COURTLISTENER: Record<string, Expected> = {
  "9841975": {
    caseName: "Chimel v. California",
    courtId: "scotus",
    dateFiled: "1969-06-23",
    datePrecision: "day",
    citations: ["395 U.S. 752", "89 S. Ct. 2034", "23 L. Ed. 2d 685", "1969 U.S. LEXIS 1166"],
    type: "lead",
    paginationCitation: "395 U.S. 752",
    // A footnote that runs over page 767 is printed after page 768.
    pages: ["754", "767", 16],
    begins: "Mb. Justice Stewakt delivered the opinion of the Court.",
  },
  "9841976": {
    caseName: "Chimel v. California",
    courtId: "scotus",
    dateFiled: "1969-06-23",
    citations: ["395 U.S. 752", "89 S. Ct. 2034", "23 L. Ed. 2d 685", "1969 U.S. LEXIS 1166"],
    type: "concurrence",
    author: "Harlan",
    paginationCitation: "395 U.S. 752",
    pages: ["769", "770", 2],
    begins: "Mr. Justice Harlan, concurring.",
  },
  "107979": {
    caseName: "Chimel v. California",
    courtId: "scotus",
    dateFiled: "1969-06-23",
    citations: ["395 U.S. 752", "89 S. Ct. 2034", "23 L. Ed. 2d 685", "1969 U.S. LEXIS 1166"],
    type: "combined",
    paginationCitation: "395 U.S. 752",
    pages: ["753", "783", 31],
    begins: "395 U.S. 752 (1969)",
  },
  "96443": {
    caseName: "Joy v. City of St. Louis",
    courtId: "scotus",
    dateFiled: "1906-04-02",
    datePrecision: "day",
    docketNumber: "204",
    citations: ["201 U.S. 332", "26 S. Ct. 478", "50 L. Ed. 776", "1906 U.S. LEXIS 1793"],
    type: "combined",
    paginationCitation: "201 U.S. 332",
    pages: ["336", "343", 5],
    begins: "201 U.S. 332 (1906)",
  },
  "9430165": {
    caseName: "School District of Grand Rapids v. Ball",
    caption: "SCHOOL DISTRICT OF THE CITY OF GRAND RAPIDS Et Al. v. BALL Et Al.",
    courtId: "scotus",
    dateFiled: "1985-07-01",
    datePrecision: "day",
    citations: ["473 U.S. 373", "105 S. Ct. 3216", "87 L. Ed. 2d 267", "1985 U.S. LEXIS 116", "53 U.S.L.W. 5006"],
    type: "lead",
    author: "Brennan",
    paginationCitation: "473 U.S. 373",
    pages: ["375", "398", 24],
    begins: "Justice Brennan delivered the opinion of the Court.",
  },
  "9430166": {
    caseName: "School District of Grand Rapids v. Ball",
    courtId: "scotus",
    dateFiled: "1985-07-01",
    citations: ["473 U.S. 373", "105 S. Ct. 3216", "87 L. Ed. 2d 267", "1985 U.S. LEXIS 116", "53 U.S.L.W. 5006"],
    type: "concurrence_in_part",
    author: "O\u2019Connor",
    paginationCitation: "473 U.S. 373",
    pages: ["399", "400", 2],
    begins: "Justice O\u2019Connor, concurring in the judgment in part and dissenting in part.",
  },
  "8977565": {
    caseName: "Dun & Bradstreet, Inc. v. Grove",
    caption: "Dun & Bradstreet, Inc. v. Grove, Trustee",
    courtId: "scotus",
    dateFiled: "1971-06-30",
    citations: ["404 U.S. 898", "92 S. Ct. 204", "30 L. Ed. 2d 175", "1971 U.S. LEXIS 3601"],
    type: "dissent",
    author: "Douglas",
    paginationCitation: "404 U.S. 898",
    pages: ["899", "903", 9],
    begins: "Mr. Justice Douglas, dissenting.",
  },
  "3663548": {
    caseName: "Bullington v. Angel",
    courtId: "nc",
    dateFiled: "1941-06-30",
    citations: ["220 N.C. 18", "16 S.E.2d 411", "136 A.L.R. 1054", "1941 N.C. LEXIS 455"],
    type: "lead",
    textSource: "html_columbia",
    paginationCitation: "220 N.C. 18",
    pages: ["20", "21", 2],
    begins: "The plaintiff alleges in effect that he contracted in the State of Virginia",
  },
  "9938704": {
    caseName: "Ex Parte Smith",
    courtId: "ala",
    dateFiled: "1988-04-08",
    citations: ["557 So. 2d 13", "1988 WL 33548"],
    type: "addendum",
    paginationCitation: null,
    pages: null,
    begins: "APPLICATION FOR REHEARING OVERRULED.",
  },
  "90003336": {
    caption:
      "CONNECTICUT DEPARTMENT OF PUBLIC SAFETY, et al. v. JOHN DOE, INDIVIDUALLY AND ON BEHALF OF ALL OTHERS SIMILARLY SITUATED",
    courtId: "scotus",
    docketNumber: "01-1231",
    dateFiled: "2003-03-05",
    datePrecision: "day",
    citations: ["538 U.S. 1", "123 S. Ct. 1160", "155 L. Ed. 2d 98", "2003 U.S. LEXIS 1951"],
    type: "lead",
    author: "Rehnquist",
    textSource: "plain_text",
    pages: null,
    begins: "CHIEF JUSTICE REHNQUIST delivered the opinion of the Court.",
  },
  "151090": {
    caseName: "Rector v. Department of Corrections",
    courtId: "ca1",
    docketNumber: "10-1079",
    dateFiled: "2010-07-20",
    citations: [],
    judges: ["Lipez", "Howard", "Thompson"],
    type: "combined",
    perCuriam: true,
    publishStatus: "unpublished",
    precedentialNote: "Not for Publication in West's Federal Reporter",
    pages: null,
    begins: "(Not for Publication in West's Federal Reporter)",
  },
  "194742": {
    caseName: "Mooney v. United States Dept",
    courtId: "ca1",
    docketNumber: "92-2409",
    dateFiled: "1993-05-25",
    citations: [],
    judges: ["Torruella", "Cyr", "Stahl"],
    publishStatus: "unpublished",
    textSource: "html",
    pages: null,
    begins: "May 25, 1993",
  },
  "2649": {
    caseName: "United States v. Verkhoglyad",
    courtId: "ca2",
    docketNumber: "05-4210",
    dateFiled: "2008-02-14",
    citations: ["516 F.3d 122"],
    judges: ["Cabranes", "Reena Raggi", "Berman"],
    type: "combined",
    // Not among its citations; the opinion prints it above its name.
    paginationCitation: "516 F.3d 122",
    pages: ["123", "137", 15],
    begins: "516 F.3d 122 (2008)",
  },
  "90005575": {
    caseName: "Miller v. Alabama",
    courtId: "scotus",
    dateFiled: "2012-06-25",
    citations: [],
    type: "dissent",
    author: "Alito",
    pages: null,
    begins: "Nos. 10\u20139646 and 10\u20139647",
  },
};

const CAP: Record<string, Expected> = {
  "8030300-0": {
    caseName: "Burr v. Atlantic Aviation Corp.",
    caption: "Theodore S. BURR, Plaintiff, v. ATLANTIC AVIATION CORPORATION, a Delaware Corporation, Defendant",
    courtId: "delsuperct",
    dateFiled: "1974-09-30",
    citations: ["332 A.2d 154"],
    author: "Bush",
    pages: null,
    begins: "Superior Court of Delaware, New Castle.",
  },
  "3950059-0": {
    caseName: "Massey v. Evans",
    slug: "in-the-matter-of-takiyah-s-massey-respondent-v-david-a-evans-appellant",
    courtId: "nyappdiv",
    dateFiled: "2009-10-02",
    citations: ["68 A.D.3d 79", "886 NYS2d 280"],
    author: "Peradotto",
    pages: null,
    begins: "Fourth Department,",
  },
  "78156-0": {
    caseName: "S. Cal. Gas Co. v. Cal. Occupational Safety & Health Appeals Bd.",
    courtId: "calctapp",
    docketNumber: "B110876",
    dateFiled: "1997-10-07",
    citations: ["58 Cal. App. 4th 200"],
    author: "Woods",
    pages: null,
    begins: "Second Dist., Div. Seven.",
  },
  "1465441-0": {
    caseName: "Sundheimer v. Commodity Futures Trading Commission",
    courtId: "ca2",
    docketNumber: "81-4186",
    dateFiled: "1982-09-03",
    citations: ["688 F.2d 150"],
    judges: ["Moore", "Timbers", "Van Graafeiland"],
    author: "Van Graafeiland",
    pages: null,
    begins: "United States Court of Appeals, Second Circuit.",
  },
  "10538842-0": {
    caseName: "Ashenbaugh v. Crucible Inc.",
    courtId: "ca3",
    docketNumber: "87-3722",
    dateFiled: "1988-08-23",
    citations: ["854 F.2d 1516"],
    judges: ["Stapleton", "Mansmann", "Hunter"],
    pages: null,
    begins: "United States Court of Appeals, Third Circuit.",
  },
  "380098-0": {
    caseName: "Town of Natick v. Modern Continental Construction",
    courtId: "masssuperct",
    docketNumber: "9603843J",
    dateFiled: "1998-03-01",
    datePrecision: "month",
    citations: ["8 Mass. Law Rep. 524"],
    pages: null,
    begins: "",
  },
  "7095493-0": {
    caseName: "Pro Plus, Inc. v. Crosstex Energy Services, L.P.",
    courtId: "texapp",
    docketNumber: "01-11-00025-CV",
    dateFiled: "2012-02-09",
    citations: ["388 S.W.3d 689"],
    judges: ["Keyes", "Laura Carter Higley", "Massengale"],
    pages: null,
    begins: "",
  },
};

const MARKER = /<svc-ps[^>]*>([^<]*)<\/svc-ps>/gu;

describe.skipIf(lacksSharedData())("the real data", () => {
  let dataDir: string;
  let db: Db;
  const first: Partial<Record<keyof typeof SOURCES, ImportReport>> = {};

  const importOnce = (source: keyof typeof SOURCES, more: Partial<ImportOptions> = {}): Promise<ImportReport> =>
    runImport({ source, paths: [SOURCES[source]], db, dataDir, log: silentLogger, ...more });

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "onpoint-real-"));
    db = await openRecords({ dataDir });
    first.courtlistener = await importOnce("courtlistener");
    first.cap = await importOnce("cap");
  }, 600_000);

  afterAll(async () => {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  test("every decision and opinion is there, nothing lost, nothing rejected", async () => {
    expect(first.courtlistener?.counts).toMatchObject({
      rows: 4188 + 5835,
      decisions: { added: 4188, updated: 0, unchanged: 0, removed: 0 },
      opinions: { added: 5835, updated: 0, unchanged: 0, removed: 0 },
      rejected: 0,
    });
    expect(first.cap?.counts).toMatchObject({
      rows: 1380,
      decisions: { added: 1380 },
      opinions: { added: 1380 },
      rejected: 0,
    });
    const { citations } = await db
      .selectFrom("cluster_citations")
      .innerJoin("clusters", "clusters.id", "cluster_citations.cluster_id")
      .where("clusters.source", "=", "courtlistener")
      .select((row) => row.fn.countAll<number>().as("citations"))
      .executeTakeFirstOrThrow();
    expect(citations).toBe(11_894);
  });

  test("a second import changes nothing and says so", { timeout: 300_000 }, async () => {
    const before = await digestOfRecords(db);
    for (const source of ["courtlistener", "cap"] as const) {
      const report = await importOnce(source);
      expect(report.unchanged).toBe(true);
      expect(report.counts.decisions.unchanged).toBe(first[source]?.counts.decisions.added);
      expect(report.counts.opinions.unchanged).toBe(first[source]?.counts.opinions.added);
    }
    expect({ ...(await digestOfRecords(db)), import_runs: "" }).toEqual({ ...before, import_runs: "" });
  });

  test.each([
    ...Object.entries(COURTLISTENER).map(([id, expected]) => ["courtlistener", id, expected] as const),
    ...Object.entries(CAP).map(([id, expected]) => ["cap", id, expected] as const),
  ])("%s %s as its source has it", async (source, sourceId, { citations, pages, begins, ...facts }) => {
    const [record] = await readOpinions(db, [opinionIdOf(source, sourceId)], { content: true });
    expect(record).toMatchObject(facts);
    expect(record?.citations.map(({ citedAs }) => citedAs).toSorted()).toEqual(citations.toSorted());
    expect(record?.content?.text.replace(/\s+/gu, " ").slice(0, begins.length)).toBe(begins);
    const labels = [...(record?.content?.html.matchAll(MARKER) ?? [])].map(([, label]) => label);
    expect(labels.length === 0 ? null : [labels[0], labels.at(-1), labels.length]).toEqual(pages);
  });

  test("sub-opinions of one decision stand in its order", async () => {
    const [found] = await findByCitations(db, ["473 us 373"]);
    const records = await readOpinions(db, found?.opinionIds ?? []);
    expect(records.map(({ type }) => type)).toEqual([
      "combined",
      "lead",
      "concurrence_in_part",
      "concurrence_in_part",
      "dissent",
      "dissent",
    ]);
  });

  test("a work is one decision: copies in two sources, and copies in one", async () => {
    const { works } = await db
      .selectFrom("clusters")
      .select((row) => row.fn.count<number>("work_id").distinct().as("works"))
      .executeTakeFirstOrThrow();
    expect(works).toBe(5417);
    const [found] = await findByCitations(db, ["502 U.S. 410"]);
    const copies = await readOpinions(db, found?.opinionIds ?? []);
    expect(new Set(copies.map(({ source }) => source))).toEqual(new Set(["courtlistener", "cap"]));
    expect(new Set(copies.map(({ workId }) => workId)).size).toBe(1);
  });

  test("a docket number finds its opinions in its own court only", async () => {
    expect(await findByDocket(db, { courtId: "ca1", docketNumber: "No. 10-1079" })).toEqual([
      opinionIdOf("courtlistener", "151090"),
    ]);
    expect(await findByDocket(db, { courtId: "ca2", docketNumber: "10-1079" })).toEqual([]);
  });
});
