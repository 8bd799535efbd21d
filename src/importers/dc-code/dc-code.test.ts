import { describe, expect, test } from "vitest";
import { checkDatabase } from "#db/check.ts";
import { currentAt } from "#laws/currency.ts";
import { childrenAt } from "#laws/store/tree.ts";
import { collections } from "#laws/store/collections.ts";
import { SCHEMA } from "#schema/schema.ts";
import {
  chainsCited,
  directoryOf,
  importLawsFrom,
  lawDatabase,
  rejectsIn,
  standingAt,
} from "#test/laws/import-laws.ts";

const NAMESPACES =
  'xmlns="https://code.dccouncil.us/schemas/dc-library" xmlns:codify="https://code.dccouncil.us/schemas/codify" xmlns:xi="http://www.w3.org/2001/XInclude"';
const CODE = "us/dc/council/code";

const root = (through: string, ...titles: string[]): string =>
  `<document ${NAMESPACES} id="D.C. Code"><heading>Code</heading><meta><recency through="${through}"/></meta>${titles.map((title) => `<xi:include href="./titles/${title}/index.xml"/>`).join("")}</document>`;
const container = (prefix: string, num: string, heading: string, inner: string): string =>
  `<container><prefix>${prefix}</prefix><num>${num}</num><heading>${heading}</heading>${inner}</container>`;
const includes = (...names: string[]): string =>
  names.map((name) => `<xi:include href="./sections/${name}.xml"/>`).join("");
const title = (num: string, heading: string, inner: string): string =>
  container("Title", num, heading, inner).replace("<container>", `<container ${NAMESPACES}>`);
const section = (num: string, heading: string, inner: string): string =>
  `<?xml version='1.0' encoding='utf-8'?>\n<section ${NAMESPACES}><num>${num}</num>${inner.startsWith("<reason>") ? inner.replace("</reason>", `</reason><heading>${heading}</heading>`) : `<heading>${heading}</heading>${inner}`}</section>`;

const history = (...acts: string[]): string => `<annotations>${acts.join("")}</annotations>`;
const act = (doc: string, eff: string, more = ""): string =>
  `<annotation type="History" doc="${doc}" path="§2|(a)|(1)" eff="${eff}" ${more}/>`;
const fileAt = (day: string, name: string): string => `${day}/${CODE}/titles/70/sections/${name}.xml`;

const TOLLS = section(
  "70-101",
  "Tolls of bridges.",
  `<text>No troll shall toll:</text>
  <para><num>(a)</num><text>a <em>bridge</em>; or</text>
    <para><num>(1)</num><heading>Fords.</heading><text>a ford &amp; a weir,</text></para>
    <aftertext>without a warrant.</aftertext>
  </para>
  <codify:insert doc="Av. Act 3" path="x"><text>“(b) a causeway”</text></codify:insert>
  <annotations>
    <annotation type="History">May 1, 1901, 1 Av. Stat. 7</annotation>
    <text type="Editor's Notes">See <cite path="§70-102">§ 70-102</cite>.</text>
  </annotations>`,
);

const FIRST = {
  [`2021-01-01/${CODE}/index.xml`]: root("2020-12-24", "71", "70"),
  [`2021-01-01/${CODE}/titles/70/index.xml`]: title(
    "70",
    "Bridges.",
    container("Chapter", "1", "Tolls.", includes("70-101", "70-102")) +
      container("Chapter", "2", "Repairs.", includes("70-201", "70-202")),
  ),
  [`2021-01-01/${CODE}/titles/70/sections/70-101.xml`]: TOLLS,
  [`2021-01-01/${CODE}/titles/70/sections/70-102.xml`]: section("70-102", "Warrants.", "<text>Of the reeve.</text>"),
  [`2021-01-01/${CODE}/titles/70/sections/70-201.xml`]: section("70-201", "Planks.", "<text>Oak.</text>"),
  [`2021-01-01/${CODE}/titles/70/sections/70-202.xml`]: section("70-202", "Nails.", "<text>Iron.</text>"),
  [`2021-01-01/${CODE}/titles/71/index.xml`]: title("71", "Ferries.", includes("71-1", "71-2")),
  [`2021-01-01/${CODE}/titles/71/sections/71-1.xml`]: section("71-1", "Fares.", "<text>A penny.</text>"),
  [`2021-01-01/${CODE}/titles/71/sections/71-2.xml`]: section(
    "71-2",
    "Ropes.",
    "<reason>Repealed</reason><text>Repealed.</text>",
  ),
};

