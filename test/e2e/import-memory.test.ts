import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { temporaryDirectory } from "./program.ts";

vi.setConfig({ testTimeout: 900_000 });

const NODE = resolve(import.meta.dirname, "../../node_modules/.bin/node");
const ENTRY = resolve(import.meta.dirname, "../../bin/onpoint.mjs");
const SECTIONS = 10_000;
const WORDS = 600;
/** Without bounds for heap and allocator it is 420,000 to 440,000, with them 305,000. */
const PEAK_KIB_MAX = 360_000;

/** Words by rank, rarer and rarer, the same in every run. */
function* words(): Generator<string> {
  for (let state = 7; ; state = (state * 48_271) % 2_147_483_647) {
    const rank = Math.floor(20_000 ** (state / 2_147_483_647));
    yield `w${rank.toString(36)}`;
  }
}

async function writeCode(file: string): Promise<void> {
  const drawn = words();
  const text = (): string => Array.from({ length: WORDS }, () => drawn.next().value as string).join(" ");
  const collection = { kind: "collection", id: "heron-code", name: "Heron Code", type: "statute", state: "Ohio" };
  const sections = Array.from({ length: SECTIONS }, (_, number) => ({
    kind: "law",
    collection: "heron-code",
    path: `t${Math.floor(number / 400)}.s${number}`,
    number: String(number),
    citation: `Heron Code § ${number}`,
    effective_date: "2020-01-01",
    html: `<p>${text()}</p>`,
  }));
  await writeFile(file, [collection, ...sections].map((line) => JSON.stringify(line)).join("\n"));
}

/** The most memory that was resident while a command ran, in KiB, and how it ended. */
async function peakOf(settings: Readonly<Record<string, string>>, args: readonly string[]): Promise<[number, number]> {
  const child = spawn(NODE, [ENTRY, ...args], { env: { ...process.env, ...settings }, stdio: "ignore" });
  let peak_kib = 0;
  while (child.exitCode === null && child.signalCode === null) {
    const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
    peak_kib = Math.max(peak_kib, Number(/VmHWM:\s+(\d+)/u.exec(status)?.[1] ?? 0));
    await sleep(20);
  }
  return [child.exitCode ?? -1, peak_kib];
}

test.skipIf(process.platform !== "linux")(
  "an import and the index that follows it stay within their memory",
  async () => {
    const dir = await temporaryDirectory();
    const file = join(dir, "code.jsonl");
    await writeCode(file);
    const settings = { ONPOINT_DATA_DIR: join(dir, "data"), ONPOINT_SAMPLE: "no" };
    const [code, peak_kib] = await peakOf(settings, ["import", "law-jsonl", file]);
    expect(code).toBe(0);
    expect(peak_kib).toBeGreaterThan(100_000);
    expect(peak_kib).toBeLessThan(PEAK_KIB_MAX);
  },
);
