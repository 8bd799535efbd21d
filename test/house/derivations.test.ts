import { describe, expect, test } from "vitest";
import { DOCKET_KEY_RULES } from "#cases/docket-key.ts";
import { DERIVATIONS } from "#derivations/derivations.ts";
import { FOLD_RULES } from "#dockets/fold/fold.ts";
import { CLEANING_VERSION } from "#opinions/cleaning-version.ts";
import { READING_VERSION } from "#opinions/head/settle.ts";
import { advice, judge, lockedAs, readLock, verdicts, withDependents } from "../../scripts/derivations/lock.ts";
import { read, sourcesOf } from "../../scripts/derivations/sources.ts";
import { sourceFiles } from "./source-files.ts";

test("sources that decide derived data change with a number, or with the word that results stay", () => {
  expect(advice(verdicts())).toBe("");
  expect(Object.keys(readLock())).toEqual(Object.keys(DERIVATIONS));
});

test("the numbers that results are stored with are those of the table", () => {
  expect({
    cleaned_text: CLEANING_VERSION,
    heads: READING_VERSION,
    docket_keys: DOCKET_KEY_RULES,
    dockets: FOLD_RULES,
  }).toEqual({
    cleaned_text: DERIVATIONS.cleaned_text.number,
    heads: DERIVATIONS.heads.number,
    docket_keys: DERIVATIONS.docket_keys.number,
    dockets: DERIVATIONS.dockets.number,
  });
});

const hash = (text: string): string => read("one.ts", text).hash;

describe("the hash of a module", () => {
  const plain = "const limit = 1000;\nexport const is = (word: string) => /^a+/u.test(word) && word.length < limit;";

  test.each([
    ["a comment", `// why\n/** what */\n${plain}`],
    ["layout", plain.replaceAll(" ", "  ").replace("=>", "=>\n")],
    ["a separator in a number", plain.replace("1000", "1_000")],
    ["a type", plain.replace("(word: string)", "(word: string | String): boolean")],
    ["an assertion of a type", plain.replace("< limit", "< (limit as number)!")],
    ["a declaration of a type", `type Word = string;\nexport interface Words {}\n${plain}`],
    ["an import of a type", `import type { Word } from "./word.ts";\n${plain}`],
  ])("stays with %s", (_what, text) => {
    expect(hash(text)).toBe(hash(plain));
  });

  test.each([
    ["a number", plain.replace("1000", "1001")],
    ["an operator", plain.replace("<", "<=")],
    ["an expression", plain.replace("a+", "a*")],
    ["a flag", plain.replace("/u", "/iu")],
    ["an optional call", plain.replace("word.length", "word?.length")],
    ["an import", `import "./other.ts";\n${plain}`],
  ])("changes with %s", (_what, text) => {
    expect(hash(text)).not.toBe(hash(plain));
  });
});

test("a module reaches what it imports, starts and reads, and no types", () => {
  const { imports } = read(
    "one.ts",
    `import type { A } from "./types.ts";
     import { b } from "./values.ts";
     export * from "#text/again.ts";
     export type { C } from "./more-types.ts";
     const later = () => import("./later.ts");
     const thread = new URL("./worker.ts", import.meta.url);
     const table = new URL("table.tsv", import.meta.url);
     const tables = (name) => new URL(\`./tables/\${name}.tsv\`, import.meta.url);
     const weights = join(import.meta.dirname, "weights.json");
     const elsewhere = new URL("./path", base);`,
  );
  expect(imports).toEqual([
    "./values.ts",
    "#text/again.ts",
    "./later.ts",
    "./worker.ts",
    "./table.tsv",
    "./tables/*.tsv",
    "./weights.json",
  ]);
});

test.each([
  ["terms", "src/text/characters.ts"],
  ["terms", "src/text/porter2.ts"],
  ["treatments", "src/citator/reading/verbs.ts"],
  ["treatments", "src/citator/reading/weights.json"],
  ["citations", "src/citations/tables/nominative.tsv"],
  ["citations", "src/courts/courts.tsv"],
  ["citations", "npm:fastest-levenshtein"],
  ["cleaned_text", "npm:htmlparser2"],
  ["dockets", "src/dockets/fold/entries.ts"],
  ["opinion_documents", "src/text/tokenize.ts"],
] as const)("%s are decided by %s among others", (name, source) => {
  expect(Object.keys(sourcesOf(DERIVATIONS[name]))).toContain(source);
});

test("every table beside such sources is among them", () => {
  const sources = new Set(Object.values(DERIVATIONS).flatMap((row) => Object.keys(sourcesOf(row))));
  const tables = sourceFiles(/^src\/(?:cases|citations|citator|courts|opinions|text)\/.*\.(?:tsv|json)$/u);
  expect(tables.length).toBeGreaterThan(8);
  expect(tables.map(({ path }) => path).filter((path) => !sources.has(path))).toEqual([]);
});

test("no row is decided by a test, or by how records are stored", () => {
  const sources = Object.values(DERIVATIONS).flatMap((row) => Object.keys(sourcesOf(row)));
  expect(sources.length).toBeGreaterThan(300);
  expect(
    sources.filter((path) => /\.test\.|\.fixture\.|^test\/|^src\/(?:base|db|schema|http|importers)\//u.test(path)),
  ).toEqual([]);
});

describe("a row and its lock", () => {
  const row = { number: 3 };
  const locked = { number: 3, raisedWith: "then", sources: { "a.ts": "1", "b.ts": "1" } };

  test.each([
    ["same", row, locked.sources, []],
    ["changed", row, { "a.ts": "2", "b.ts": "1" }, ["a.ts"]],
    ["changed", row, { "a.ts": "1", "c.ts": "1" }, ["b.ts", "c.ts"]],
    ["raised", { number: 4 }, { "a.ts": "2", "b.ts": "1" }, ["a.ts"]],
    ["lowered", { number: 2 }, locked.sources, []],
  ])("%s", (state, today, sources, changes) => {
    expect(judge(today, sources, locked)).toEqual({ state, changes });
  });

  test("a number that rises is bound to the sources with which it did; the same number keeps them", () => {
    const sources = { "a.ts": "2" };
    expect(lockedAs(row, sources, locked)).toEqual({ number: 3, raisedWith: "then", sources });
    const { raisedWith } = lockedAs({ number: 4 }, sources, locked);
    expect(raisedWith).not.toBe("then");
    expect(lockedAs({ number: 4 }, { "a.ts": "3" }, locked).raisedWith).not.toBe(raisedWith);
  });

  test("what is to be run is said, with the rows and the sources", () => {
    const judged = new Map([
      ["works", { state: "changed", changes: ["src/opinions/work.ts"] } as const],
      ["heads", { state: "same", changes: [] } as const],
    ]);
    expect(advice(judged)).toContain("works: src/opinions/work.ts");
    expect(advice(judged)).toContain("npm run derivations -- --raise works\n");
    expect(advice(judged)).toContain("npm run derivations -- --same works\n");
    expect(advice(new Map([["heads", { state: "same", changes: [] } as const]]))).toBe("");
  });

  test("what is derived again with another row needs no word of its own", () => {
    expect(withDependents("citations")).toEqual(["citations", "treatments"]);
    expect(withDependents("terms")).toContain("law_documents");
    expect(withDependents("standings")).toEqual(["standings"]);
  });
});
