import { citationKey } from "#citations/citation-key.ts";
import type { FacetRequest, Filter } from "#index/filter.ts";
import type { Collapse, EngineRequest, FacetCount, IndexDocument, SortKey } from "#index/index.ts";
import type { CollectionSchema } from "#index/schema.ts";
import type { PriorNode } from "#index/tree.ts";
import type { OpinionType } from "#opinions/model.ts";
import { tokenize } from "#text/tokenize.ts";

/** The fields a query can name, in the order of the index. */
export const FIELDS = ["name", "body", "citing", "docket", "cite", "judge", "cites"] as const;
export type Field = (typeof FIELDS)[number];

/** The field that an opinion's own text is in, and the one of what others say where they cite it. */
export const TEXT_FIELD = "body" satisfies Field;
export const CITING_FIELD = "citing" satisfies Field;

/** The names by which others cite an opinion's decision, one text for each of them; asked by the readers of names alone. */
const CALLED = { name: "called", weight: 0.25, b: 0, isOnlyNamed: true, hasSources: true } as const;

const RANKING: Readonly<Record<Field, { readonly weight: number; readonly b: number }>> = {
  name: { weight: 4, b: 0.4 },
  body: { weight: 1, b: 0.75 },
  citing: { weight: 2, b: 0.8 },
  docket: { weight: 3, b: 0.2 },
  cite: { weight: 3, b: 0.2 },
  judge: { weight: 1.5, b: 0.2 },
  cites: { weight: 1, b: 0 },
};

/** Fields that only a query which names them looks into. */
const ONLY_NAMED: ReadonlySet<Field> = new Set(["cites"]);

/** The opinions of courts as an index holds them. */
export const OPINIONS: CollectionSchema = {
  name: "opinions",
  k1: 2.5,
  formWeight: 0.8,
  fields: [
    ...FIELDS.map((name) => ({
      name,
      ...RANKING[name],
      ...(name === "body" && { isMain: true as const }),
      ...(name === "citing" && { hasSources: true as const }),
      ...(ONLY_NAMED.has(name) && { isOnlyNamed: true as const }),
    })),
    CALLED,
  ],
  columns: [
    { name: "courtId", kind: "keyword" },
    { name: "courtAbbreviation", kind: "keyword" },
    { name: "jurisdiction", kind: "keyword" },
    { name: "state", kind: "keyword" },
    { name: "publishStatus", kind: "keyword" },
    { name: "dateFiled", kind: "date" },
    { name: "filedFirst", kind: "date" },
    { name: "filedLast", kind: "date" },
    { name: "decision", kind: "number" },
    { name: "placeInDecision", kind: "number" },
    { name: "repeats", kind: "keyword" },
    { name: "opinionType", kind: "keyword" },
    { name: "author", kind: "keyword", isList: true },
    { name: "timesCited", kind: "number" },
  ],
};

/** What the records tell the index of one opinion. */
export type OpinionDocument = {
  readonly id: string;
  readonly name: string;
  readonly body: string;
  /** The words of other opinions around their citations of this one, each with the opinion that said them. */
  readonly citing: readonly { readonly opinionId: string; readonly text: string }[];
  /** The names by which they cite it. */
  readonly called?: readonly { readonly opinionId: string; readonly text: string }[];
  readonly docket: string;
  /** One entry per parallel citation. */
  readonly cite: readonly string[];
  readonly judge: string;
  /** What `citesWord` makes of each citation that it prints. */
  readonly cites?: readonly string[];
  readonly values: {
    readonly courtId: string;
    readonly courtAbbreviation: string;
    readonly jurisdiction: string;
    readonly state: string;
    readonly publishStatus: string;
    /** `YYYY-MM-DD` or null. */
    readonly dateFiled: string | null;
    /** The first and the last day that it can stand for; left out for a whole date. */
    readonly filedFirst?: string | null;
    readonly filedLast?: string | null;
    /** Shared by the opinions of one decision; null where at most `PER_DECISION` of them could ever be found. */
    readonly decision: number | null;
    /** Where it stands among the opinions of its decision, from 0: the one that speaks for the decision comes first. */
    readonly placeInDecision: number;
    /** `yes`: other opinions of the decision hold its text. */
    readonly repeats: "yes" | "";
    /** By how many decisions that are held. */
    readonly timesCited: number;
    /** What the opinion is within its decision. */
    readonly opinionType?: OpinionType;
    /** The words of the author's name, as `authorWords` makes them. */
    readonly author?: readonly string[];
  };
};

/** Opinions of one decision that a list of results shows at most. */
export const PER_DECISION = 2;

/** What is collapsed: how many opinions of one decision are in a list. */
export const COLLAPSES = ["decision", "opinion"] as const;
export type OpinionCollapse = (typeof COLLAPSES)[number];

export const SORTS = ["relevance", "newest", "oldest", "mostCited"] as const;
export type OpinionSort = (typeof SORTS)[number];

/** How an engine collapses and sorts a list of opinions. */
export function opinionList(collapse: OpinionCollapse, sort: OpinionSort): Pick<EngineRequest, "collapse" | "sort"> {
  const keys = SORT_KEYS[sort];
  return {
    ...(collapse === "decision" && { collapse: BY_DECISION }),
    ...(keys.length > 0 && { sort: keys }),
  };
}

const BY_DECISION: Collapse = {
  column: "decision",
  most: PER_DECISION,
  spare: { column: "repeats", anyOf: ["yes"] },
};

