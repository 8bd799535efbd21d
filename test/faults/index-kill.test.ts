import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { expect, test } from "vitest";

import { silentLogger } from "#base/log.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import { OPINIONS } from "#search/opinions.ts";

import { stateAfter, stateOf } from "./index-states.ts";

/** Set higher for a long run. */
const MOMENTS = Number(process.env["ONPOINT_FAULT_MOMENTS"] ?? 8);
const CHILD = new URL("./index-kill-child.ts", import.meta.url).pathname;

/** Runs the child from a step on, kills it some time after its first change, and answers the last step it reported. */
async function runAndKill(dir: string, first: number, after_ms: number): Promise<number> {
  const child = spawn(process.execPath, [CHILD, dir, String(first)], { stdio: ["ignore", "pipe", "inherit"] });
  let reported = "";
  child.stdout.on("data", (chunk: Buffer) => (reported += chunk.toString()));
  await once(child.stdout, "data");
  await sleep(after_ms);
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
  // A line cut short by the kill was never a report.
  const lines = reported.slice(0, reported.lastIndexOf("\n")).split("\n");
  return Number(lines.at(-1) ?? first - 1);
}

test(
  "killed at any moment, the index opens at a whole state that holds everything it confirmed",
  async () => {
    const dir = mkdtempSync(join(tmpdir(), "onpoint-kill-"));
    let steps = 0;
    try {
      for (let moment = 0; moment < MOMENTS; moment++) {
        // Spread over the time of several commits and the merges they set off.
        const confirmed = await runAndKill(dir, steps + 1, (moment * 37) % 300);
        const index = await openEmbeddedIndex({
          schema: OPINIONS,
          dir,
          workers: 1,
          log: silentLogger,
          mergeInBackground: false,
        });
        try {
          const state = await stateOf(index, confirmed + 1);
          const unconfirmed = [...state.values()].includes(confirmed + 1);
          steps = unconfirmed ? confirmed + 1 : confirmed;
          expect(state).toEqual(stateAfter(steps));
          expect((await index.verify()).faults).toEqual([]);
          expect((await index.status()).damaged).toEqual([]);
          expect((await index.status()).documents).toBe(state.size);
        } finally {
          await index.close();
        }
      }
      expect(steps).toBeGreaterThanOrEqual(MOMENTS);
    } finally {
      rmSync(dir, { recursive: true });
    }
  },
  60_000 + MOMENTS * 10_000,
);
