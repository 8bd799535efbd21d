import type { RateLimit } from "./config.ts";

/** What a bucket says after a request asked it. */
export type Allowance = {
  readonly isAllowed: boolean;
  /** Whole requests left. */
  readonly remaining: number;
  /** Seconds until the bucket is full again. */
  readonly reset_s: number;
  /** Seconds until one more request is allowed; 0 when one is. */
  readonly retryAfter_s: number;
};

type Bucket = { tokens: number; at_ms: number };

/** Buckets kept at once; the longest unused go first, and a bucket that had refilled by then loses nothing. */
const BUCKETS_MAX = 50_000;

/** One token bucket per name. */
export class TokenBuckets {
  readonly limit: RateLimit;
  readonly #now_ms: () => number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(limit: RateLimit, now_ms: () => number) {
    this.limit = limit;
    this.#now_ms = now_ms;
  }

  /** Seconds in which an empty bucket fills. */
  get window_s(): number {
    return Math.ceil((this.limit.burst / this.limit.perMinute) * 60);
  }

  /** Takes a token when there is one. */
  take(name: string): Allowance {
    const bucket = this.#refilled(name);
    const isAllowed = bucket.tokens >= 1;
    if (isAllowed) bucket.tokens -= 1;
    this.#buckets.delete(name);
    this.#buckets.set(name, bucket);
    if (this.#buckets.size > BUCKETS_MAX) this.#dropOldest();
    return this.#allowance(bucket, isAllowed);
  }

  /** What `take` would say, without taking. */
  peek(name: string): Allowance {
    const bucket = this.#refilled(name);
    return this.#allowance(bucket, bucket.tokens >= 1);
  }

  #refilled(name: string): Bucket {
    const now_ms = this.#now_ms();
    const bucket = this.#buckets.get(name);
    if (bucket === undefined) return { tokens: this.limit.burst, at_ms: now_ms };
    const gained = ((now_ms - bucket.at_ms) / 60_000) * this.limit.perMinute;
    return { tokens: Math.min(this.limit.burst, bucket.tokens + gained), at_ms: now_ms };
  }

  #allowance(bucket: Bucket, isAllowed: boolean): Allowance {
    const secondsFor = (tokens: number): number => Math.max(0, Math.ceil((tokens / this.limit.perMinute) * 60));
    return {
      isAllowed,
      remaining: Math.floor(bucket.tokens),
      reset_s: secondsFor(this.limit.burst - bucket.tokens),
      retryAfter_s: secondsFor(1 - bucket.tokens),
    };
  }

  #dropOldest(): void {
    const oldest = this.#buckets.keys().next();
    if (!oldest.done) this.#buckets.delete(oldest.value);
  }
}
