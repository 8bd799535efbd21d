import { execFile, spawnSync } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { ROOT, commandsOf, examplesOf, findsFaults, writeInputs } from "./documents.ts";
import { serve, temporaryDirectory } from "./program.ts";

// One shell runs a dozen programs, slowly on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const PAGES = ["README.md", "docs/start/first-hour.md", "docs/operating/backup.md"];
const MARK = "== command ";

/** Commands that set up what the script stands on: the server runs already, and its key is put in place of the dots. */
const STANDS = new Set(["npm ci --omit=dev && npm start"]);

const lacksShell = ["sh", "curl"].some((program) => spawnSync(program, ["-c", "exit 0"]).error !== undefined);
if (lacksShell) process.stderr.write("skipped: the script of the documents needs sh and curl\n");

/**
 * What a reader types who follows the pages from the first to the last, in one shell that keeps what was exported.
 * Only what differs from machine to machine is put in: the port, the key, and the folders of backups.
 */
test.skipIf(lacksShell)("the commands of the documents run in their order as one script", async () => {
  const folder = await temporaryDirectory();
  const dataDir = join(folder, "data");
  const server = await serve({ ONPOINT_DATA_DIR: dataDir });
  const key = /op_live_\w+/u.exec(server.said.stdout)?.[0] ?? "";
  const own = (await examplesOf("docs/operating/import-jsonl.md")).find(({ kind }) => kind === "json");
  await writeInputs(folder, own?.text ?? "");
  await writePrograms(join(folder, "bin"));

  const shown = (await Promise.all(PAGES.map(examplesOf))).flat().filter(({ kind }) => kind === "sh");
  const commands = shown.flatMap(({ text }) => commandsOf(text)).filter((command) => !STANDS.has(command));
  expect(commands.length).toBeGreaterThanOrEqual(12);
  const typed = [`export ONPOINT_KEY=${key}`, ...commands].map((command) =>
    command
      .replaceAll("http://127.0.0.1:8080", server.origin)
      .replaceAll("op_live_…", key)
      .replaceAll("/backups/", `${folder}/backups/`)
      .replaceAll("/srv/onpoint", `${folder}/restored`),
  );
  await mkdir(join(folder, "backups"));
  await writeFile(
    join(folder, "script.sh"),
    [
      "set -eu",
      ...typed.flatMap((command, at) => [
        `echo '${MARK}${at}'`,
        findsFaults(command) ? `{ ${command}; } || [ $? -eq 1 ]` : command,
        "echo",
      ]),
      "",
    ].join("\n"),
  );
  const { stdout } = await promisify(execFile)("sh", ["script.sh"], {
    cwd: folder,
    env: {
      PATH: `${join(folder, "bin")}:${process.env["PATH"] ?? ""}`,
      HOME: folder,
      ONPOINT_DATA_DIR: dataDir,
      ONPOINT_PORT: new URL(server.origin).port,
      NO_COLOR: "1",
    },
    maxBuffer: 64 * 1024 * 1024,
  });

  const said = stdout.split(new RegExp(`^${MARK}\\d+$`, "mu")).slice(1);
  expect(said.length).toBe(typed.length);
  const answers = typed.flatMap((command, at) =>
    command.startsWith("curl ") ? [[command, said[at] ?? ""] as const] : [],
  );
  expect(answers.length).toBeGreaterThanOrEqual(3);
  for (const [command, text] of answers) expect(JSON.parse(text), command).not.toHaveProperty("code");
});

/** `onpoint` and `npx onpoint` as an installation has them. */
async function writePrograms(folder: string): Promise<void> {
  const run = `exec '${join(ROOT, "node_modules/.bin/node")}' '${join(ROOT, "bin/onpoint.mjs")}' "$@"`;
  await mkdir(folder);
  await writeFile(join(folder, "onpoint"), `#!/bin/sh\n${run}\n`);
  await writeFile(join(folder, "npx"), `#!/bin/sh\n[ "$1" = onpoint ] || exit 64\nshift\n${run}\n`);
  for (const name of ["onpoint", "npx"]) await chmod(join(folder, name), 0o755);
}
