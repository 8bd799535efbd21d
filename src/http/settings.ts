import { address, COMMA_LIST, oneOf, TEXT, wholeNumber, YES_NO } from "#base/config/readers.ts";
import { setting } from "#base/config/setting.ts";

const ORIGINS = COMMA_LIST.superRefine((origins, check) => {
  const wrong = origins.find((origin) => origin !== "*" && URL.parse(origin)?.origin !== origin);
  if (wrong !== undefined) check.addIssue(`must be origins such as https://app.example, not ${wrong}`);
});

const API_ADDRESS = address("http:", "https:").refine((text) => text.endsWith("/v1"), {
  error: "must be an address ending in /v1",
});

export const HTTP_SETTINGS = {
  host: setting({
    name: "ONPOINT_HOST",
    reads: TEXT,
    fallback: "127.0.0.1",
    meaning: "The address to listen on. A development key is printed on loopback only.",
    example: "0.0.0.0",
  }),
  port: setting({
    name: "ONPOINT_PORT",
    reads: wholeNumber(0, 65_535),
    fallback: 8080,
    meaning: "The port to listen on; 0 takes a free one.",
    example: "8080",
  }),
  baseUrl: setting({
    name: "ONPOINT_BASE_URL",
    reads: address("http:", "https:"),
    fallback: null,
    meaning: "The public address of this service, without a slash at the end. Default: what it listens on.",
    example: "https://law.example.org",
  }),
  apiUrl: setting({
    name: "ONPOINT_API_URL",
    reads: API_ADDRESS,
    fallback: null,
    meaning: "The public address of the HTTP API, ending in /v1. Default: `/v1` under the base address.",
    example: "https://api.example.org/v1",
  }),
  authUrl: setting({
    name: "ONPOINT_AUTH_URL",
    reads: address("http:", "https:"),
    fallback: null,
    meaning: "The public address of the authorization server. Default: the base address.",
    example: "https://auth.example.org",
  }),
  rateLimitPerMinute: setting({
    name: "ONPOINT_RATE_LIMIT_PER_MINUTE",
    reads: wholeNumber(1, 1_000_000),
    fallback: 600,
    meaning: "Requests a key may make a minute, on average.",
    example: "600",
  }),
  rateLimitBurst: setting({
    name: "ONPOINT_RATE_LIMIT_BURST",
    reads: wholeNumber(1, 1_000_000),
    fallback: 200,
    meaning: "Requests a key may make at once before the average counts.",
    example: "200",
  }),
  readerPages: setting({
    name: "ONPOINT_READER_PAGES",
    reads: oneOf("open", "closed"),
    fallback: "open",
    meaning:
      "Whether the pages of decisions (`/opinions/…`) answer, which they do without a key. Where decisions are confidential: `closed`.",
    example: "closed",
  }),
  pages: setting({
    name: "ONPOINT_PAGES",
    reads: oneOf("open", "signed-in", "off"),
    fallback: null,
    meaning:
      "Who may use the pages to search on and the documentation: anyone, people who are signed in, or nobody. Default: signed-in once there is an account and the service listens beyond loopback, else open; off with `ONPOINT_READER_PAGES=closed`.",
    example: "signed-in",
  }),
  corsOrigins: setting({
    name: "ONPOINT_CORS_ORIGINS",
    reads: ORIGINS,
    fallback: [],
    meaning: "Origins whose pages may call the API from a browser, comma-separated. Default: none.",
    example: "https://app.example.org",
  }),
  metricsToken: setting({
    name: "ONPOINT_METRICS_TOKEN",
    reads: TEXT,
    fallback: null,
    meaning: "Bearer token that opens /metrics beyond loopback. Default: /metrics answers loopback only.",
    example: "a-long-random-word",
    isSecret: true,
  }),
  trustProxy: setting({
    name: "ONPOINT_TRUST_PROXY",
    reads: YES_NO,
    fallback: false,
    meaning: "Take the caller's address from X-Forwarded-For (only behind a proxy that sets it).",
    example: "yes",
  }),
  slowRequest_ms: setting({
    name: "ONPOINT_SLOW_REQUEST_MS",
    reads: wholeNumber(0, 600_000),
    fallback: 2_000,
    meaning:
      "Requests that take longer get a line in the log (`slow request`) with the parts of their work and the shape of their queries, without words; 0: none.",
    example: "500",
  }),
  stopNotice_ms: setting({
    name: "ONPOINT_STOP_NOTICE_MS",
    reads: wholeNumber(0, 300_000),
    fallback: 0,
    meaning:
      "How long a stopping service still takes connections while `/readyz` says that it stops, for load balancers.",
    example: "10000",
  }),
  shutdownTimeout_ms: setting({
    name: "ONPOINT_SHUTDOWN_TIMEOUT_MS",
    reads: wholeNumber(0, 600_000),
    fallback: 15_000,
    meaning: "How long a stop waits for requests in flight.",
    example: "15000",
  }),
};
