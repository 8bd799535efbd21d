import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { silentLogger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { district } from "#dockets/pages/invented.fixture.ts";
import { openRecords } from "#schema/open.ts";
import { ENDLESS } from "#test/threads/endless.ts";
import { runRecapImport } from "./docket-import.ts";
import { runFilingImport } from "./filing-import.ts";
import { ROW_BUDGET } from "./frame/rows-in-time.ts";
import { runImport } from "./importer.ts";
import { runLawImport } from "./law-import.ts";
import type { OneKindOptions } from "./one-kind.ts";
import { runPacerImport } from "./pacer-import.ts";

/** Readers of each source that go on for ever where a text is endless, and else read as they do. */
const endlessIn = vi.hoisted(() => (texts: readonly unknown[]): void => {
  while (texts.some((text) => typeof text === "string" && text.includes("without end")));
});
vi.mock(import("#opinions/derive/case-name.ts"), async (original) => {
  const real = await original();
  return { ...real, cleanCaption: (raw) => (endlessIn([raw]), real.cleanCaption(raw)) };
});
vi.mock(import("#dockets/pages/pages.ts"), async (original) => {
  const real = await original();
  return { ...real, readPage: (text, told) => (endlessIn([text]), real.readPage(text, told)) };
});
vi.mock(import("#dockets/document-types/title-page.ts"), async (original) => {
  const real = await original();
  return { ...real, typeOfFiling: (words) => (endlessIn([words.text]), real.typeOfFiling(words)) };
});
vi.mock(import("./law-jsonl/line.ts"), async (original) => {
  const real = await original();
  return { ...real, draftOfLine: (line, of) => (endlessIn([line.html]), real.draftOfLine(line, of)) };
});
vi.mock(import("./recap/archive-json.ts"), async (original) => {
  const real = await original();
  return {
    ...real,
    readArchiveJson: (value, ids, place) => (
      endlessIn([JSON.stringify(value)]),
      real.readArchiveJson(value, ids, place)
    ),
  };
});

vi.mock(import("./xml/element.ts"), async (original) => {
  const real = await original();
  const wordsOf: typeof real.wordsOf = (...of) => {
    const words = real.wordsOf(...of);
    endlessIn([words]);
    return words;
  };
  return { ...real, wordsOf };
});
vi.mock(import("#laws/clean/law-writer.ts"), async (original) => {
  const real = await original();
  class Endless extends real.LawWriter {
    override words(text: string): void {
      endlessIn([text]);
      super.words(text);
    }
  }
  return { ...real, LawWriter: Endless };
});

const undo: (() => unknown)[] = [];
let db: Db;
beforeEach(async () => {
  const { row_ms_max } = ROW_BUDGET;
  undo.push(() => (ROW_BUDGET.row_ms_max = row_ms_max));
  ROW_BUDGET.row_ms_max = 1_000;
  db = await openRecords({ dataDir: await directoryOf({}) });
  undo.push(async () => db.close());
});
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

async function directoryOf(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "onpoint-endless-"));
  undo.push(async () => rm(root, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return root;
}

const lines = (...records: readonly object[]): string => records.map((one) => `${JSON.stringify(one)}\n`).join("");

const decision = (id: string, caption: string): object => {
  const opinions = [{ type: "lead", text: "The judgment is affirmed." }];
  return { id, court: "ca9", date_filed: "1990-01-01", case_name: "Alder v. Birch", caption, opinions };
};
const filing = (title: string, text: string): object => {
  const named = { court: "calsuperct", docket_number: "24CV00317", case_name: "Alder v. Birch", title };
  return { ...named, id: title, text };
};
const law = (id: string, html: string): object => {
  return { kind: "law", id, collection: "code", path: `code.${id}`, number: id, title: "Tolls", html };
};
const CODE = { kind: "collection", id: "code", name: "Code", type: "statute", state: "Vermont" };
const code = (title: string, text: string, heading = "Tolls"): string =>
  `<uscDoc identifier="/us/usc/t${title}" xmlns="http://xml.house.gov/schemas/uslm/1.0" xmlns:dcterms="http://purl.org/dc/terms/"><meta><dcterms:created>2013-07-26T05:15:14</dcterms:created></meta><main><title identifier="/us/usc/t${title}"><num value="${title}">Title ${title}—</num><heading>BRIDGES</heading><section identifier="/us/usc/t${title}/s1"><num value="1">§ 1.</num><heading>${heading}</heading><content><p>${text}</p></content></section></title></main></uscDoc>`;
const DC = `xmlns="https://code.dccouncil.us/schemas/dc-library" xmlns:xi="http://www.w3.org/2001/XInclude"`;
const section = (number: string, heading: string): string =>
  `<section ${DC}><num>${number}</num><heading>${heading}</heading><text>A toll.</text></section>`;
const includes = ["70-1", "70-2", "70-3"].map((name) => `<xi:include href="./sections/${name}.xml"/>`).join("");
const title = `<container ${DC}><prefix>Title</prefix><num>70</num><heading>Bridges.</heading>${includes}</container>`;
const inCode = (path: string): string => `2021-01-01/us/dc/council/code/${path}`;
const docket = (id: number, name: string): object => {
  return { id, court: "nysd", docket_number: `1:19-cv-0123${id}`, case_name: name, date_filed: "2019-02-03" };
};

type Imported = { readonly rejectFile: string | null; readonly counts: unknown };
type Source = (options: OneKindOptions) => Promise<Imported>;
type Tried = readonly [
  name: string,
  files: Readonly<Record<string, string>>,
  run: Source,
  named: string,
  added: number,
];
const SOURCES: readonly Tried[] = [
  [
    "a case name of a JSON file",
    {
      "a.jsonl": lines(decision("one", "Alder v. Birch"), decision("two", ENDLESS), decision("three", "Cedar v. Elm")),
    },
    async (options) => runImport({ ...options, source: "jsonl", workers: 1 }),
    "two",
    2,
  ],
  [
    "a law",
    { "a.jsonl": lines(CODE, law("one", "<p>One.</p>"), law("two", ENDLESS), law("three", "<p>Three.</p>")) },
    async (options) => runLawImport({ ...options, source: "law-jsonl" }),
    "two",
    2,
  ],
  [
    "a document of laws",
    { "one.xml": code("70", "One."), "two.xml": code("71", ENDLESS), "z.xml": code("72", "Three.") },
    async (options) => runLawImport({ ...options, source: "uslm" }),
    "two.xml",
    // The title is a provision too.
    4,
  ],
  [
    "the heading of a law in a document",
    { "one.xml": code("70", "One."), "two.xml": code("71", "Two.", ENDLESS), "z.xml": code("72", "Three.") },
    async (options) => runLawImport({ ...options, source: "uslm" }),
    "two.xml",
    4,
  ],
  [
    "the heading of a section of the D.C. Code",
    {
      [inCode("index.xml")]:
        `<document ${DC} id="D.C. Code"><meta><recency through="2020-12-24"/></meta><xi:include href="./titles/70/index.xml"/></document>`,
      [inCode("titles/70/index.xml")]: title,
      [inCode("titles/70/sections/70-1.xml")]: section("70-1", "One."),
      [inCode("titles/70/sections/70-2.xml")]: section("70-2", ENDLESS),
      [inCode("titles/70/sections/70-3.xml")]: section("70-3", "Three."),
    },
    async (options) => runLawImport({ ...options, source: "dc-code" }),
    "70-2",
    3,
  ],
  [
    "a constitution",
    { "a.jsonl": JSON.stringify({ preamble: { text: ENDLESS } }) },
    async (options) => runLawImport({ ...options, source: "constitution" }),
    "a.jsonl",
    0,
  ],
  [
    "a page of a docket",
    {
      "a.html": district(),
      "two.html": `<p>${ENDLESS}</p>`,
      "z.html": district().replaceAll("01234", "04321").replaceAll("513", "514").replaceAll("1271", "1281"),
    },
    runPacerImport,
    "two.html",
    2,
  ],
  [
    "a filing",
    { "a.jsonl": lines(filing("one", "Complaint."), filing("two", ENDLESS), filing("three", "Answer.")) },
    runFilingImport,
    "two",
    2,
  ],
  [
    "a docket of the archive",
    {
      "1.json": lines(docket(1, "Alder v. Birch")),
      "2.json": lines(docket(2, ENDLESS)),
      "3.json": lines(docket(3, "Cedar v. Elm")),
    },
    runRecapImport,
    "2.json",
    2,
  ],
];

test.each(SOURCES)(
  "%s with which reading does not end is a reject with its name",
  async (_name, files, run, named, added) => {
    const directory = await directoryOf(files);
    const { "a.jsonl": line } = files;
    const paths = [line === undefined ? directory : join(directory, "a.jsonl")];
    const { rejectFile, counts } = await run({ paths, db, dataDir: db.dataDir, log: silentLogger });
    const rejects = (await readFile(rejectFile ?? "", "utf8"))
      .trim()
      .split("\n")
      .map((one) => JSON.parse(one) as Record<string, unknown>);
    expect(rejects).toMatchObject([{ reason: "takes_too_long", message: "reading it takes more than 1 s" }]);
    expect([rejects[0]?.["file"], rejects[0]?.["source_id"]]).toContain(named);
    const counted = Object.values(counts as object).flatMap((tally: unknown) =>
      typeof tally === "object" && tally !== null && "added" in tally ? [tally.added] : [],
    );
    expect(counted).toContain(added);
  },
);
