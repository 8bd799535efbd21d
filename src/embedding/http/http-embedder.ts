import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { OnpointError } from "#base/errors.ts";
import { TEXTS_MAX } from "../embedder.ts";
import type { EmbedOptions, Embedder, Embedders, VectorVersion } from "../embedder.ts";
import { askEndpoint } from "./endpoint.ts";
import type { Endpoint, Patience } from "./endpoint.ts";

export type HttpEmbedding = Endpoint & {
  readonly queryPrefix: string;
  readonly passagePrefix: string;
  readonly requestsPerMinute: number;
};

/** What was asked of an endpoint so far; tokens as it counts them, 0 where it does not. */
export type EndpointUsage = { readonly requests: number; readonly texts: number; readonly tokens: number };

export type HttpEmbedder = Embedder & { readonly usage: () => EndpointUsage };

/** Texts in one request. */
const BATCH_TEXTS = 64;
/** Characters in one request, unless a single text has more. */
const BATCH_CHARS = 200_000;

/** What is stored can wait; whoever asks cannot. */
const FOR_PASSAGES: Patience = { attempts: 6, timeout_ms: 60_000, pause_ms: 1_000 };
const FOR_QUERIES: Patience = { attempts: 2, timeout_ms: 5_000, pause_ms: 200 };

/** Of a configuration: another address is the same version, another model, size or prefix another. */
export function httpVersion({ model, dimensions, queryPrefix, passagePrefix }: HttpEmbedding): VectorVersion {
  const hash = createHash("sha256").update(JSON.stringify([model, dimensions, queryPrefix, passagePrefix]));
  return { id: `http-${hash.digest("hex").slice(0, 20)}`, provider: "http", dimensions };
}

/**
 * Vectors from an endpoint, in batches one after another and not faster than it may be asked. `patience` is for tests.
 */
export function httpEmbedder(
  embedding: HttpEmbedding,
  patience: { readonly passages: Patience; readonly queries: Patience } = {
    passages: FOR_PASSAGES,
    queries: FOR_QUERIES,
  },
): HttpEmbedder {
  const version = httpVersion(embedding);
  const closed = new AbortController();
  const usage = { requests: 0, texts: 0, tokens: 0 };
  const pace = new Pace(60_000 / embedding.requestsPerMinute);
  const embed = async (
    texts: readonly string[],
    prefix: string,
    bearing: Patience,
    { signal }: EmbedOptions,
  ): Promise<Float32Array> => {
    if (texts.length > TEXTS_MAX) throw new RangeError(`${texts.length} texts are given at once; ${TEXTS_MAX} may be`);
    const stop = signal === undefined ? closed.signal : AbortSignal.any([signal, closed.signal]);
    const rows = new Float32Array(texts.length * version.dimensions);
    let at = 0;
    for (const batch of batches(texts.map((text) => prefix + text))) {
      await pace.wait(stop);
      usage.requests += 1;
      const answer = await askEndpoint(embedding, batch, bearing, stop);
      usage.texts += batch.length;
      usage.tokens += answer.tokens;
      for (const row of answer.rows) rows.set(unit(row), version.dimensions * at++);
    }
    return rows;
  };
  return {
    version,
    passages: async (texts, options = {}) => embed(texts, embedding.passagePrefix, patience.passages, options),
    queries: async (texts, options = {}) => embed(texts, embedding.queryPrefix, patience.queries, options),
    usage: () => ({ ...usage }),
    close: async () => closed.abort(),
  };
}

/** The one version that a configured endpoint makes. */
export function httpEmbedders(embedding: HttpEmbedding): Embedders {
  const version = httpVersion(embedding);
  return {
    newest: async () => version,
    open: async (versionId) => {
      if (versionId === version.id) return httpEmbedder(embedding);
      throw new OnpointError("not_found", `the vectors ${versionId} were made with another model than is configured`, {
        hint: "They are rebuilt.",
      });
    },
    keepOnly: async () => undefined,
  };
}

function* batches(texts: readonly string[]): Generator<readonly string[]> {
  let batch: string[] = [];
  let chars = 0;
  for (const text of texts) {
    if (batch.length === BATCH_TEXTS || (batch.length > 0 && chars + text.length > BATCH_CHARS)) {
      yield batch;
      batch = [];
      chars = 0;
    }
    batch.push(text);
    chars += text.length;
  }
  if (batch.length > 0) yield batch;
}

function unit(row: readonly number[]): Float32Array {
  const length = Math.hypot(...row);
  return Float32Array.from(row, (value) => (length > 0 ? value / length : 0));
}

/** Lets one request begin every so many milliseconds. */
class Pace {
  readonly #every_ms: number;
  #next_ms = 0;

  constructor(every_ms: number) {
    this.#every_ms = every_ms;
  }

  async wait(signal: AbortSignal): Promise<void> {
    const now_ms = performance.now();
    const begins_ms = Math.max(now_ms, this.#next_ms);
    this.#next_ms = begins_ms + this.#every_ms;
    if (begins_ms === now_ms) return;
    await sleep(begins_ms - now_ms, undefined, { signal }).catch((cause: unknown) => {
      throw new OnpointError("unavailable", "the request was cancelled before it was answered", { cause });
    });
  }
}
