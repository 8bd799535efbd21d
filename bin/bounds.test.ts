import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const PROGRAM = join(import.meta.dirname, "onpoint.mjs");
const STRIPPED = `--import=${pathToFileURL(join(import.meta.dirname, "stripped.mjs")).href}`;
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

/** Whether V8 would let a heap of this machine grow beyond what a server's may. */
async function isLarge(): Promise<boolean> {
  const { stdout } = await promisify(execFile)(process.execPath, ["-p", "v8.getHeapStatistics().heap_size_limit"]);
  return Number(stdout) > 1536 * 2 ** 20;
}

test.skipIf(process.platform === "win32")(
  "a server and an import start once more with bounded heaps, other commands do not",
  async () => {
    expect(await startsOf("serve")).toEqual([
      [[], null],
      [["--max-semi-space-size=4", ...((await isLarge()) ? ["--max-old-space-size=1536"] : []), STRIPPED], "2"],
    ]);
    expect(await startsOf("import")).toEqual([
      [[], null],
      [["--max-old-space-size=768", "--max-semi-space-size=8"], "1"],
    ]);
    expect(await startsOf("doctor")).toEqual([[[], null]]);
    expect(await startsOf("toString")).toHaveLength(1);
  },
);

/** Of a thread that is started when the command is done: what its young generation has grown to, with a limit of 3 MB and its own. */
const THREAD_TELLS = `data:text/javascript,${encodeURIComponent(`
  import { isMainThread, Worker } from "node:worker_threads";
  const work = () => {
    const kept = [];
    for (let at = 0; at < 3e6; at++) kept[at % 20000] = { at, of: [at] };
    const spaces = process.getBuiltinModule("node:v8").getHeapSpaceStatistics();
    console.error(spaces.find((space) => space.space_name === "new_space").space_size / 2 ** 20);
  };
  if (isMainThread) process.once("beforeExit", () => {
    new Worker("(" + work + ")()", { eval: true, resourceLimits: { maxYoungGenerationSizeMb: 3 } });
  });
`)}`;

test.skipIf(process.platform === "win32")(
  "the threads of a server and of an import have limits of their own",
  async () => {
    for (const command of ["serve", "import"]) {
      const env = { ...process.env, NODE_OPTIONS: `--import=${THREAD_TELLS}`, MALLOC_ARENA_MAX: undefined };
      const { stderr } = await promisify(execFile)(process.execPath, [PROGRAM, command, "--help"], { env });
      expect(Number(stderr.trim())).toBe(2);
    }
  },
);

test("what an operator has set of the heaps stands", async () => {
  expect(await startsOf("serve", "--max-semi-space-size=32")).toHaveLength(1);
});

/** Of a thread that is started when the command is done: by what it, and the process, keep what they have compiled, and what a file of the program does there. */
const THREAD_READS = `data:text/javascript,${encodeURIComponent(`
  import { getCompileCacheDir } from "node:module";
  import { isMainThread, Worker } from "node:worker_threads";
  if (isMainThread) process.once("beforeExit", () => {
    console.error(JSON.stringify(getCompileCacheDir() ?? null));
    new Worker("import(" + JSON.stringify(process.env.READ) + ").then(async ({ messageOf }) => {" +
      "console.error(JSON.stringify((await import('node:module')).getCompileCacheDir() ?? null), messageOf(new Error('read')))" +
      "})", { eval: true });
  });
`)}`;

test.skipIf(process.platform === "win32")(
  "neither a server nor its threads hold on to what Node compiled, and both read the program's files",
  async () => {
    const READ = pathToFileURL(join(import.meta.dirname, "../src/base/errors.ts")).href;
    const env = { ...process.env, NODE_OPTIONS: `--import=${THREAD_READS}`, READ };
    const { stderr } = await promisify(execFile)(process.execPath, [PROGRAM, "serve", "--help"], { env });
    expect(stderr.trim().split("\n")).toEqual(["null", "null read"]);
  },
);

test("a kept file that a stop of the machine has left without its end is made again", async () => {
  const cache = new URL("../node_modules/.cache/onpoint/", import.meta.url);
  const text = `export const kept: string = "${process.pid}";\n`;
  const source = join(await mkdtemp(join(tmpdir(), "onpoint-stripped-")), "kept.ts");
  await writeFile(source, text);
  const kept = new URL(`stripped-${process.version}/${hash("sha256", text)}.js`, cache);
  const read = async (): Promise<string> => {
    const code = `console.log((await import(${JSON.stringify(pathToFileURL(source).href)})).kept)`;
    const { stdout } = await promisify(execFile)(process.execPath, [STRIPPED, "--input-type=module", "-e", code]);
    return stdout.trim();
  };
  expect(await read()).toBe(String(process.pid));
  for (const harmed of ["", "export const"]) {
    await writeFile(kept, harmed);
    expect(await read()).toBe(String(process.pid));
    expect(await readFile(kept, "utf8")).toContain(String(process.pid));
  }
  await Promise.all([rm(kept), rm(dirname(source), { recursive: true })]);
});