/** 70-102 is amended, 70-201 repealed, 70-202 moves from Chapter 2, which goes, to 1; 71-1 goes, 71-3 comes. */
const SECOND = {
  "2022-06-01/deleted.txt": `${CODE}/titles/71/sections/71-1.xml\n`,
  [`2022-06-01/${CODE}/index.xml`]: root("2022-05-20", "71", "70"),
  [`2022-06-01/${CODE}/titles/70/index.xml`]: title(
    "70",
    "Bridges.",
    container("Chapter", "1", "Tolls.", includes("70-102", "70-101", "70-201", "70-202")),
  ),
  [`2022-06-01/${CODE}/titles/70/sections/70-102.xml`]: section("70-102", "Warrants.", "<text>Of the bailiff.</text>"),
  [`2022-06-01/${CODE}/titles/70/sections/70-201.xml`]: section(
    "70-201",
    "Planks.",
    "<reason>Repealed</reason><text>Repealed.</text>",
  ),
  [`2022-06-01/${CODE}/titles/71/index.xml`]: title("71", "Ferries.", includes("71-2", "71-3")),
  [`2022-06-01/${CODE}/titles/71/sections/71-3.xml`]: section("71-3", "Oars.", "<text>Two.</text>"),
};

const NO_CHANGE = { added: 0, updated: 0, removed: 0 };
const TODAY = "2024-01-01";

