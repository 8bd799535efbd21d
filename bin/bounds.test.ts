import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const PROGRAM = join(import.meta.dirname, "onpoint.mjs");
/** Tells with what flags and which number of arenas each start was made. */
const TELLS = "data:text/javascript,console.error(JSON.stringify([process.execArgv,process.env.MALLOC_ARENA_MAX]))";

async function startsOf(command: string, options = ""): Promise<unknown[]> {
  const env = { ...process.env, NODE_OPTIONS: `--import=${TELLS} ${options}`, MALLOC_ARENA_MAX: undefined };
  const { stderr } = await promisify(execFile)(process.execPath, [PROGRAM, command, "--help"], { env });
  return stderr
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
}

test.skipIf(process.platform === "win32")(
  "a server and an import start once more with bounded heaps, other commands do not",
  async () => {
    expect(await startsOf("serve")).toEqual([
      [[], null],
      [["--max-semi-space-size=4"], "2"],
    ]);
    expect(await startsOf("import")).toEqual([
      [[], null],
      [["--max-old-space-size=768", "--max-semi-space-size=8"], "1"],
    ]);
    expect(await startsOf("doctor")).toEqual([[[], null]]);
    expect(await startsOf("toString")).toHaveLength(1);
  },
);

test("what an operator has set of the heaps stands", async () => {
  expect(await startsOf("serve", "--max-semi-space-size=32")).toHaveLength(1);
});
