import type { Reader } from "#db/connection.ts";
import type { PhraseNode, QueryNode, Span } from "#index/tree.ts";
import { ofCourts } from "#search/opinions.ts";
import type { Field } from "#search/opinions.ts";
import type { DirectReference } from "#search/query/direct.ts";
import { anyOf } from "#search/query/normalise.ts";
import type { Reading } from "#search/query/reading.ts";
import { tokenize } from "#text/tokenize.ts";
import { spellingsOf } from "./record-spellings.ts";
import type { Spelling } from "./record-spellings.ts";

/** How much a record that the query names counts above those that only speak of it. */
const NAMED_RECORD_BOOST = 8;

type Named = {
  readonly tree: QueryNode;
  readonly notes: readonly string[];
  /** What the opinions match that bear a citation or number which is held. */
  readonly record?: QueryNode;
};

/**
 * A query that names records by citation or docket number, alone or among other words, finds them first, then what
 * speaks of them. A statement for each that is named.
 */
export async function withNamedRecord(db: Reader, { tree, direct, cited = [] }: Reading): Promise<Named> {
  if (direct?.kind === "pin") return { tree, notes: [pinNote(direct.pin)] };
  const references: readonly LookedUp[] = [
    ...(direct === undefined ? [] : [direct]),
    ...cited.map((citation) => ({ kind: "citation", citation }) as const),
  ];
  const notes: string[] = [];
  const records: QueryNode[] = [];
  for (const reference of references) {
    const spellings = await spellingsOf(db, reference);
    const record = recordNode(reference.kind === "citation" ? "cite" : "docket", spellings, tree.at);
    notes.push(...(record === undefined ? notHeldNotes(reference) : popularNotes(reference)));
    if (record !== undefined) records.push(record);
  }
  if (records.length === 0) return { tree, notes };
  const record = anyOf(records, tree.at);
  const boosted: QueryNode = { kind: "boost", child: record, factor: NAMED_RECORD_BOOST, at: tree.at };
  return { tree: { kind: "or", children: [tree, boosted], at: tree.at }, notes, record };
}

type LookedUp = DirectReference & { readonly kind: "citation" | "docket" };

/** Opinions that bear one of these citations or docket numbers, spelled as the records spell them. */
function recordNode(field: Field, spellings: readonly Spelling[], at: Span): QueryNode | undefined {
  const phrases = spellings.flatMap(({ text: spelling, courtIds }): QueryNode[] => {
    const words = tokenize(spelling).map(({ text }) => ({ kind: "term" as const, text, exact: true, at }));
    if (words.length === 0) return [];
    const phrase: PhraseNode = { kind: "phrase", words, field, at };
    if (courtIds === undefined) return [phrase];
    return [{ kind: "and", children: [phrase, { kind: "filter", filter: ofCourts(courtIds), at }], at }];
  });
  return phrases.length === 0 ? undefined : anyOf(phrases, at);
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

function notHeldNotes(direct: LookedUp): readonly string[] {
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
