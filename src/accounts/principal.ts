import type { Bounds } from "./sign-in-rules/sign-in-rules.ts";

/**
 * What a principal may do beyond what every one of them may. `historical`: see superseded and future versions of laws.
 * `records`: have documents fetched from the official records system, which is metered.
 */
export const SCOPES = ["historical", "records"] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * Who asks. Everything that answers is given it, whichever edge the question came through, and nothing else of how
 * the caller was recognised.
 */
export type Principal = {
  /**
   * `key`: an API key that belongs to no account. `user`: a person with an account, by a key or a token. `team`: a
   * team's key. `operator`: whoever runs the program on the machine of the records. `visitor`: anyone, on the public
   * pages.
   */
  readonly kind: "key" | "user" | "team" | "operator" | "visitor";
  /** The user's or the team's id; the key's own for a key without account. Requests are counted under it. */
  readonly id: string;
  /** The key the question came with. */
  readonly key: { readonly id: string; readonly name: string } | null;
  /** The team that pays; null where the principal itself does. */
  readonly team: string | null;
  readonly scopes: readonly Scope[];
  /** Null without an account. */
  readonly plan: Plan | null;
  readonly limits: PrincipalLimits;
  /** The client or matter that what is asked for is charged on to, as the firm numbers them; absent or null: none. */
  readonly matter?: string | null;
  /** What organizations ask of where calls come from; an edge holds calls to it. */
  readonly bounds?: Bounds;
};

/** `status` is how the subscription stands, for example `active` or `past_due`. */
export type Plan = { readonly name: string; readonly status: string };

/** What this principal is granted instead of what the service grants everyone; null where it has no grant of its own. */
export type PrincipalLimits = { readonly requests: RequestRate | null };

/** A token bucket: `burst` requests at once, refilled at `perMinute`. */
export type RequestRate = { readonly perMinute: number; readonly burst: number };

const NO_GRANT: PrincipalLimits = { requests: null };

/** The command line: whoever can read the data directory may see all of it. */
export const OPERATOR: Principal = {
  kind: "operator",
  id: "operator",
  key: null,
  team: null,
  scopes: SCOPES,
  plan: null,
  limits: NO_GRANT,
};

/** A reader of the public pages. */
export const VISITOR: Principal = { ...OPERATOR, kind: "visitor", id: "visitor", scopes: [] };
