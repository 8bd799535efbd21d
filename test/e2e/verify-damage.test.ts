import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { onpoint, serve, temporaryDirectory, until } from "./program.ts";
import type { Environment } from "./program.ts";

// Each test starts several processes, slowly on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

/** Decisions with vectors by a model that was trained of them. */
let original: string;
const MADE_MS_MAX = 240_000;
/** Enough to train on. */
const DECISIONS = 600;

function decision(number: number): string {
  const words = Array.from({ length: 600 }, (_, at) =>
    at % 10 === 0 ? "the" : `w${((number * 7919 + at * at * 31) % 5_000).toString(36)}`,
  );
  const opinions = [{ type: "lead", text: `${words.join(" ")}.` }];
  return JSON.stringify({
    id: String(number),
    case_name: `Alder${number} v. Birch${number}`,
    court: "ca9",
    date_filed: "2019-05-06",
    opinions,
  });
}

beforeAll(async () => {
  original = join(await temporaryDirectory(), "data");
  const settings = { ONPOINT_DATA_DIR: original, ONPOINT_PORT: "0" };
  const file = join(await temporaryDirectory(), "own.jsonl");
  await writeFile(file, Array.from({ length: DECISIONS }, (_, at) => decision(at)).join("\n"));
  for (const command of [
    ["import", "jsonl", file],
    ["embed", "train"],
  ]) {
    const { code, stderr } = await onpoint(settings, command);
    expect(code, stderr).toBe(0);
  }
  const server = await serve(settings);
  const whole = async (): Promise<true | undefined> =>
    (await onpoint(settings, ["index", "verify"])).stdout.match(
      /The index of vectors of opinions \(\S+\) is whole and holds/u,
    )
      ? true
      : undefined;
  await until(whole, MADE_MS_MAX);
  await server.stop();
}, 2 * MADE_MS_MAX);

async function copied(): Promise<Environment> {
  const data = join(await temporaryDirectory(), "data");
  await cp(original, data, { recursive: true });
  return { ONPOINT_DATA_DIR: data, ONPOINT_PORT: "0" };
}

async function verified(settings: Environment): Promise<readonly [code: number | null, stdout: string]> {
  const { code, stdout } = await onpoint(settings, ["index", "verify"]);
  return [code, stdout];
}

/** Files of the data directory, deep within too, whose path is so. */
async function files(settings: Environment, path: RegExp): Promise<string[]> {
  const root = settings["ONPOINT_DATA_DIR"] ?? "";
  const all = await readdir(root, { recursive: true, withFileTypes: true });
  const found = all
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => path.test(file));
  expect(found.length).toBeGreaterThan(0);
  return found;
}

async function flipInTheMiddle(file: string): Promise<void> {
  const bytes = await readFile(file);
  bytes[bytes.length >> 1]! ^= 1;
  await writeFile(file, bytes);
}

test("a whole directory is told to be whole", async () => {
  const [code, stdout] = await verified(await copied());
  expect(stdout).not.toMatch(/damaged:|is not/u);
  expect(code).toBe(0);
});

test("a damaged model is told, with what makes a new one, and no path of this machine", async () => {
  const settings = await copied();
  const [model = ""] = await files(settings, /\/embedding\/.*model/u);
  await flipInTheMiddle(model);
  const [code, stdout] = await verified(settings);
  expect(stdout).toMatch(/^damaged: .*; `onpoint embed train` makes a new one, and all vectors after it\.$/mu);
  expect(stdout).not.toContain(settings["ONPOINT_DATA_DIR"]);
  expect(code).toBe(4);
});

test.each([
  ["index.stamp", "The index is not known to be of these records as they are now"],
  [/vectors-[^/]*(?<!filings)\.stamp$/u, "was made of other records, or of an earlier state of these"],
])("a harmed stamp is told: %s", async (name, words) => {
  for (const harm of ["[1", "[12345]"]) {
    const settings = await copied();
    const path = typeof name === "string" ? new RegExp(`/${name.replace(".", "\\.")}$`, "u") : name;
    for (const stamp of await files(settings, path)) await writeFile(stamp, harm);
    const [code, stdout] = await verified(settings);
    expect(stdout, harm).toContain(words);
    expect(code, harm).toBe(4);
  }
});
