import type { DescribeBought } from "#accounts/usage/statements.ts";

/** An operation of the API, as people try it. */
export type TriedOperation = {
  readonly id: string;
  readonly method: "GET" | "POST";
  /** The whole address. */
  readonly url: string;
  readonly summary: string;
  /** The body to begin with, as JSON; null for one without a body. */
  readonly example: string | null;
};

/** What the portal tells of the service it belongs to. */
export type Service = {
  /** No slash at the end, as the others. */
  readonly baseUrl: string;
  readonly apiUrl: string;
  readonly authUrl: string;
  readonly operations: () => readonly TriedOperation[];
  /** What was bought, as its receipts say; without it statements lack that. */
  readonly describeBought?: DescribeBought;
};