describe("the D.C. Code", () => {
  test("a section has its words, its notes apart, its place and its citation", async () => {
    const db = await lawDatabase();
    const report = await importLawsFrom(db, "dc-code", await directoryOf(FIRST));
    expect(report.counts).toMatchObject({ rejected: 0, versions: { added: 9, removed: 1 } });
    const { version, text } = (await standingAt(db, "D.C. Code § 70-101", TODAY)) ?? {};
    expect(version).toMatchObject({
      path: "t70.ch1.70-101",
      parentPath: "t70.ch1",
      sortOrder: 1,
      number: "70-101",
      title: "Tolls of bridges.",
      edition: "2021-01-01",
      effectiveDate: null,
      isTombstone: false,
    });
    expect(text?.html).toBe(
      '<p>No troll shall toll:</p><div class="provision" id="p-a"><p><span class="enum">(a)</span> a <em>bridge</em>; or</p>' +
        '<div class="provision" id="p-a-1"><p><span class="enum">(1)</span> <span class="heading">Fords.</span> a ford &amp; a weir,</p></div>' +
        "<p>without a warrant.</p></div>",
    );
    expect(text?.text).toBe(
      "No troll shall toll:\n\n(a) a bridge; or\n\n(1) Fords. a ford & a weir,\n\nwithout a warrant.",
    );
    expect(text?.notesHtml).toBe(
      '<p class="note">insert: Av. Act 3: “(b) a causeway”</p><h3>History</h3><p>May 1, 1901, 1 Av. Stat. 7</p><h3>Editor\'s Notes</h3><p>See § 70-102.</p>',
    );
    const top = await childrenAt(db, { collectionId: "dc-code", path: null }, TODAY, TODAY);
    expect(top.children.map(({ citation, title: heading }) => [citation, heading])).toEqual([
      ["D.C. Code tit. 71", "Ferries."],
      ["D.C. Code tit. 70", "Bridges."],
    ]);
    expect((await collections(db))[0]?.currentThrough).toBe("2020-12-24");
  });

  test("an edition of changes amends, repeals, moves and removes; the same once more changes nothing", async () => {
    const db = await lawDatabase();
    const directory = await directoryOf({ ...FIRST, ...SECOND });
    await importLawsFrom(db, "dc-code", directory);
    const standing = async (number: string, day: string) => {
      const at = await standingAt(db, `D.C. Code § ${number}`, day);
      if (at === undefined) return undefined;
      const { version, text } = at;
      return `${version.isTombstone ? "gone " : ""}${version.path}: ${text.text}`;
    };
    expect(await standing("70-102", "2022-05-31")).toBe("t70.ch1.70-102: Of the reeve.");
    expect(await standing("70-102", "2022-06-01")).toBe("t70.ch1.70-102: Of the bailiff.");
    expect(await standing("70-201", "2022-05-31")).toBe("t70.ch2.70-201: Oak.");
    expect(await standing("70-201", "2022-06-01")).toBe("gone t70.ch1.70-201: Repealed.");
    expect(await standing("70-202", "2022-05-31")).toBe("t70.ch2.70-202: Iron.");
    expect(await standing("70-202", "2022-06-01")).toBe("t70.ch1.70-202: Iron.");
    expect(await standing("71-1", "2022-05-31")).toBe("t71.71-1: A penny.");
    expect(await standing("71-1", "2022-06-01")).toBe("gone t71.71-1: ");
    expect(await standing("71-3", "2022-05-31")).toBeUndefined();
    expect(await standing("71-3", "2022-06-01")).toBe("t71.71-3: Two.");
    const below = async (path: string, day: string) =>
      (await childrenAt(db, { collectionId: "dc-code", path }, day, TODAY)).children.map(({ number }) => number);
    expect(await below("t70", "2021-06-01")).toEqual(["Chapter 1", "Chapter 2"]);
    expect(await below("t70", TODAY)).toEqual(["Chapter 1"]);
    expect(await below("t70.ch1", TODAY)).toEqual(["70-102", "70-101", "70-202"]);
    expect((await checkDatabase(db, SCHEMA)).findings).toEqual([]);
    expect((await importLawsFrom(db, "dc-code", directory)).counts.versions).toMatchObject(NO_CHANGE);
  });

  test("days of acts, temporary acts and lines in the place of a text are known apart from the words", async () => {
    const db = await lawDatabase();
    const files = {
      ...FIRST,
      ...SECOND,
      [fileAt("2021-01-01", "70-101")]: section(
        "70-101",
        "Tolls.",
        `<text>A penny.</text>${history(act("D.C. Law 9-1", "2020-05-02"))}`,
      ),
      [fileAt("2022-06-01", "70-101")]: section(
        "70-101",
        "Tolls.",
        `<text>*NOTE: This section includes amendments by temporary legislation that will expire on Novemebr 9, 2022.*</text><text>Two pence.</text>${history(
          act("D.C. Law 9-1", "2020-05-02"),
          act("D.C. Law 9-4", "2021-03-16", 'app="2021-09-30  "'),
          act("D.C. Law 9-5", "2021-04-01", 'app="2023-01-01"'),
          act("D.C. Law 9-6", "2021-04-01", 'app="notfunded"'),
          act("D.C. Law 9-4", "2021-03-16", 'display="false"'),
        )}`,
      ),
      [fileAt("2021-01-01", "70-102")]: section(
        "70-102",
        "Warrants.",
        `<text>Of the reeve.</text>${history(act("D.C. Law 9-1", "2020-05-02"))}`,
      ),
      [fileAt("2022-06-01", "70-102")]: section(
        "70-102",
        "Warrants.",
        `<text>Of the bailiff.</text>${history(act("D.C. Law 9-1", "2020-05-02"))}`,
      ),
      [fileAt("2022-06-01", "70-202")]: section(
        "70-202",
        "Nails.",
        "<reason>Applicable October 1, 2027</reason><text>Applicable October 1, 2027.</text>",
      ),
    };
    await importLawsFrom(db, "dc-code", await directoryOf(files));
    const standing = async (number: string, day: string) => await standingAt(db, `D.C. Code § ${number}`, day);
    const amended = await standing("70-101", "2021-09-30");
    expect(amended?.version).toMatchObject({
      effectiveDate: "2021-09-30",
      caveat: "amended",
      expiresOn: "2022-11-09",
      edition: "2022-06-01",
    });
    expect(amended?.text.text).toBe("Two pence.");
    expect(amended?.text.notesHtml).toBe(
      "<p>*NOTE: This section includes amendments by temporary legislation that will expire on Novemebr 9, 2022.*</p><h3>History</h3>" +
        "<p>May 2, 2020, D.C. Law 9-1, § 2(a)(1)</p><p>Mar. 16, 2021, D.C. Law 9-4, § 2(a)(1) (applies Sept. 30, 2021)</p>" +
        "<p>Apr. 1, 2021, D.C. Law 9-5, § 2(a)(1) (applies Jan. 1, 2023)</p><p>Apr. 1, 2021, D.C. Law 9-6, § 2(a)(1) (not funded)</p>",
    );
    expect((await standing("70-101", "2021-09-29"))?.version.effectiveDate).toBe("2020-05-02");
    // No newer act made this change: when it came, only the editions tell.
    expect((await standing("70-102", "2022-05-31"))?.text.text).toBe("Of the reeve.");
    expect((await standing("70-102", "2022-06-01"))?.version.effectiveDate).toBeNull();
    expect((await standing("70-202", "2022-06-01"))?.version).toMatchObject({
      caveat: "placeholder",
      isTombstone: false,
    });
    expect(
      (await chainsCited(db, "D.C. Code § 70-202")).flatMap(({ versions }) => currentAt(versions, TODAY, TODAY) ?? []),
    ).toEqual([]);
  });

  test("one after the other comes to the same as both at once; the changes alone have no place", async () => {
    const [both, first, second, alone] = await Promise.all(
      [{ ...FIRST, ...SECOND }, FIRST, SECOND, { "2022-06-01/deleted.txt": "", ...onlySection() }].map(directoryOf),
    );
    const [together, apart] = [await lawDatabase(), await lawDatabase()];
    await importLawsFrom(together, "dc-code", both ?? "");
    const stray = await importLawsFrom(apart, "dc-code", alone ?? "");
    expect(stray.rejected).toEqual([{ reason: "no_place", count: 1 }]);
    await importLawsFrom(apart, "dc-code", first ?? "");
    await importLawsFrom(apart, "dc-code", second ?? "");
    for (const number of ["70-101", "70-102", "70-201", "70-202", "71-1", "71-2", "71-3"]) {
      expect(await chainsCited(apart, `D.C. Code § ${number}`)).toEqual(
        await chainsCited(together, `D.C. Code § ${number}`),
      );
    }
    expect((await importLawsFrom(apart, "dc-code", alone ?? "")).rejected).toEqual([]);
  });

  test("a whole code that comes later ends what it no longer has", async () => {
    const db = await lawDatabase();
    await importLawsFrom(db, "dc-code", await directoryOf(FIRST));
    const later = Object.entries(FIRST).flatMap(([path, content]) => {
      if (path.includes("70-202")) return [];
      return [
        [path.replace("2021-01-01", "2023-01-01"), content.replace(/<xi:include href="[^"]*70-202.xml"\/>/u, "")],
      ];
    });
    const { counts } = await importLawsFrom(db, "dc-code", await directoryOf(Object.fromEntries(later)));
    expect(counts.versions).toMatchObject({ added: 0, updated: 0, removed: 1 });
    expect((await standingAt(db, "D.C. Code § 70-202", "2023-01-01"))?.version.isTombstone).toBe(true);
  });

  test("a damaged file is left out with its reason, and everything else comes in", async () => {
    const db = await lawDatabase();
    const at = `2021-01-01/${CODE}/titles/70/sections`;
    const directory = await directoryOf({
      ...FIRST,
      [`${at}/70-101.xml`]: TOLLS.slice(0, 400),
      [`${at}/70-102.xml`]: TOLLS.replace("schemas/dc-library", "schemas/other"),
      [`${at}/70-201.xml`]: `<!DOCTYPE section [<!ENTITY a "x">]>${section("70-201", "Planks.", "<text>&a;</text>")}`,
      [`2021-01-01/${CODE}/titles/71/index.xml`]: "<container>",
    });
    const report = await importLawsFrom(db, "dc-code", directory);
    const rejects = (await rejectsIn(report)).map(({ file, reason }) => `${file}: ${reason}`);
    expect(rejects).toEqual([
      "titles/71/index.xml: bad_xml",
      "titles/70/sections/70-101.xml: bad_xml",
      "titles/70/sections/70-102.xml: wrong_document",
      "titles/70/sections/70-201.xml: entity_declared",
      "titles/71/sections/71-1.xml: no_place",
      "titles/71/sections/71-2.xml: no_place",
    ]);
    expect(await chainsCited(db, "D.C. Code § 70-101")).toEqual([]);
    expect(await standingAt(db, "D.C. Code § 70-202", TODAY)).toBeDefined();
  });

  test("an import that was stopped goes on to the same records", async () => {
    const directory = await directoryOf({ ...FIRST, ...SECOND });
    const [whole, stopped] = [await lawDatabase(), await lawDatabase()];
    await importLawsFrom(whole, "dc-code", directory);
    const stop = new AbortController();
    const cut = importLawsFrom(stopped, "dc-code", directory, {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error("stopped")),
    });
    await expect(cut).rejects.toThrow("stopped");
    const { resumed, counts } = await importLawsFrom(stopped, "dc-code", directory);
    expect(resumed).toBe(true);
    expect(counts.rejected).toBe(0);
    for (const number of ["70-101", "70-102", "70-201", "70-202", "71-1", "71-3"]) {
      expect(await chainsCited(stopped, `D.C. Code § ${number}`)).toEqual(
        await chainsCited(whole, `D.C. Code § ${number}`),
      );
    }
  });

  test.each([
    [{}, "there is no D.C. Code"],
    [{ [`code/${CODE}/index.xml`]: root("2020-12-24") }, "there is no D.C. Code"],
  ])("a directory that holds none is refused", async (files, message) => {
    await expect(importLawsFrom(await lawDatabase(), "dc-code", await directoryOf(files))).rejects.toThrow(message);
  });

  test("one edition in a directory without a day wants it said", async () => {
    const files = Object.fromEntries(
      Object.entries(FIRST).map(([path, text]) => [path.slice("2021-01-01/".length), text]),
    );
    const [db, directory] = [await lawDatabase(), await directoryOf(files)];
    await expect(importLawsFrom(db, "dc-code", directory)).rejects.toThrow("nothing says of which day");
    const { counts } = await importLawsFrom(db, "dc-code", directory, { edition: "2021-01-01" });
    expect(counts.versions.added).toBe(9);
  });
});

function onlySection(): Record<string, string> {
  const path = `2022-06-01/${CODE}/titles/70/sections/70-102.xml`;
  return { [path]: SECOND[path] ?? "" };
}
