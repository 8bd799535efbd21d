import { messageOf, OnpointError } from "#base/errors.ts";
import { askingService } from "#base/tracing/tracing.ts";

/** A larger answer is none. */
const ANSWER_BYTES_MAX = 4 * 1024 * 1024;

type Asked = {
  readonly url: string;
  /** Sent as a bearer token. */
  readonly key: string | undefined;
  readonly body: unknown;
  readonly signal: AbortSignal;
};

/** What a reranking service answers. Follows no redirect. Throws `unavailable` for whatever it does but answer JSON. */
export async function askJson({ url, key, body, signal }: Asked): Promise<unknown> {
  return askingService("rerank", url, async (trace) => {
    try {
      const response = await fetch(url, {
        method: "POST",
        redirect: "error",
        headers: {
          "content-type": "application/json",
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...trace,
        },
        body: JSON.stringify(body),
        signal,
      });
      if (!response.ok) throw new Error(`it answered with status ${response.status}`);
      const parts: Uint8Array[] = [];
      let size_bytes = 0;
      for await (const part of response.body ?? []) {
        size_bytes += part.length;
        if (size_bytes > ANSWER_BYTES_MAX) throw new Error("its answer is too large");
        parts.push(part);
      }
      return JSON.parse(Buffer.concat(parts).toString()) as unknown;
    } catch (thrown) {
      throw failed(thrown instanceof DOMException ? "it did not answer in time" : messageOf(thrown), thrown);
    }
  });
}

export function failed(why: string, cause?: unknown): OnpointError {
  return new OnpointError("unavailable", `the reranking service failed: ${why}`, { cause });
}
