import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../house/source-files.ts";

/** What bounds the texts that an expression, or all of a place, are matched against. */
export type Guard = {
  /** The beginning of a path, or the key of one expression. */
  readonly of: string;
  readonly chars_max: number;
  /** The constant that is this bound, and where it is declared. */
  readonly path: string;
  readonly constant: string;
};

const FILE = new URL("guards.tsv", import.meta.url);

export function readGuards(): Guard[] {
  return readFileSync(FILE, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [of = "", chars_max = "", path = "", constant = ""] = line.split("\t");
      return { of, chars_max: Number(chars_max), path, constant };
    });
}

/** The one that speaks of it most closely. */
export function guardOf(guards: readonly Guard[], key: string, path: string): Guard | undefined {
  const own = guards.find(({ of }) => of === key);
  if (own !== undefined) return own;
  const [closest] = guards
    .filter(({ of }) => of.includes("/") && path.startsWith(of))
    .toSorted((one, other) => other.of.length - one.of.length);
  return closest;
}

/** What the constant of a guard is, in the program as it stands; undefined where it is not declared. */
export function declared({ path, constant }: Guard): number | undefined {
  const found = new RegExp(`\\bconst ${constant} = ([\\d_ *]+);`, "u").exec(readFileSync(join(ROOT, path), "utf8"));
  const factors = found?.[1]?.replaceAll("_", "").split("*").map(Number);
  return factors?.reduce((product, factor) => product * factor, 1);
}
