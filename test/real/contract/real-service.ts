import { existsSync } from "node:fs";
import { join } from "node:path";
import { mkdir } from "node:fs/promises";
import { expect, inject } from "vitest";
import { onpoint, onpointJson, temporaryDirectory } from "#test/e2e/program.ts";
import { shapedService } from "#test/e2e/shaped-service.ts";
import type { ShapedService } from "#test/e2e/shaped-service.ts";
import { isClustered } from "#test/shape.ts";
import { copyRealRecords } from "../real-records.ts";
import { SHARED_DATA } from "../shared-data.ts";
import { importRealLaws } from "./real-laws.ts";
import { bodyChecker } from "./body-checker.ts";
import type { Document } from "./body-checker.ts";

/** The program as users have it, over all decisions of the shared data, and its records as plain rows beside it. */
export type RealService = {
  readonly origin: string;
  readonly key: string;
  /** One with full historical access. */
  readonly historicalKey: string;
  readonly document: Document;
  /** The records, read only, by SQL. */
  readonly rows: <Row>(sql: string, ...values: (string | number)[]) => Row[];
  /** Asks an operation and takes a 200 whose body, like what was sent, fits `/openapi.json`. */
  readonly ask: <Body>(path: string, body?: unknown, key?: string) => Promise<Body>;
  /** Asks in any way, and tells what came. */
  readonly raw: (path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Raw>;
  /** How many bodies were checked against the document. */
  readonly checked: () => number;
  readonly close: () => Promise<void>;
};

export type Raw = {
  readonly status: number;
  readonly json: Record<string, unknown> | undefined;
  readonly text: string;
};

const UNLIMITED = {
  ONPOINT_SAMPLE: "no",
  ONPOINT_RATE_LIMIT_PER_MINUTE: "1000000",
  ONPOINT_RATE_LIMIT_BURST: "1000000",
};

/**
 * Imports laws by the command line, as the documents tell it, and starts the server on a free port, over the decisions
 * that a run imports once; on a cluster decisions are imported by the command line too.
 * `ONPOINT_TEST_REAL_STORE` names a data directory that outlives the run: what it holds is not imported again.
 */
export async function startRealService(): Promise<RealService> {
  const kept = isClustered ? undefined : process.env["ONPOINT_TEST_REAL_STORE"];
  const dataDir = kept ?? join(await temporaryDirectory(), "data");
  const isHeld = kept !== undefined && existsSync(dataDir);
  const service = await shapedService(UNLIMITED, dataDir);
  const { settings } = service;
  if (!isHeld && !isClustered) {
    await mkdir(dataDir, { recursive: true });
    await copyRealRecords(inject("realRecordsDir"), dataDir);
  }
  if (!isHeld && isClustered) {
    for (const [source, path] of [
      ["courtlistener", "courtlistener-bulk"],
      ["cap", "cap.tar.gz"],
    ] as const) {
      const { code, stdout, stderr } = await onpoint(settings, ["import", source, join(SHARED_DATA, path)]);
      expect(code, stdout + stderr).toBe(0);
    }
  }
  const newKey = async (...more: readonly string[]): Promise<string> =>
    (await onpointJson<{ readonly key: string }>(settings, ["keys", "create", "--name", "contract", ...more])).key;
  const [key, historicalKey] = [await newKey(), await newKey("--full-historical-access")];
  if (!isHeld || !(await holdsLaws(service))) await importRealLaws(settings, dataDir);
  const server = await service.serve();
  const database = await service.readRecords();

  const raw: RealService["raw"] = async (path, body, headers = {}) => {
    const response = await fetch(server.origin + path, {
      ...(body === undefined ? {} : { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) }),
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...headers },
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    return { status: response.status, text, json: isJson ? (JSON.parse(text) as Record<string, unknown>) : undefined };
  };
  const document = (await raw("/openapi.json")).json as Document;
  const check = bodyChecker(document);
  let checked = 0;
  return {
    origin: server.origin,
    key,
    historicalKey,
    document,
    rows: <Row>(sql: string, ...values: (string | number)[]) => database.prepare(sql).all(...values) as Row[],
    ask: async <Body>(path: string, body?: unknown, as = key) => {
      const method = body === undefined ? "get" : "post";
      if (body !== undefined)
        expect(check(method, path, "request", body), JSON.stringify(body).slice(0, 500)).toEqual([]);
      const answer = await raw(`/v1${path}`, body, { Authorization: `Bearer ${as}` });
      expect(answer.status, `${JSON.stringify(body)?.slice(0, 500)}: ${answer.text.slice(0, 500)}`).toBe(200);
      expect(check(method, path, "200", answer.json), JSON.stringify(body)?.slice(0, 500)).toEqual([]);
      checked += 1;
      return answer.json as Body;
    },
    raw,
    checked: () => checked,
    close: async () => {
      database.close();
      await server.stop();
    },
  };
}

async function holdsLaws({ readRecords }: ShapedService): Promise<boolean> {
  const database = await readRecords();
  try {
    return database.prepare("select 1 from law_collections where id = 'ys-code'").get() !== undefined;
  } finally {
    database.close();
  }
}

/** The items in lists of at most `size`. */
export function inParts<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

/** Runs over all items, four at a time, results in the order of the items. */
export async function overAll<Item, Result>(
  items: readonly Item[],
  each: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const at = next;
      next += 1;
      results[at] = await each(items[at] as Item);
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  return results;
}
