import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { silentLogger } from "#base/log.ts";
import { tellSystemd } from "./systemd.ts";

/** A `systemd-notify` that writes down what it is told, first on the path. */
async function notified(): Promise<() => Promise<string[]>> {
  const dir = await mkdtemp(join(tmpdir(), "onpoint-notify-"));
  onTestFinished(async () => rm(dir, { recursive: true }));
  const told = join(dir, "told");
  await writeFile(told, "");
  await writeFile(join(dir, "systemd-notify"), `#!/bin/sh\necho "$@" >> "${told}"\n`);
  await chmod(join(dir, "systemd-notify"), 0o755);
  vi.stubEnv("PATH", `${dir}${delimiter}${process.env["PATH"]}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return async () => (await readFile(told, "utf8")).split("\n").filter((line) => line !== "");
}

test("systemd is told again and again while it wants to know, and not after the end", async () => {
  const told = await notified();
  const end = tellSystemd({ NOTIFY_SOCKET: "/run/here", WATCHDOG_USEC: "60000" }, silentLogger);
  await expect.poll(async () => (await told()).length).toBeGreaterThan(3);
  end();
  expect(new Set(await told())).toEqual(new Set(["WATCHDOG=1"]));
});

test.each([
  ["there is no systemd", {}],
  ["it does not watch", { NOTIFY_SOCKET: "/run/here" }],
  ["it watches another process", { NOTIFY_SOCKET: "/run/here", WATCHDOG_USEC: "1000", WATCHDOG_PID: "1" }],
])("nothing is told where %s", async (_name, environment) => {
  const told = await notified();
  tellSystemd(environment, silentLogger)();
  await new Promise((resolve) => {
    setTimeout(resolve, 200);
  });
  expect(await told()).toEqual([]);
});
