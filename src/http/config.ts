import type { RequestRate } from "#accounts/principal.ts";

/** What the server needs to know of its surroundings; `serve` fills it from the settings. */
export type HttpConfig = {
  /** Public address of the service, no slash at the end. */
  readonly baseUrl: string;
  /** Public address of the API; its path (`/v1`) is where the API is mounted. */
  readonly apiUrl: string;
  /** Public address of the authorization server and of the pages on which people sign in. */
  readonly authUrl: string;
  /** Shown in the API document. */
  readonly version: string;
  /** For each principal without a grant of its own; null holds nobody to any. */
  readonly rateLimit: RequestRate | null;
  /** Refused keys per caller's address before its further ones are not even looked up. */
  readonly failedKeyLimit: RequestRate;
  /** For each caller's address that reads pages of decisions, which answer without a key. */
  readonly pageLimit: RequestRate;
  /** Whether the pages of decisions answer, which they do without a key. */
  readonly readerPages: "open" | "closed";
  /** Who may search on the page at `/`; `by-accounts` is anyone until there is an account, then people signed in. */
  readonly pages: PagesAccess;
  /** Origins whose pages may call the API; `*` for any. */
  readonly corsOrigins: readonly string[];
  /** Opens /metrics beyond loopback. */
  readonly metricsToken: string | null;
  /** Requests that take longer are told of apart; 0 tells of none. */
  readonly slowRequest_ms: number;
  /** Believe X-Forwarded-For. */
  readonly trustProxy: boolean;
};

export type PagesAccess = "open" | "signed-in" | "by-accounts" | "off";

/** The defaults, for a service at `baseUrl`. */
export function httpConfig(baseUrl: string, given: Partial<HttpConfig> = {}): HttpConfig {
  return {
    baseUrl,
    apiUrl: `${baseUrl}/v1`,
    authUrl: baseUrl,
    version: "0.0.0",
    rateLimit: { perMinute: 600, burst: 200 },
    failedKeyLimit: { perMinute: 20, burst: 20 },
    pageLimit: { perMinute: 300, burst: 100 },
    readerPages: "open",
    pages: "open",
    corsOrigins: [],
    metricsToken: null,
    slowRequest_ms: 0,
    trustProxy: false,
    ...given,
  };
}

/** The path under which people reach the pages, with a slash at its end. */
export function homeOf({ baseUrl }: Pick<HttpConfig, "baseUrl">): string {
  return `${new URL(baseUrl).pathname.replace(/\/$/u, "")}/`;
}
