/**
 * What pages for people cost. A server as users start it holds the real corpus. The desk is asked for results of each
 * kind of query and set beside the API's answer to the same question with as many results and facets; the pages of the
 * decisions with the most words are asked for as a browser does, with Brotli: time to the first byte, the server's
 * processor time (compressing on a thread of its own included) and what goes over the line, beside how many words of opinions the page holds.
 *
 *     node bench/pages.ts [--dir /tmp/…] [--rounds 20] [--out bench/results/pages.json]
 *
 * `--dir` keeps the data directory for the next run. A page is asked for once before it is measured: `first` is that.
 * On a machine with other work `least_ms` and `cpu_ms` tell more than medians, and of the desk what the server itself
 * says that it took beside the search (`Server-Timing`).
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { openRecords } from "#schema/open.ts";
import { Served } from "./served.ts";

const ROOT = resolve(import.meta.dirname, "..");
const DECISIONS = 12;

const { values } = parseArgs({
  options: { dir: { type: "string" }, rounds: { type: "string", default: "20" }, out: { type: "string" } },
});
const rounds = Number(values.rounds);

const QUERIES: Readonly<Record<string, string>> = {
  "plain words": "summary judgment against the insurer for bad faith",
  "one word": "negligence",
  proximity: "negligen! W/10 (damages OR plaintiff)",
  citation: "384 U.S. 436",
  name: "Miranda v. Arizona",
};

type Got = {
  readonly firstByte_ms: number;
  readonly bytes: number;
  readonly status: number;
  /** What the server says that it took beside the search. */
  readonly besideSearch_ms: number;
};

let asked = 0;

/** From another address each time. */
function addressOf(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}

/** A page as a browser asks for it. */
async function pageOf(url: string): Promise<Got> {
  const from_ms = performance.now();
  const { promise, resolve: done, reject } = Promise.withResolvers<Got>();
  get(
    url,
    { headers: { Accept: "text/html", "Accept-Encoding": "br", "X-Forwarded-For": addressOf((asked += 1)) } },
    (response) => {
      const { statusCode: status = 0 } = response;
      let bytes = 0;
      let firstByte_ms = 0;
      response.on("data", (chunk: Buffer) => {
        if (bytes === 0) firstByte_ms = performance.now() - from_ms;
        bytes += chunk.length;
      });
      const timing = String(response.headers["server-timing"] ?? "");
      const besideSearch_ms = durationOf(timing, "total") - durationOf(timing, "search");
      response.on("end", () => done({ firstByte_ms, bytes, status, besideSearch_ms }));
      response.on("error", reject);
    },
  ).on("error", reject);
  const got = await promise;
  if (got.status !== 200) throw new Error(`${url}: ${got.status}`);
  return got;
}

function durationOf(timing: string, name: string): number {
  return Number(new RegExp(`${name};dur=([\\d.]+)`, "u").exec(timing)?.[1] ?? 0);
}

function median(given: readonly number[]): number {
  return given.toSorted((one, other) => one - other)[Math.floor(given.length / 2)] ?? 0;
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** The decisions with the most words, and how many those are: of all their opinions, as their pages show them. */
async function largest(dataDir: string): Promise<readonly { readonly path: string; readonly words: number }[]> {
  const db = await openRecords({ dataDir, migrations: "leave" });
  try {
    const rows = await db
      .selectFrom("opinions")
      .innerJoin("clusters", "clusters.id", "opinions.cluster_id")
      .select((row) => [
        "clusters.public_number",
        "clusters.slug",
        row.fn.sum<number>("opinions.text_chars").as("chars"),
      ])
      .groupBy(["clusters.public_number", "clusters.slug"])
      .orderBy("chars", "desc")
      .limit(400)
      .execute();
    // Six characters a word; from the largest down to those of some 30,000 words.
    const step = Math.floor(rows.filter(({ chars }) => chars > 180_000).length / DECISIONS) || 1;
    return rows
      .filter((_row, at) => at % step === 0)
      .slice(0, DECISIONS)
      .map(({ public_number, slug, chars }) => ({
        path: `/opinions/${public_number}/${slug}`,
        words: Math.round(chars / 6),
      }));
  } finally {
    await db.destroy();
  }
}

const dataDir = values.dir ?? mkdtempSync(join(tmpdir(), "onpoint-bench-pages-"));
// Pages are held to a rate by address: each is asked for from another one, as a proxy tells it.
const served = await Served.start(ROOT, dataDir, undefined, { ONPOINT_TRUST_PROXY: "yes" });
try {
  const desk = [];
  for (const [kind, query] of Object.entries(QUERIES)) {
    const question = { query, mode: "auto", include_facets: true, page_size: 10 };
    const [api, page, beside]: [number[], number[], number[]] = [[], [], []];
    for (let round = -2; round < rounds; round++) {
      const answer = await served.ask("/v1/search", question);
      const got = await pageOf(`${served.origin}/?${new URLSearchParams({ q: query }).toString()}`);
      if (round < 0) continue;
      api.push(answer.ms);
      page.push(got.firstByte_ms);
      beside.push(got.besideSearch_ms);
    }
    const own = { kind, api_p50_ms: rounded(median(api)), page_p50_ms: rounded(median(page)) };
    desk.push({ ...own, beside_search_p50_ms: rounded(median(beside)) });
  }
  const opinions = [];
  for (const { path, words } of await largest(dataDir)) {
    const first = await pageOf(served.origin + path);
    const before_ms = await served.cpu_ms();
    const got: Got[] = [];
    for (let round = 0; round < rounds; round++) got.push(await pageOf(served.origin + path));
    opinions.push({
      words,
      kilobytes: rounded(first.bytes / 1000),
      kilobytes_of_60000_words: rounded((first.bytes / 1000) * (60_000 / words)),
      first_ms: rounded(first.firstByte_ms),
      p50_ms: rounded(median(got.map(({ firstByte_ms }) => firstByte_ms))),
      least_ms: rounded(Math.min(...got.map(({ firstByte_ms }) => firstByte_ms))),
      cpu_ms: rounded(((await served.cpu_ms()) - before_ms) / rounds),
    });
  }
  const result = { node: process.version, rounds, load_average: loadavg().slice(0, 2).map(rounded), desk, opinions };
  console.table(desk);
  console.table(opinions);
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(result, undefined, 2)}\n`);
} finally {
  await served.stop();
  if (values.dir === undefined) rmSync(dataDir, { recursive: true, force: true });
}
