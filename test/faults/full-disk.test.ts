import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { onpoint, temporaryDirectory, until } from "../e2e/program.ts";

const ENTRY = resolve(import.meta.dirname, "../../bin/onpoint.mjs");
/** A disk of its own needs a namespace of mounts, which not every machine lets a user have. */
const IN_OWN_MOUNTS = ["--user", "--map-root-user", "--mount", "--"] as const;
const WAIT_MS_MAX = 120_000;

function canMount(): boolean {
  try {
    const mount = ["sh", "-c", "mount -t tmpfs none /mnt"];
    execFileSync("unshare", [...IN_OWN_MOUNTS, ...mount], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Copies the data `$1` to a new disk at `$2`, fills it but for `$3` KB until the file `$4` appears, and starts `$5 $6 serve`. */
const ON_A_FULL_DISK = `
mount -t tmpfs -o size=24m none "$2" && cp -r "$1" "$2/data" || exit 9
free=$(df -k --output=avail "$2" | tail -1)
head -c $(( (free - $3) * 1024 )) /dev/zero > "$2/balloon"
( while [ ! -e "$4" ]; do sleep 0.1; done; rm "$2/balloon" ) < /dev/null > /dev/null 2>&1 &
exec "$5" "$6" serve`;

/** Copies the data `$1` to a new disk at `$2`, fills it but for `$3` KB, or forbids to write to it, and runs `onpoint` with what follows. */
const COMMAND_ON_A_BAD_DISK = `
mount -t tmpfs -o size=24m none "$2" && cp -r "$1" "$2/data" || exit 90
if [ "$3" = read-only ]; then mount -o remount,ro "$2" || exit 91; else
  free=$(df -k --output=avail "$2" | tail -1)
  head -c $(( (free - $3) * 1024 )) /dev/zero > "$2/balloon"
fi
shift 3; exec timeout 120 "$@"`;

type Ended = { readonly code: number | null; readonly said: string };

async function onBadDisk(data: string, disk: string, state: string, command: readonly string[]): Promise<Ended> {
  mkdirSync(disk);
  const given = ["sh", "-c", COMMAND_ON_A_BAD_DISK, "sh", data, disk, state, process.execPath, ENTRY, ...command];
  const env = { PATH: process.env["PATH"], ONPOINT_DATA_DIR: join(disk, "data"), ONPOINT_PORT: "0" };
  const child = spawn("unshare", [...IN_OWN_MOUNTS, ...given], { env });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, said };
}

const STACK = /\n\s+at .*\(?(?:file|node):/u;

/** A decision of words that no other has. */
function decision(number: number): string {
  const words = Array.from({ length: 600 }, (_, at) =>
    at % 10 === 0 ? "the" : `w${((number * 7919 + at * at * 31) % 50_000).toString(36)}`,
  );
  return JSON.stringify({
    id: String(number),
    case_name: `Alder${number} v. Birch${number}`,
    court: "ca9",
    date_filed: "2019-05-06",
    opinions: [{ type: "lead", text: words.join(" ") }],
  });
}

describe.skipIf(!canMount())("a full disk", () => {
  let root: string;
  beforeAll(async () => {
    root = await temporaryDirectory();
    const settings = { ONPOINT_DATA_DIR: join(root, "data") };
    writeFileSync(join(root, "own.jsonl"), Array.from({ length: 300 }, (_, at) => decision(at)).join("\n"));
    const { code, stderr } = await onpoint(settings, ["import", "jsonl", join(root, "own.jsonl"), "--no-index"]);
    expect(code, stderr).toBe(0);
  });

  test.each([
    [["index", "rebuild"], "400", 5, "no room left for the search index"],
    [["serve"], "read-only", 2, "cannot be"],
  ] as const)("onpoint %j ends and says why", { timeout: 2 * WAIT_MS_MAX }, async (command, state, status, words) => {
    const ended = await onBadDisk(join(root, "data"), join(root, `disk of ${command.join(" ")}`), state, command);
    expect(ended.said).toContain(words);
    expect(ended.said).not.toMatch(STACK);
    expect(ended.code, ended.said).toBe(status);
  });

  test("onpoint embed train ends and says why", { timeout: 3 * WAIT_MS_MAX }, async () => {
    const settings = { ONPOINT_DATA_DIR: join(root, "enough to train") };
    writeFileSync(join(root, "more.jsonl"), Array.from({ length: 700 }, (_, at) => decision(at)).join("\n"));
    const { code, stderr } = await onpoint(settings, ["import", "jsonl", join(root, "more.jsonl"), "--no-index"]);
    expect(code, stderr).toBe(0);
    const ended = await onBadDisk(settings.ONPOINT_DATA_DIR, join(root, "disk to train on"), "64", ["embed", "train"]);
    expect(ended.said).toContain("no space is left");
    expect(ended.said).not.toMatch(STACK);
    expect(ended.code, ended.said).toBe(5);
  });

  test.each([
    ["records", 130, "no space is left where the records are kept"],
    ["search index", 700, "there is no room left for the search index"],
  ])("of the %s is told by /readyz until there is room", { timeout: 3 * WAIT_MS_MAX }, async (what, free_kb, words) => {
    const disk = join(root, `disk of the ${what}`);
    const room = join(root, `room for the ${what}`);
    mkdirSync(disk);
    const given = [join(root, "data"), disk, String(free_kb), room, process.execPath, ENTRY];
    const child = spawn("unshare", [...IN_OWN_MOUNTS, "sh", "-c", ON_A_FULL_DISK, "sh", ...given], {
      env: {
        PATH: process.env["PATH"],
        ONPOINT_DATA_DIR: join(disk, "data"),
        ONPOINT_PORT: "0",
        ONPOINT_LOG_LEVEL: "silent",
      },
    });
    const exited = once(child, "exit");
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (said += text));
    try {
      const origin = await until(() => {
        if (child.exitCode !== null) throw new Error(said);
        return /listens on (?<origin>http:\S+)/u.exec(said)?.groups?.["origin"];
      }, WAIT_MS_MAX);
      const readiness = async (): Promise<{ readonly status: number; readonly text: string }> => {
        const response = await fetch(`${origin}/readyz`);
        return { status: response.status, text: await response.text() };
      };
      // Until the follower meets the full disk, a server whose index is behind its records is not ready for that reason alone.
      await until(async () => {
        const { status, text } = await readiness();
        return status === 503 && text.includes(words) ? true : undefined;
      }, WAIT_MS_MAX);
      expect((await fetch(`${origin}/healthz`)).status).toBe(200);
      writeFileSync(room, "");
      await until(async () => {
        const { status, text } = await readiness();
        return status === 200 && text.includes("300 documents") ? true : undefined;
      }, WAIT_MS_MAX);
    } finally {
      writeFileSync(room, "");
      child.kill("SIGKILL");
      await exited;
    }
  });
});
