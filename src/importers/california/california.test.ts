import { expect, test } from "vitest";
import { currentAt } from "#laws/currency.ts";
import { chainsCited, directoryOf, importLawsFrom, lawDatabase, rejectsIn } from "#test/laws/import-laws.ts";
import { SECTIONS, TOC, TOC_SECTIONS, cellsOf } from "./table.ts";
import { daysIn, sectionWords } from "./words.ts";

const TODAY = "2026-06-30";

const line = (columns: readonly string[], told: Readonly<Record<string, string>>): string =>
  columns.map((name) => (told[name] === undefined ? "NULL" : `\`${told[name]}\``)).join("\t");

const toc = (treepath: string, heading: string, more: Readonly<Record<string, string>> = {}): string =>
  line(TOC, {
    law_code: "HNC",
    heading,
    active_flg: "Y",
    node_treepath: treepath,
    node_sequence: treepath.replaceAll(".", ""),
    ...more,
  });
const placed = (version: string, treepath: string, order: string, code = "HNC"): string =>
  line(TOC_SECTIONS, {
    law_code: code,
    node_treepath: treepath,
    section_order: order,
    law_section_version_id: version,
  });
const section = (version: string, number: string, more: Readonly<Record<string, string>> = {}): string =>
  line(SECTIONS, {
    law_code: "HNC",
    section_num: number,
    law_section_version_id: version,
    lob_file: `LAW_SECTION_TBL_${version}.lob`,
    active_flg: "Y",
    trans_update: "2026-05-01 10:00:00",
    ...more,
  });
const caml = (...paragraphs: readonly string[]): string =>
  `<?xml version="1.0"?><caml:Content xmlns:caml="http://lc.ca.gov/legalservices/schemas/caml.1#">${paragraphs.map((words) => `<p>${words}</p>`).join("")}</caml:Content>`;

const FILES = {
  "LAW_TOC_TBL.dat": [
    toc("1", "DIVISION 1. FORDS [10 - 99]"),
    toc("1.2", "CHAPTER 2.5. Tolls [20 - 29]"),
    toc("1.3", "General Provisions"),
    toc("1.4", "CHAPTER 3. Gone [30 - 39]", { active_flg: "N" }),
    toc("1", "ARTICLE I DECLARATION [SECTION 1 - SEC. 2]", { law_code: "CONS" }),
  ].join("\n"),
  "LAW_TOC_SECTIONS_TBL.dat": [
    placed("a", "1.2", "1"),
    placed("b", "1.2", "2"),
    placed("c", "1.2", "3"),
    placed("d", "1.3", "1"),
    placed("f", "1", "1", "CONS"),
  ].join("\n"),
  "LAW_SECTION_TBL.dat": [
    section("a", "20.", { history: "(Amended by Stats. 2019, Ch. 7, Sec. 2.)", effective_date: "2020-01-01 00:00:00" }),
    section("b", "21.5.", {
      history:
        "(Amended by Stats. 2024, Ch. 9, Sec. 1. Effective January 1, 2025. Inoperative July 1, 2026. Repealed as of January 1, 2027, by its own provisions. See later operative version added by Sec. 2 of Stats. 2024, Ch. 9.)",
      effective_date: "2025-01-01",
    }),
    section("c", "21.5.", {
      history: "(Added by Stats. 2024, Ch. 9, Sec. 2. Section operative July 1, 2026, by its own provisions.)",
    }),
    section("d", "40."),
    section("e", "41."),
    section("g", "42.", { active_flg: "N" }),
    section("f", "SECTION 1.", { law_code: "CONS", article: "I" }),
    section("h", "43."),
    section("i", "44."),
    "`x`\tNULL",
  ].join("\n"),
  "LAW_SECTION_TBL_a.lob": caml(
    '<span class="EnSpace"/>(a)<span class="EnSpace"/>A keeper may take a toll of <i>one</i> penny &amp; no more.',
    "(b) No toll is due of a midwife.",
  ),
  "LAW_SECTION_TBL_b.lob": caml("The old reeve."),
  "LAW_SECTION_TBL_c.lob": "<p>The new&nbsp;reeve.</p><p>There are two.</p>",
  "LAW_SECTION_TBL_d.lob": caml("Of boats."),
  "LAW_SECTION_TBL_e.lob": caml("Of rafts."),
  "LAW_SECTION_TBL_f.lob": caml("All may ford."),
  "LAW_SECTION_TBL_h.lob": "<p>broken",
};

