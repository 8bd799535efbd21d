import type { Reason } from "#base/errors.ts";

/** What was not found or was left out of an answer: in words that suit every edge, and as data for other words. */
export type Note = { readonly message: string; readonly reason: Reason };
