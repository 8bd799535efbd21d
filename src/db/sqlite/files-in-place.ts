import { statSync } from "node:fs";
import { basename } from "node:path";
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";
import { OnpointError } from "#base/errors.ts";

/** What SQLite keeps of a database in WAL mode: the file, its write-ahead log and the index of that. */
export function filesOf(path: string): readonly string[] {
  return [path, `${path}-wal`, `${path}-shm`];
}

/** Files as the operating system tells them apart, by their paths. Undefined stands for one that is not there. */
type Identities = Readonly<Record<string, string | undefined>>;

/** The databases this thread has open for writing. */
const opened = new Map<string, { readonly identities: Identities; connections: number }>();

/**
 * Notes which files a database consists of, when its first writing connection has opened them. SQLite changes them in
 * place for as long as anybody has them open, so another file under one of their names was put there by somebody else,
 * and what is written afterwards goes to a file without a name. Threads go by what the thread that started them has
 * noted: one that opened the new files beside the old ones of its process would read pages of both.
 */
export function noteOpened(path: string): void {
  const known = opened.get(path);
  if (known !== undefined) {
    known.connections += 1;
    return;
  }
  const identities = notedOf(path) ?? identitiesOf(path);
  opened.set(path, { identities, connections: 1 });
  setEnvironmentData(keyOf(path), identities);
}

export function noteClosed(path: string): void {
  const known = opened.get(path);
  if (known === undefined || --known.connections > 0) return;
  opened.delete(path);
  setEnvironmentData(keyOf(path), undefined);
}

/** Throws `unavailable` when a file of the database was deleted or replaced since it was opened. */
export function refuseReplaced(path: string): void {
  const noted = notedOf(path);
  if (noted === undefined) return;
  const now = identitiesOf(path);
  const replaced = filesOf(path).find((file) => now[file] !== noted[file]);
  if (replaced === undefined) return;
  const what = now[replaced] === undefined ? "deleted" : "replaced";
  throw new OnpointError(
    "unavailable",
    `${basename(replaced)} was ${what} while it was open, so this process refuses to write`,
    {
      hint: replaced === path ? FILE_LOST : LOG_LOST,
    },
  );
}

const LOG_LOST =
  "Keep other programs away from the data directory. Stop all processes that use it with SIGTERM (the last one to stop writes what was committed into the file), start again, and run `onpoint db check`.";
const FILE_LOST =
  "Keep other programs away from the data directory. What was committed is still in the files that these processes hold open (on Linux under /proc/<process>/fd): copy them from there, or restore the last backup, before you start again.";

function notedOf(path: string): Identities | undefined {
  return opened.get(path)?.identities ?? (getEnvironmentData(keyOf(path)) as Identities | undefined);
}

/** By path, never by a descriptor: closing one drops the locks of the whole process on the file. */
function identitiesOf(path: string): Identities {
  return Object.fromEntries(
    filesOf(path).map((file) => {
      const found = statSync(file, { bigint: true, throwIfNoEntry: false });
      return [file, found === undefined ? undefined : `${found.dev}:${found.ino}`];
    }),
  );
}

function keyOf(path: string): string {
  return `onpoint database ${path}`;
}
