import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf, OnpointError } from "#base/errors.ts";
import { ownDirectory } from "#base/private-files.ts";
import type { FetchClient } from "./client.ts";
import type { Offered } from "./sources.ts";

/** What is known of a file that was fetched, as `fetched.json` keeps it. */
export type Fetched = {
  readonly url: string;
  readonly etag: string | null;
  readonly size_bytes: number;
  readonly sha256: string;
  /** When it was whole. */
  readonly at: string;
};

export type DownloadOptions = {
  readonly client: FetchClient;
  readonly dir: string;
  readonly signal: AbortSignal;
  /** How many bytes of the file are there. */
  readonly onBytes: (file_bytes: number) => void;
  /** What sends nothing for so long is asked again. */
  readonly stalled_ms: number;
  /** Before an attempt after one that brought nothing; doubled each time. */
  readonly retry_ms: number;
};

/** Attempts in a row that bring not one byte. */
const FRUITLESS_MAX = 6;

/**
 * Fetches one file into `<dir>/<name>`. What an interruption left (`<name>.part`) is gone on with, where the publisher
 * still has the same file; the name is given when all its bytes are there. Throws `not_found`, `unavailable`.
 */
export async function download({ url, name, size_bytes }: Offered, options: DownloadOptions): Promise<Fetched> {
  const path = join(options.dir, name);
  ownDirectory(dirname(path));
  let fruitless = 0;
  for (;;) {
    const before = await heldOf(path);
    try {
      const { etag, total_bytes } = await receive(url, path, before, options);
      const held_bytes = (await heldOf(path)).bytes;
      const wanted_bytes = total_bytes ?? size_bytes;
      if (wanted_bytes === undefined || held_bytes === wanted_bytes) return await finish(url, path, etag);
      if (held_bytes > wanted_bytes) await rm(partOf(path), { force: true });
    } catch (thrown) {
      if (options.signal.aborted || thrown instanceof OnpointError) throw thrown;
      const grew = (await heldOf(path)).bytes > before.bytes;
      fruitless = grew ? 0 : fruitless + 1;
      if (fruitless >= FRUITLESS_MAX) {
        throw new OnpointError("unavailable", `${url} cannot be fetched: ${messageOf(thrown)}`, {
          hint: "what has come is kept; give the same command again to go on",
          cause: thrown,
        });
      }
      if (!grew) await sleep(options.retry_ms * 2 ** fruitless, undefined, { signal: options.signal });
    }
  }
}

type Held = { readonly bytes: number; readonly etag: string | undefined };

const partOf = (path: string): string => `${path}.part`;
const tagOf = (path: string): string => `${path}.part.etag`;

async function heldOf(path: string): Promise<Held> {
  const bytes = await stat(partOf(path)).then(
    ({ size }) => size,
    () => 0,
  );
  const etag = await readFile(tagOf(path), "utf8").catch(() => undefined);
  // A part is no use without the name of what it is a part of; a weak one names no bytes.
  return etag === undefined || !etag.startsWith('"') ? { bytes: 0, etag: undefined } : { bytes, etag };
}

async function receive(
  url: string,
  path: string,
  held: Held,
  { client, signal, onBytes, stalled_ms }: DownloadOptions,
): Promise<{ readonly etag: string | null; readonly total_bytes: number | undefined }> {
  const stalled = new AbortController();
  const watch = setTimeout(() => stalled.abort(new Error(`nothing came for ${stalled_ms / 1000} s`)), stalled_ms);
  try {
    const both = AbortSignal.any([signal, stalled.signal]);
    const response = await client.ask(url, { method: "GET", from: held.bytes, etag: held.etag, signal: both });
    const { status, headers } = response;
    if (status === 416) {
      await rm(partOf(path), { force: true });
      throw new Error("the publisher has another file now");
    }
    if (status !== 200 && status !== 206) throw failed(url, status);
    const goesOn = status === 206;
    const etag = headers.get("etag");
    if (!goesOn) await writeFile(tagOf(path), etag ?? "");
    const file = await open(partOf(path), goesOn ? "a" : "w");
    let file_bytes = goesOn ? held.bytes : 0;
    try {
      for await (const chunk of response.body ?? []) {
        await file.write(chunk);
        watch.refresh();
        file_bytes += chunk.length;
        onBytes(file_bytes);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    const length = Number(headers.get("content-length") ?? Number.NaN);
    return { etag, total_bytes: Number.isNaN(length) ? undefined : length + (goesOn ? held.bytes : 0) };
  } finally {
    clearTimeout(watch);
  }
}

function failed(url: string, status: number): Error {
  if (status === 404 || status === 410) return new OnpointError("not_found", `${url} is not there (${status})`);
  if (status === 401 || status === 403) {
    return new OnpointError("unavailable", `${url} is refused by its publisher (${status})`, {
      hint: "the publisher may have changed its site; download by hand and give the directory to `onpoint import`",
    });
  }
  return new Error(`the publisher answered ${status}`);
}

async function finish(url: string, path: string, etag: string | null): Promise<Fetched> {
  const hash = createHash("sha256");
  let size_bytes = 0;
  for await (const chunk of createReadStream(partOf(path))) {
    hash.update(chunk as Buffer);
    size_bytes += (chunk as Buffer).length;
  }
  await rename(partOf(path), path);
  await rm(tagOf(path), { force: true });
  return { url, etag, size_bytes, sha256: hash.digest("hex"), at: new Date().toISOString() };
}
