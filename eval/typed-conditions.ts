import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { courtById } from "#courts/courts.ts";
import type { Court } from "#courts/courts.ts";
import { openRecords } from "#schema/open.ts";
import { SEARCH_MODES } from "#search/request.ts";
import { CORPUS_DIR, SHARED_DATA } from "./corpus.ts";
import { reportFigures } from "./report.ts";

/**
 * Courts and days in words, asked of a service that runs on these records:
 * `node eval/typed-conditions.ts --origin http://127.0.0.1:8080 --key KEY [--half building|sealed] [--as-typed] [--data DIR] [--land]`.
 *
 * The decisions of `eval/typed-queries.ts`, asked for by their doctrine and by their facts with their court beside, and by
 * their doctrine with days that they fit, each in one of several spellings by the hash of its id: the mean reciprocal rank
 * among the first ten works. `--as-typed` has no words read as conditions.
 */
const { values: options } = parseArgs({
  options: {
    origin: { type: "string", default: "http://127.0.0.1:8080" },
    key: { type: "string", default: "" },
    data: { type: "string", default: CORPUS_DIR },
    half: { type: "string", default: "building" },
    "as-typed": { type: "boolean", default: false },
    land: { type: "boolean", default: false },
  },
});
const { half, "as-typed": asTyped } = options;
if (half !== "building" && half !== "sealed") throw new Error("--half wants building or sealed");

type Typed = { readonly id: string; readonly plain: string; readonly lawyer: string };
type Form = (query: string) => string;

const db = await openRecords({ dataDir: options.data });
const rows = await db
  .selectFrom("opinions")
  .innerJoin("clusters", "clusters.id", "opinions.cluster_id")
  .select(["opinions.id", "clusters.source", "clusters.source_id", "clusters.work_id"])
  .select(["clusters.court_id", "clusters.date_filed"])
  .execute();
await db.close();
const SHORT: Readonly<Record<string, string>> = { courtlistener: "cl", cap: "cap" };
const workOf = new Map(rows.map(({ id, work_id }) => [id, work_id]));
const bySource = new Map(rows.map((row) => [`${SHORT[row.source] ?? row.source}:${row.source_id}`, row]));

const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh".split(" ");

const kinds: Readonly<Record<string, { readonly query: string; readonly work: string }[]>> = {
  "court, doctrine": [],
  "court, facts": [],
  "days, doctrine": [],
};
for (const line of readFileSync(join(SHARED_DATA, "eval/typed-queries-dev.jsonl"), "utf8").trim().split("\n")) {
  const { id, plain, lawyer } = JSON.parse(line) as Typed;
  const row = bySource.get(id);
  const court = courtById(row?.court_id ?? "");
  if (row === undefined || court === undefined || halfOf(id) !== half) continue;
  const [byte = 0] = createHash("md5").update(id).digest();
  const forms = courtForms(court);
  const add = (kind: string, query: string | undefined): void => {
    if (query !== undefined) kinds[kind]?.push({ query, work: row.work_id });
  };
  add("court, doctrine", forms[byte % forms.length]?.(lawyer));
  add("court, facts", forms[(byte >> 2) % forms.length]?.(plain));
  const year = Number(row.date_filed?.slice(0, 4) ?? 0);
  if (year > 0) add("days, doctrine", dayForms(year, byte)[byte % 5]?.(lawyer));
}

const figures: Record<string, number> = {};
for (const [kind, asked] of Object.entries(kinds)) {
  if (asked.length === 0) throw new Error(`nothing that is asked for is held in ${options.data}`);
  figures[`${kind}: asked`] = asked.length;
  for (const mode of [...SEARCH_MODES, "auto"]) {
    for (const rerank of [false, true]) {
      let sum = 0;
      for (const { query, work } of asked) {
        const at = (await search(query, mode, rerank)).indexOf(work);
        sum += at === -1 ? 0 : 1 / (at + 1);
      }
      figures[`${rerank ? `${mode}, reranked` : mode}: ${kind} MRR`] = sum / asked.length;
    }
  }
}
reportFigures(`typed-conditions-${half}${asTyped ? "-as-typed" : ""}`, figures, options.land);

function halfOf(id: string): "building" | "sealed" {
  const [last = 0] = createHash("sha256").update(id).digest().subarray(-1);
  return last % 2 === 0 ? "building" : "sealed";
}

function courtForms({ id, fullName, abbreviation, state }: Court): readonly Form[] {
  const full = fullName.replace(/^United States /u, "").toLowerCase();
  const circuit = /^ca(\d+)$/u.exec(id)?.[1];
  if (circuit !== undefined) {
    const ordinal = ORDINALS[Number(circuit) - 1] ?? "";
    return [
      (query) => `${query} in the ${ordinal} circuit`,
      (query) => `${ordinal} circuit ${query}`,
      (query) => `${query} ${abbreviation}`,
      (query) => `${query}, ${ordinal} circuit court of appeals`,
      (query) => `cases from the ${circuit}th circuit on ${query}`,
    ];
  }
  if (id === "scotus") {
    return [
      (query) => `${query} us supreme court`,
      (query) => `U.S. Supreme Court ${query}`,
      (query) => `scotus ${query}`,
    ];
  }
  const named: Form[] = [
    (query) => `${query} in the ${full}`,
    (query) => `${full} ${query}`,
    (query) => `${query} (${abbreviation})`,
    (query) => `${query} ${abbreviation.toLowerCase().replaceAll(".", "")}`,
  ];
  if (state === "Federal") return named;
  return [...named, (query) => `${query} in ${state} courts`, (query) => `${state.toLowerCase()} state court ${query}`];
}

function dayForms(year: number, byte: number): readonly Form[] {
  const [from, to] = [year - (byte % 4), year + ((byte >> 1) % 4) + 1];
  return [
    (query) => `${query} since ${from}`,
    (query) => `${query} decided before ${to}`,
    (query) => `cases between ${from - 1} and ${to} on ${query}`,
    (query) => `${query} after ${from - 1}`,
    (query) => `${query} ${Math.floor(year / 10) * 10}s`,
  ];
}

async function search(query: string, mode: string, rerank: boolean): Promise<readonly string[]> {
  const answer = await fetch(new URL("/v1/search", options.origin), {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${options.key}` },
    body: JSON.stringify({ query, mode, rerank, page_size: 20, as_typed: asTyped }),
  });
  if (!answer.ok) throw new Error(`${answer.status} for ${query}: ${await answer.text()}`);
  const { results } = (await answer.json()) as { results: { opinion_id: string }[] };
  return [...new Set(results.flatMap(({ opinion_id }) => workOf.get(opinion_id) ?? []))].slice(0, 10);
}
