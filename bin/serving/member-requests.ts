import type { LimitQuestion } from "#http/limiter.ts";
import type { MetricsSnapshot } from "#http/metrics.ts";
import type { Allowance } from "#http/token-buckets.ts";
import type { Role } from "../settings.ts";
import type { Place } from "./place.ts";

/** What a process that answers is started with. */
export type MemberData = { readonly place: Place; readonly role: Role; readonly processes: number };

/** What it is asked by the process that started it. */
export type MemberAsks = {
  metrics: { input: null; answer: MetricsSnapshot };
};

/** What it asks of that process, which keeps what all of them share. */
export type MemberAnswers = {
  /** Counts requests, in their order. */
  take: { input: readonly LimitQuestion[]; answer: readonly Allowance[] };
  metricsOfAll: { input: null; answer: readonly MetricsSnapshot[] };
};