const IN_PLACE: SortKey = { column: "placeInDecision", order: "rising" };

const SORT_KEYS: Readonly<Record<OpinionSort, readonly SortKey[]>> = {
  relevance: [],
  newest: [{ column: "dateFiled", order: "falling" }, IN_PLACE],
  oldest: [{ column: "dateFiled", order: "rising" }, IN_PLACE],
  mostCited: [{ column: "timesCited", order: "falling" }, IN_PLACE],
};

export function opinionDocument({ id, values, citing, called = [], ...texts }: OpinionDocument): IndexDocument {
  const ofOthers = (list: typeof citing): IndexDocument["texts"][string] =>
    list.map(({ opinionId, text }) => ({ source: opinionId, text }));
  const { dateFiled, filedFirst = dateFiled, filedLast = dateFiled } = values;
  return {
    id,
    texts: { ...texts, citing: ofOthers(citing), called: ofOthers(called) },
    values: { ...values, filedFirst, filedLast },
  };
}

export type OpinionFilters = {
  readonly courtIds?: readonly string[];
  readonly jurisdictions?: readonly string[];
  readonly states?: readonly string[];
  /** `unknown` takes those of which nothing is recorded. */
  readonly publishStatus?: string;
  /** Inclusive. */
  readonly dateFrom?: string;
  readonly dateTo?: string;
};

function among(column: string, anyOf: readonly string[] | undefined): readonly Filter[] {
  return anyOf === undefined ? [] : [{ column, anyOf }];
}

export function opinionFilters(filters: OpinionFilters): readonly Filter[] {
  const { courtIds, jurisdictions, states, publishStatus, dateFrom, dateTo } = filters;
  const statuses =
    publishStatus === "unknown" ? ["unknown", ""] : publishStatus === undefined ? undefined : [publishStatus];
  return [
    ...among("courtId", courtIds),
    ...among("jurisdiction", jurisdictions),
    ...among("state", states),
    ...among("publishStatus", statuses),
    ...filedWithin(dateFrom, dateTo),
  ];
}

/**
 * The decisions that can have been filed within a period, both ends included and either left open: one of which only
 * the month, the year or a guess is known is kept where a day that it can stand for lies within.
 */
export function filedWithin(from: string | undefined, to: string | undefined): readonly Filter[] {
  return [
    ...(from === undefined ? [] : [{ column: "filedLast", from }]),
    ...(to === undefined ? [] : [{ column: "filedFirst", to }]),
  ];
}

/** The decisions of some courts, as a condition inside a query. */
export function ofCourts(courtIds: readonly string[]): Filter {
  return { column: "courtId", anyOf: courtIds };
}

/** The courts of a condition that `ofCourts` made, or undefined. */
export function courtsOf(filter: Filter): readonly string[] | undefined {
  return filter.column === "courtId" && "anyOf" in filter ? filter.anyOf : undefined;
}

/** What an opinion counts for by how often its decision is cited (figures in docs/decisions/ranking.md). */
export const TIMES_CITED: PriorNode = { kind: "prior", column: "timesCited", weight: 0.3, at: { start: 0, end: 0 } };

/** Those that so many decisions cite, both ends included. */
export function citedTimes(counts: { readonly from?: number; readonly to?: number }): Filter {
  return { column: "timesCited", ...counts };
}

/** What an opinion may be within its decision, in the words of a query. One that concurs and dissents is both. */
export const OPINION_KINDS = {
  dissent: ["dissent", "concurrence_in_part"],
  concurrence: ["concurrence", "concurrence_in_part"],
  lead: ["combined", "unanimous", "lead", "plurality"],
} as const satisfies Record<string, readonly OpinionType[]>;
export type OpinionKind = keyof typeof OPINION_KINDS;

export function ofKind(kind: OpinionKind): Filter {
  return { column: "opinionType", anyOf: OPINION_KINDS[kind] };
}

/** The words of a judge's name, folded as words are. */
export function authorWords(name: string): readonly string[] {
  return [...new Set(tokenize(name).map(({ text }) => text))];
}

/** Whose author bears this word as a name. */
export function writtenBy(word: string): Filter {
  return { column: "author", anyOf: [word] };
}

/** A citation as one word, the same however it is spelled. */
export function citesWord(citation: string): string {
  return citationKey(citation).replace(/[^a-z0-9]+/gu, "");
}

/** What an answer counts, in this order. */
export const OPINION_FACETS: readonly FacetRequest[] = [
  { column: "courtAbbreviation" },
  { column: "jurisdiction" },
  { column: "state" },
  { column: "dateFiled", by: "year" },
  { column: "publishStatus" },
];

export type Facets = {
  readonly courtAbbreviation: readonly FacetCount[];
  readonly jurisdiction: readonly FacetCount[];
  readonly state: readonly FacetCount[];
  readonly yearFiled: readonly FacetCount[];
  readonly publishStatus: readonly FacetCount[];
  /** What they leave out. */
  readonly note?: string;
};

/** The counts of `OPINION_FACETS` by name. */
export function opinionFacets([
  courtAbbreviation = [],
  jurisdiction = [],
  state = [],
  yearFiled = [],
  publishStatus = [],
]: readonly (readonly FacetCount[])[]): Facets {
  return { courtAbbreviation, jurisdiction, state, yearFiled, publishStatus };
}
