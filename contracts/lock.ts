import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { shapeChanges } from "./changes.ts";
import type { Change } from "./schema-changes.ts";
import { hashOf } from "./shape.ts";
import type { Shape } from "./shape.ts";
import type { Contract } from "./wire.ts";

/** What stands in `frozen.json`. */
export type Lock = { readonly contract: string; readonly hash: string; readonly shape: Shape };

/**
 * How a contract stands to its lock. `damaged`: the lock's hash is not that of its shape. `unlocked`: there is no lock.
 * `refused`: some caller would break, which a released contract never does; `added` and `changed` want the lock written.
 */
export type Verdict = {
  readonly state: "same" | "added" | "changed" | "refused" | "unlocked" | "damaged";
  readonly changes: readonly Change[];
};

export function lockOf(contract: Contract): Lock {
  const shape = contract.shape();
  return { contract: contract.name, hash: hashOf(shape), shape };
}

/** Judges what a contract is today against its lock; `undefined` when it has none. */
export function judge(contract: Contract, lock: Lock | undefined): Verdict {
  const today = lockOf(contract);
  if (lock === undefined) return { state: "unlocked", changes: [] };
  if (hashOf(lock.shape) !== lock.hash || lock.contract !== contract.name) return { state: "damaged", changes: [] };
  if (today.hash === lock.hash) return { state: "same", changes: [] };
  const changes = shapeChanges(lock.shape, today.shape);
  if (changes.every(({ kind }) => kind === "additive")) return { state: "added", changes };
  return { state: contract.stage === "preview" ? "changed" : "refused", changes };
}

function fileOf(contract: Contract): URL {
  return new URL(`./${contract.name}/frozen.json`, import.meta.url);
}

export function readLock(contract: Contract): Lock | undefined {
  const file = fileOf(contract);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Lock) : undefined;
}

export function writeLock(contract: Contract): void {
  writeFileSync(fileOf(contract), `${JSON.stringify(lockOf(contract), null, 1)}\n`);
}
