import { describe, expect, test } from "vitest";
import { SCHEMA } from "#schema/schema.ts";
import { sourceFiles } from "./source-files.ts";
import type { SourceFile } from "./source-files.ts";

/**
 * SQL on a table stands in the folder that declares it. Others ask that folder: by a function that reads, or by a
 * relation (a selection with named columns) to join.
 */
const production = sourceFiles(/^(bin|contracts|src|sample)\/.*\.ts$/u).filter(
  ({ path }) => !path.endsWith(".test.ts"),
);

function folderOf(path: string): string {
  return /^src\/[^/]+/u.exec(path)?.[0] ?? path.split("/")[0] ?? "";
}

/** The folder that declares each table, read from the declarations. */
function ownersIn(files: readonly SourceFile[]): Map<string, string> {
  return new Map(
    files.flatMap(({ path, text }) =>
      [...text.matchAll(/\binterface Database \{([^}]*)\}/gu)].flatMap(([, members = ""]) =>
        [...members.matchAll(/^\s*(\w+): \w+;$/gmu)].map(([, table = ""]) => [table, folderOf(path)] as const),
      ),
    ),
  );
}

const NAME = String.raw`"([a-z_]+)(?: as \w+)?"`;
const CALLS = [
  String.raw`\b(?:selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto|using|\w+Join)\(\s*\[?\s*${NAME}`,
  String.raw`\b(?:insertRows|upsertRows)\(\s*[\w.]+,\s*${NAME}`,
  String.raw`\b(?:createTable|alterTable|dropTable|createView|truncateTable)\(\s*${NAME}`,
  String.raw`\.on\(\s*${NAME}\s*\)`,
  String.raw`\bsql\.(?:table|id)\(\s*${NAME}`,
  String.raw`\b(?:hasParent|hasChild)\(\s*${NAME}`,
  String.raw`\b(?:isAnnounced|isThere|isCounted)\(\s*"\w+",\s*${NAME}`,
].map((source) => new RegExp(source, "gu"));
/** A further table in a list of them. */
const LISTED = /\bselectFrom\(\s*\[([^\]]*)\]/gu;
/** Templates tagged as SQL, and literals that begin as a statement does. */
const STATEMENT =
  /\bsql(?:<[^`]*?>)?`([^`]*)`|(["'`])(\s*(?:select|insert|update|delete|with|create|alter|drop)\s[^"'`]*)\2/giu;
const IN_STATEMENT = /\b(?:from|join|into|update|table|on)\s+"?([a-z_]+)"?/giu;

/** Every table a file names in a query. */
function tablesIn(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/gu, "");
  const called = CALLS.flatMap((call) => [...code.matchAll(call)].map(([, name = ""]) => name));
  const listed = [...code.matchAll(LISTED)].flatMap(([, list = ""]) =>
    [...list.matchAll(/"([a-z_]+)/gu)].map(([, name = ""]) => name),
  );
  const written = [...code.matchAll(STATEMENT)].flatMap(([, template, , literal]) =>
    [...(template ?? literal ?? "").matchAll(IN_STATEMENT)].map(([, name = ""]) => name),
  );
  return [...called, ...listed, ...written];
}

function breachesOf({ path, text }: SourceFile, owners: ReadonlyMap<string, string>): string[] {
  return [...new Set(tablesIn(text))].flatMap((table) => {
    const owner = owners.get(table);
    return owner === undefined || owner === folderOf(path) ? [] : [`${path} reads ${table} of ${owner}`];
  });
}

const owners = ownersIn(production);

describe("walls of tables", () => {
  test("there was something to read", () => {
    expect([...owners.keys()].toSorted()).toEqual(Object.keys(SCHEMA.primaryKeys).toSorted());
    const uses = production.flatMap(({ text }) => tablesIn(text).filter((table) => owners.has(table)));
    expect(uses.length).toBeGreaterThan(100);
    expect(new Set(uses).size).toBe(owners.size);
  });

  test("SQL on a table stands in the folder that declares it", () => {
    expect(production.flatMap((file) => breachesOf(file, owners))).toEqual([]);
  });

  test.each([
    'db.selectFrom("clusters")',
    'db\n    .selectFrom("clusters as cited")',
    'db.selectFrom(["nothing", "clusters"])',
    'query.innerJoin("clusters", "a", "b")',
    'query.leftJoin(\n  "clusters as c",',
    'trx.insertInto("clusters")',
    'trx.updateTable("clusters")',
    'trx.deleteFrom("clusters")',
    'await insertRows(trx, "clusters", rows)',
    'await upsertRows(\n    trx,\n    "clusters",',
    'db.schema.alterTable("clusters")',
    'db.schema.createIndex("x").on("clusters")',
    'sql`select * from ${sql.table("clusters")}`',
    "sql`select count(*) from clusters`",
    "sql<{ n: number }>`select 1 as n from x join clusters on true`",
    'file.prepare("select count(*) from clusters")',
    "file.exec('update clusters set a = 1')",
    'isAnnounced("cluster", "clusters")',
  ])("a breach is seen: %s", (text) => {
    expect(breachesOf({ path: "src/importers/planted.ts", text }, owners)).toEqual([
      "src/importers/planted.ts reads clusters of src/opinions",
    ]);
    expect(breachesOf({ path: "src/opinions/store/planted.ts", text }, owners)).toEqual([]);
  });

  test("no relation is copied: none stands in a left join beside distinct", () => {
    const joining = production.filter(({ text }) => /leftJoin\(\w+Relation\(/u.test(text));
    expect(joining.length).toBeGreaterThan(2);
    const statements = joining.flatMap(({ path, text }) =>
      text.split(/\.execute\w*\(\)/u).map((statement) => ({ path, statement })),
    );
    const copied = statements.filter(
      ({ statement }) => /leftJoin\(\w+Relation\(/u.test(statement) && /\.distinct\(/u.test(statement),
    );
    expect(copied.map(({ path }) => path)).toEqual([]);
  });

  test("words are no breach", () => {
    const text =
      '/** Copied from clusters. */ // select x from clusters\nlog("read from clusters"); db.selectFrom(relation.as("cited"))';
    expect(breachesOf({ path: "src/importers/planted.ts", text }, owners)).toEqual([]);
  });
});
