import { readFile, rename, stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { OnpointError } from "#base/errors.ts";
import { ownDirectory } from "#base/private-files.ts";
import { FetchClient } from "./client.ts";
import { download } from "./download.ts";
import type { Fetched } from "./download.ts";
import type { Offered, Publisher } from "./sources.ts";

export type FetchOptions = {
  readonly publisher: Publisher;
  readonly asked: readonly string[];
  readonly dir: string;
  readonly mirror?: string | undefined;
  readonly userAgent: string;
  readonly signal: AbortSignal;
  readonly stalled_ms?: number;
  readonly retry_ms?: number;
};

/** One file of a plan; `isHeld` where the directory has it as the publisher does. */
export type PlannedFile = Offered & { readonly etag: string | null; readonly isHeld: boolean };

export type FetchPlan = {
  readonly files: readonly PlannedFile[];
  /** Of what is to be fetched, as far as the publisher tells; 0 where all is held. */
  readonly bytes: number;
  /** Files of a size that is not told. */
  readonly unsized: number;
  readonly free_bytes: number;
};

const STALLED_MS = 60_000;
const RETRY_MS = 1_000;
const LISTING_CHARS_MAX = 64 * 1024 * 1024;
const MANIFEST = "fetched.json";

const FETCHED = z.record(
  z.string(),
  z.object({
    url: z.string(),
    etag: z.string().nullable(),
    size_bytes: z.number(),
    sha256: z.string(),
    at: z.string(),
  }),
);

/** What would be fetched: nothing is written, and each file is asked for its size alone. */
export async function planFetch(options: FetchOptions): Promise<FetchPlan> {
  const client = clientOf(options);
  const { publisher, asked, dir, signal, stalled_ms = STALLED_MS } = options;
  const read = async (url: string, accept?: string): Promise<string> => {
    const response = await client.ask(url, {
      method: "GET",
      accept,
      signal: AbortSignal.any([signal, AbortSignal.timeout(stalled_ms)]),
    });
    if (response.status !== 200) throw unreachable(url, response.status);
    const text = await response.text();
    if (text.length > LISTING_CHARS_MAX) throw new OnpointError("too_large", `${url} is not a listing`);
    return text;
  };
  const known = await manifestIn(dir);
  const files: PlannedFile[] = [];
  for (const offered of await reached(publisher.offered(asked, read))) {
    const head = await reached(
      client.ask(offered.url, { method: "HEAD", signal: AbortSignal.any([signal, AbortSignal.timeout(stalled_ms)]) }),
    );
    if (head.status !== 200) throw unreachable(offered.url, head.status);
    const length = Number(head.headers.get("content-length") ?? Number.NaN);
    const size_bytes = Number.isNaN(length) ? offered.size_bytes : length;
    const etag = head.headers.get("etag");
    const isHeld = await isHeldIn(dir, offered, { etag, size_bytes, known: known[offered.name] });
    files.push({ ...offered, ...(size_bytes !== undefined && { size_bytes }), etag, isHeld });
  }
  const due = files.filter(({ isHeld }) => !isHeld);
  return {
    files,
    bytes: due.reduce((sum, { size_bytes = 0 }) => sum + size_bytes, 0),
    unsized: due.filter(({ size_bytes }) => size_bytes === undefined).length,
    free_bytes: await freeIn(dir),
  };
}

/** Fetches what a plan lacks, in its order. Each file is noted in `fetched.json` as soon as it is whole. */
export async function carryOut(
  plan: FetchPlan,
  options: FetchOptions & { readonly onFile: (name: string, done_bytes: number) => void },
): Promise<readonly Fetched[]> {
  const { dir, signal, onFile, stalled_ms = STALLED_MS, retry_ms = RETRY_MS } = options;
  if (plan.bytes > plan.free_bytes) {
    throw new OnpointError("storage_full", `${dir} has less room than these files take`, {
      hint: "make room, or name another directory with --to",
    });
  }
  const client = clientOf(options);
  ownDirectory(dir);
  const fetched: Fetched[] = [];
  let done_bytes = 0;
  for (const file of plan.files.filter(({ isHeld }) => !isHeld)) {
    const before = done_bytes;
    const onBytes = (file_bytes: number): void => onFile(file.name, before + file_bytes);
    const one = await download(file, { client, dir, signal, onBytes, stalled_ms, retry_ms });
    done_bytes += one.size_bytes;
    await note(dir, file.name, one);
    await options.publisher.unpack?.(dir, file.name);
    fetched.push(one);
  }
  return fetched;
}

function clientOf({ publisher: { hosts }, mirror, userAgent }: FetchOptions): FetchClient {
  return new FetchClient({ hosts, mirror, userAgent });
}

async function isHeldIn(
  dir: string,
  { name, url }: Offered,
  seen: { readonly etag: string | null; readonly size_bytes: number | undefined; readonly known: Fetched | undefined },
): Promise<boolean> {
  const { etag, size_bytes, known } = seen;
  if (known === undefined || known.url !== url || known.etag !== etag) return false;
  if (size_bytes !== undefined && known.size_bytes !== size_bytes) return false;
  return stat(join(dir, name)).then(
    ({ size }) => size === known.size_bytes,
    () => false,
  );
}

async function manifestIn(dir: string): Promise<Readonly<Record<string, Fetched>>> {
  try {
    return FETCHED.parse(JSON.parse(await readFile(join(dir, MANIFEST), "utf8")));
  } catch {
    // It says what need not be fetched again: without it all is.
    return {};
  }
}

async function note(dir: string, name: string, fetched: Fetched): Promise<void> {
  const path = join(dir, MANIFEST);
  await writeFile(`${path}.part`, `${JSON.stringify({ ...(await manifestIn(dir)), [name]: fetched }, null, 2)}\n`);
  await rename(`${path}.part`, path);
}

async function freeIn(dir: string): Promise<number> {
  for (let at = dir; ; at = join(at, "..")) {
    const found = await statfs(at).catch(() => undefined);
    if (found !== undefined) return found.bavail * found.bsize;
    if (join(at, "..") === at) return Number.POSITIVE_INFINITY;
  }
}

function unreachable(url: string, status: number): OnpointError {
  return new OnpointError(status === 404 ? "not_found" : "unavailable", `${url} cannot be had (${status})`, {
    hint: "the publisher may have moved it; download by hand and give the directory to `onpoint import`",
  });
}

async function reached<Value>(asked: Promise<Value>): Promise<Value> {
  try {
    return await asked;
  } catch (thrown) {
    if (thrown instanceof OnpointError) throw thrown;
    throw new OnpointError("unavailable", "the publisher cannot be reached", {
      hint: "check the network, or give a copy with --mirror",
      cause: thrown,
    });
  }
}
