import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "#base/clock.ts";
import { systemClock } from "#base/clock.ts";
import { messageOf } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { noteTrouble, turnsInTrouble } from "./store.ts";

/** Turns that fail now, each with why. */
export type FailingTurns = ReadonlyMap<string, unknown>;

/**
 * Something that is looked at again and again, by one process at a time: it keeps in the records how far it has come, so
 * that whoever takes the next turn goes on from there.
 */
export type Turn = {
  readonly name: string;
  /** Turns without which this one is of no use: while one of them fails, it is not taken. */
  readonly needs?: readonly string[];
  /** Does some of what there is to do; true where more is to be done at once. */
  readonly take: (signal: AbortSignal, failing: FailingTurns) => Promise<boolean | void>;
  readonly close?: () => Promise<void>;
};

export type TurnOptions = {
  readonly db: Db;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly clock?: Clock;
  readonly poll_ms?: number;
  readonly retry_ms?: number;
};

const POLL_MS = 400;
const RETRY_MS = 5_000;
const RETRY_MS_MAX = 60_000;
/** So many failures in a row are tried again at the shortest wait. */
const SOON = 5;

type Trouble = { readonly attempts: number; readonly error: unknown; readonly next_ms: number };

/**
 * Takes turns in their order until the signal comes. One that fails is tried again after a wait that grows, is told in
 * the records until it succeeds, and holds up only those that need it.
 */
export async function runTurns(turns: readonly Turn[], options: TurnOptions): Promise<void> {
  const { db, log, signal, clock = systemClock, poll_ms = POLL_MS, retry_ms = RETRY_MS } = options;
  const failing = new Map<string, Trouble>();
  const noted = new Set<string>();
  const note = async (name: string, trouble: Trouble | null): Promise<void> => {
    const told = trouble && { attempts: trouble.attempts, error: messageOf(trouble.error) };
    await noteTrouble(db, name, told, clock).then(
      () => void (trouble === null ? noted.delete(name) : noted.add(name)),
      (error: unknown) => log.warn({ error, turn: name }, "how a turn goes could not be noted"),
    );
  };
  const errors = (): FailingTurns => new Map([...failing].map(([name, { error }]) => [name, error]));

  await turnsInTrouble(db).then(
    (names) => names.forEach((name) => noted.add(name)),
    (error: unknown) => log.warn({ error }, "how turns went before could not be read"),
  );
  for (let isMore = false; !signal.aborted; isMore = false) {
    for (const { name, needs = [], take } of turns) {
      if (signal.aborted) break;
      const before = failing.get(name);
      if (needs.some((other) => failing.has(other)) || performance.now() < (before?.next_ms ?? 0)) continue;
      try {
        isMore = (await take(signal, errors())) === true || isMore;
        failing.delete(name);
        if (noted.has(name)) await note(name, null);
      } catch (error) {
        if (signal.aborted) break;
        const attempts = (before?.attempts ?? 0) + 1;
        const wait_ms = Math.min(retry_ms * 2 ** Math.max(0, attempts - SOON), Math.max(retry_ms, RETRY_MS_MAX));
        const trouble = { attempts, error, next_ms: performance.now() + wait_ms };
        log.error({ error, turn: name, attempts, wait_ms }, "a turn failed; trying again");
        failing.set(name, trouble);
        await note(name, trouble);
      }
    }
    if (!isMore) await sleep(poll_ms, undefined, { signal }).catch(() => undefined);
  }
  for (const { close } of turns) await close?.();
}
