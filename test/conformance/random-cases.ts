import { deriveId } from "#base/ids.ts";
import type { EngineFilters, EngineRequest, IndexDocument } from "#index/index.ts";
import type { Field, QueryNode } from "#index/tree.ts";
import { FIELDS } from "#index/tree.ts";

const WORDS =
  "contract contracts contracted contracting court courts fraud frauds fraudulent fraudulently run runs running the of ofs " +
  "and to in a duty breach due process 1983 1028A F.3d U.S. § no. Smith's peña tax taxes taxed taxing estoppel liable";
const VOCABULARY = WORDS.split(" ");
const PATTERNS = "contr* *ing fraud*ly c*t ?un t?x* *a* *uc* run? *19* du? zz* ??? *s pe?a p*".split(" ");
const TERMS =
  "contract contracts court fraud fraudulent run running the of ofs and to in a duty breach due process 1983 1028a f3d us § no " +
  "smith pena tax taxing estoppel liable absent";
const QUERY_WORDS = TERMS.split(" ");
const COURTS = ["scotus", "ca9", "nysd", "cal", "txapp"];
const JURISDICTIONS = ["Federal Appellate", "Federal District", "State Supreme", ""];
const STATUSES = ["published", "unpublished", "unknown", ""];
const AT = { start: 0, end: 0 };

/** Numbers that look random and repeat from the same seed (mulberry32). */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  /** A whole number from 0 to `below` - 1. */
  below(below: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  list<Item>(count: number, make: () => Item): Item[] {
    return Array.from({ length: count }, make);
  }
}

export function randomId(random: Random, plain: boolean): string {
  const number = random.below(60);
  return plain ? `document ${number}` : deriveId("opinion", "random", String(number));
}

export function randomDocument(random: Random, id: string, words_max: number): IndexDocument {
  const text = (most: number): string => randomText(random, random.below(most + 1));
  const year = 1990 + random.below(4);
  return {
    id,
    name: text(4),
    // Now and then a gap between two occurrences that takes more than sixteen bits.
    body: random.below(200) === 0 ? `${text(words_max)}${" filler".repeat(9000)} ${text(words_max)}` : text(words_max),
    citing: random.chance(40)
      ? random.list(random.below(4), () => ({ opinionId: `citer-${random.below(3)}`, text: text(8) }))
      : [],
    docket: random.chance(30) ? `No. ${random.below(3)}:19-cv-0${random.below(20)}` : "",
    cite: random.list(random.below(3), () => `${random.below(9)} U.S. ${random.below(30)}`),
    judge: text(2),
    values: {
      courtId: random.pick(COURTS),
      courtAbbreviation: random.pick(["U.S.", "9th Cir.", ""]),
      jurisdiction: random.pick(JURISDICTIONS),
      state: random.pick(["California", "Texas", "Federal"]),
      publishStatus: random.pick(STATUSES),
      dateFiled: random.chance(15) ? null : `${year}-0${1 + random.below(9)}-1${random.below(10)}`,
    },
  };
}

function randomText(random: Random, words: number): string {
  let text = "";
  for (let i = 0; i < words; i++) {
    const end = random.below(40);
    // A few words are far more frequent than the others, as in any language.
    const word = random.chance(30) ? random.pick(VOCABULARY.slice(0, 6)) : random.pick(VOCABULARY);
    text += word + (end === 0 ? ".\n\n" : end < 4 ? ". The " : " ");
  }
  return text;
}

export function randomRequest(random: Random): EngineRequest {
  const filters: { -readonly [Key in keyof EngineFilters]: EngineFilters[Key] } = {};
  if (random.chance(15)) filters.courtIds = random.list(1 + random.below(3), () => random.pick(COURTS));
  if (random.chance(8)) filters.jurisdictions = [random.pick(JURISDICTIONS)];
  if (random.chance(8)) filters.states = [random.pick(["California", "Texas", "Nowhere"])];
  if (random.chance(8)) filters.publishStatus = random.pick(["published", "unpublished", "unknown"]);
  if (random.chance(8)) filters.dateFrom = `${1990 + random.below(4)}-05-05`;
  if (random.chance(8)) filters.dateTo = `${1990 + random.below(4)}-08-15`;
  const everything = random.chance(70);
  return {
    tree: randomTree(random, random.below(4)),
    filters,
    offset: random.chance(75) ? 0 : random.below(30),
    limit: 1 + random.below(25),
    facets: everything && random.chance(60),
    total: everything,
    explain: false,
    ...(random.chance(15) ? { leaveOutCitingOf: `citer-${random.below(4)}` } : {}),
  };
}

export function randomTree(random: Random, depth: number): QueryNode {
  if (depth === 0 || random.chance(15)) return random.chance(25) ? randomNear(random, 2) : randomUnit(random);
  const children = (): QueryNode[] => random.list(1 + random.below(4), () => randomTree(random, depth - 1));
  const kind = random.below(100);
  if (kind < 30) return { kind: "and", children: children(), at: AT };
  if (kind < 55) return { kind: "or", children: children(), at: AT };
  if (kind < 70) {
    const parts = children();
    return { kind: "ranked", children: parts, required: 1 + random.below(parts.length), at: AT };
  }
  if (kind < 80) {
    const not: QueryNode = { kind: "not", child: randomTree(random, depth - 1), at: AT };
    return { kind: "and", children: [...children(), not], at: AT };
  }
  if (kind < 85) return { kind: "boost", child: randomTree(random, depth - 1), factor: 0.5 + random.below(4), at: AT };
  if (kind < 90) {
    const court: QueryNode = { kind: "court", courtIds: [random.pick(COURTS)], at: AT };
    return { kind: "and", children: [court, randomTree(random, depth - 1)], at: AT };
  }
  return randomNear(random, depth);
}

function randomField(random: Random): { readonly field?: Field } {
  return random.chance(18) ? { field: random.pick(FIELDS) } : {};
}

function randomWord(random: Random, fielded: boolean): Extract<QueryNode, { kind: "term" | "wildcard" }> {
  const field = fielded ? randomField(random) : {};
  if (random.chance(25)) return { kind: "wildcard", pattern: random.pick(PATTERNS), at: AT, ...field };
  return { kind: "term", text: random.pick(QUERY_WORDS), exact: random.chance(50), at: AT, ...field };
}

function randomUnit(random: Random): QueryNode {
  if (random.chance(65)) return randomWord(random, true);
  const words = random.list(1 + random.below(3), () => randomWord(random, false));
  return { kind: "phrase", words, at: AT, ...randomField(random) };
}

/** Proximities nest; their operands are units, choices of operands, and proximities. */
function randomNear(random: Random, depth: number): QueryNode {
  return {
    kind: "near",
    left: randomOperand(random, depth - 1),
    right: randomOperand(random, depth - 1),
    unit: random.pick(["word", "word", "word", "sentence", "paragraph"] as const),
    distance: 1 + random.below(random.chance(80) ? 6 : 60),
    ordered: random.chance(30),
    at: AT,
  };
}

function randomOperand(random: Random, depth: number): QueryNode {
  if (depth <= 0 || random.chance(50)) return randomUnit(random);
  if (random.chance(50)) return randomNear(random, depth - 1);
  const children = random.list(1 + random.below(3), () => randomOperand(random, depth - 1));
  return { kind: "or", children, at: AT };
}
