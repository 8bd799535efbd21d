import { cp } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { afterServers, onpoint, onpointJson, serveIn, temporaryDirectory } from "#test/e2e/program.ts";
import { limitedGroup } from "#test/memory/limited-group.ts";
import type { LimitedGroup } from "#test/memory/limited-group.ts";
import { MIXED_LOAD } from "#test/memory/mixed-load.ts";
import { lacksSharedData, SHARED_DATA } from "./shared-data.ts";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const MIB = 1024 * 1024;
/** What the container gives. */
const LIMIT_MB = 512;
/** A data directory with real decisions, and vectors if it has them; it is copied. Without one, decisions are imported. */
const held = process.env["ONPOINT_TEST_REAL_STORE"];
const isLacking = held === undefined && lacksSharedData();
const group = isLacking || process.platform !== "linux" ? undefined : limitedGroup(LIMIT_MB * MIB);
if (group !== undefined) afterServers(async () => group.remove());
else if (!isLacking) process.stderr.write("skipped: no control group can be made here\n");

test.skipIf(group === undefined)(`real decisions are searched in a container of ${LIMIT_MB} MB`, async () => {
  const dataDir = join(await temporaryDirectory(), "data");
  const settings = {
    ONPOINT_DATA_DIR: dataDir,
    ONPOINT_SAMPLE: "no",
    ONPOINT_EMBEDDING_TRAINING: "no",
    ONPOINT_RATE_LIMIT_BURST: "100000",
  };
  if (held === undefined) {
    const { code, stderr } = await onpoint(settings, ["import", "cap", join(SHARED_DATA, "cap.tar.gz")]);
    expect([code, code === 0 ? "" : stderr]).toEqual([0, ""]);
  } else await cp(held, dataDir, { recursive: true });
  const { key } = await onpointJson<{ readonly key: string }>(settings, ["keys", "create", "--name", "memory"]);
  const server = await serveIn(group as LimitedGroup, settings);
  for (const ask of Object.values(MIXED_LOAD)) await ask({ origin: server.origin, key });
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
  expect((await server.stop()).code).toBe(0);
});
