import type { Reader } from "#db/connection.ts";
import type { BoostNode, PhraseNode, QueryNode, Span } from "#index/tree.ts";
import type { Field } from "#search/opinions.ts";
import type { DirectReference } from "#search/query/direct.ts";
import type { Reading } from "#search/query/reading.ts";
import { tokenize } from "#text/tokenize.ts";
import { spellingsOf } from "./record-spellings.ts";

/** How much a record that the query names counts above those that only speak of it. */
const NAMED_RECORD_BOOST = 8;

type Named = { readonly tree: QueryNode; readonly notes: readonly string[] };

/** A query that names a record by citation or docket number finds the record first, then what speaks of it. */
export async function withNamedRecord(db: Reader, { tree, direct }: Reading): Promise<Named> {
  if (direct === undefined) return { tree, notes: [] };
  if (direct.kind === "pin") return { tree, notes: [pinNote(direct.pin)] };
  const spellings = await spellingsOf(db, direct);
  const record = namedRecordNode(direct.kind === "citation" ? "cite" : "docket", spellings, tree.at);
  if (record === undefined) return { tree, notes: notHeldNotes(direct) };
  return { tree: { kind: "or", children: [tree, record], at: tree.at }, notes: popularNotes(direct) };
}

/** Scores the opinions that bear one of these citations or docket numbers, spelled as the records spell them, far up. */
function namedRecordNode(field: Field, spellings: readonly string[], at: Span): BoostNode | undefined {
  const phrases = spellings.flatMap((spelling): PhraseNode[] => {
    const words = tokenize(spelling).map(({ text }) => ({ kind: "term" as const, text, exact: true, at }));
    return words.length === 0 ? [] : [{ kind: "phrase", words, field, at }];
  });
  const [only] = phrases;
  if (only === undefined) return undefined;
  const child: QueryNode = phrases.length === 1 ? only : { kind: "or", children: phrases, at };
  return { kind: "boost", child, factor: NAMED_RECORD_BOOST, at };
}

function pinNote(pin: string): string {
  return `${pin} gives no first page to find the decision by; opinions that cite it so are shown.`;
}

/** Whoever asked by a popular name is told whom it was taken for. */
function popularNotes(direct: DirectReference): readonly string[] {
  if (direct.kind !== "citation" || direct.popular === undefined) return [];
  const { name, cases, citations } = direct.popular;
  return cases.toLowerCase().includes(name.toLowerCase()) ? [] : [`${name}: ${cases}, ${citations.join(", ")}.`];
}

function notHeldNotes(direct: DirectReference & { readonly kind: "citation" | "docket" }): readonly string[] {
  if (direct.guessed === true) return [];
  if (direct.kind === "citation" && direct.popular !== undefined) {
    const { name, cases, citations } = direct.popular;
    const [verb, whose] = citations.length === 1 ? ["is", "which is"] : ["are", "which are"];
    return [
      `${name} ${verb} ${cases}, ${citations.join(", ")}, ${whose} not held; opinions that speak of it are shown.`,
    ];
  }
  const named = direct.kind === "citation" ? direct.citation : `docket number ${direct.docket}`;
  return [`No decision is held under ${named}; opinions that mention it are shown.`];
}
