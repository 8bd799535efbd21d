import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Ended, Line } from "./mistakes/lines-child.ts";
import { madeByNewer, makeWorld } from "./mistakes/world.ts";
import { temporaryDirectory } from "./program.ts";

/** What is set or where it happens, the command without its `onpoint`, how it ends, and what it must say. */
type Mistake = {
  readonly given: string;
  readonly command: string;
  readonly status: number;
  readonly says: readonly string[];
};

const HERE = resolve(import.meta.dirname, "mistakes");
const SECRET = "secretword";

const MISTAKES: readonly Mistake[] = readFileSync(join(HERE, "mistakes.tsv"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [given = "", command = "", status = "", ...says] = line.split("\t");
    return { given, command, status: Number(status), says };
  });

/** One process runs all lines, in turn: to start one for each would take minutes. */
let ask: (line: Line) => Promise<Ended>;
const undo: (() => void)[] = [];

beforeAll(async () => {
  const root = await temporaryDirectory();
  undo.push(makeWorld(root).leave);
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("ONPOINT_"));
  const child = spawn(resolve(HERE, "../../../node_modules/.bin/node"), [join(HERE, "lines-child.ts")], {
    cwd: root,
    env: { ...Object.fromEntries(inherited), NO_COLOR: "1", ONPOINT_DATA_DIR: "data" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  undo.push(() => child.kill("SIGKILL"));
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  ask = async (line) => {
    child.stdin.write(`${JSON.stringify(line)}\n`);
    const answer = await answers.next();
    if (answer.done === true) throw new Error(`the program ended at: onpoint ${line.words.join(" ")}`);
    return JSON.parse(answer.value) as Ended;
  };
  const newer = await ask({ words: ["db", "migrate"], settings: { ONPOINT_DATA_DIR: "newer" } });
  expect(newer.status, newer.said).toBe(0);
  madeByNewer(join(root, "newer"));
});
afterAll(() => undo.forEach((one) => one()));

function settingsOf(given: string): Record<string, string> {
  const set = given.split(" ").filter((one) => one !== "");
  return Object.fromEntries(
    set.map((one) => {
      const [name = "", ...value] = one.split("=");
      return [`ONPOINT_${name}`, value.join("=")];
    }),
  );
}

describe("mistakes at the terminal", () => {
  test("there are a hundred and fifty of them or more, none twice", () => {
    expect(MISTAKES.length).toBeGreaterThanOrEqual(150);
    expect(new Set(MISTAKES.map(({ given, command }) => `${given}\t${command}`)).size).toBe(MISTAKES.length);
  });

  test.each(MISTAKES.map((mistake) => [`${mistake.given} onpoint ${mistake.command}`.trim(), mistake] as const))(
    "%s",
    async (_, { given, command, status, says }) => {
      const ended = await ask({ words: command.split(" "), settings: settingsOf(given) });
      expect(says.length, "a row says what it wants to read").toBeGreaterThan(0);
      for (const words of says) expect(ended.said).toContain(words);
      expect(ended.status, ended.said).toBe(status);
      expect(ended.said).not.toMatch(/unexpected failure|\n +at .+:\d+/u);
      expect(ended.said).not.toContain(SECRET);
    },
  );
});
