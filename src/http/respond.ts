import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import { jsonBytes } from "#base/json-text.ts";
import { loopTurns } from "#base/loop-turns.ts";
import { tellTimings } from "./context.ts";
import type { AppContext } from "./context.ts";

const compress = promisify(gzip);

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
  // As bytes, so that what waits for a slow client is counted as what it holds.
  if (!acceptsGzip(c.req.header("accept-encoding")))
    return send(c, typeof body === "string" ? Buffer.from(body) : body);
  c.header("Content-Encoding", "gzip");
  const bytes = await compress(body, { level: constants.Z_BEST_SPEED });
  return send(c, bytes);
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

function acceptsGzip(header: string | undefined): boolean {
  return header !== undefined && /(?:^|,)\s*(?:gzip|\*)\s*(?:,|$|;\s*q=(?:1|0?\.\d*[1-9]))/iu.test(header);
}
