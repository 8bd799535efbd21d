import { OnpointError, systemCodeOf } from "#base/errors.ts";
import { isOutOfFiles, outOfFiles } from "#base/out-of-files.ts";
import { storageFailure } from "#db/failures.ts";

/** Why the system refused, in the words of a person who can do something about it. */
const REASONS: Readonly<Record<string, { readonly reason: string; readonly hint: string }>> = {
  EACCES: { reason: "permission is denied", hint: "Check that it belongs to the user who runs this." },
  EPERM: { reason: "the system does not permit it", hint: "Check that it belongs to the user who runs this." },
  EROFS: { reason: "the file system is read-only", hint: "Mount it for writing, or set another ONPOINT_DATA_DIR." },
  ENOTDIR: { reason: "a part of its path is not a directory", hint: "Check the name." },
  EISDIR: { reason: "it is a directory", hint: "Move it away." },
  EIO: { reason: "the disk cannot read or write it", hint: "Check the disk; `dmesg` may say more." },
};

/**
 * What the system refused, as an error a person can act on. Anything else comes back as it was: a defect, whose calls are
 * worth printing.
 */
export function systemFailure(thrown: unknown): unknown {
  if (isOutOfFiles(thrown)) return outOfFiles("the program cannot go on", thrown);
  const known = storageFailure(thrown);
  if (known instanceof OnpointError) return known;
  const code = systemCodeOf(thrown) ?? "";
  const told = Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  if (told === undefined) return thrown;
  const { path } = thrown as { readonly path?: unknown };
  const what = typeof path === "string" ? path : "a file";
  return new OnpointError("invalid_configuration", `${what} cannot be used: ${told.reason} (${code})`, {
    hint: told.hint,
    cause: thrown,
  });
}
