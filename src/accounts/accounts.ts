import { systemClock } from "#base/clock.ts";
import type { Clock } from "#base/clock.ts";
import type { Logger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { OnpointError } from "#base/errors.ts";
import { Errands } from "./mail/errands.ts";
import type { Post } from "./mail/post.ts";
import { createPasswordHasher } from "./passwords/password-hash.ts";
import type { PasswordHasher } from "./passwords/password-hash.ts";
import type { RequestRate } from "./principal.ts";
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
  /** Where people sign in: what the addresses in letters begin with. */
  readonly authUrl: string;
  /** Whether anybody may make an account, or only who is invited. */
  readonly signUp: "open" | "invited";
  /** Whose people may make keys: everybody's, or those of organizations that an operator has chosen. */
  readonly keysFor: "everyone" | "chosen";
  /** The most requests that who makes a key can let it make; null: as many as they like. */
  readonly requests_max: RequestRate | null;
  readonly post: Post;
  /** What is done aside from answers. */
  readonly errands: Errands;
  /** Waits for the errands and writes what was noted aside. */
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
  readonly authUrl?: string;
  readonly signUp?: Accounts["signUp"];
  readonly keysFor?: Accounts["keysFor"];
  readonly requests_max?: RequestRate | null;
  /** Without it no letter can be sent, which a command does not. */
  readonly post?: Post;
};

const NO_POST: Post = {
  send: async () => Promise.reject(new OnpointError("unsupported", "no letters are sent from here")),
};

/** Opens the accounts for a process that answers, or for one command. */
export function openAccounts(options: AccountsOptions): Accounts {
  const { db, log, clock = systemClock, passwords = createPasswordHasher(), lives = LIVES } = options;
  const { authUrl = "", signUp = "invited", keysFor = "chosen", requests_max = null, post = NO_POST } = options;
  const seen = createSeenRecorder(db, log);
  const errands = new Errands(log);
  const close = async (): Promise<void> => {
    await errands.settled();
    await seen.close();
  };
  return { db, log, clock, passwords, seen, lives, authUrl, signUp, keysFor, requests_max, post, errands, close };
}
