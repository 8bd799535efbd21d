import { createHash } from "node:crypto";
import { parseArgs } from "node:util";
import type { Reader } from "#db/connection.ts";
import { openRecords } from "#schema/open.ts";
import { partiesIn } from "#search/query/caption.ts";
import { partyNameIn } from "#search/query/party-name.ts";
import { tellingWords } from "#text/case-names.ts";
import { SEARCH_MODES } from "#search/request.ts";
import { CORPUS_DIR } from "./corpus.ts";
import { reportFigures } from "./report.ts";

/**
 * Decisions that are held, asked for by their citations and by their names, of a service that runs on these records:
 * `node eval/known-items.ts --origin http://127.0.0.1:8080 --key KEY [--data DIR] [--cases 500] [--ways auto,"tools v4"] [--show] [--land]`.
 *
 * Drawn by the hash of their ids, so that nobody chose them. A citation is asked for as the record prints it, in small
 * letters without periods, and with spaces between its letters, by turns; a name as the record has it, with a letter of
 * two of its words left out or two letters swapped, and one of its parties alone, as the record has it or in small letters
 * by turns. The share of those is told of which the first result is the decision, in whichever copy, or another that bears the
 * same citation or name, or has a party of that name.
 */
const { values: options } = parseArgs({
  options: {
    origin: { type: "string", default: "http://127.0.0.1:8080" },
    key: { type: "string", default: "" },
    data: { type: "string", default: CORPUS_DIR },
    cases: { type: "string", default: "500" },
    ways: { type: "string" },
    show: { type: "boolean", default: false },
    land: { type: "boolean", default: false },
  },
});

const SPELLINGS: readonly (readonly [string, (printed: string) => string])[] = [
  ["as printed", (printed) => printed],
  ["in small letters", (printed) => printed.toLowerCase().replaceAll(".", "")],
  ["with spaces", (printed) => printed.replace(/\.(?=\p{Lu})/gu, ". ")],
];

/** Words that are misspelt have so many letters. */
const LETTERS_MIN = 6;

/** The first result, by the number of its public address. */
type Shown = { readonly number: number; readonly name: string };
type Case = { readonly kind: string; readonly query: string; readonly isRight: (publicNumber: number) => boolean };

const db = await openRecords({ dataDir: options.data });
const cases = await drawCases(db, Number(options.cases));
await db.close();
if (cases.length === 0) throw new Error(`no decision with a citation and a name is held in ${options.data}`);

const figures: Record<string, number> = { cases: cases.length };
const ways: readonly (readonly [string, (query: string) => Promise<Shown | undefined>])[] = [
  ...[...SEARCH_MODES, "auto"].flatMap((mode) =>
    [false, true].map(
      (rerank) =>
        [
          rerank ? `${mode}, reranked` : mode,
          async (query: string): Promise<Shown | undefined> => firstOfHttp({ query, mode, rerank, page_size: 3 }),
        ] as const,
    ),
  ),
  ...[1, 2, 3, 4].map(
    (version) =>
      [`tools v${version}`, async (query: string): Promise<Shown | undefined> => firstOfTool(version, query)] as const,
  ),
];
const asked = options.ways?.split(",");
for (const [way, firstOf] of ways) {
  if (asked?.includes(way) === false) continue;
  const right = new Map<string, [number, number]>();
  for (const { kind, query, isRight } of cases) {
    const first = await firstOf(query);
    const [found, asked] = right.get(kind) ?? [0, 0];
    const isFound = first !== undefined && isRight(first.number);
    right.set(kind, [found + (isFound ? 1 : 0), asked + 1]);
    if (!isFound && options.show) console.log(`${way}: ${query} -> ${first?.name ?? "nothing"}`);
  }
  for (const [kind, [found, asked]] of right) figures[`${way}: ${kind} first`] = found / asked;
}
reportFigures("known-items", figures, options.land);

async function firstOfHttp(body: object): Promise<Shown | undefined> {
  const { results } = (await ask("/v1/search", body)) as { results: { public_url: string; case_name: string }[] };
  const [first] = results;
  return first && { number: numberIn(first.public_url), name: first.case_name };
}

