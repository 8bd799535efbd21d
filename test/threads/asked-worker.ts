import { setTimeout as sleep } from "node:timers/promises";
import { workerData } from "node:worker_threads";
import { OnpointError } from "#base/errors.ts";
import { Moved } from "#base/threads/call-port.ts";
import type { Asked } from "#base/threads/call-port.ts";
import { remote, serveObjects } from "#base/threads/remote.ts";
import { parentThread, serveThread } from "#base/threads/serve-thread.ts";
import type { AskedData, AskedRequests, Library, ParentRequests } from "./asked.ts";
import { throwPlanned } from "./asked.ts";

const { greeting, failsToStart = false, dies = false } = workerData as AskedData;
const parent = parentThread<ParentRequests>();
let given = 0;

const handlers = {
  greet: (name: string) => `${greeting}, ${name}`,
  later: async (value: unknown) => {
    await sleep(5);
    return value;
  },
  fail: throwPlanned,
  failLater: async (plan: number) => {
    await sleep(1);
    return throwPlanned(plan);
  },
  untilGivenUp: async (_: null, { signal }: Asked) => {
    await sleep(60_000, undefined, { signal }).catch(() => undefined);
    given += 1;
    return null;
  },
  hoard: () => {
    const hoard: Uint8Array[] = [];
    // Looked at, so that they are kept.
    for (;;) if (hoard.length < 50) hoard.push(new Uint8Array(4 * 1024 * 1024).fill(hoard.length));
  },
  spinUntilGivenUp: (_: null, { isGivenUp }: Asked) => {
    while (!isGivenUp());
    given += 1;
    return null;
  },
  givenUpCount: () => given,
  askBack: async (name: string) => parent.ask("double", name),
  unclonable: () => (() => undefined) as unknown,
  give: (size: number) => {
    const bytes = new Uint8Array(size).fill(7);
    return new Moved(bytes, [bytes.buffer]);
  },
  sizeOf: (bytes: Uint8Array) => bytes.byteLength,
  tell: (value: string) => {
    if (value === "refuse") throw new OnpointError("invalid_input", "not that");
    return null;
  },
  fillShelf: async ({ batches, breaksAt }: { batches: number; breaksAt: number }) => {
    const library = remote<Library>(parent, "library");
    async function* books(): AsyncGenerator<string[]> {
      for (let at = 0; at < batches; at += 1) {
        if (at === breaksAt) throw new OnpointError("corrupt", "a batch cannot be read", { hint: "skip it" });
        yield [`book ${at}`];
      }
    }
    return library.fill("law", books());
  },
  shelve: async (batches: number) => {
    const library = remote<Library>(parent, "library");
    return library.count(batches);
  },
  offerShelf: async () => {
    let ended = false;
    const batches: AsyncIterable<string[]> = {
      [Symbol.asyncIterator]: () => ({
        next: async () => ({ done: false, value: ["a book"] }),
        return: async () => {
          ended = true;
          return { done: true, value: undefined };
        },
      }),
    };
    await remote<Library>(parent, "library").fill("law", batches);
    return ended;
  },
  exit: () => process.exit(3),
  throwOutside: () => {
    setImmediate(() => {
      throw new RangeError("outside of any request");
    });
    return sleep(60_000).then(() => null);
  },
};

serveObjects(parent, {
  library: {
    shout: async (word: string) => `${word}!`,
  },
});
if (dies) process.exit(4);
if (failsToStart)
  serveThread<AskedRequests>(sleep(5).then(() => Promise.reject(new OnpointError("schema_too_new", "no records"))));
else serveThread<AskedRequests>(handlers);
