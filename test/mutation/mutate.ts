/**
 * Changes the program in small ways, one at a time, and counts how many of the changes a test notices.
 *
 *     npm run mutate -- [--seed 1] [--share 0.1] [--files 'src/text/*.ts'] [--write]
 *     npm run mutate -- --survivors [--write]
 *
 * `--share` of all mutants are drawn by the seed. With `--write` the counts and the survivors go to
 * eval/results/mutation.json; `--survivors` runs those of that file again, while no mutated source has changed, and
 * counts them anew. Ends with 1 where less than 85 % are killed or nothing was run.
 */
import { createHash } from "node:crypto";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const ROOT = join(import.meta.dirname, "../..");
const RESULT = join(import.meta.dirname, ".result.json");
const FIGURES = join(ROOT, "eval/results/mutation.json");
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

type Figures = {
  readonly seed: string;
  readonly share: number;
  /** A sum of the mutated sources: what survived in others says nothing of these. */
  readonly sources: string;
  readonly mutants: number;
  readonly killed: number;
  readonly killedShare: number;
  readonly byFile: Readonly<Record<string, string>>;
  readonly survivors: readonly Survivor[];
};
type Survivor = {
  readonly at: string;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
};

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    share: { type: "string", default: "0.1" },
    files: { type: "string" },
    survivors: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});

const before = values.survivors ? (JSON.parse(readFileSync(FIGURES, "utf8")) as Figures) : undefined;
const { seed, share } = before ?? { seed: values.seed, share: Number(values.share) };
const only = before?.survivors.map(({ at, mutator, replacement }) => [at, mutator, replacement].join("\n"));

rmSync(RESULT, { force: true });
const config = join(import.meta.dirname, "stryker.config.ts");
const args = [join(ROOT, "node_modules/@stryker-mutator/core/bin/stryker.js"), "run", config];
spawnSync(process.execPath, [...args, ...(values.files === undefined ? [] : ["--mutate", values.files])], {
  cwd: ROOT,
  stdio: "inherit",
  env: {
    ...process.env,
    MUTATION_SEED: seed,
    MUTATION_SHARE: String(share),
    ...(only === undefined ? {} : { MUTATION_ONLY: JSON.stringify(only) }),
    FAST_CHECK_SHRINK: "no",
  },
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
const texts = Object.entries(files).map(([file, { source }]): [string, string] => [file, source]);
texts.sort(([one], [other]) => (one < other ? -1 : 1));
const sources = createHash("sha256").update(JSON.stringify(texts)).digest("hex");
if (before !== undefined && before.sources !== sources)
  throw new Error("the sources have changed since: run all again");

const mutants = before?.mutants ?? run.length;
const killedShare = (mutants - survivors.length) / mutants;
const figures: Figures = {
  seed,
  share,
  sources,
  mutants,
  killed: mutants - survivors.length,
  killedShare: Math.round(killedShare * 1000) / 1000,
  byFile: before === undefined ? counts() : { ...before.byFile, ...countsAfter(before.byFile) },
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
if (values.write) writeFileSync(FIGURES, `${JSON.stringify(figures, undefined, 2)}\n`);
process.exitCode = run.length > 0 && killedShare >= KILLED_MIN ? 0 : 1;

/** `killed of all`, by file. */
function counts(): Record<string, string> {
  return Object.fromEntries(
    [...Map.groupBy(run, ({ file }) => file)].map(([file, of]) => [
      file,
      `${of.filter(isKilled).length} of ${of.length}`,
    ]),
  );
}

/** Of the files whose survivors were run again. */
function countsAfter(byFile: Figures["byFile"]): Record<string, string> {
  return Object.fromEntries(
    [...Map.groupBy(run, ({ file }) => file)].map(([file, of]) => {
      const all = (byFile[file] ?? "").split(" ").at(-1);
      return [file, `${Number(all) - of.filter((one) => !isKilled(one)).length} of ${all}`];
    }),
  );
}

/** The first line of what stood there, cut. */
function textAt(source: string, { location: { start, end } }: Mutant): string {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  const [first = ""] = lines;
  const only =
    lines.length === 1 ? first.slice(start.column - 1, end.column - 1) : `${first.slice(start.column - 1)} …`;
  return only.slice(0, 120);
}
