import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OnpointError } from "#base/errors.ts";

/** How the index of a corpus was made; an evaluation that wants another needs another directory. */
export type CorpusMark = { readonly citingWords: boolean };

const FILE = "evaluation.json";

/**
 * Takes a data directory for evaluations made in this way. An index that was made in another, by the service for
 * instance, names citing passages by opinion: leaving out a work would leave out nothing, and every decision would be
 * found by the very words that are to be guessed. Such a directory is refused. `indexedTo` is how far its records have
 * been indexed.
 */
export function markCorpus(dir: string, mark: CorpusMark, indexedTo: number): void {
  const path = join(dir, FILE);
  if (existsSync(path)) {
    const made = JSON.parse(readFileSync(path, "utf8")) as CorpusMark;
    if (made.citingWords === mark.citingWords) return;
    throw refusal(dir, `its index was made ${made.citingWords ? "with" : "without"} the words of citing opinions`);
  }
  if (indexedTo > 0 || existsSync(join(dir, "index"))) throw refusal(dir, "its index was not made by an evaluation");
  mkdirSync(dir, { recursive: true });
  writeFileSync(path, `${JSON.stringify(mark)}\n`);
}

function refusal(dir: string, reason: string): OnpointError {
  return new OnpointError("invalid_input", `${dir} cannot be evaluated: ${reason}`, {
    hint: "Name an empty directory with --data: the corpus is imported and indexed there, and kept for the next run.",
  });
}
