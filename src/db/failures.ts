import { OnpointError, messageOf, systemCodeOf } from "#base/errors.ts";

/** Primary SQLite result codes (sqlite.org/rescode.html); an extended code keeps them in its low byte. */
const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;
const SQLITE_CONSTRAINT_UNIQUE = 2067;

/** SQLSTATE (PostgreSQL manual, appendix A). */
const PG_UNIQUE_VIOLATION = "23505";
const PG_DISK_FULL = "53100";
const PG_CANCELED = "57014";
const PG_CORRUPT = new Set(["XX001", "XX002"]);
const PG_UNAVAILABLE = new Set(["57P01", "57P02", "57P03", "57P05", "25P03", "53300"]);
/** Wrong user or password, or a server that lets this one in from elsewhere. */
const PG_REFUSED = new Set(["28000", "28P01"]);
const PG_NO_DATABASE = "3D000";
const PG_NO_RIGHT = "42501";
const NETWORK_UNAVAILABLE = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOTFOUND", "ETIMEDOUT", "EAI_AGAIN"]);

/** The SQLite result code of a thrown value, or undefined when SQLite did not throw it. */
export function sqliteCodeOf(thrown: unknown): number | undefined {
  if (systemCodeOf(thrown) !== "ERR_SQLITE_ERROR") return undefined;
  const { errcode } = thrown as { errcode?: unknown };
  return typeof errcode === "number" ? errcode : undefined;
}

export function isBusy(thrown: unknown): boolean {
  const code = sqliteCodeOf(thrown);
  return code !== undefined && (code & 0xff) === SQLITE_BUSY;
}

/** A row that would break a primary key or a unique index, on either database. */
export function isUniqueViolation(thrown: unknown): boolean {
  const code = sqliteCodeOf(thrown);
  if (code !== undefined) return code === SQLITE_CONSTRAINT_UNIQUE || code === SQLITE_CONSTRAINT_PRIMARYKEY;
  return systemCodeOf(thrown) === PG_UNIQUE_VIOLATION;
}

/** `pg` heard nothing for as long as it waits for an answer; it says so in an error without a code. */
export function isSilence(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.message === "Query read timeout";
}

/**
 * What a database threw, as an error a person can act on: no space left, damage, out of reach. Anything else
 * (a broken constraint, wrong SQL) comes back as it was, for it is the caller's to understand.
 */
export function storageFailure(thrown: unknown): unknown {
  if (thrown instanceof OnpointError) return thrown;
  const code = sqliteCodeOf(thrown);
  return code === undefined ? systemFailure(thrown) : sqliteFailure(code & 0xff, thrown);
}

function sqliteFailure(primaryCode: number, cause: unknown): unknown {
  switch (primaryCode) {
    case SQLITE_FULL:
      return storageFull(cause);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return damaged(cause);
    case SQLITE_BUSY:
      return new OnpointError("unavailable", "another process is writing to the database", {
        hint: "Try again in a moment.",
        cause,
      });
    case SQLITE_IOERR:
      return new OnpointError("unavailable", `the database file cannot be read or written: ${messageOf(cause)}`, {
        hint: "Check the disk. Where files of the data directory were deleted or replaced while they were open, stop all processes that use it and start again.",
        cause,
      });
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
      return new OnpointError("invalid_configuration", `the database file cannot be written: ${messageOf(cause)}`, {
        hint: "Check that the data directory belongs to the user who runs this and that the disk is mounted for writing.",
        cause,
      });
    default:
      return cause;
  }
}

function systemFailure(thrown: unknown): unknown {
  if (isSilence(thrown)) return connectionLost(new Error("it has not answered in time", { cause: thrown }));
  const code = systemCodeOf(thrown);
  if (code === undefined) return thrown;
  if (code === PG_CANCELED) return tookTooLong(thrown);
  if (code === "ENOSPC" || code === "EDQUOT" || code === PG_DISK_FULL) return storageFull(thrown);
  if (PG_CORRUPT.has(code)) return damaged(thrown);
  if (PG_REFUSED.has(code)) {
    return connectionRefused(
      thrown,
      "See the user and password in ONPOINT_DATABASE_URL, and what pg_hba.conf lets in.",
    );
  }
  if (code === PG_NO_DATABASE) {
    return connectionRefused(
      thrown,
      "See the name in ONPOINT_DATABASE_URL; `createdb` makes an empty one, which is filled.",
    );
  }
  if (code === PG_NO_RIGHT) return notAllowed(thrown);
  if (code.startsWith("08") || PG_UNAVAILABLE.has(code) || NETWORK_UNAVAILABLE.has(code)) {
    return connectionLost(thrown);
  }
  return thrown;
}

/** A connection to PostgreSQL that ended, or was never made. */
export function connectionLost(cause: unknown): OnpointError {
  return new OnpointError("unavailable", `the database cannot be reached: ${messageOf(cause)}`, {
    hint: "Check that the server of ONPOINT_DATABASE_URL is running and accepts connections.",
    cause,
  });
}

/** Not for ever: passwords are changed in two places, and a database may be made while servers wait for it. */
function connectionRefused(cause: unknown, hint: string): OnpointError {
  return new OnpointError("unavailable", `the database refuses the connection: ${messageOf(cause)}`, { hint, cause });
}

function notAllowed(cause: unknown): OnpointError {
  return new OnpointError("invalid_configuration", `the database allows too little: ${messageOf(cause)}`, {
    hint: "The user of ONPOINT_DATABASE_URL has to own the database, or its schema and all tables in it.",
    cause,
  });
}

function tookTooLong(cause: unknown): OnpointError {
  return new OnpointError("unavailable", `the database took too long: ${messageOf(cause)}`, {
    hint: "Try again in a moment. If it lasts, see what keeps PostgreSQL busy; ONPOINT_DATABASE_TIMEOUT_MS is how long it is waited for.",
    cause,
  });
}

function storageFull(cause: unknown): OnpointError {
  return new OnpointError("storage_full", "no space is left where the records are kept", {
    hint: "Free some space or move the data directory; nothing half-written was kept.",
    cause,
  });
}

function damaged(cause: unknown): OnpointError {
  return new OnpointError("corrupt", `the database is damaged: ${messageOf(cause)}`, {
    hint: "Run `onpoint db check`; restore the last backup if it confirms the damage.",
    cause,
  });
}
