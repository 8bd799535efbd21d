import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { messageOf, OnpointError } from "#base/errors.ts";
import { askingService } from "#base/tracing/tracing.ts";
import type { SpanHeaders } from "#base/tracing/tracing.ts";
import { retryAfter_ms } from "#base/retry-after.ts";

/** An endpoint that speaks OpenAI's `POST /embeddings`, and how it is asked. */
export type Endpoint = {
  /** Without `/embeddings` and without a slash at its end. */
  readonly url: string;
  readonly model: string;
  readonly dimensions: number;
  readonly key: string | null;
};

/** How long one waits for an answer, and how often one tries. */
export type Patience = {
  readonly attempts: number;
  readonly timeout_ms: number;
  /** Before the second attempt; twice as long before each that follows. */
  readonly pause_ms: number;
};

export type Answer = { readonly rows: readonly (readonly number[])[]; readonly tokens: number };

/** An answer that is larger is cut off: 2,048 vectors of 4,096 numbers, each in full, are not. */
const ANSWER_BYTES_MAX = 256 * 1024 * 1024;
/** No endpoint is waited for longer at once, whatever it asks for. */
const PAUSE_MS_MAX = 60_000;
const SAID_CHARS_MAX = 300;

const ANSWER = z.object({
  data: z.array(z.object({ index: z.number().int().nonnegative(), embedding: z.array(z.number()) })),
  usage: z.object({ total_tokens: z.number().nonnegative().optional() }).optional(),
});

/**
 * The vectors of some texts, in their order, as the endpoint gives them. What may pass (no answer in time, a refusal for
 * now, an error of the server) is tried again after a pause, or after as long as the endpoint asks for; then it throws
 * `unavailable`. What will not pass (a key refused, a model not known, another number of dimensions, no numbers)
 * throws `invalid_configuration` at once.
 */
export async function askEndpoint(
  endpoint: Endpoint,
  texts: readonly string[],
  patience: Patience,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await askingService("embed", endpoint.url, async (trace) =>
        askOnce(endpoint, texts, { timeout_ms: patience.timeout_ms, signal, trace }),
      );
    } catch (thrown) {
      if (signal?.aborted === true) throw cancelled(thrown);
      if (!(thrown instanceof Passing)) throw thrown;
      if (attempt >= patience.attempts) throw givenUp(endpoint, attempt, thrown);
      const pause_ms = thrown.pause_ms ?? patience.pause_ms * 2 ** (attempt - 1);
      await sleep(Math.min(pause_ms, PAUSE_MS_MAX), undefined, { ...(signal && { signal }) }).catch(
        (stopped: unknown) => {
          throw cancelled(stopped);
        },
      );
    }
  }
}

/** A failure that the next attempt may not meet. */
class Passing extends Error {
  readonly pause_ms: number | undefined;

  constructor(message: string, options: { readonly pause_ms?: number | undefined; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.pause_ms = options.pause_ms;
  }
}

async function askOnce(
  endpoint: Endpoint,
  texts: readonly string[],
  {
    timeout_ms,
    signal,
    trace,
  }: { readonly timeout_ms: number; readonly signal: AbortSignal | undefined; readonly trace: SpanHeaders },
): Promise<Answer> {
  const { url, model, key } = endpoint;
  const timeout = AbortSignal.timeout(timeout_ms);
  let status: number;
  let pause_ms: number | undefined;
  let body: string;
  try {
    const response = await fetch(`${url}/embeddings`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...(key !== null && { Authorization: `Bearer ${key}` }),
        ...trace,
      },
      body: JSON.stringify({ model, input: texts, encoding_format: "float" }),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    ({ status } = response);
    pause_ms = retryAfter_ms(response.headers.get("retry-after"), new Date());
    body = await readBounded(response);
  } catch (thrown) {
    if (thrown instanceof OnpointError) throw thrown;
    const message = timeout.aborted
      ? `no answer in ${timeout_ms / 1000} s`
      : `it cannot be reached: ${causeOf(thrown)}`;
    throw new Passing(message, { cause: thrown });
  }
  if (status === 429 || status === 408 || status >= 500) {
    throw new Passing(`it answers ${status}: ${body.slice(0, SAID_CHARS_MAX)}`, { pause_ms });
  }
  if (status !== 200) {
    throw misconfigured(endpoint, `answers ${status}: ${body.slice(0, SAID_CHARS_MAX)}`);
  }
  return read(endpoint, body, texts.length);
}

function read(endpoint: Endpoint, body: string, texts: number): Answer {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch (thrown) {
    // A proxy's page, or an answer that was cut off.
    throw new Passing("its answer is not JSON", { cause: thrown });
  }
  const parsed = ANSWER.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue === undefined ? "" : ` (${issue.path.join(".")}: ${issue.message})`;
    throw misconfigured(endpoint, `does not answer as an embeddings endpoint does${place}`);
  }
  const { data, usage } = parsed.data;
  const rows: (readonly number[] | undefined)[] = Array.from({ length: texts });
  for (const { index, embedding } of data) if (index < texts) rows[index] = embedding;
  const whole = rows.filter((row) => row !== undefined);
  if (whole.length !== texts || data.length !== texts) {
    throw misconfigured(endpoint, `gives ${data.length} vectors for ${texts} texts`);
  }
  for (const row of whole) {
    if (row.length !== endpoint.dimensions) {
      throw misconfigured(endpoint, `gives vectors of ${row.length} numbers; ${endpoint.dimensions} are configured`);
    }
    if (!row.every(Number.isFinite)) throw misconfigured(endpoint, "gives vectors with numbers that are none");
  }
  return { rows: whole, tokens: usage?.total_tokens ?? 0 };
}

async function readBounded(response: Response): Promise<string> {
  if (response.body === null) return "";
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.length;
    if (size > ANSWER_BYTES_MAX) {
      throw new OnpointError("invalid_configuration", "the embeddings endpoint answers with more than vectors", {
        hint: "See that ONPOINT_EMBEDDING_URL is the address of an embeddings endpoint.",
      });
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** Of a `Retry-After`: seconds, or a date. */
function causeOf(thrown: unknown): string {
  return thrown instanceof Error && thrown.cause !== undefined ? messageOf(thrown.cause) : messageOf(thrown);
}

function misconfigured({ url }: Endpoint, what: string): OnpointError {
  return new OnpointError("invalid_configuration", `the embeddings endpoint ${url} ${what}`, {
    hint: "See ONPOINT_EMBEDDING_URL, ONPOINT_EMBEDDING_MODEL, ONPOINT_EMBEDDING_DIMENSIONS and ONPOINT_EMBEDDING_KEY.",
  });
}

function givenUp({ url }: Endpoint, attempts: number, last: Passing): OnpointError {
  const times = attempts === 1 ? "" : ` after ${attempts} attempts`;
  return new OnpointError("unavailable", `the embeddings endpoint ${url} fails${times}: ${last.message}`, {
    hint: "It is tried again later. Searches by words go on.",
    cause: last,
  });
}

function cancelled(cause: unknown): OnpointError {
  return new OnpointError("unavailable", "the request was cancelled before it was answered", { cause });
}
