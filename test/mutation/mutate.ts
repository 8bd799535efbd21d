/**
 * Changes the program in small ways, one at a time, and counts how many of the changes a test notices.
 *
 *     npm run mutate -- [--seed 1] [--share 0.1] [--files 'src/text/*.ts'] [--write]
 *
 * `--share` of all mutants are drawn by the seed. With `--write` the counts and the survivors go to
 * eval/results/mutation.json. Ends with 1 where less than 85 % are killed or nothing was run.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const ROOT = join(import.meta.dirname, "../..");
const RESULT = join(import.meta.dirname, ".result.json");
const KILLED_MIN = 0.85;

type Mutant = {
  readonly status: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: { readonly start: Place; readonly end: Place };
};
type Place = { readonly line: number; readonly column: number };
type Report = {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
};

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    share: { type: "string", default: "0.1" },
    files: { type: "string" },
    write: { type: "boolean", default: false },
  },
});

rmSync(RESULT, { force: true });
const config = join(import.meta.dirname, "stryker.config.ts");
const args = [join(ROOT, "node_modules/@stryker-mutator/core/bin/stryker.js"), "run", config];
spawnSync(process.execPath, [...args, ...(values.files === undefined ? [] : ["--mutate", values.files])], {
  cwd: ROOT,
  stdio: "inherit",
  env: { ...process.env, MUTATION_SEED: values.seed, MUTATION_SHARE: values.share, FAST_CHECK_SHRINK: "no" },
});

if (!existsSync(RESULT)) throw new Error("Stryker ended without a result");
const { files } = JSON.parse(readFileSync(RESULT, "utf8")) as Report;
const run = Object.entries(files).flatMap(([file, { source, mutants }]) =>
  mutants
    .filter(({ status }) => status !== "CompileError" && status !== "Ignored")
    .map((mutant) => ({ file, ...mutant, original: textAt(source, mutant) })),
);
const isKilled = ({ status }: Mutant): boolean =>
  status === "Killed" || status === "Timeout" || status === "RuntimeError";
const survivors = run.filter((mutant) => !isKilled(mutant));
const byFile = Object.fromEntries(
  [...Map.groupBy(run, ({ file }) => file)].map(([file, of]) => [
    file,
    `${of.filter(isKilled).length} of ${of.length}`,
  ]),
);
const share = 1 - survivors.length / run.length;
const figures = {
  seed: values.seed,
  share: Number(values.share),
  mutants: run.length,
  killed: run.length - survivors.length,
  killedShare: Math.round(share * 1000) / 1000,
  byFile,
  survivors: survivors
    .map(({ file, location, mutatorName, original, replacement, status }) => ({
      at: `${file}:${location.start.line}:${location.start.column}`,
      mutator: mutatorName,
      original,
      replacement,
      ...(status === "NoCoverage" && { covered: false }),
    }))
    .toSorted((left, right) => (left.at < right.at ? -1 : 1)),
};
process.stdout.write(`${JSON.stringify(figures, undefined, 2)}\n`);
if (values.write) {
  writeFileSync(join(ROOT, "eval/results/mutation.json"), `${JSON.stringify(figures, undefined, 2)}\n`);
}
process.exitCode = run.length > 0 && share >= KILLED_MIN ? 0 : 1;

/** The first line of what stood there, cut. */
function textAt(source: string, { location: { start, end } }: Mutant): string {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  const [first = ""] = lines;
  const only =
    lines.length === 1 ? first.slice(start.column - 1, end.column - 1) : `${first.slice(start.column - 1)} …`;
  return only.slice(0, 120);
}
