import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { OnpointError, systemCodeOf } from "#base/errors.ts";

/** The bulk files read here; what each gives stands in docs/operating/import-courtlistener.md. */
export const BULK_KINDS = ["courts", "dockets", "citations", "opinion-clusters", "opinions"] as const;
export type BulkKind = (typeof BULK_KINDS)[number];

export type BulkFiles = {
  readonly paths: ReadonlyMap<BulkKind, string>;
  readonly notes: readonly string[];
};

const FILE_NAME =
  /^(courts|dockets|citations|opinion-clusters|opinions)(?:-(\d{4}-\d{2}-\d{2}))?\.csv(?:\.(?:bz2|gz|zst))?$/u;

type Found = { readonly kind: BulkKind; readonly date: string; readonly path: string };

/**
 * The newest file of each kind in a directory (or among the files named). Two files of one kind and date are refused:
 * nothing tells which is meant.
 */
export async function findBulkFiles(paths: readonly string[]): Promise<BulkFiles> {
  const found = (await Promise.all(paths.map(filesOf))).flat().flatMap(bulkFileOf);
  const chosen = new Map<BulkKind, Found>();
  for (const kind of BULK_KINDS) {
    const ofKind = found.filter((file) => file.kind === kind);
    const newest = ofKind
      .map(({ date }) => date)
      .toSorted()
      .at(-1);
    const candidates = ofKind.filter(({ date }) => date === newest);
    if (candidates.length > 1) {
      throw new OnpointError(
        "invalid_input",
        `several ${kind} files: ${candidates.map(({ path }) => basename(path)).join(", ")}`,
        {
          hint: "leave one of them in the directory, or name the files to import one by one",
        },
      );
    }
    if (candidates[0] !== undefined) chosen.set(kind, candidates[0]);
  }
  if (!chosen.has("opinion-clusters") && !chosen.has("opinions")) {
    throw new OnpointError("invalid_input", `no CourtListener bulk files in ${paths.join(", ")}`, {
      hint: "expected opinion-clusters-YYYY-MM-DD.csv and opinions-YYYY-MM-DD.csv, plain or with .bz2, .gz or .zst; dockets, citations and courts beside them",
    });
  }
  return { paths: new Map([...chosen].map(([kind, { path }]) => [kind, path])), notes: notesOn([...chosen.values()]) };
}

async function filesOf(path: string): Promise<string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    return (await readdir(path)).toSorted().map((name) => join(path, name));
  } catch (thrown) {
    if (systemCodeOf(thrown) !== "ENOENT") throw thrown;
    throw new OnpointError("not_found", `${path} does not exist`, { cause: thrown });
  }
}

function bulkFileOf(path: string): Found[] {
  const [, kind, date = ""] = FILE_NAME.exec(basename(path)) ?? [];
  return kind === undefined ? [] : [{ kind: kind as BulkKind, date, path }];
}

const WITHOUT: Record<BulkKind, string | undefined> = {
  courts: undefined,
  dockets:
    "no dockets file: decisions held already keep their court and docket; for the others the court is read from the reporter or from --court",
  citations: "no citations file: decisions held already keep their citations; new ones have none",
  "opinion-clusters": "no opinion-clusters file: opinions are added to decisions held already",
  opinions: "no opinions file: decisions come without text",
};

function notesOn(files: readonly Found[]): string[] {
  const notes = BULK_KINDS.flatMap((kind) => (files.some((file) => file.kind === kind) ? [] : (WITHOUT[kind] ?? [])));
  const dates = [...new Set(files.map(({ date }) => date))].toSorted();
  if (dates.length > 1)
    notes.push(`the files are of different dates: ${dates.map((date) => date || "none").join(", ")}`);
  return notes;
}
