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

/** How the service itself stands, for its administrators. */
export type Administration = {
  /** What `doctor` and `/readyz` say; `detail` is what is wrong where it is not well. */
  readonly checks: () => Promise<
    readonly { readonly name: string; readonly isWell: boolean; readonly detail: string }[]
  >;
  /** Work in the background that fails. */
  readonly jobs: () => Promise<
    readonly {
      readonly id: string;
      readonly isParked: boolean;
      readonly attempts: number;
      readonly error: string;
      readonly updatedAt: string;
    }[]
  >;
  readonly retryJobs: () => Promise<readonly string[]>;
  readonly imports: () => Promise<
    readonly {
      readonly source: string;
      readonly input: string;
      readonly startedAt: string;
      readonly finishedAt: string | null;
      readonly rowsRead: number | null;
    }[]
  >;
};

/** What the portal tells of the service it belongs to. */
export type Service = {
  /** No slash at the end, as the others. */
  readonly baseUrl: string;
  readonly apiUrl: string;
  readonly authUrl: string;
  readonly operations: () => readonly TriedOperation[];
  /** What was bought, as its receipts say; without it statements lack that. */
  /** Without it nothing is told of the service itself. */
  readonly administration?: Administration;
  readonly describeBought?: DescribeBought;
};
