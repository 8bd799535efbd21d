import { describe, expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";
import type { SourceFile } from "./source-files.ts";

/**
 * Closing any descriptor of a file drops every lock of the process on it (POSIX; sqlite.org/howtocorrupt.html, 2.2), so
 * nobody but SQLite opens a database file, its log or the index of that. A file is named by what makes its path or by its
 * name; who names one has no function at hand that would open it, but for those listed with what makes it harmless.
 */
const production = sourceFiles(/^(bin|contracts|src|sample)\/.*\.(?:ts|mjs)$/u).filter(
  ({ path }) => !path.endsWith(".test.ts"),
);

const NAMES_A_DATABASE = [
  /"node:sqlite"/u,
  /\bsqlitePath\b/u,
  /\bBACKUP_FILE\b/u,
  /[\w}]\.sqlite\b(?=[^"`\n]*["`])/u,
  /-(?:wal|shm|journal)["`]/u,
  /\.lock["`]/u,
];

/** What opens a file by its path, of `node:fs` and `node:fs/promises`, and the streams on files. */
const OPENERS =
  /^(?:open|openSync|openAsBlob|readFile|readFileSync|writeFile|writeFileSync|appendFile|appendFileSync|createReadStream|createWriteStream|copyFile|copyFileSync|cp|cpSync|truncate|truncateSync)$/u;
const FS_IMPORT = /import (?:type )?(?<what>\{[^}]*\}|\* as \w+|\w+)[^"]*"(?:node:)?fs(?:\/promises)?"/gu;

/** A file, the functions it has at hand, and why no database that is open is meant. */
const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  // The note beside the lock, never the lock.
  "src/db/lock.ts": ["readFileSync", "writeFileSync"],
  // The directory that is synchronized, and the manifest.
  "src/db/backup/backup.ts": ["open", "writeFile"],
  // The backup, and the copy before it has the name of a database.
  "src/db/backup/restore.ts": ["createReadStream", "createWriteStream"],
  // Its own scratch file, which nobody has opened and whose one connection is closed, before it has its name.
  "src/importers/courtlistener/staging.ts": ["open"],
};

function openersOf({ text }: SourceFile): string[] {
  const asked = [...text.matchAll(/\(\s*"(?:node:)?fs(?:\/promises)?"\s*\)/gu)].map(() => "all of fs");
  const imported = [...text.matchAll(FS_IMPORT)].flatMap(({ groups }) => {
    const what = groups?.["what"] ?? "";
    if (!what.startsWith("{")) return [what];
    const names = what.slice(1, -1).split(",");
    return names.map((name) => name.trim().split(/\s/u)[0] ?? "").filter((name) => OPENERS.test(name));
  });
  return [...imported, ...asked];
}

function breachesOf(file: SourceFile): string[] {
  if (!NAMES_A_DATABASE.some((pattern) => pattern.test(file.text))) return [];
  const allowed = HARMLESS[file.path] ?? [];
  return openersOf(file)
    .filter((name) => !allowed.includes(name))
    .map((name) => `${file.path} names a database file and has ${name}`);
}

describe("database files are opened by SQLite alone", () => {
  test("there was something to read", () => {
    const naming = production.filter(({ text }) => NAMES_A_DATABASE.some((pattern) => pattern.test(text)));
    const paths = naming.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(["src/db/sqlite/handle.ts", "src/db/connection.ts", ...Object.keys(HARMLESS)]),
    );
    expect(production.flatMap(openersOf).length).toBeGreaterThan(40);
    for (const [path, names] of Object.entries(HARMLESS)) {
      const file = production.find((one) => one.path === path);
      expect([path, file === undefined ? [] : openersOf(file).toSorted()]).toEqual([path, [...names].toSorted()]);
    }
  });

  test("nobody who names one can open it", () => {
    expect(production.flatMap(breachesOf)).toEqual([]);
  });

  test.each([
    'import { closeSync, openSync } from "node:fs";\nimport { DatabaseSync } from "node:sqlite";\ncloseSync(openSync(path, "a"));',
    'import { readFile } from "node:fs/promises";\nawait readFile(join(dataDir, "records.sqlite"));',
    'import { copyFileSync as copy } from "node:fs";\ncopy(sqlitePath(dataDir), to);',
    'import * as fs from "node:fs";\nfs.openSync(`${path}-wal`, "r");',
    'import fs from "fs";\nfs.cpSync(`${path}-shm`, "x");',
    'const { openSync } = await import("node:fs");\nopenSync(sqlitePath(dataDir));',
    'import {\n  createReadStream,\n} from "node:fs";\ncreateReadStream(join(dataDir, "server.lock"));',
  ])("a breach is seen: %s", (text) => {
    expect(breachesOf({ path: "src/planted.ts", text })).toHaveLength(1);
  });

  test("a path alone is no breach, nor is any other file", () => {
    const stat = 'import { statSync } from "node:fs";\nstatSync(`${path}-wal`);';
    const other = 'import { readFileSync } from "node:fs";\nreadFileSync("weights.json");';
    for (const text of [stat, other]) expect(breachesOf({ path: "src/planted.ts", text })).toEqual([]);
  });
});
