import { describe, expect, test } from "vitest";
import { OPERATIONS } from "#contracts/http-v1/operations.ts";
import { memberPaths } from "#test/contracts/member-paths.ts";
import { sourceFiles } from "./source-files.ts";
import type { SourceFile } from "./source-files.ts";
import { literalsOf } from "./string-literals.ts";
import type { Literal } from "./string-literals.ts";

/**
 * Words of a protocol in what the program says inside. An edge words places and reasons (docs/internals/research.md);
 * a message below it that names an address or a member of a body would be wrong on every other edge. Read are the
 * strings that a person gets to see; names of columns, which often have the same words, are not said to anyone.
 */

/** Strings that hold such a word and are right: the file, the string, why. */
const JUSTIFIED: readonly (readonly [path: string, text: string, why: string])[] = [
  [
    "src/importers/jsonl/decision.ts",
    'date_filed is "…"',
    "a member of the operator's own file, docs/operating/import-jsonl.md",
  ],
  ["src/importers/courtlistener/cluster-row.ts", 'date_filed is "…"', "a column of the bulk files"],
];

const requests = OPERATIONS.flatMap(({ request }) => (request === null ? [] : memberPaths(request, "input")));
const responses = OPERATIONS.flatMap(({ response }) => memberPaths(response, "output"));
const endpoints = OPERATIONS.map(({ path }) => path);
/** Places in a request: `filters.states` is one, though neither word alone tells. */
const requestPaths = [...new Set(requests)].filter((path) => path.includes("."));
/** What has members of its own in a request: `filters.` and whatever an expression puts behind it. */
const groups = [...new Set(requestPaths.map((path) => path.split(".")[0] ?? ""))];
const members = [...new Set([...requests, ...responses].flatMap((path) => path.split(".")))].filter((member) =>
  member.includes("_"),
);

const anyOf = (words: readonly string[]): string =>
  words
    .toSorted((left, right) => right.length - left.length)
    .map((word) => word.replaceAll(".", "\\."))
    .join("|");
/** Told by themselves: an address, a place in a request, a member as JSON writes it. */
const TELLING = new RegExp(
  `(?<![\\w.#/-])(?:${anyOf(endpoints)})(?![\\w/-])|(?<![\\w.])(?:${anyOf(requestPaths)})(?!\\w)|(?<![\\w.])(?:${anyOf(groups)})\\.…|"\\w+"\\s*:`,
  "u",
);
/** Told only by where they stand, since columns are called so too. */
const MEMBER = new RegExp(`(?<![\\w.])(?:${anyOf(members)})(?!\\w)`, "u");

const SQL =
  /^\s*(?:select|insert|update|delete|create|drop|alter|pragma|with|begin|attach|copy|vacuum)\b|^[\w.]+ as \w+$/iu;
const BEHIND_SQL_TAG = /\bsql(?:<[^`]*>)?$/u;
const SAYING = /\b(?:path|place|message|hint|advice|suggestion|note|reason|warning)\s*[:=]\s*$/u;

function wireWordIn({ text, before }: Literal): string | undefined {
  if (SQL.test(text) || BEHIND_SQL_TAG.test(before)) return undefined;
  const isSaid = SAYING.test(before) || /\S\s+\S/u.test(text);
  return TELLING.exec(text.replaceAll('\\"', '"'))?.[0] ?? (isSaid ? MEMBER.exec(text)?.[0] : undefined);
}

function wordsOf(file: SourceFile): { readonly path: string; readonly text: string; readonly told: string }[] {
  return literalsOf(file).flatMap((literal) => {
    const word = wireWordIn(literal);
    if (word === undefined) return [];
    return [
      { path: file.path, text: literal.text, told: `${file.path}:${literal.line} says ${word}: ${literal.text}` },
    ];
  });
}

const core = sourceFiles(/^src\/.*\.ts$/u).filter(
  ({ path }) => !/^src\/(?:http|web)\//u.test(path) && !/\.(?:test|fixture)\.ts$/u.test(path),
);

describe("the core speaks no protocol", () => {
  test("there was something to read, and something to look for", () => {
    expect(core.length).toBeGreaterThan(200);
    expect(core.flatMap(literalsOf).length).toBeGreaterThan(3000);
    expect(endpoints).toContain("/court/list");
    expect(requestPaths).toEqual(
      expect.arrayContaining(["filters.states", "filters.date_filed.start", "docket.court_id"]),
    );
    expect(members).toEqual(expect.arrayContaining(["court_ids", "include_facets", "overall_treatment"]));
  });

  test("no message, hint or place holds a word of the HTTP contract", () => {
    const found = core.flatMap(wordsOf);
    const isJustified = ({ path, text }: { readonly path: string; readonly text: string }): boolean =>
      JUSTIFIED.some(([file, said]) => file === path && said === text);
    expect(found.filter((word) => !isJustified(word)).map(({ told }) => told)).toEqual([]);
    const idle = JUSTIFIED.filter(([file, said]) => !found.some(({ path, text }) => path === file && text === said));
    expect(idle, "justified, but no longer said").toEqual([]);
  });

  test.each([
    ["an address", 'const hint = "GET /court/list has every court";', "/court/list"],
    ["an address in a template", "const hint = `no court ${id}; /court/list lists the ids`;", "/court/list"],
    ["a member of JSON", 'const hint = \'Ask with "mode": "keyword".\';', '"mode":'],
    ["the same, written with double quotation marks", 'const hint = "Ask with \\"mode\\": 1.";', '"mode":'],
    ["a place", "return [{ path: `filters.court_ids.${index}`, message }];", "filters.court_ids"],
    ["a place of plain words", 'const filter = "filters.states";', "filters.states"],
    ["a place put together", "const hint = `filter the request: filters.${filter}.`;", "filters.…"],
    ["a place that is one word", 'const fault = { path: "court_ids", message };', "court_ids"],
    ["a member in a sentence", 'log.warn("facets are left out without include_facets");', "include_facets"],
    [
      "a member in a sentence inside a template",
      'const all = `${of("give page_size a number")} or less`;',
      "page_size",
    ],
    [
      "a member behind a regular expression",
      'const x = /["\']/u; throw new Error("no docket_number given");',
      "docket_number",
    ],
  ])("%s is found", (_what, text, word) => {
    const [found, ...more] = wordsOf({ path: "src/planted.ts", text });
    expect(found?.told).toContain(` says ${word}: `);
    expect(more).toEqual([]);
  });

  test.each([
    ["a column", 'db.selectFrom("clusters").select(["court_id", "date_filed"]);'],
    ["a column under another name", 'db.select("own.court_id as cited_court");'],
    [
      "a statement",
      "sql`select date_filed from clusters where court_id = ${id}`; db.exec(`CREATE TABLE x (court_id TEXT)`);",
    ],
    ["a comment", "// as /court/list has court_ids\nconst x = 1; /* filters.states */"],
    ["an import", 'import { search } from "#search/search.ts"; import { me } from "./search/search.ts";'],
    ["words of the law", 'const hint = "name the court, the docket number and the date filed";'],
  ])("%s is none", (_what, text) => expect(wordsOf({ path: "src/planted.ts", text })).toEqual([]));
});
