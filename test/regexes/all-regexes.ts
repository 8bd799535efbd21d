import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { ROOT, sourceFiles } from "../house/source-files.ts";
import type { Built } from "./built-regexes.ts";
import { SOURCES, writtenIn } from "./written-regexes.ts";

/** A regular expression of the program, and the files where it stands. */
export type Known = {
  readonly key: string;
  readonly paths: readonly string[];
  readonly source: string;
  readonly flags: string;
};

export type AllRegexes = {
  readonly regexes: readonly Known[];
  readonly literals: number;
  readonly built: number;
  /** Places where one is made that were not come by. */
  readonly unseen: readonly string[];
};

/** Every regular expression of the program, literal or made while it runs, once each. */
export function allRegexes(): AllRegexes {
  const written = sourceFiles(SOURCES).flatMap(writtenIn);
  const literals = written.filter((one) => one.kind === "literal");
  const output = execFileSync(process.execPath, [join(ROOT, "test/regexes/built-regexes.ts")], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const built = JSON.parse(output) as Built[];
  const seen = new Set(built.map(({ path, line }) => `${path}:${line}`));
  const unseen = written
    .filter(({ kind, path, line }) => kind === "built" && !seen.has(`${path}:${line}`))
    .map(({ path, line }) => `${path}:${line}`);
  const regexes = new Map<string, Known>();
  for (const { path, source, flags } of [...literals, ...built]) {
    const key = keyOf(source, flags);
    const paths = new Set([...(regexes.get(key)?.paths ?? []), path]);
    regexes.set(key, { key, paths: [...paths].toSorted(), source, flags });
  }
  return { regexes: [...regexes.values()], literals: literals.length, built: built.length, unseen };
}

/** What searches from where it was left, or for all, does the same at each place. */
function keyOf(source: string, flags: string): string {
  const kept = flags.replaceAll(/[dg]/gu, "");
  return createHash("sha256").update(`${kept} ${source}`).digest("hex").slice(0, 12);
}
