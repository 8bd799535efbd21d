import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, readdir, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

/** A program of one file, beside what takes its types out. */
async function program(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "onpoint-types-"));
  await mkdir(join(root, "src"));
  await mkdir(join(root, "bin"));
  await writeFile(join(root, "src/one.ts"), "export const one: number = 1;\n");
  for (const file of ["stripped.mjs", "strip-types.mjs"])
    await cp(join(import.meta.dirname, file), join(root, "bin", file));
  return root;
}

test("every file is kept without its types, for a server that cannot write beside its program", async () => {
  const root = await program();
  await run(process.execPath, [join(root, "bin/strip-types.mjs")]);
  const kept = await readdir(join(root, `node_modules/.cache/onpoint/stripped-${process.version}`));
  expect(kept).toEqual([expect.stringMatching(/^[\da-f]{64}\.js$/u)]);
});

test("a folder that cannot be written is an error that names it", async () => {
  const root = await program();
  await symlink("/proc/nowhere", join(root, "node_modules"));
  await expect(run(process.execPath, [join(root, "bin/strip-types.mjs")])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/node_modules\/\.cache\/onpoint.* cannot be written\./u) as string,
  });
});

test("the image keeps them before it gives up the right to write", async () => {
  const image = await readFile(join(import.meta.dirname, "../deploy/Dockerfile"), "utf8");
  const steps = ["COPY src ./src", "COPY sample ./sample", "RUN node bin/strip-types.mjs", "USER node"].map((step) =>
    image.indexOf(step),
  );
  expect(steps).not.toContain(-1);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
});
