import { readFileSync } from "node:fs";
import { faultOf } from "../held-by.ts";
import type { Claim } from "./sentences.ts";

/**
 * A row of `sentences.tsv`: what holds a claim of the specification, which parts of it are not built yet (a mode, an
 * endpoint), or why it claims nothing. The last column is also for what is known to differ.
 */
export type SentenceRow = {
  readonly key: string;
  readonly section: string;
  readonly says: string;
  readonly tests: readonly string[];
  readonly notBuilt: readonly string[];
  readonly note: string;
};

/** What may be named as not built; the one who builds it finds its claims by this word. */
const PARTS = new Set<string>();
/** A test of the gate, by file and title. */
const ELSEWHERE = /\.test\.ts: /u;
const WITHOUT_CLAIM = /^(?:introduction|states that it says nothing|about the operator)/u;

export function readSentenceTable(): SentenceRow[] {
  const [, ...lines] = readFileSync(new URL("./sentences.tsv", import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line) => {
    const [key = "", section = "", says = "", tests = "", notBuilt = "", note = ""] = line.split("\t");
    return { key, section, says, tests: listed(tests, " | "), notBuilt: listed(notBuilt, ", "), note };
  });
}

function listed(cell: string, separator: string): string[] {
  return cell === "" ? [] : cell.split(separator);
}

/** What is wrong between the claims, the table and the tests that ran: nothing when each claim is answered for. */
export function tableFaults(
  claims: readonly Claim[],
  rows: readonly SentenceRow[],
  ran: ReadonlySet<string>,
): string[] {
  if (claims.length === 0) return ["no sentence was read"];
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const keys = new Set(claims.map(({ key }) => key));
  return [
    ...claims
      .filter(({ key }) => !byKey.has(key))
      .map(({ key, section, text }) => `no row for ${key} (${section}): ${text}`),
    ...rows.filter(({ key }) => !keys.has(key)).map(({ key, says }) => `no sentence for ${key}: ${says}`),
    ...(byKey.size === rows.length ? [] : ["a key stands twice in the table"]),
    ...rows.flatMap(({ key, tests }) =>
      tests
        .flatMap((name) => (ELSEWHERE.test(name) ? (faultOf(name) ?? []) : ran.has(name) ? [] : `did not run: ${name}`))
        .map((fault) => `${key}: ${fault}`),
    ),
    ...rows.flatMap(({ key, notBuilt }) =>
      notBuilt.filter((part) => !PARTS.has(part)).map((part) => `${key}: no part ${part}`),
    ),
    ...rows
      .filter(({ tests, notBuilt, note }) => tests.length + notBuilt.length === 0 && !WITHOUT_CLAIM.test(note))
      .map(({ key, says }) => `${key}: nothing holds: ${says}`),
  ];
}
