import { readFileSync, writeFileSync } from "node:fs";
import { DERIVATIONS } from "#derivations/derivations.ts";
import type { Derivation, DerivationName } from "#derivations/derivations.ts";
import { hashOf, sourcesOf } from "./sources.ts";
import type { Sources } from "./sources.ts";

const TABLE = new URL("../../src/derivations/derivations.ts", import.meta.url);
const LOCK = new URL("../../src/derivations/lock.json", import.meta.url);

export type LockedRow = {
  readonly number: number;
  /** Hash of the sources with which the number was raised: two who raise it side by side meet at this line. */
  readonly raisedWith: string;
  readonly sources: Sources;
};
/** What stands in `lock.json`. */
export type Lock = Readonly<Record<string, LockedRow>>;

/**
 * How a row stands to its lock. `raised`: its number is higher, so the lock only has to be written. `changed`: its sources
 * are other ones under the same number, and somebody has to say whether results are.
 */
export type Verdict = {
  readonly state: "same" | "new" | "raised" | "changed" | "lowered";
  /** Sources that came, went or changed. */
  readonly changes: readonly string[];
};

type Row = Pick<Derivation, "number">;

/** Judges a row as it is today against its lock, which is undefined for a new one. */
export function judge({ number }: Row, today: Sources, locked: LockedRow | undefined): Verdict {
  if (locked === undefined) return { state: "new", changes: [] };
  const names = new Set([...Object.keys(today), ...Object.keys(locked.sources)]);
  const changes = [...names].filter((name) => today[name] !== locked.sources[name]).toSorted();
  if (number < locked.number) return { state: "lowered", changes };
  if (number > locked.number) return { state: "raised", changes };
  return { state: changes.length > 0 ? "changed" : "same", changes };
}

/** A row's lock with today's sources. */
export function lockedAs({ number }: Row, today: Sources, before: LockedRow | undefined): LockedRow {
  const isAsBefore = before?.number === number;
  return { number, raisedWith: isAsBefore ? before.raisedWith : hashOf(JSON.stringify(today)), sources: today };
}

/** This row, and those that are derived again whenever it is. */
export function withDependents(
  name: string,
  table: Readonly<Record<string, Pick<Derivation, "with">>> = DERIVATIONS,
): string[] {
  const dependents = Object.keys(table).filter((other) => table[other]?.with.includes(name));
  return [name, ...dependents.flatMap((other) => withDependents(other, table))];
}

export function verdicts(lock: Lock = readLock()): ReadonlyMap<DerivationName, Verdict & { readonly today: Sources }> {
  return new Map(
    (Object.keys(DERIVATIONS) as DerivationName[]).map((name) => {
      const today = sourcesOf(DERIVATIONS[name]);
      return [name, { ...judge(DERIVATIONS[name], today, lock[name]), today }];
    }),
  );
}

/** What to do about rows whose sources changed, in words; empty where nothing is to be done. */
export function advice(judged: ReadonlyMap<string, Verdict>): string {
  const lines: string[] = [];
  const of = (state: Verdict["state"]): string[] =>
    [...judged].flatMap(([name, verdict]) => (verdict.state === state ? [name] : []));
  const changed = of("changed");
  for (const name of changed) {
    const changes = judged.get(name)?.changes ?? [];
    lines.push(`${name}: ${changes.slice(0, SHOWN).join(", ")}${changes.length > SHOWN ? ", …" : ""}`);
  }
  if (changed.length > 0)
    lines.push(
      "The sources above decide derived data that is stored. For each row, run one of these and commit what it writes:",
      `  npm run derivations -- --raise ${changed.join(" ")}`,
      "      if any result may differ: stored data will be derived again",
      `  npm run derivations -- --same ${changed.join(" ")}`,
      "      if every result stays as it was: stored data is kept",
      "Both may be given with some of the rows each; --same without names means all others.",
    );
  const unlocked = [...of("raised"), ...of("new")];
  if (unlocked.length > 0)
    lines.push(`${unlocked.join(", ")}: the number rose; run npm run derivations and commit what it writes.`);
  for (const name of of("lowered"))
    lines.push(
      `${name}: its number is lower than its lock's; numbers only rise. Take the lock's, or run --raise ${name}.`,
    );
  return lines.join("\n");
}

const SHOWN = 8;

export function readLock(): Lock {
  return JSON.parse(readFileSync(LOCK, "utf8")) as Lock;
}

export function writeLock(lock: Lock): void {
  writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);
}

/** Writes the number of a row into the table. */
export function writeNumber(name: DerivationName, number: number): void {
  const text = readFileSync(TABLE, "utf8");
  const written = text.replace(new RegExp(`(\\n  ${name}: \\{\\n    number: )\\d+`, "u"), `$1${number}`);
  if (written === text) throw new Error(`${name} has no number in src/derivations/derivations.ts`);
  writeFileSync(TABLE, written);
}
