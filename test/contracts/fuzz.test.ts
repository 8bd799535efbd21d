import { assert, asyncProperty, constantFrom, oneof, string, tuple, uint8Array } from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { problem } from "#contracts/http-v1/schema/problem.ts";
import { OPERATIONS } from "#contracts/http-v1/operations.ts";
import type { JsonSchema } from "#http/pages/schema-fields.ts";
import { ask, startServer } from "./real-server.ts";
import type { Answer, RealServer } from "./real-server.ts";
import { opinionIdOf } from "#opinions/ids.ts";
import { memberPaths } from "./member-paths.ts";
import { anything, HOSTILE, nearlyValid, valid } from "./schema-arbitrary.ts";

/**
 * Requests made from the OpenAPI document against a real server: whatever is sent, the answer is the operation's
 * or a problem, never a failure of the server. 501 and 503 say on purpose what is not offered or not there.
 */
const RUNS = Number(process.env["ONPOINT_FUZZ_RUNS"] ?? 60);
const BY_DESIGN = new Set([501, 503]);

type Body = { readonly schema: JsonSchema; readonly examples: Readonly<Record<string, { readonly value: unknown }>> };
type Described = {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly requestBody?: { readonly content: Record<string, Body> } }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
};

let server: RealServer;
let described: Described;
beforeAll(async () => {
  const started = await startServer({ rateLimit: null, failedKeyLimit: { perMinute: 1_000_000, burst: 1_000_000 } });
  server = { ...started, key: started.historicalKey };
  described = (await ask(server, "/openapi.json")).json as unknown as Described;
});
afterAll(async () => server.stop());

function bodyOf(path: string): Body {
  const body = described.paths[path]?.["post"]?.requestBody?.content["application/json"];
  if (body === undefined) throw new Error(`the document has no body for ${path}`);
  return body;
}

const placesOf = ({ request }: (typeof OPERATIONS)[number]): string[] =>
  request === null ? [] : memberPaths(request, "input");

function check(answer: Answer, operation: (typeof OPERATIONS)[number]): void {
  if (answer.status === 200 || (answer.status === 404 && operation.answersNotFound === true)) {
    operation.response.parse(answer.json);
    return;
  }
  const body = problem.parse(answer.json);
  expect(body.status).toBe(answer.status);
  expect(answer.status < 500 || BY_DESIGN.has(answer.status), answer.text).toBe(true);
  for (const fault of body.errors ?? []) {
    if (fault.message.startsWith("unknown field")) continue;
    const place = fault.path.replaceAll(/\.\d+(?=\.|$)/gu, "");
    expect(["", ...placesOf(operation)], "a place of the request, not one by another name").toContain(place);
  }
  expect(answer.text).not.toMatch(/\.ts:\d+|SQLITE|node_modules/u);
}

describe.each(OPERATIONS.filter(({ request }) => request !== null))("$method $path", (operation) => {
  test("the examples are answered, and valid bodies are answered or refused for a reason", async () => {
    for (const { value } of Object.values(bodyOf(operation.path).examples)) {
      const answer = await ask(server, `/v1${operation.path}`, value);
      expect(answer.status, answer.text).toBe(200);
    }
    await assert(
      asyncProperty(valid(bodyOf(operation.path).schema, described.components.schemas), async (body) => {
        const answer = await ask(server, `/v1${operation.path}`, body);
        check(answer, operation);
      }),
      { numRuns: RUNS },
    );
  });

  test("bodies one fault away, and anything at all, are answered or refused", async () => {
    const body = valid(bodyOf(operation.path).schema, described.components.schemas);
    await assert(
      asyncProperty(oneof(nearlyValid(body), nearlyValid(nearlyValid(body)), anything), async (sent) => {
        check(await ask(server, `/v1${operation.path}`, JSON.stringify(sent) ?? ""), operation);
      }),
      { numRuns: RUNS * 2 },
    );
  });

  test("bytes that are no JSON are refused", async () => {
    await assert(
      asyncProperty(uint8Array({ maxLength: 200 }), async (bytes) => {
        const answer = await ask(server, `/v1${operation.path}`, undefined, {
          method: "POST",
          body: Buffer.from(bytes),
        });
        check(answer, operation);
        expect(answer.status).toBeGreaterThanOrEqual(400);
      }),
      { numRuns: RUNS },
    );
  });
});

/** Every place a client's words go, once each word has passed the checks of shape. */
const PLACES: Readonly<Record<string, readonly ((words: unknown) => unknown)[]>> = {
  search: [
    (words) => ({ query: words, mode: "keyword", include_facets: true, explain: true }),
    (words) => ({ query: "pier", mode: "keyword", filters: { court_ids: [words] } }),
    (words) => ({ query: "pier", mode: "keyword", filters: { states: [words], jurisdictions: [words] } }),
  ],
  "opinions-get": [
    (words) => ({ citations: [words, "12 Samp. 340"], include_content: true }),
    (words) => ({ docket: { docket_number: words, court_id: "ca9" } }),
    (words) => ({ docket: { docket_number: "1", court_abbreviation: words } }),
  ],
  "opinions-citing": [
    (words) => ({ opinion_id: words }),
    (words) => ({ opinion_id: opinionIdOf("jsonl", "heron-0"), court_ids: [words] }),
  ],
  "citations-check": [(words) => ({ text: words })],
  "court-get": [(words) => ({ names: [words] }), (words) => ({ court_ids: [words], court_abbreviations: undefined })],
};

describe.each(OPERATIONS.filter(({ id }) => id in PLACES))("$id", (operation) => {
  test("takes every hostile word in every place of words", async () => {
    for (const place of PLACES[operation.id] ?? []) {
      for (const words of HOSTILE) check(await ask(server, `/v1${operation.path}`, place(words)), operation);
    }
  });
});

test("any path, method and header is answered or refused", async () => {
  const part = oneof(
    constantFrom(
      "v1",
      "search",
      "opinions",
      "get",
      "court",
      "list",
      "me",
      "docs",
      "..",
      "%2e%2e",
      "%00",
      "%zz",
      "1",
      "a b",
    ),
    string({ unit: "binary", maxLength: 8 }).map(encode),
  );
  const header = constantFrom(
    "application/json",
    "text/html",
    "*/*",
    "application/json; charset=utf-16",
    "x".repeat(4000),
    "gzip;q=0, *;q=2",
  );
  await assert(
    asyncProperty(
      tuple(part, part, part),
      constantFrom("GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "HEAD"),
      header,
      async (parts, method, value) => {
        const answer = await ask(server, `/${parts.join("/")}`, undefined, {
          method,
          headers: { Accept: value, "Accept-Encoding": value, "If-None-Match": value, "Content-Type": value },
        });
        expect(answer.status, `${method} ${parts.join("/")}`).toBeLessThan(500);
      },
    ),
    { numRuns: RUNS * 2 },
  );
});

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
