import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Named figures of one run. */
export type Figures = Readonly<Record<string, number>>;

const RESULTS_DIR = join(import.meta.dirname, "results");

/** Prints figures beside those that landed last, and with `land` keeps them as the new ones to compare with. */
export function reportFigures(name: string, figures: Figures, land: boolean): void {
  const path = join(RESULTS_DIR, `${name}.json`);
  const landed = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Figures) : {};
  console.log(`${name.padEnd(34)} ${"now".padStart(9)} ${"landed".padStart(9)} ${"change".padStart(9)}`);
  for (const [figure, value] of Object.entries(figures)) {
    const before = landed[figure];
    const change = before === undefined ? "" : `${value >= before ? "+" : ""}${shown(value - before)}`;
    console.log(
      `  ${figure.padEnd(32)} ${shown(value).padStart(9)} ${(before === undefined ? "-" : shown(before)).padStart(9)} ${change.padStart(9)}`,
    );
  }
  if (!land) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(figures, null, 2)}\n`);
}

function shown(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(4);
}
