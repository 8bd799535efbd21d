import { posix } from "node:path";
import { describe, expect, test } from "vitest";
import { importsOf, runtimeImportsOf, sourceFiles } from "./source-files.ts";
import type { SourceFile } from "./source-files.ts";

/**
 * Who may import whom (ARCHITECTURE.md, "Walls"). A folder may always import itself and `base`.
 * Everything not listed is forbidden.
 */
const ALLOWED: Record<string, readonly string[]> = {
  base: [],
  text: [],
  db: [],
  completeness: [],
  derivations: [],
  courts: ["text"],
  citations: ["courts", "text"],
  cases: ["derivations", "courts", "db", "text"],
  accounts: ["db"],
  oauth: ["accounts", "db"],
  idp: ["oauth", "accounts", "db"],
  opinions: ["derivations", "cases", "citations", "courts", "db", "text"],
  laws: ["citations", "courts", "db", "text"],
  dockets: ["derivations", "cases", "courts", "db", "text"],
  records: ["courts", "db", "text"],
  index: ["derivations", "text"],
  embedding: ["derivations", "text"],
  citator: ["derivations", "opinions", "citations", "courts", "db", "text"],
  search: [
    "derivations",
    "completeness",
    "index",
    "embedding",
    "opinions",
    "laws",
    "dockets",
    "cases",
    "citations",
    "courts",
    "db",
    "text",
  ],
  analysis: ["citations", "text"],
  research: [
    "derivations",
    "completeness",
    "analysis",
    "search",
    "citator",
    "index",
    "embedding",
    "opinions",
    "laws",
    "dockets",
    "records",
    "cases",
    "citations",
    "courts",
    "accounts",
    "db",
    "text",
  ],
  jobs: ["db"],
  projections: [
    "derivations",
    "jobs",
    "completeness",
    "search",
    "citator",
    "index",
    "embedding",
    "opinions",
    "laws",
    "dockets",
    "cases",
    "courts",
    "db",
    "text",
  ],
  importers: ["derivations", "opinions", "laws", "dockets", "cases", "citations", "courts", "db", "sample", "text"],
  briefs: ["web", "research", "text"],
  schema: [
    "importers",
    "jobs",
    "projections",
    "citator",
    "oauth",
    "opinions",
    "laws",
    "dockets",
    "records",
    "cases",
    "accounts",
    "db",
  ],
  sample: [],
  contracts: ["research"],
  mcp: ["contracts", "research", "accounts", "text"],
  web: ["idp", "oauth", "accounts"],
  http: ["web", "idp", "oauth", "mcp", "briefs", "contracts", "research", "accounts", "text"],
  bin: [
    "jobs",
    "derivations",
    "contracts",
    "completeness",
    "web",
    "idp",
    "oauth",
    "mcp",
    "analysis",
    "briefs",
    "schema",
    "http",
    "importers",
    "projections",
    "research",
    "search",
    "citator",
    "index",
    "embedding",
    "accounts",
    "citations",
    "courts",
    "opinions",
    "laws",
    "dockets",
    "records",
    "cases",
    "db",
    "sample",
    "text",
  ],
};

/** The folder a path belongs to, as the table above names it. */
function areaOf(path: string): string | undefined {
  const [first, second] = path.split("/");
  if (first === "src") return second;
  return first !== undefined && first in ALLOWED ? first : undefined;
}

function targetOf(file: SourceFile, specifier: string): string | undefined {
  if (specifier.startsWith("#")) {
    const path = specifier.slice(1);
    return /^(contracts|test|sample)\//u.test(path) ? path : `src/${path}`;
  }
  if (specifier.startsWith(".")) return posix.normalize(posix.join(posix.dirname(file.path), specifier));
  return undefined;
}

const isOfResearch = (specifier: string): boolean => specifier.startsWith("#research/");

const files = sourceFiles(/^(bin|contracts|src|sample)\/.*\.ts$/u);
const production = files.filter((file) => !file.path.endsWith(".test.ts"));

