import { expect, test } from "vitest";

import { sourceFiles } from "./source-files.ts";

const files = sourceFiles(/^test\/oracle\/.*\.ts$/u);

/** Modules a file needs when it runs: imports of types are gone by then. */
function importedToRun(text: string): string[] {
  const statements = /(?:^|\n)\s*(?:import|export)\s(?!type\s)(?:[^"';]*?\sfrom\s)?"([^"]+)"|import\("([^"]+)"\)/gu;
  return [...text.matchAll(statements)].map((match) => match[1] ?? match[2] ?? "");
}

test("the oracle shares no code with what it judges", () => {
  expect(files.length).toBeGreaterThan(5);
  const breaches = files.flatMap(({ path, text }) =>
    importedToRun(text)
      .filter((module) => module.startsWith("#") && !/^#(?:base|test\/oracle)\//u.test(module))
      .map((module) => `${path} imports ${module}`),
  );
  expect(breaches).toEqual([]);
  expect(files.flatMap(({ text }) => importedToRun(text)).length).toBeGreaterThan(10);
});

test("the reader of imports tells code from types", () => {
  const text =
    'import type { A } from "#a.ts";\nimport { b, type C } from "#b.ts";\nexport type { D } from "#d.ts";\nawait import("#e.ts");\nimport {\n  f,\n} from "#f.ts";';
  expect(importedToRun(text)).toEqual(["#b.ts", "#e.ts", "#f.ts"]);
});
