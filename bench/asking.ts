/** Questions over HTTP as benches ask them, and what their answers took. */
import { request } from "node:http";
import type { Agent } from "node:http";

/** Words, phrases, proximities, wildcards: what the query language has. */
export const OPERATOR_QUERIES: readonly string[] = [
  "negligence",
  "summary judgment standard",
  "fraud* OR deceit",
  '"due process"',
  "contract AND breach AND damages",
  "(fraud* OR deceit) W/5 (reliance OR misrepresent*)",
  "negligen! W/10 (damages OR plaintiff)",
  '"motion to dismiss" AND NOT settlement',
  "jurisdiction W/3 diversity",
  "410 U.S. 113",
  "habeas corpus petition",
  "*ability",
];

export type Latency = {
  readonly count: number;
  readonly p50_ms: number;
  readonly p90_ms: number;
  readonly p95_ms: number;
  readonly p99_ms: number;
};

export function latencyOf(times_ms: readonly number[]): Latency {
  const sorted = times_ms.toSorted((left, right) => left - right);
  const at = (share: number): number => Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 10) / 10;
  return { count: sorted.length, p50_ms: at(0.5), p90_ms: at(0.9), p95_ms: at(0.95), p99_ms: at(0.99) };
}

type Answer = { readonly status: number; readonly body: string; readonly ms: number };
type Question = {
  readonly agent: Agent;
  readonly url: string;
  readonly key?: string;
  /** JSON, sent by POST; without it the question is a GET. */
  readonly body?: string;
  /** The connection is closed then. */
  readonly signal?: AbortSignal;
};

/** Asks and reads the whole answer; `ms` is from the first byte sent to the last byte read. */
export async function ask({ agent, url, key, body, signal }: Question): Promise<Answer> {
  const began = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const asked = request(
    url,
    {
      agent,
      ...(signal && { signal }),
      method: body === undefined ? "GET" : "POST",
      headers: { ...(key && { authorization: `Bearer ${key}` }), "content-type": "application/json" },
    },
    (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, body: text, ms: performance.now() - began }),
      );
    },
  );
  asked.on("error", reject);
  asked.end(body);
  return promise;
}
