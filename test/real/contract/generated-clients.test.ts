import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestContext } from "vitest";
import { openApiDocument } from "#contracts/http-v1/openapi.ts";
import { OPERATIONS } from "#contracts/http-v1/operations.ts";

const PYTHON = "openapi-python-client==0.29.1";
const NODE = ["openapi-typescript@7.13.0", "typescript@5.9.3"];

const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "onpoint-clients-"));
  const document = openApiDocument({ apiUrl: "https://law.example.org/v1", version: "1.0.0" });
  await writeFile(join(folder, "openapi.json"), JSON.stringify(document));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

/**
 * Runs a program in the folder. What it needs may be missing here, which skips the test and says so;
 * `ONPOINT_TEST_GENERATORS=require` makes that a failure.
 */
async function prepare(context: TestContext, program: string, ...words: string[]): Promise<void> {
  try {
    await run(program, words, { cwd: folder, timeout: 240_000 });
  } catch (error) {
    if (process.env["ONPOINT_TEST_GENERATORS"] === "require") throw error;
    process.stderr.write(`skipped: ${program} ${words.join(" ")} did not work here\n`);
    context.skip();
  }
}

/** Clients generated from the document have a type for every body, sent and answered. */
describe("generated clients", () => {
  test("openapi-python-client types no body and no member as Any", { timeout: 600_000 }, async (context) => {
    await prepare(context, "python3", "-m", "venv", "venv");
    await prepare(context, join(folder, "venv/bin/pip"), "install", "--quiet", PYTHON);
    const generator = join(folder, "venv/bin/openapi-python-client");
    const { stdout } = await run(
      generator,
      ["generate", "--path", "openapi.json", "--output-path", "py", "--meta", "none"],
      { cwd: folder, env: { ...process.env, PATH: `${join(folder, "venv/bin")}:${process.env["PATH"] ?? ""}` } },
    );
    expect(stdout).not.toMatch(/warning|unable|skipping/iu);
    const calls = await sourcesIn(join(folder, "py/api/default"));
    expect(calls.length).toBe(OPERATIONS.length);
    for (const { name, text } of calls) {
      expect(text, name).toMatch(/response_200 = \w+\.from_dict/u);
      expect(text, name).not.toMatch(/\bbody: .*\bAny\b|cast\(Any/u);
    }
    expect(calls.filter(({ text }) => /\bbody: \w+Request\b/u.test(text)).length).toBe(
      OPERATIONS.filter(({ request }) => request !== null).length,
    );
    const models = await sourcesIn(join(folder, "py/models"));
    expect(models.length).toBeGreaterThan(25);
    const loose = models.flatMap(({ name, text }) =>
      [...text.matchAll(/^ {4}(?!additional_properties)\w+: .*\bAny\b.*$/gmu)].map(([line]) => `${name}: ${line}`),
    );
    expect(loose).toEqual([]);
  });

  test("openapi-typescript types nothing as unknown", { timeout: 600_000 }, async (context) => {
    await writeFile(join(folder, "package.json"), "{}");
    await prepare(context, "npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", ...NODE);
    const cli = join(folder, "node_modules/openapi-typescript/bin/cli.js");
    expect(existsSync(cli)).toBe(true);
    const words = [cli, "openapi.json", "--output", "api.d.ts", "--default-non-nullable=false"];
    await run(process.execPath, words, { cwd: folder });
    const text = await readFile(join(folder, "api.d.ts"), "utf8");
    const types = text
      .replace(/\/\*[\s\S]*?\*\//gu, "")
      .replace(/headers: \{\s*\[name: string\]: unknown;\s*\};/gu, "");
    const loose = [...types.matchAll(/^.*(?<!["\w])(?:unknown|any)(?!["\w]).*$/gmu)].map(([line]) => line.trim());
    expect(loose).toEqual([]);
    expect(types).toMatch(/OpinionsGetRequest: \{\s*opinion_ids\?: string\[\];/u);
    expect(types).toMatch(/include_content\?: boolean;/u);
    expect(types).toMatch(/parts\?: components\["schemas"\]\["ScoreExplanation"\]\[\];/u);
  });
});

async function sourcesIn(path: string): Promise<{ readonly name: string; readonly text: string }[]> {
  const names = (await readdir(path)).filter((name) => name.endsWith(".py") && name !== "__init__.py");
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(path, name), "utf8") })));
}
