import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { privateDirectory } from "#base/private-files.ts";
import { readHead } from "./model-file.ts";
import type { ModelHead } from "./model-file.ts";

const SUFFIX = ".model";
const UNFINISHED = ".new";

/** A model that a directory holds; its file is read whole, and checked, when it is opened. */
export type HeldModel = ModelHead & { readonly id: string };

/** The models of a directory, the newest first; files of another format are passed over. */
export function heldModels(dir: string): readonly HeldModel[] {
  return namesIn(dir)
    .filter((name) => name.endsWith(SUFFIX))
    .flatMap((name): HeldModel[] => {
      const head = readHead(join(dir, name));
      return head === undefined ? [] : [{ ...head, id: name.slice(0, -SUFFIX.length) }];
    })
    .toSorted((left, right) => right.sequence - left.sequence);
}

export function pathOf(dir: string, id: string): string {
  return join(dir, `${id}${SUFFIX}`);
}

/** Above that of every model there is. */
export function nextSequence(dir: string): number {
  return (heldModels(dir)[0]?.sequence ?? 0) + 1;
}

/** Makes the directory, and removes what a training that was killed has left. For the one process that trains. */
export function prepareDirectory(dir: string): void {
  privateDirectory(dir);
  for (const name of namesIn(dir)) if (name.endsWith(UNFINISHED)) rmSync(join(dir, name), { force: true });
}

/** Removes all models but these and the newest. */
export function keepModels(dir: string, ids: readonly string[]): void {
  for (const { id } of heldModels(dir).slice(1)) if (!ids.includes(id)) rmSync(pathOf(dir, id), { force: true });
}

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return [];
    throw thrown;
  }
}
