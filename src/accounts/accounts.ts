import type { Clock } from "#base/clock.ts";
import { systemClock } from "#base/clock.ts";
import type { Logger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { createPasswordHasher } from "./passwords/password-hash.ts";
import type { PasswordHasher } from "./passwords/password-hash.ts";
import { createSeenRecorder } from "./sessions/seen.ts";
import type { UseRecorder } from "./use-recorder.ts";

/** What the functions of this folder work with. */
export type Accounts = {
  readonly db: Db;
  readonly log: Logger;
  readonly clock: Clock;
  readonly passwords: PasswordHasher;
  /** Notes that a sign-in is still in use. */
  readonly seen: UseRecorder;
  readonly lives: SessionLives;
  close(): Promise<void>;
};

/** How long a sign-in lasts: without being used, and however much it is used. */
export type SessionLives = { readonly idle_ms: number; readonly whole_ms: number };

const HOUR_MS = 3_600_000;
const LIVES: SessionLives = { idle_ms: 72 * HOUR_MS, whole_ms: 30 * 24 * HOUR_MS };

export type AccountsOptions = {
  readonly db: Db;
  readonly log: Logger;
  readonly clock?: Clock;
  readonly passwords?: PasswordHasher;
  readonly lives?: SessionLives;
};

/** Opens the accounts for a process that answers, or for one command. What it notes aside is written by `close`. */
export function openAccounts(options: AccountsOptions): Accounts {
  const { db, log, clock = systemClock, passwords = createPasswordHasher(), lives = LIVES } = options;
  const seen = createSeenRecorder(db, log);
  return { db, log, clock, passwords, seen, lives, close: async () => seen.close() };
}
