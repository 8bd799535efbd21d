import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "hono";
import type { z } from "zod";
import { messageOf } from "#base/errors.ts";
import { LIMITS } from "#base/limits.ts";
import { duplicateKey } from "./duplicate-keys.ts";
import { HttpProblem } from "./problem.ts";
import { readRequest, shown } from "#contracts/request-faults.ts";

const JSON_TYPE = /^application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;\s*charset\s*=\s*"?(?<charset>[\w-]+)"?\s*)?$/iu;

/**
 * The body of a request, checked against its schema.
 * @throws HttpProblem 413, 415, 400 (not JSON) or 422 (not what the schema says)
 */
export async function readBody<Schema extends z.ZodType>(c: Context, schema: Schema): Promise<z.output<Schema>> {
  const read = readRequest(schema, await readJson(c));
  if (read.ok) return read.value;
  const faults = read.error;
  const [first] = faults;
  const message = first === undefined ? "the body is not what is wanted" : `${first.path || "body"}: ${first.message}`;
  throw new HttpProblem("invalid_input", message, {
    faults,
    ...(faults.length > 1 ? { hint: `${faults.length} faults in all, listed in errors` } : {}),
  });
}

/**
 * The body of a request, whatever it holds.
 * @throws HttpProblem 413, 415, 400 (not JSON) or 422 (a member given twice)
 */
export async function readJson(c: Context): Promise<unknown> {
  requireJsonType(c.req.header("content-type"));
  const text = await readText(c);
  const parsed = parseJson(text);
  refuseDuplicateKey(text);
  return parsed;
}

function requireJsonType(type: string | undefined): void {
  const match = JSON_TYPE.exec(type ?? "");
  const charset = match?.groups?.["charset"]?.toLowerCase() ?? "utf-8";
  if (match !== null && (charset === "utf-8" || charset === "utf8")) return;
  const given = type === undefined ? "no content type was given" : "the body has another content type";
  throw new HttpProblem("unsupported_media_type", given, {
    hint: "send Content-Type: application/json in UTF-8",
    headers: { Accept: "application/json" },
  });
}

async function readText(c: Context): Promise<string> {
  if (c.req.header("content-encoding") !== undefined) {
    throw new HttpProblem("unsupported_media_type", "compressed bodies are not read", {
      hint: "send the body without Content-Encoding",
      headers: { "Accept-Encoding": "identity" },
    });
  }
  const bytes = await readBytes(c, LIMITS.request_body_bytes_max);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new HttpProblem("malformed_json", "the body is not UTF-8 text");
  }
}

/** The body of a request as it came. @throws HttpProblem 413, or 400 when it broke off */
export async function readBytes(c: Context, bytes_max: number): Promise<Uint8Array | ArrayBuffer> {
  const declared = c.req.header("content-length");
  if (declared !== undefined && Number(declared) > bytes_max) {
    if (Number(declared) <= DRAINED_BYTES_MAX) await drained(c.req.raw.body?.getReader());
    throw tooLarge(bytes_max, { isRead: true });
  }
  // The HTTP parser holds a body to its declared length, so only one without a length needs counting.
  return (declared === undefined ? readCounted(c.req.raw.body, bytes_max) : c.req.arrayBuffer()).catch(brokenOff);
}

/** The client left; nobody reads this answer, but the log does. */
function brokenOff(thrown: unknown): never {
  if (thrown instanceof HttpProblem) throw thrown;
  throw new HttpProblem("malformed_json", "the body broke off before its end", { cause: thrown });
}

async function readCounted(stream: ReadableStream<Uint8Array> | null, bytes_max: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size_bytes = 0;
  const reader = stream?.getReader();
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    size_bytes += next.value.byteLength;
    if (size_bytes > bytes_max) {
      const isOver = await drained(reader);
      throw tooLarge(bytes_max, { isRead: isOver });
    }
    chunks.push(next.value);
  }
  return Buffer.concat(chunks);
}

/** Of a body that is refused so much is read and thrown away, for so long. */
const DRAINED_BYTES_MAX = 8 * 1024 * 1024;
const DRAINED_MS_MAX = 5_000;

/**
 * Reads what is still sent: closed with bytes unread, a connection is reset, and a client that sends before it reads
 * would lose the answer. True when all of it has come.
 */
async function drained(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<boolean> {
  const over = new AbortController();
  const late = sleep(DRAINED_MS_MAX, false, { signal: over.signal, ref: false }).catch(() => false);
  const reading = async (): Promise<boolean> => {
    let size_bytes = 0;
    for (let next = await reader?.read(); next?.done === false && !over.signal.aborted; next = await reader?.read()) {
      size_bytes += next.value.byteLength;
      if (size_bytes > DRAINED_BYTES_MAX) return false;
    }
    return true;
  };
  const isOver = await Promise.race([reading().catch(() => true), late]);
  over.abort();
  return isOver;
}

function tooLarge(bytes_max: number, { isRead }: { readonly isRead: boolean }): HttpProblem {
  return new HttpProblem("too_large", `the body is larger than ${bytes_max} bytes`, {
    hint: "split the request",
    // Of one that is still being sent the server reads a while longer, and then ends the connection.
    headers: isRead ? { Connection: "close" } : {},
  });
}

function parseJson(text: string): unknown {
  if (text.trim() === "") throw new HttpProblem("malformed_json", "the body is empty", { hint: "send a JSON object" });
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new HttpProblem("malformed_json", `the body is not JSON: ${reasonOf(thrown)}`);
  }
}

/** Which of the two would count depends on the reader, so neither does. */
function refuseDuplicateKey(text: string): void {
  const path = duplicateKey(text);
  if (path === undefined) return;
  const fault = { path: shown(path), message: "is given twice" };
  throw new HttpProblem("invalid_input", `${fault.path}: ${fault.message}`, { faults: [fault] });
}

/** V8's words without its excerpt of the body, which a client that logs the answer may not want to keep. */
function reasonOf(thrown: unknown): string {
  return messageOf(thrown).replace(/, (?:\.\.\.)?".*$/su, "");
}
