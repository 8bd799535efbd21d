import { join } from "node:path";
import { expect, test } from "vitest";
import { collections } from "#laws/store/collections.ts";
import {
  chainsCited,
  directoryOf,
  importLawsFrom,
  lawDatabase,
  rejectsIn,
  standingAt,
} from "#test/laws/import-laws.ts";

const CODE = { kind: "collection", id: "avalon-code", name: "Code of Avalon", type: "statute", state: "Avalon" };
const law = (fields: object): object => ({
  kind: "law",
  collection: "avalon-code",
  path: "t1.s1",
  citation: "Avalon Code § 1",
  html: "<p>No <script>x</script>toll.</p>",
  ...fields,
});
const lines = (...all: readonly object[]): string => all.map((one) => JSON.stringify(one)).join("\n");

test("laws of any state, with versions, repeals and clean words", async () => {
  const db = await lawDatabase();
  const directory = await directoryOf({
    "laws.jsonl": lines(
      CODE,
      law({ effective_date: "2001-01-01", title: "Tolls" }),
      law({ effective_date: "2020-01-01", html: "<p>A toll.</p>", notes_html: "<p>Amended.</p>" }),
      law({ effective_date: "2022-01-01", repealed: true, html: "" }),
    ),
  });
  const report = await importLawsFrom(db, "law-jsonl", join(directory, "laws.jsonl"));
  expect(report.counts).toMatchObject({ rejected: 0, versions: { added: 2, removed: 1 } });
  expect((await standingAt(db, "Avalon Code § 1", "2010-01-01"))?.text.html).toBe("<p>No toll.</p>");
  expect((await standingAt(db, "Avalon Code § 1", "2021-01-01"))?.text.notesHtml).toBe("<p>Amended.</p>");
  expect((await standingAt(db, "Avalon Code § 1", "2022-01-01"))?.version.isTombstone).toBe(true);
  expect((await chainsCited(db, "Avalon Code § 1"))[0]?.versions).toHaveLength(3);
  expect((await collections(db)).map(({ id, state }) => [id, state])).toEqual([["avalon-code", "Avalon"]]);
  expect((await importLawsFrom(db, "law-jsonl", join(directory, "laws.jsonl"))).unchanged).toBe(true);
});

test("a line that is no law is left out with its reason", async () => {
  const db = await lawDatabase();
  const text = `${lines(CODE, law({ path: "t1..s1" }), law({ collection: "other" }), law({ effective_date: "soon" }), law({ colour: 1 }))}\nnot json\n${lines(law({}))}`;
  const report = await importLawsFrom(db, "law-jsonl", join(await directoryOf({ "laws.jsonl": text }), "laws.jsonl"));
  expect((await rejectsIn(report)).map(({ line, reason }) => [line, reason])).toEqual([
    [2, "bad_shape"],
    [3, "unknown_collection"],
    [4, "bad_shape"],
    [5, "bad_shape"],
    [6, "bad_json"],
  ]);
  expect(report.counts.versions.added).toBe(1);
});
