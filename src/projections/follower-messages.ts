import type { LogOptions } from "#base/log.ts";
import type { EmbeddingConfig } from "#embedding/embedders.ts";

export type FollowerData = {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly log: LogOptions;
  /** What makes vectors; without it none are made. */
  readonly embedding: EmbeddingConfig | undefined;
  /** The indexes keep their stamps themselves. */
  readonly hasStamps: boolean;
  /** Heavy work of the process, to which it gives way. */
  readonly heavyWork: SharedArrayBuffer;
};

/** Follows the records until nobody waits for the answer any more. */
export type FollowerRequests = { follow: { input: null; answer: null } };
/** What the follower tells the one who started it: the records were followed to their end for the first time. */
export type FollowerNews = {
  followed: { input: null; answer: null };
  /** It cannot follow them, and another try will not help by itself. */
  kept: { input: string; answer: null };
  /** Why vectors cannot be made at present; null when they can. */
  vectors: { input: string | null; answer: null };
};
