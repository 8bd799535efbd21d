import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { OnpointError, messageOf } from "#base/errors.ts";

/** The file that makes a directory a backup. */
export const MANIFEST_NAME = "manifest.json";
const FORMAT = "onpoint-backup-1";

export type BackupManifest = {
  readonly format: string;
  readonly created_at: string;
  /** `file`: the SQLite file itself. `tables`: a file of JSON lines for each table, as PostgreSQL's records are kept. */
  readonly kind: "file" | "tables";
  /** Migrations the records had been through. */
  readonly migrations: readonly string[];
  /** Rows by table. */
  readonly counts: Readonly<Record<string, number>>;
  readonly files: readonly BackupFile[];
  /** Files that are no records and were taken along; programs of before know none of them and leave them. */
  readonly besides?: readonly BackupFile[];
};

export type BackupFile = { readonly name: string; readonly size_bytes: number; readonly sha256: string };

/** What backup and restore report while they work. */
export type CopyProgress = {
  readonly what: string;
  readonly done: number;
  readonly total: number;
  readonly unit: "bytes" | "rows";
};

export function newManifest(contents: Omit<BackupManifest, "format">): BackupManifest {
  return { format: FORMAT, ...contents };
}

export async function describeFile(dir: string, name: string): Promise<BackupFile> {
  const path = join(dir, name);
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return { name, size_bytes: (await stat(path)).size, sha256: hash.digest("hex") };
}

/** Reads the manifest and every file it names; throws `not_found` or `corrupt`, naming the file. */
export async function verifyBackup(dir: string, onProgress: (progress: CopyProgress) => void): Promise<BackupManifest> {
  const manifest = await readManifest(dir);
  const files = [...manifest.files, ...(manifest.besides ?? [])];
  const total = files.reduce((sum, file) => sum + file.size_bytes, 0);
  let done = 0;
  for (const file of files) {
    onProgress({ what: `checking ${file.name}`, done, total, unit: "bytes" });
    await verifyFile(dir, file);
    done += file.size_bytes;
  }
  return manifest;
}

async function verifyFile(dir: string, wanted: BackupFile): Promise<void> {
  const found = await describeFile(dir, wanted.name).catch((thrown: unknown) => {
    throw damaged(`${wanted.name} cannot be read: ${messageOf(thrown)}`);
  });
  if (found.size_bytes !== wanted.size_bytes) {
    throw damaged(`${wanted.name} has ${found.size_bytes} bytes, not ${wanted.size_bytes}`);
  }
  if (found.sha256 !== wanted.sha256) throw damaged(`${wanted.name} is not what was written: its checksum differs`);
}

async function readManifest(dir: string): Promise<BackupManifest> {
  const text = await readFile(join(dir, MANIFEST_NAME), "utf8").catch((thrown: unknown) => {
    throw new OnpointError("not_found", `${dir} holds no backup: there is no ${MANIFEST_NAME}`, {
      hint: "Name the directory that `onpoint backup` wrote.",
      cause: thrown,
    });
  });
  const manifest = parsed(text);
  if (manifest.format !== FORMAT) {
    throw new OnpointError(
      "unsupported",
      `the backup has the form ${manifest.format}, and this program reads ${FORMAT}`,
      {
        hint: "Restore it with the version that wrote it, or a later one.",
      },
    );
  }
  const names = manifest.files.map((file) => file.name);
  if (names.some((name) => !/^[a-z_]+\.[a-z.]+$/u.test(name)))
    throw damaged(`${MANIFEST_NAME} names a file outside the backup`);
  if ((manifest.besides ?? []).some(({ name }) => !/^\w[\w.-]*$/u.test(name) || names.includes(name)))
    throw damaged(`${MANIFEST_NAME} names a file outside the backup`);
  return manifest;
}

function parsed(text: string): BackupManifest {
  try {
    return JSON.parse(text) as BackupManifest;
  } catch (thrown) {
    throw damaged(`${MANIFEST_NAME} is not JSON: ${messageOf(thrown)}`);
  }
}

function damaged(what: string): OnpointError {
  return new OnpointError("corrupt", `the backup is damaged: ${what}`, {
    hint: "Use another backup; nothing was restored.",
  });
}
