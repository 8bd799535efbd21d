import { describe, expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";
import type { SourceFile } from "./source-files.ts";

/**
 * Where a server keeps its files is nothing that callers are told: messages of errors reach them, in problems, in warnings
 * and at `/readyz`. What only commands run may name a path whole; it is the one that its user gave.
 */
const COMMANDS_ONLY = /^src\/(?:importers|db\/backup|base\/config|records\/credentials)\//u;
const answering = sourceFiles(/^(?:src|bin\/serving)\/.*\.ts$/u).filter(
  ({ path }) => !/\.(?:test|fixture)\.ts$/u.test(path) && !COMMANDS_ONLY.test(path),
);

/** From the name of the class to the end of the template that is the message. */
const MESSAGE = /new (?:Onpoint|Damage)?Error\(\s*(?:"\w+",\s*)?`(?<words>[^`]*)`/gu;
/** What stands for a path in an expression: a name for one that is not cut to its last part, or one that is put together. */
const PATH = /\$\{(?:(?:this\.#?)?\w*(?:[pP]ath|[dD]ir|[dD]irectory)|join\([^}]*|\w+\.dir|\w+\.path)\}/u;

function toldPaths({ path, text }: SourceFile): string[] {
  return [...text.matchAll(MESSAGE)]
    .map(({ groups }) => groups?.["words"] ?? "")
    .filter((words) => PATH.test(words))
    .map((words) => `${path}: ${words}`);
}

/** Not files. */
const OTHER: ReadonlySet<string> = new Set(["src/accounts/plans/plans.ts"]);

describe("no message tells where the server's files are", () => {
  test("there was something to read", () => {
    const messages = answering.flatMap(({ text }) => [...text.matchAll(MESSAGE)]);
    expect(messages.length).toBeGreaterThan(100);
  });

  test("none does", () => {
    expect(answering.filter(({ path }) => !OTHER.has(path)).flatMap(toldPaths)).toEqual([]);
  });

  test.each([
    'throw new OnpointError("corrupt", `the vectors\' model ${path} is damaged`);',
    'throw new OnpointError("corrupt", `${join(this.#dir, CURRENT)} cannot be read`);',
    "throw new Error(`nothing in ${dir}`);",
    'throw new OnpointError(\n  "corrupt",\n  `the file ${modelPath} is none`,\n);',
  ])("a breach is seen: %s", (text) => {
    expect(toldPaths({ path: "src/planted.ts", text })).toHaveLength(1);
  });

  test("the name of a file is no breach", () => {
    expect(
      toldPaths({ path: "src/planted.ts", text: 'new OnpointError("corrupt", `${basename(path)} is damaged`)' }),
    ).toEqual([]);
  });
});
