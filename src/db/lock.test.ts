import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockDataDirectory } from "./lock.ts";

let dataDir = "";
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "onpoint-test-"));
});
afterEach(async () => rm(dataDir, { recursive: true }));

const MODULE = fileURLToPath(new URL("lock.ts", import.meta.url));
const HOLDER = `
  const { lockDataDirectory } = await import(process.argv[1]);
  lockDataDirectory(process.argv[2], "server");
  gc();
  process.stdout.write("held");
  setInterval(() => undefined, 1000);
`;

test("a second server is refused and told which process holds the directory", () => {
  const lock = lockDataDirectory(dataDir, "server");
  expect(() => lockDataDirectory(dataDir, "server")).toThrow(
    expect.objectContaining({
      code: "data_directory_in_use",
      message: expect.stringContaining(`process ${process.pid}`),
    }),
  );
  lock.release();
  lock.release();
  lockDataDirectory(dataDir, "server").release();
});

test("a lock whose holder cannot be noted is not held", async () => {
  await mkdir(join(dataDir, "index.pid"));
  expect(() => lockDataDirectory(dataDir, "index")).toThrow("EISDIR");
  await rm(join(dataDir, "index.pid"), { recursive: true });
  lockDataDirectory(dataDir, "index").release();
});

test("an import runs beside a server, two imports do not", () => {
  const server = lockDataDirectory(dataDir, "server");
  const running = lockDataDirectory(dataDir, "import");
  expect(() => lockDataDirectory(dataDir, "import")).toThrow(/another import/u);
  running.release();
  server.release();
});

test("a lock held by another process stands while it lives and is gone when it is killed", async () => {
  const child = spawn(process.execPath, ["--expose-gc", "--input-type=module", "-e", HOLDER, MODULE, dataDir]);
  await once(child.stdout, "data");
  expect(() => lockDataDirectory(dataDir, "server")).toThrow(
    expect.objectContaining({ message: expect.stringContaining(`process ${child.pid}`) }),
  );
  child.kill("SIGKILL");
  await once(child, "exit");
  lockDataDirectory(dataDir, "server").release();
});
