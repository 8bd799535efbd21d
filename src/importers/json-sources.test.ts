import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { pack } from "tar-stream";
import { afterEach, describe, expect, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { openRecords } from "#schema/open.ts";
import { zipOf } from "#test/zip-files.ts";
import { findByCitations, readOpinions } from "#opinions/store/read.ts";
import { boundTold, toldNotes } from "./frame/told.ts";
import { runImport } from "./importer.ts";
import type { ImportOptions } from "./importer.ts";
import type { ImportReport } from "./report.ts";
import type { SourceName } from "./sources.ts";

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "onpoint-json-"));
  undo.push(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

async function newDatabase(): Promise<Db> {
  const db = await openRecords({ dataDir: await newDirectory() });
  undo.push(() => db.close());
  return db;
}

function importInto(
  db: Db,
  source: SourceName,
  path: string,
  more: Partial<ImportOptions> = {},
): Promise<ImportReport> {
  return runImport({ source, paths: [path], db, dataDir: db.dataDir, log: silentLogger, workers: 1, ...more });
}

async function rejectsOf({ rejectFile }: ImportReport): Promise<Record<string, string>[]> {
  if (rejectFile === null) return [];
  const lines = (await readFile(rejectFile, "utf8")).trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Record<string, string>);
}

function capCase(id: number, change: object = {}): object {
  return {
    id,
    name: `Alice PARTY${id}, Plaintiff, v. DENBY & SONS, INC., Defendant`,
    name_abbreviation: `Party${id} v. Denby & Sons, Inc.`,
    decision_date: "1982-09-03",
    docket_number: "",
    citations: [{ type: "official", cite: `${id} F.2d 150` }],
    court: { name: "United States Court of Appeals for the Second Circuit", name_abbreviation: "2d Cir." },
    jurisdiction: { name: "U.S.", name_long: "United States" },
    casebody: {
      judges: ["Before MARLOW, ORRIN and VALE, Circuit Judges."],
      head_matter: "Heard in autumn.",
      opinions: [{ type: "majority", author: "ORRIN, Circuit Judge:", text: `We affirm *151 in case ${id}.` }],
    },
    ...change,
  };
}

type Files = Readonly<Record<string, object | string>>;
const textOf = (content: object | string): string => (typeof content === "string" ? content : JSON.stringify(content));

async function capDirectory(files: Files): Promise<string> {
  const root = await newDirectory();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), textOf(content));
  }
  return root;
}

async function tarOf(files: Files): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of Object.entries(files)) tar.entry({ name }, textOf(content));
  tar.finalize();
  const parts: Buffer[] = [];
  for await (const part of tar) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const CAP_FILES: Files = {
  "cap/f-2d/688/cases/0150-01.json": capCase(688),
  "cap/f-2d/689/cases/0150-01.json": capCase(689, { casebody: { data: { opinions: [{ text: "Reversed." }] } } }),
  "cap/f-2d/689/VolumeMetadata.json": { id: 1 },
};

