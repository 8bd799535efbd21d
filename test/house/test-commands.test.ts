import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { sourceFiles } from "./source-files.ts";

const { scripts } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

test("the command for PostgreSQL runs every file that has tests of it", () => {
  const places = (scripts["test:postgres"] ?? "").split(" ").filter((word) => /^(?:bin|src|test)\//u.test(word));
  const files = sourceFiles(/\.test\.ts$/u).filter(({ text }) => /\bdescribe(?:EachDatabase|Postgres)\(/u.test(text));
  expect(files.length).toBeGreaterThan(15);
  const missed = files.map(({ path }) => path).filter((path) => !places.some((place) => path.startsWith(place)));
  expect(missed).toEqual([]);
});

test("the build machine runs every command of tests but the long one", () => {
  const run = readFileSync(new URL("../../.ci/run", import.meta.url), "utf8");
  const commands = Object.keys(scripts).filter((name) => name.startsWith("test:"));
  const byHand = new Set(["test:long", "test:index"]);
  expect(commands.filter((name) => !byHand.has(name) && !run.includes(`npm run ${name}`))).toEqual([]);
  expect(commands.length).toBeGreaterThan(4);
});

test("the build machine runs all that the gate runs", () => {
  const run = readFileSync(new URL("../../.ci/run", import.meta.url), "utf8");
  expect(scripts["check"]).toBe("npm run --silent check:static && vitest run --project fast");
  expect(run).toMatch(/^part .* npm run check:static$/mu);
  expect(run).toMatch(/^part .* npm test$/mu);
  expect(scripts["test"]).toMatch(/^vitest run --project fast /u);
});

test("every place that the test projects name has tests", async () => {
  const { default: config } = await import("../../vitest.config.ts");
  const projects = (config.test?.projects ?? []) as readonly {
    readonly test: { readonly name: string; readonly include: readonly string[] };
  }[];
  expect(projects.map(({ test: { name } }) => name)).toEqual(["fast", "slow", "browser", "kills", "real", "drills"]);
  for (const pattern of projects.flatMap(({ test: { include } }) => include)) {
    expect(globSync(pattern, { cwd: new URL("../..", import.meta.url) }), pattern).not.toEqual([]);
  }
});
