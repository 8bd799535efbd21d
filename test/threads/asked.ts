import { registerErrorClass } from "#base/threads/error-codec.ts";
import { OnpointError } from "#base/errors.ts";

export type AskedData = { readonly greeting: string; readonly failsToStart?: boolean; readonly dies?: boolean };

export const ASKED_WORKER: URL = new URL("./asked-worker.ts", import.meta.url);

/** What `asked-worker.ts` can be asked. */
export type AskedRequests = {
  greet: { input: string; answer: string };
  later: { input: unknown; answer: unknown };
  /** Throws the error of that number in `plannedErrors`. */
  fail: { input: number; answer: never };
  failLater: { input: number; answer: never };
  untilGivenUp: { input: null; answer: null };
  spinUntilGivenUp: { input: null; answer: null };
  /** Fills buffers for ever, and never waits. */
  hoard: { input: null; answer: never };
  givenUpCount: { input: null; answer: number };
  askBack: { input: string; answer: string };
  unclonable: { input: null; answer: unknown };
  give: { input: number; answer: Uint8Array };
  sizeOf: { input: Uint8Array; answer: number };
  tell: { input: string; answer: null };
  fillShelf: { input: { batches: number; breaksAt: number }; answer: number };
  shelve: { input: number; answer: number };
  /** Whether the batches were ended, although nobody asked for one. */
  offerShelf: { input: null; answer: boolean };
  exit: { input: null; answer: never };
  throwOutside: { input: null; answer: null };
};

export type ParentRequests = { double: { input: string; answer: string } };

/** An object of the parent that the thread calls. */
export type Library = {
  fill(shelf: string, batches: AsyncIterable<readonly string[]>, signal?: AbortSignal): Promise<number>;
  count(batches: number): number;
};

/** An error class of its own, as the index has one for damage. */
export class ShelfError extends OnpointError {
  readonly shelf: string;
  readonly place: number;

  constructor(message: string, shelf: string, place: number) {
    super("corrupt", message, { hint: "Shelve it anew." });
    this.shelf = shelf;
    this.place = place;
  }
}

registerErrorClass(
  "ShelfError",
  ShelfError,
  (message, { shelf, place }) => new ShelfError(message, String(shelf), Number(place)),
);

export const plannedErrors: readonly (() => unknown)[] = [
  () => new OnpointError("invalid_input", "wrong", { hint: "right", faults: [{ path: "a.0", message: "odd" }] }),
  () => Object.assign(new Error("EIO: i/o error, write"), { code: "EIO", errno: -5, syscall: "write" }),
  () => new ShelfError("torn", "law", 3),
  () => new RangeError("too far"),
  () => new OnpointError("internal", "outer", { cause: Object.assign(new Error("inner"), { code: "ENOSPC" }) }),
];

export function throwPlanned(plan: number): never {
  throw plannedErrors[plan]?.();
}
