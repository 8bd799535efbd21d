import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { ROOT, sourceFiles } from "./source-files.ts";

const production = sourceFiles(/^src\/.*\.ts$/u).filter(({ path }) => !path.endsWith(".test.ts"));
const pathsWith = (pattern: RegExp): string[] =>
  production.filter(({ path, text }) => path !== "src/db/outbox.ts" && pattern.test(text)).map(({ path }) => path);

const FOLLOWERS = pathsWith(/(?<!\.)\beachEntry\(/u);
const DECLARING = pathsWith(/\binterface OutboxKinds\b/u);

/** What the compiler says of the followers when somebody declares one more kind of change. */
async function faultsWith(kind: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "onpoint-kinds-"));
  try {
    const added = join(directory, "added.d.ts");
    await writeFile(
      added,
      `export {};\ndeclare module "${ROOT}src/db/outbox.ts" { interface OutboxKinds { ${kind}: true } }\n`,
    );
    const config = {
      extends: join(ROOT, "tsconfig.json"),
      compilerOptions: { typeRoots: [join(ROOT, "node_modules/@types")] },
      include: [],
      files: [added, ...["src/schema/schema.ts", "src/db/events.ts", ...FOLLOWERS].map((path) => join(ROOT, path))],
    };
    await writeFile(join(directory, "tsconfig.json"), JSON.stringify(config));
    const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
    const run = promisify(execFile)(process.execPath, [compiler, "-p", directory, "--noEmit"], { cwd: ROOT });
    return await run.then(
      () => "",
      (failed: { stdout: string }) => failed.stdout,
    );
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

test("a kind that is added does not compile until every follower says what it does with it", async () => {
  expect(FOLLOWERS).toEqual(expect.arrayContaining(["src/citator/touched.ts", "src/projections/works.ts"]));
  const faults = await faultsWith("statute");
  for (const path of FOLLOWERS) expect(faults).toContain(`${path}(`);
  expect(faults.match(/error TS\d+: .*'statute' is missing/gu), faults).toHaveLength(FOLLOWERS.length);
  expect(faults.match(/error TS/gu)).toHaveLength(FOLLOWERS.length);
});

test("nobody tells kinds apart in another way", () => {
  expect(DECLARING.length).toBeGreaterThan(1);
  expect(pathsWith(/\bkind [!=]== "(?:cluster|opinion|citing_words)"/u)).toEqual([]);
});
