import { createHash } from "node:crypto";
import { parseArgs } from "node:util";
import type { Reader } from "#db/connection.ts";
import { openRecords } from "#schema/open.ts";
import { tellingWords } from "#text/case-names.ts";
import { SEARCH_MODES } from "#search/request.ts";
import { CORPUS_DIR } from "./corpus.ts";
import { reportFigures } from "./report.ts";

/**
 * Decisions that are held, asked for by their citations and by their names, of a service that runs on these records:
 * `node eval/known-items.ts --origin http://127.0.0.1:8080 --key KEY [--data DIR] [--cases 500] [--show] [--land]`.
 *
 * Drawn by the hash of their ids, so that nobody chose them. A citation is asked for as the record prints it, in small
 * letters without periods, and with spaces between its letters, by turns; a name as the record has it. The share of
 * those is told of which the first result is the decision, in whichever copy, or another that bears the same citation or name.
 */
const { values: options } = parseArgs({
  options: {
    origin: { type: "string", default: "http://127.0.0.1:8080" },
    key: { type: "string", default: "" },
    data: { type: "string", default: CORPUS_DIR },
    cases: { type: "string", default: "500" },
    show: { type: "boolean", default: false },
    land: { type: "boolean", default: false },
  },
});

const SPELLINGS: readonly (readonly [string, (printed: string) => string])[] = [
  ["as printed", (printed) => printed],
  ["in small letters", (printed) => printed.toLowerCase().replaceAll(".", "")],
  ["with spaces", (printed) => printed.replace(/\.(?=\p{Lu})/gu, ". ")],
];

type Case = { readonly kind: string; readonly query: string; readonly isRight: (opinionId: string) => boolean };

const db = await openRecords({ dataDir: options.data });
const cases = await drawCases(db, Number(options.cases));
await db.close();
if (cases.length === 0) throw new Error(`no decision with a citation and a name is held in ${options.data}`);

const figures: Record<string, number> = { cases: cases.length };
for (const mode of SEARCH_MODES) {
  for (const rerank of [false, true]) {
    const right = new Map<string, [number, number]>();
    for (const { kind, query, isRight } of cases) {
      const first = await firstOf({ query, mode, rerank, page_size: 3 });
      const [found, asked] = right.get(kind) ?? [0, 0];
      const isFound = first !== undefined && isRight(first.opinion_id);
      right.set(kind, [found + (isFound ? 1 : 0), asked + 1]);
      if (!isFound && options.show) {
        console.log(`${mode}${rerank ? ", reranked" : ""}: ${query} -> ${first?.case_name ?? "nothing"}`);
      }
    }
    for (const [kind, [found, asked]] of right) {
      figures[`${mode}${rerank ? ", reranked" : ""}: ${kind} first`] = found / asked;
    }
  }
}
reportFigures("known-items", figures, options.land);

async function firstOf(body: object): Promise<{ opinion_id: string; case_name: string } | undefined> {
  const answer = await fetch(new URL("/v1/search", options.origin), {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${options.key}` },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${answer.status} for ${JSON.stringify(body)}: ${await answer.text()}`);
  const { results } = (await answer.json()) as { results: { opinion_id: string; case_name: string }[] };
  return results[0];
}

async function drawCases(records: Reader, count: number): Promise<readonly Case[]> {
  const decisions = await records
    .selectFrom("clusters")
    .innerJoin("cluster_citations", "cluster_citations.cluster_id", "clusters.id")
    .select(["cluster_citations.lookup_key", "cluster_citations.cited_as", "clusters.case_name", "clusters.work_id"])
    .execute();
  const places = await records
    .selectFrom("opinions")
    .innerJoin("clusters", "clusters.id", "opinions.cluster_id")
    .select(["opinions.id", "clusters.work_id"])
    .execute();
  const workOf = new Map(places.map(({ id, work_id }) => [id, work_id]));
  const byKey = new Map<string, Set<string>>();
  const byName = new Map<string, Set<string>>();
  for (const { lookup_key, case_name, work_id } of decisions) {
    added(byKey, lookup_key, work_id);
    added(byName, nameKey(case_name), work_id);
  }
  const isOf = (works: ReadonlySet<string> | undefined, id: string): boolean =>
    works?.has(workOf.get(id) ?? "") === true;
  const citations = new Map(decisions.map((row) => [row.lookup_key, row.cited_as]));
  const names = new Map(decisions.map((row) => [nameKey(row.case_name), row.case_name]));
  return [
    ...drawn([...citations], count).map(([key, printed], at): Case => {
      const [kind, spell] = SPELLINGS[at % SPELLINGS.length] ?? ["as printed", (text: string): string => text];
      return { kind: `citation ${kind}`, query: spell(printed), isRight: (id) => isOf(byKey.get(key), id) };
    }),
    ...drawn(
      [...names].filter(([key]) => key.includes(" ")),
      count,
    ).map(([key, name]): Case => ({
      kind: "name",
      query: name,
      isRight: (id) => isOf(byName.get(key), id),
    })),
  ];
}

function nameKey(name: string): string {
  return [...new Set(tellingWords(name, "search"))].toSorted((a, b) => (a < b ? -1 : 1)).join(" ");
}

function added(map: Map<string, Set<string>>, key: string, id: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([id]));
  else known.add(id);
}

function drawn(rows: readonly (readonly [string, string])[], count: number): readonly (readonly [string, string])[] {
  return rows
    .map((row) => ({ row, place: createHash("sha256").update(row[0]).digest("hex") }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .slice(0, count)
    .map(({ row }) => row);
}