async function firstOfTool(version: number, query: string): Promise<Shown | undefined> {
  const params = { name: "search", arguments: { queries: [{ query }] } };
  const answer = await ask(`/mcp/v${version}`, { jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const { result } = answer as { result: { content: { text: string }[] } };
  type Listed = { caseName: string; url: string };
  const { results, searches } = JSON.parse(result.content[0]?.text ?? "{}") as {
    results?: { case: Listed }[];
    searches?: { results: Listed[] }[];
  };
  const first = results?.[0]?.case ?? searches?.[0]?.results[0];
  return first && { number: numberIn(first.url), name: first.caseName };
}

async function ask(path: string, body: object): Promise<unknown> {
  const answer = await fetch(new URL(path, options.origin), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${options.key}`,
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} for ${JSON.stringify(body)}: ${text}`);
  return JSON.parse(text.replace(/^(?:event:.*\n)?data: /u, ""));
}

function numberIn(url: string): number {
  return Number(/\/opinions\/(\d+)/u.exec(url)?.[1]);
}

async function drawCases(records: Reader, count: number): Promise<readonly Case[]> {
  const decisions = await records
    .selectFrom("clusters")
    .innerJoin("cluster_citations", "cluster_citations.cluster_id", "clusters.id")
    .select(["cluster_citations.lookup_key", "cluster_citations.cited_as", "clusters.case_name", "clusters.work_id"])
    .execute();
  const places = await records.selectFrom("clusters").select(["public_number", "work_id"]).execute();
  const workOf = new Map(places.map(({ public_number, work_id }) => [public_number, work_id]));
  const byKey = new Map<string, Set<string>>();
  const byName = new Map<string, Set<string>>();
  const byParty = new Map<string, Set<string>>();
  for (const { lookup_key, case_name, work_id } of decisions) {
    added(byKey, lookup_key, work_id);
    added(byName, nameKey(case_name), work_id);
    for (const party of partiesIn(case_name)) added(byParty, partyKey(party), work_id);
  }
  const isOf = (works: ReadonlySet<string> | undefined, number: number): boolean =>
    works?.has(workOf.get(number) ?? "") === true;
  const citations = new Map(decisions.map((row) => [row.lookup_key, row.cited_as]));
  const names = new Map(decisions.map((row) => [nameKey(row.case_name), row.case_name]));
  return [
    ...drawn([...citations], count).map(([key, printed], at): Case => {
      const [kind, spell] = SPELLINGS[at % SPELLINGS.length] ?? ["as printed", (text: string): string => text];
      return { kind: `citation ${kind}`, query: spell(printed), isRight: (number) => isOf(byKey.get(key), number) };
    }),
    ...drawn(
      [...names].filter(([key]) => key.includes(" ")),
      count,
    ).flatMap(([key, name], at): readonly Case[] => {
      const isRight: Case["isRight"] = (number) => isOf(byName.get(key), number);
      const misspelt = misspeltTwice(name, at);
      const party = partyOf(name);
      return [
        { kind: "name", query: name, isRight },
        ...(misspelt === undefined ? [] : [{ kind: "name with two words misspelt", query: misspelt, isRight }]),
        ...(party === undefined
          ? []
          : [
              {
                kind: "one party",
                query: at % 2 === 0 ? party : party.toLowerCase(),
                isRight: (number: number): boolean => isOf(byParty.get(partyKey(party)), number),
              },
            ]),
      ];
    }),
  ];
}

/** The party that has most to tell it by, where it can be told in small letters too. */
function partyOf(name: string): string | undefined {
  const told = partiesIn(name).filter((party) => partyNameIn(party.toLowerCase()) !== undefined);
  return told.toSorted((a, b) => partyKey(b).length - partyKey(a).length)[0];
}

function partyKey(party: string): string {
  return tellingWords(party, "agreement").join(" ");
}

/** The first and the last long word with a letter left out or two swapped, by turns; undefined where there are not two. */
function misspeltTwice(name: string, turn: number): string | undefined {
  const words = [...name.matchAll(/\p{L}+/gu)].filter(([word]) => word.length >= LETTERS_MIN);
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined || first.index === last.index) return undefined;
  return [last, first].reduce((text, { 0: word, index }) => {
    const at = 2 + ((turn + index) % (word.length - 3));
    const wrong =
      turn % 2 === 0
        ? word.slice(0, at) + word.slice(at + 1)
        : word.slice(0, at) + (word[at + 1] ?? "") + (word[at] ?? "") + word.slice(at + 2);
    return text.slice(0, index) + wrong + text.slice(index + word.length);
  }, name);
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