test("sections of California have their words, places, citations and days, and what cannot be read is told", async () => {
  const db = await lawDatabase();
  const directory = await directoryOf(FILES);
  const report = await importLawsFrom(db, "california", directory);
  const reasons = (await rejectsIn(report)).map(({ reason }) => reason);
  expect(new Set(reasons)).toEqual(new Set(["bad_row", "bad_xml", "no_text"]));
  expect(reasons).toHaveLength(3);
  const [toll] = await chainsCited(db, "Cal. Harb. & Nav. Code § 20");
  expect(toll?.versions).toMatchObject([
    { path: "hnc.d1.c2_5.s20", number: "20", effectiveDate: "2020-01-01", edition: "2026-05-01", nodeType: "LEAF" },
  ]);
  const reeves = await chainsCited(db, "Cal. Harb. & Nav. Code § 21.5");
  const onDay = (day: string): readonly (string | undefined)[] =>
    reeves.flatMap(({ versions }) => currentAt(versions, day, day)?.effectiveDate ?? []);
  expect(onDay("2026-06-30")).toEqual(["2025-01-01"]);
  expect(onDay("2026-07-01")).toEqual(["2026-07-01"]);
  const pathOf = async (citation: string): Promise<string | undefined> =>
    (await chainsCited(db, citation))[0]?.versions[0]?.path;
  expect(await pathOf("Cal. Harb. & Nav. Code § 40")).toBe("hnc.d1.General_Provisions.s40");
  expect(await pathOf("Cal. Harb. & Nav. Code § 41")).toBe("hnc.s41");
  expect(await pathOf("Cal. Harb. & Nav. Code § 42")).toBeUndefined();
  expect(await pathOf("Cal. Const. art. I, § 1")).toBe("cons.aI.sI_1");
  const [chapter] = await chainsCited(db, "Cal. Harb. & Nav. Code div. 1, ch. 2.5");
  expect(chapter?.versions).toMatchObject([{ title: "Tolls", number: "2.5", nodeType: "PARENT" }]);
  expect((await importLawsFrom(db, "california", directory)).counts.versions).toMatchObject({
    added: 0,
    updated: 0,
    removed: 0,
  });
});

test("a later export makes versions of what changed and ends what is gone", async () => {
  const db = await lawDatabase();
  const later = {
    ...FILES,
    "LAW_SECTION_TBL.dat": FILES["LAW_SECTION_TBL.dat"].replace(/^.*LAW_SECTION_TBL_d\.lob.*\n/mu, ""),
    "LAW_SECTION_TBL_a.lob": caml("A keeper takes no toll."),
  };
  const all = [
    ...Object.entries(FILES).map(([name, text]) => [`2026-05-02/${name}`, text] as const),
    ...Object.entries(later).map(([name, text]) => [`2026-06-06/${name}`, text] as const),
  ];
  await importLawsFrom(db, "california", await directoryOf(Object.fromEntries(all)));
  const [toll] = await chainsCited(db, "Cal. Harb. & Nav. Code § 20");
  expect(toll?.versions.map(({ edition }) => edition)).toEqual(["2026-05-02", "2026-06-06"]);
  const [boats] = await chainsCited(db, "Cal. Harb. & Nav. Code § 40");
  expect(boats?.versions.map(({ isTombstone }) => isTombstone)).toEqual([false, true]);
  expect(currentAt(boats?.versions ?? [], TODAY, TODAY)).toBeUndefined();
});

test("an export of a day, which has no tables of the codes, is told as what it is", async () => {
  const db = await lawDatabase();
  const { "LAW_TOC_TBL.dat": _, ...rest } = FILES;
  await expect(importLawsFrom(db, "california", await directoryOf(rest))).rejects.toThrow(/has no LAW_TOC_TBL\.dat/u);
  await expect(importLawsFrom(db, "california", await directoryOf({ "BILL_TBL.dat": "" }))).rejects.toThrow(
    /no tables/u,
  );
});

test("the words of a section, its spaces among them", () => {
  expect(sectionWords(FILES["LAW_SECTION_TBL_a.lob"])).toMatchObject({
    html: "<p>(a) A keeper may take a toll of <i>one</i> penny &amp; no more.</p><p>(b) No toll is due of a midwife.</p>",
  });
  expect(sectionWords(FILES["LAW_SECTION_TBL_c.lob"]).text).toBe("The new reeve.\n\nThere are two.");
});

test.each([
  ["`a`\tNULL\t`b c`", ["a", null, "b c"]],
  ["`a\tb`\t7\t``", ["a\tb", "7", ""]],
  ["`it`s`\tNULL", ["it`s", null]],
])("the cells of %j", (text, cells) => expect(cellsOf(text)).toEqual(cells));

test.each([
  ["(Amended by Stats. 2019, Ch. 7.)", { operativeOn: null }],
  ["(Added by Stats. 2024. Section operative July 1, 2026, by its own provisions.)", { operativeOn: "2026-07-01" }],
  ["(Repealed as of January 1, 2027, by its own provisions.)", { operativeOn: null, expiresOn: "2027-01-01" }],
  ["(Inoperative on July 1, 2026. Repealed as of January 1, 2027.)", { operativeOn: null, expiresOn: "2026-07-01" }],
  ["(Repealed by Stats. 2001, Ch. 1.)", { operativeOn: null }],
])("the days that %j states", (history, days) => expect(daysIn(history)).toEqual(days));