describe("the Caselaw Access Project", () => {
  test("a case becomes a decision", async () => {
    const db = await newDatabase();
    const report = await importInto(db, "cap", await capDirectory(CAP_FILES));
    expect(report.counts).toMatchObject({ rows: 2, decisions: { added: 2 }, opinions: { added: 2 }, rejected: 0 });
    const [found] = await findByCitations(db, ["688 f2d 150"]);
    const [record] = await readOpinions(db, found?.opinionIds ?? [], { content: true });
    expect(record).toMatchObject({
      source: "cap",
      sourceId: "688-0",
      caseName: "Party688 v. Denby & Sons, Inc.",
      slug: "alice-party688-plaintiff-v-denby-sons-inc-defendant",
      courtId: "ca2",
      dateFiled: "1982-09-03",
      publishStatus: "published",
      type: "lead",
      author: "Orrin",
      judges: ["Marlow", "Orrin", "Vale"],
      textSource: "cap_text",
    });
    expect(record?.headmatterHtml).toContain("Heard in autumn.");
  });

  test.each([
    [".tar", (bytes: Buffer) => bytes],
    [".tar.gz", gzipSync],
    [".tgz", gzipSync],
    [".tar.zst", zstdCompressSync],
  ] as const)("a %s reads as the directory, and again changes nothing", async (suffix, compress) => {
    const db = await newDatabase();
    const path = join(await newDirectory(), `cap${suffix}`);
    await writeFile(path, compress(await tarOf(CAP_FILES)));
    expect((await importInto(db, "cap", path)).counts.decisions.added).toBe(2);
    expect((await importInto(db, "cap", await capDirectory(CAP_FILES))).unchanged).toBe(true);
  });

  test("a zip reads as the directory, and so does a directory with a zip for each volume", async () => {
    const db = await newDatabase();
    const entries = Object.entries(CAP_FILES).map(([name, value]) => ({
      name,
      content: Buffer.from(JSON.stringify(value)),
    }));
    const path = join(await newDirectory(), "cap.zip");
    await writeFile(path, zipOf(entries));
    expect((await importInto(db, "cap", path)).counts.decisions.added).toBe(2);
    const volumes = join(await newDirectory(), "f-2d");
    await mkdir(volumes);
    for (const volume of ["688", "689"]) {
      const of = entries.filter(({ name }) => name.includes(`/${volume}/`));
      await writeFile(join(volumes, `${volume}.zip`), zipOf(of.map((one) => ({ ...one, name: one.name.slice(13) }))));
    }
    const again = await importInto(db, "cap", volumes);
    expect(again).toMatchObject({ unchanged: true, nothingCameIn: false, counts: { rows: 2, rejected: 0 } });
  });

  test.each([
    ["is cut short", (whole: Buffer) => whole.subarray(0, whole.length - 40), "corrupt"],
    ["is protected by a password", undefined, "unsupported"],
  ] as const)("a zip that %s is refused by its name", async (_, damage, code) => {
    const content = Buffer.from(JSON.stringify(capCase(688)));
    const whole = zipOf([{ name: "1/cases/0150-01.json", content, isEncrypted: damage === undefined }]);
    const path = join(await newDirectory(), "volume.zip");
    await writeFile(path, damage === undefined ? whole : damage(whole));
    await expect(importInto(await newDatabase(), "cap", path)).rejects.toMatchObject({
      code,
      message: expect.stringContaining("volume.zip") as string,
    });
  });

  test("a truncated archive keeps what stands before its end", async () => {
    const db = await newDatabase();
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`f-2d/${index}/cases/0150-01.json`, capCase(index + 1)]),
    );
    const whole = await tarOf(many);
    const path = join(await newDirectory(), "cap.tar");
    await writeFile(path, whole.subarray(0, 30_000));
    await expect(importInto(db, "cap", path)).rejects.toMatchObject({ code: "corrupt" });
    const { held } = await db
      .selectFrom("clusters")
      .select((row) => row.fn.countAll<number>().as("held"))
      .executeTakeFirstOrThrow();
    expect(held).toBeGreaterThan(5);
    await writeFile(path, whole);
    await utimes(path, new Date(0), new Date(0));
    // Counts are those of the whole run, the first attempt included.
    expect((await importInto(db, "cap", path)).counts.decisions).toMatchObject({ unchanged: held, added: 30 });
  });

  test("bad cases are left out with their reasons", async () => {
    const db = await newDatabase();
    const report = await importInto(
      db,
      "cap",
      await capDirectory({
        "a/1/cases/1.json": "{ not json",
        "a/1/cases/2.json": capCase(2, { citations: "688 F.2d 150" }),
        "a/1/cases/3.json": capCase(3, { decision_date: "unknown" }),
        "a/1/cases/4.json": capCase(4, { court: { name: "Court of Nowhere in Particular" } }),
        "a/1/cases/5.json": capCase(5, { court: { name: null } }),
        "a/1/cases/6.json": capCase(6, { casebody: { opinions: [{ text: "  " }] } }),
        "a/1/cases/7.json": capCase(7, { decision_date: "1899-05" }),
        "a/1/cases/8.json": capCase(8, { citations: [{ cite: "12 F. App\u2019x 34" }, { cite: "unreported" }] }),
      }),
    );
    expect((await rejectsOf(report)).map(({ file, reason }) => `${file} ${reason}`)).toEqual([
      "a/1/cases/1.json bad_json",
      "a/1/cases/2.json bad_shape",
      "a/1/cases/3.json bad_date",
      "a/1/cases/4.json unknown_court",
      "a/1/cases/5.json no_court",
      "a/1/cases/6.json no_text",
    ]);
    expect((await rejectsOf(report))[1]?.["message"]).toContain("citations:");
    const kept = await db
      .selectFrom("clusters")
      .select(["source_id", "date_precision", "publish_status"])
      .orderBy("source_id")
      .execute();
    expect(kept).toEqual([
      { source_id: "6", date_precision: "day", publish_status: "published" },
      { source_id: "7", date_precision: "month", publish_status: "published" },
      { source_id: "8", date_precision: "day", publish_status: "unpublished" },
    ]);
    expect(report.counts.decisions.added).toBe(3);
    expect(report.rejected).toContainEqual({ reason: "unknown_court", count: 1 });
  });

  test("the docket number is the field's, else the one the reporter prints alone", async () => {
    const db = await newDatabase();
    const printed = { opinions: [{ text: "PARTY v. DENBY.\nNo. 95-0184.\nAffirmed." }] };
    await importInto(
      db,
      "cap",
      await capDirectory({
        "a/1/cases/1.json": capCase(1, { casebody: printed }),
        "a/1/cases/2.json": capCase(2, { casebody: printed, docket_number: " 12-7 " }),
        "a/1/cases/3.json": capCase(3, { casebody: { ...printed, head_matter: "PARTY v. DENBY\nDocket No. 31." } }),
        "a/1/cases/4.json": capCase(4),
        // A folder may be called what it likes.
        "a/1/cases/5.json/notes.txt": "x",
      }),
    );
    const numbers = await db.selectFrom("cases").select("docket_number").orderBy("source_id").execute();
    expect(numbers.map(({ docket_number }) => docket_number)).toEqual(["95-0184", "12-7", "31", null]);
  });

  test("nothing that could be meant", async () => {
    const db = await newDatabase();
    await expect(importInto(db, "cap", await newDirectory())).rejects.toMatchObject({ code: "invalid_input" });
    await expect(importInto(db, "cap", join(await newDirectory(), "none"))).rejects.toMatchObject({
      code: "not_found",
    });
    const zip = join(await newDirectory(), "cap.zip");
    await writeFile(zip, "PK");
    await expect(importInto(db, "cap", zip)).rejects.toMatchObject({
      code: "corrupt",
      message: expect.stringContaining("cap.zip cannot be read as a zip archive") as string,
    });
    const other = join(await newDirectory(), "cap.rar");
    await writeFile(other, "Rar!");
    await expect(importInto(db, "cap", other)).rejects.toMatchObject({
      code: "unsupported",
      hint: expect.stringContaining(".zip, .tar") as string,
    });
  });
});

