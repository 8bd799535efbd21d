import { BoundedMap } from "#base/bounded-map.ts";
import type { RequestRate } from "#accounts/principal.ts";

/** What a bucket says after a request asked it. */
export type Allowance = {
  readonly isAllowed: boolean;
  /** Whole requests left. */
  readonly remaining: number;
  /** Seconds until the bucket is full again. */
  readonly reset_s: number;
  /** Until one more request is allowed; 0 when one is. */
  readonly nextToken_ms: number;
  /** The same in whole seconds, rounded up. */
  readonly retryAfter_s: number;
};

type Bucket = { tokens: number; at_ms: number };

/** Buckets kept at once; the longest unused go first, and a bucket that had refilled by then loses nothing. */
const BUCKETS_MAX = 50_000;

/** Seconds in which an empty bucket of this size fills. */
export function secondsToFill({ burst, perMinute }: RequestRate): number {
  return Math.ceil((burst / perMinute) * 60);
}

/** One token bucket per name. */
export class TokenBuckets {
  readonly #now_ms: () => number;
  readonly #buckets = new BoundedMap<string, Bucket>({ weight_max: BUCKETS_MAX, firstToGo: "set" });

  constructor(now_ms: () => number) {
    this.#now_ms = now_ms;
  }

  /** Takes a token when there is one, from a bucket of this size. */
  take(name: string, limit: RequestRate): Allowance {
    const bucket = this.#refilled(name, limit);
    const isAllowed = bucket.tokens >= 1;
    if (isAllowed) bucket.tokens -= 1;
    this.#buckets.set(name, bucket);
    return allowanceOf(bucket, limit, isAllowed);
  }

  #refilled(name: string, limit: RequestRate): Bucket {
    const now_ms = this.#now_ms();
    const bucket = this.#buckets.get(name);
    if (bucket === undefined) return { tokens: limit.burst, at_ms: now_ms };
    const gained = ((now_ms - bucket.at_ms) / 60_000) * limit.perMinute;
    return { tokens: Math.min(limit.burst, bucket.tokens + gained), at_ms: now_ms };
  }
}

/** What a bucket says in which so many tokens are left. */
export function allowanceOf(bucket: Pick<Bucket, "tokens">, limit: RequestRate, isAllowed: boolean): Allowance {
  const msFor = (tokens: number): number => Math.max(0, (tokens / limit.perMinute) * 60_000);
  const nextToken_ms = msFor(1 - bucket.tokens);
  return {
    isAllowed,
    remaining: Math.floor(bucket.tokens),
    reset_s: Math.ceil(msFor(limit.burst - bucket.tokens) / 1000),
    nextToken_ms,
    retryAfter_s: Math.ceil(nextToken_ms / 1000),
  };
}
