import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { BrotliOptions } from "node:zlib";
import { jsonBytes } from "#base/json-text.ts";
import { loopTurns } from "#base/loop-turns.ts";
import { tellTimings } from "./context.ts";
import type { AppContext } from "./context.ts";

const ZIPS = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/**
 * As fast as gzip at its fastest, and an answer becomes half as large; pages, which people wait for over slow lines, are
 * made a seventh smaller for half as much time again.
 */
const QUALITY = { page: 6, other: 4 };

/** Bytes, or characters of a text: below this a compressed body saves less than it costs. */
const COMPRESS_MIN = 16 * 1024;

/** Answers 200 with a text body, compressed off the event loop when it is large and the client can read that. */
export async function respond(
  c: AppContext,
  contentType: string,
  body: string | Buffer<ArrayBuffer>,
): Promise<Response> {
  c.header("Content-Type", contentType);
  if (body.length < COMPRESS_MIN) return send(c, body);
  c.header("Vary", "Accept-Encoding", { append: true });
  const coding = codingOf(c.req.header("accept-encoding"));
  // As bytes, so that what waits for a slow client is counted as what it holds.
  if (coding === undefined) return send(c, typeof body === "string" ? Buffer.from(body) : body);
  c.header("Content-Encoding", coding);
  const bytes =
    coding === "br"
      ? await ZIPS.br(body, brotliFor(contentType))
      : await ZIPS.gzip(body, { level: constants.Z_BEST_SPEED });
  return send(c, bytes);
}

function brotliFor(contentType: string): BrotliOptions {
  const quality = contentType.startsWith("text/html") ? QUALITY.page : QUALITY.other;
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
}

/** Headers are complete before the answer is made; see `securityHeaders`. */
function send(c: AppContext, body: string | Uint8Array<ArrayBuffer>): Response {
  tellTimings(c);
  return c.body(body);
}

export async function respondJson(c: AppContext, value: unknown): Promise<Response> {
  const bytes = await jsonBytes(value, async () => loopTurns.next());
  return respond(c, "application/json", bytes);
}

const ACCEPTED = /(?:^|,)\s*(?<coding>br|gzip|\*)\s*(?=,|$|;\s*q=(?:1|0?\.\d*[1-9]))/giu;

function codingOf(header = ""): "br" | "gzip" | undefined {
  const accepted = new Set([...header.matchAll(ACCEPTED)].map(({ groups }) => groups?.["coding"]?.toLowerCase()));
  if (accepted.has("br")) return "br";
  return accepted.size > 0 ? "gzip" : undefined;
}
