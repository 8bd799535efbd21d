import { join } from "node:path";
import { expect, test } from "vitest";
import {
  chainsCited,
  directoryOf,
  importLawsFrom,
  lawDatabase,
  rejectsIn,
  standingAt,
} from "#test/laws/import-laws.ts";

const FILE = JSON.stringify({
  preamble: { text: "We the bridges." },
  "articleii#section3": { text: "No toll.\nNo troll.", link: "https://example.org/2-3" },
  articlevi: { text: "All tolls." },
  second_amendment: { text: "Of fords." },
  amendmentxiv: { text: "One.\nTwo.\nThree.\nFour.\nFive." },
  amendmentxvii: { text: "One.\nTwo." },
  trolls: { text: "None." },
});

test("articles, sections and amendments by their citations", async () => {
  const db = await lawDatabase();
  const path = join(await directoryOf({ "constitution.json": FILE }), "constitution.json");
  const report = await importLawsFrom(db, "constitution", path);
  expect((await rejectsIn(report)).map((reject) => reject["source_id"])).toEqual(["trolls"]);
  const words = async (citation: string) => (await standingAt(db, citation, "1900-01-01"))?.text.text;
  expect(await words("U.S. Const. pmbl.")).toBe("We the bridges.");
  expect(await words("U.S. Const. art. II, § 3")).toBe("No toll.\n\nNo troll.");
  expect(await words("U.S. Const. art. VI")).toBe("All tolls.");
  expect(await words("U.S. Const. amend. II")).toBe("Of fords.");
  expect(await words("U.S. Const. amend. XIV, § 4")).toBe("Four.");
  expect(await words("U.S. Const. amend. XVII")).toBe("One.\n\nTwo.");
  expect((await chainsCited(db, "U.S. Const. amend. XIV"))[0]?.versions[0]?.nodeType).toBe("PARENT");
  expect((await importLawsFrom(db, "constitution", path)).unchanged).toBe(true);
});

test.each(["not json", '{"preamble": "words"}', "[]"])("%s is left out", async (text) => {
  const path = join(await directoryOf({ "constitution.json": text }), "constitution.json");
  const report = await importLawsFrom(await lawDatabase(), "constitution", path);
  expect(report.rejected).toEqual([{ reason: "wrong_document", count: 1 }]);
});