describe("import walls", () => {
  test("there was something to read", () => {
    expect(production.length).toBeGreaterThan(40);
    const imports = production.flatMap((file) =>
      importsOf(file).filter((specifier) => targetOf(file, specifier) !== undefined),
    );
    expect(imports.length).toBeGreaterThan(100);
  });

  test("the reader of imports sees every form", () => {
    const text =
      'import a from "#db/a.ts";\nimport {\n  b,\n} from "./b.ts";\nexport { c } from "./c.ts";\nimport "./d.ts";\nawait import("./e.ts");\nnew Worker(new URL("./f.ts", import.meta.url));';
    expect(importsOf({ path: "x.ts", text })).toEqual(["#db/a.ts", "./b.ts", "./c.ts", "./d.ts", "./e.ts", "./f.ts"]);
  });

  test("imports go one way", () => {
    const breaches = production.flatMap((file) => {
      const area = areaOf(file.path);
      if (area === undefined) return [`${file.path}: belongs to no folder of the design`];
      return importsOf(file).flatMap((specifier) => {
        const target = targetOf(file, specifier);
        const wanted = target === undefined ? undefined : areaOf(target);
        if (wanted === undefined || wanted === area || wanted === "base") return [];
        return ALLOWED[area]?.includes(wanted) === true ? [] : [`${file.path} imports ${specifier}`];
      });
    });
    expect(breaches).toEqual([]);
  });

  test("a contract version imports no other version", () => {
    const breaches = production.flatMap((file) => {
      const version = /^contracts\/([^/]+)\//u.exec(file.path)?.[1];
      if (version === undefined) return [];
      return importsOf(file).filter((specifier) => {
        const other = /^contracts\/([^/]+)\//u.exec(targetOf(file, specifier) ?? "")?.[1];
        // What versions word alike stands beside them, and knows none of them.
        return other !== undefined && other !== version && other !== "tools";
      });
    });
    expect(breaches).toEqual([]);
  });

  test("a contract takes types of the research layer and nothing that runs", () => {
    const contracts = production.filter((file) => file.path.startsWith("contracts/"));
    const taking = contracts.filter((file) => importsOf(file).some(isOfResearch));
    expect(taking.length).toBeGreaterThan(3);
    const breaches = contracts.filter((file) => runtimeImportsOf(file).some(isOfResearch));
    expect(breaches.map((file) => file.path)).toEqual([]);
    const text = 'import type {\n  A,\n} from "#research/a.ts";\nimport { b } from "#research/b.ts";';
    expect(runtimeImportsOf({ path: "x.ts", text })).toEqual(["#research/b.ts"]);
  });

  test("of what is in bin only the folder that starts the server knows HTTP; its settings are listed with the others", () => {
    const knowing = production.filter((file) => {
      const ofHttp = importsOf(file).filter((name) => name.startsWith("#http/"));
      const isList = file.path === "bin/settings.ts" && ofHttp.join(" ") === "#http/settings.ts";
      return file.path.startsWith("bin/") && ofHttp.length > 0 && !isList;
    });
    const paths = knowing.map((file) => file.path);
    expect(paths.filter((path) => !path.startsWith("bin/serving/"))).toEqual([]);
    expect(paths.length).toBeGreaterThan(1);
  });

  test("the frame of imports knows no kind of record", () => {
    const frame = production.filter(({ path }) => path.startsWith("src/importers/frame/"));
    expect(frame.length).toBeGreaterThan(6);
    const breaches = frame.flatMap((file) =>
      importsOf(file)
        .map((specifier) => targetOf(file, specifier) ?? "src/base/")
        .filter((target) => !/^src\/(?:base|db|importers\/frame)\//u.test(target))
        .map((target) => `${file.path} imports ${target}`),
    );
    expect(breaches).toEqual([]);
  });

  test("across folders by name, within one by ./ and one .. at most", () => {
    const breaches = files.flatMap((file) =>
      importsOf(file)
        .filter((specifier) => specifier.startsWith("../../"))
        .map((specifier) => `${file.path} imports ${specifier}`),
    );
    expect(breaches).toEqual([]);
  });
});