const DECISION = {
  id: "2019-17",
  court: "S.D.N.Y.",
  date_filed: "2019-05-06",
  case_name: "Marlow v. Denby & Sons",
  caption: "Alice MARLOW, Plaintiff, v. DENBY & SONS",
  docket_number: "1:19-cv-01234-ABC",
  publish_status: "unpublished",
  judges: ["Orrin"],
  citations: ["14 Samp. 3"],
  opinions: [
    { type: "lead", author: "Orrin", html: "<p>Denied.</p><script>x</script>" },
    { id: "note", type: "addendum", text: "A note.", precedential_note: "Not precedent" },
  ],
};

async function jsonl(lines: readonly (object | string)[], name = "ours.jsonl"): Promise<string> {
  const path = join(await newDirectory(), name);
  await writeFile(path, lines.map((line) => `${textOf(line)}\n`).join(""));
  return path;
}

describe("a firm's own decisions", () => {
  test("a court whose name is misspelled is told with how many rows bear it", async () => {
    const misspelled = { ...DECISION, court: "Nothern District of Illinois" };
    const path = await jsonl([misspelled, { ...misspelled, id: "2019-18" }, { ...DECISION, id: "2019-19" }]);
    const report = await importInto(await newDatabase(), "jsonl", path);
    expect(report.counts.decisions.added).toBe(3);
    expect(report.notes).toEqual([
      '2 rows: read "Nothern" as "northern": United States District Court for the Northern District of Illinois',
    ]);
  });

  test("of many misspellings a hundred are told, the others counted", () => {
    const counts = { told: Object.fromEntries(Array.from({ length: 130 }, (_, at) => [`read ${at}`, 2])) };
    boundTold(counts);
    expect(Object.keys(counts.told)).toHaveLength(101);
    expect(toldNotes(counts).at(-1)).toBe("60 rows: other names of courts were read as other than they are written");
  });

  test("a line becomes a decision of its collection", async () => {
    const db = await newDatabase();
    const path = await jsonl([
      DECISION,
      "",
      { ...DECISION, id: "2", date_precision: "approximate", publish_status: undefined },
    ]);
    const report = await importInto(db, "jsonl", path, { collection: "library" });
    expect(report).toMatchObject({
      source: "library",
      counts: { decisions: { added: 2 }, opinions: { added: 4 }, rejected: 0 },
    });
    const [found] = await findByCitations(db, ["14 Samp. 3"]);
    const [lead, note] = await readOpinions(db, found?.opinionIds ?? [], { content: true });
    expect(lead).toMatchObject({
      source: "library",
      caseName: "Marlow v. Denby & Sons",
      slug: "alice-marlow-plaintiff-v-denby-sons",
      courtId: "nysd",
      docketNumber: "1:19-cv-01234-ABC",
      publishStatus: "unpublished",
    });
    expect(lead?.content?.html).not.toContain("script");
    expect(note).toMatchObject({ sourceId: "2019-17/note", type: "addendum", precedentialNote: "Not precedent" });
    expect((await importInto(db, "jsonl", path, { collection: "library" })).unchanged).toBe(true);
  });

  test("the example of its page is such a line", async () => {
    const page = await readFile(new URL("../../docs/operating/import-jsonl.md", import.meta.url), "utf8");
    const example = /```json\n([\s\S]*?)\n```/u.exec(page)?.[1] ?? "";
    const report = await importInto(await newDatabase(), "jsonl", await jsonl([example]));
    expect(report.counts).toMatchObject({ decisions: { added: 1 }, rejected: 0 });
  });

  test("a later line without an opinion removes it", async () => {
    const db = await newDatabase();
    await importInto(db, "jsonl", await jsonl([DECISION]));
    const report = await importInto(
      db,
      "jsonl",
      await jsonl([{ ...DECISION, opinions: DECISION.opinions.slice(0, 1) }]),
    );
    expect(report.counts.opinions).toEqual({ added: 0, updated: 0, unchanged: 1, removed: 1 });
  });

  test("every fault is told with its field", async () => {
    const db = await newDatabase();
    const report = await importInto(
      db,
      "jsonl",
      await jsonl([
        "[1,",
        { ...DECISION, id: undefined },
        { ...DECISION, colour: "red" },
        { ...DECISION, opinions: [{ type: "lead", html: "<p>x</p>", text: "x" }] },
        { ...DECISION, opinions: [{ type: "leading", text: "x" }] },
        { ...DECISION, opinions: [] },
        { ...DECISION, citations: ["somewhere"] },
        { ...DECISION, court: "sdnyy" },
        { ...DECISION, date_filed: "May 6, 2019" },
        {
          ...DECISION,
          opinions: [
            { id: "1", type: "lead", text: "x" },
            { type: "dissent", text: "y" },
          ],
        },
        DECISION,
      ]),
    );
    const rejects = await rejectsOf(report);
    expect(rejects.map(({ row, reason, message }) => `${row} ${reason} ${message}`)).toEqual([
      expect.stringMatching(/^1 bad_json /u),
      expect.stringMatching(/^2 bad_shape id: /u),
      expect.stringMatching(/^3 bad_shape .*colour/u),
      expect.stringMatching(/^4 bad_shape opinions\[0\]: exactly one of html and text/u),
      expect.stringMatching(/^5 bad_shape opinions\[0\]\.type: /u),
      expect.stringMatching(/^6 bad_shape opinions: /u),
      expect.stringMatching(/^7 bad_shape citations\[0\]: a citation is volume/u),
      expect.stringMatching(/^8 unknown_court /u),
      expect.stringMatching(/^9 bad_date /u),
      expect.stringMatching(/^10 repeated_id /u),
    ]);
    expect(report.counts.decisions.added).toBe(1);
  });

  test("a line too long and a line that is not UTF-8 are rejects; other encodings of the file are read", async () => {
    const db = await newDatabase();
    const path = join(await newDirectory(), "ours.jsonl.gz");
    const long = Buffer.from(`{"id":"${"x".repeat(17 * 1024 * 1024)}"}\n`);
    const latin1 = Buffer.from('{"id":"caf\u00e9"}\n', "latin1");
    await writeFile(path, gzipSync(Buffer.concat([long, latin1, Buffer.from(JSON.stringify(DECISION))])));
    const report = await importInto(db, "jsonl", path);
    expect((await rejectsOf(report)).map(({ row, reason }) => `${row} ${reason}`)).toEqual([
      "1 too_large",
      "2 bad_row",
    ]);
    expect(report.counts.decisions.added).toBe(1);
  });

  test.each(["cap", "sample", "Our Library", "", "-x"])("%j cannot name a collection", async (collection) => {
    const db = await newDatabase();
    await expect(importInto(db, "jsonl", await jsonl([DECISION]), { collection })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});
