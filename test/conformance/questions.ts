import type { PlainCollapse, PlainDocument, PlainFacet, PlainFilter, PlainSortKey } from "#test/oracle/model.ts";

import { FACETS } from "./engine-shapes.ts";

/** What every engine holds when it is asked. Invented, and small enough to be read beside the questions. */
export const HELD: readonly PlainDocument[] = [
  opinion("a", {
    name: "Heron v. Marsh",
    body: "The fraud was proved with due diligence shown.",
    cite: ["12 Samp. 34", "5 Inv. 6"],
  }),
  opinion(
    "b",
    { body: "Fraudulent contracts and the reliance of the buyer on deceit.", cites: ["12samp34"] },
    {
      dateFiled: "1999-05-01",
      courtId: "scotus",
      courtAbbreviation: "U.S.",
      publishStatus: "unpublished",
      decision: 2,
      placeInDecision: 0,
      timesCited: 7,
    },
  ),
  opinion(
    "c",
    {
      body: "Deceit without settlement. The contract was void.",
      docket: ["2:19-cv-01234"],
      cites: ["12samp34", "5inv6"],
    },
    {
      courtId: "scotus",
      courtAbbreviation: "U.S.",
      jurisdiction: "State Supreme",
      decision: 2,
      placeInDecision: 1,
      timesCited: 7,
      opinionType: "dissent",
      author: ["finch"],
    },
  ),
  opinion(
    "d",
    { body: "A settlement after deceit; the heron flew.\n\nNothing else was void.", judge: "Wren" },
    {
      dateFiled: null,
      publishStatus: "",
      state: "Texas",
      decision: 2,
      placeInDecision: 2,
      repeats: "yes",
      opinionType: "concurrence_in_part",
      author: ["wren"],
    },
  ),
  opinion(
    "e",
    { citing: ["heron says reliance", "matters here"] },
    { dateFiled: "1999-12-31", publishStatus: "unknown", jurisdiction: "", timesCited: 9 },
  ),
  opinion("f", { body: "due due due diligence of the process in law; process of law" }, { courtId: "nysd" }),
];

export type Question = {
  /** As a person types it. */
  readonly query: string;
  readonly filters?: readonly PlainFilter[];
  readonly offset?: number;
  readonly limit?: number;
  readonly leaveOutSource?: string;
  readonly sort?: readonly PlainSortKey[];
  readonly collapse?: PlainCollapse;
  /** Ids as BM25F ranks them. An engine that ranks in its own way must find the same. */
  readonly found: string;
  /** Where the page does not hold all. */
  readonly total?: number;
  readonly facets?: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

const BY_DATE: readonly PlainSortKey[] = [{ column: "dateFiled", order: "falling" }];
const FROM_THE_FIRST: readonly PlainSortKey[] = [{ column: "dateFiled", order: "rising" }];
const BY_CITERS: readonly PlainSortKey[] = [
  { column: "timesCited", order: "falling" },
  { column: "placeInDecision", order: "falling" },
];
const ONE_EACH: PlainCollapse = { column: "decision", most: 1 };
const TWO_EACH: PlainCollapse = { column: "decision", most: 2, spare: { column: "repeats", anyOf: ["yes"] } };

const only = (column: string, ...anyOf: readonly string[]): readonly PlainFilter[] => [{ column, anyOf }];
const filed = (from?: string, to?: string): readonly PlainFilter[] => [
  { column: "dateFiled", ...(from !== undefined && { from }), ...(to !== undefined && { to }) },
];

export const QUESTIONS: Readonly<Record<string, readonly Question[]>> = {
  "a word": [
    { query: "heron", found: "a e d" },
    { query: "contract", found: "c b" },
    { query: '"contract"', found: "c" },
    { query: "zebra", found: "" },
    { query: "fraudulently", found: "b" },
  ],
  "a field": [
    { query: "name:heron", found: "a" },
    { query: "body:heron", found: "d" },
    { query: "citing:heron", found: "e" },
    { query: 'cite:"12 Samp. 34"', found: "a" },
    { query: 'cite:"34 5"', found: "" },
    { query: "docket:2:19-cv-1234", found: "c" },
    { query: "judge:wren", found: "d" },
  ],
  "a wildcard": [
    { query: "fraud*", found: "a b" },
    { query: "*ance", found: "e b" },
    { query: "reli?nce", found: "e b" },
    { query: "d*t", found: "c b d" },
    { query: "name:h*", found: "a" },
  ],
  "a phrase": [
    { query: '"due diligence"', found: "a f" },
    { query: '"due dilig*"', found: "a f" },
    { query: '"process of law"', found: "f" },
    { query: '"law of process"', found: "" },
    { query: '"reliance matters"', found: "" },
    { query: 'name:"heron v. marsh"', found: "a" },
  ],
  "words of which some must be there": [
    { query: "heron reliance buyer deceit", found: "b" },
    { query: "deceit AND settlement", found: "c d" },
    { query: "fraud OR void", found: "a c d" },
    { query: "deceit NOT settlement", found: "b" },
    { query: "(fraud OR deceit) NOT (void OR heron)", found: "b" },
  ],
  "a proximity": [
    { query: "deceit W/2 settlement", found: "c d" },
    { query: "deceit W/1 settlement", found: "" },
    { query: 'fraud W/5 ("due diligence" OR zebra)', found: "a" },
    { query: "settlement PRE/2 deceit", found: "d" },
    { query: "deceit PRE/2 settlement", found: "c" },
    { query: "deceit /s void", found: "" },
    { query: "settlement /s heron", found: "d" },
    { query: "deceit /p void", found: "c" },
    { query: "(due W/4 diligence) W/9 law", found: "f" },
    { query: "due W/1 due", found: "f" },
    { query: "settlement +s deceit +s heron", found: "d" },
    { query: "deceit +s settlement +s heron", found: "" },
  ],
  "a set in one sentence or paragraph": [
    { query: "fraud /s diligence /s proved", found: "a" },
    { query: "diligence /s proved /s fraud", found: "a" },
    { query: "(proved /s fraud) /s diligence", found: "a" },
    { query: "settlement /s flew /s deceit", found: "d" },
    { query: "deceit /s settlement /s void", found: "" },
    { query: "void /p settlement /p deceit", found: "c" },
    { query: "(void OR flew) /p settlement /p deceit", found: "c d" },
    { query: '"due diligence" /s fraud* /s (zebra OR shown)', found: "a" },
    { query: "contract /s reliance W/3 buyer /s deceit", found: "b" },
    { query: "contract /s (reliance W/6 deceit) /s buyer", found: "b" },
    { query: "deceit /s settlement /p contract", found: "c" },
    { query: "due /s due /s due", found: "f" },
    { query: "due /s due /s due /s due", found: "" },
    { query: "deceit /s settlement NOT void", found: "" },
    { query: "name:(heron /s marsh)", found: "a" },
  ],
  "a number of occurrences": [
    { query: "atleast3(due)", found: "f" },
    { query: "atleast4(due)", found: "" },
    { query: "atleast2(process OR law)", found: "f" },
    { query: "heron NOT atleast1(heron)", found: "a e" },
    { query: 'atleast2("of the")', found: "" },
    { query: "name:atleast1(heron) OR atleast2(law)", found: "a f" },
  ],
  "a date in the query": [
    { query: "deceit AND date:1999", found: "b" },
    { query: "deceit AND date:>1999", found: "c" },
    { query: "(heron OR deceit) AND date:1999-05-01..1999-12-31", found: "e b" },
    { query: "deceit NOT date:1999", found: "c d" },
    { query: "date:<2000", found: "b e" },
  ],
  "who wrote it, and what it is": [
    { query: "author:wren", found: "d" },
    { query: "wren", found: "d" },
    { query: "judge:finch", found: "" },
    { query: "finch", found: "" },
    { query: "author:(wren OR finch)", found: "c d" },
    { query: "kind:dissent", found: "c d" },
    { query: "dissent:settlement", found: "c d" },
    { query: "deceit NOT dissent:(void)", found: "b" },
    { query: "DISSENTBY(finch) AND deceit", found: "c" },
    { query: "kind:concurrence AND settlement", found: "d" },
  ],
  "what it cites, and how often it is cited": [
    { query: 'cites:"12 Samp. 34"', found: "b c" },
    { query: 'deceit NOT cites:"12 samp 34"', found: "d" },
    { query: 'cites:"9 Samp. 9"', found: "" },
    { query: "12samp34", found: "" },
    { query: "cited:>5", found: "b c e" },
    { query: "deceit AND cited:0", found: "d" },
    { query: "deceit AND cited:1..8", found: "c b" },
  ],
  "a court": [
    { query: "court:scotus", found: "b c" },
    { query: "court:scotus AND deceit NOT void", found: "b" },
  ],
  "a filter": [
    { query: "deceit", filters: only("courtId", "scotus"), found: "c b" },
    { query: "heron OR deceit", filters: only("courtId", "ca9", "nysd"), found: "a d e" },
    { query: "deceit", filters: only("jurisdiction", "State Supreme"), found: "c" },
    { query: "heron", filters: only("jurisdiction", ""), found: "e" },
    { query: "deceit", filters: only("state", "Texas"), found: "d" },
    { query: "heron OR deceit", filters: only("publishStatus", "unknown", ""), found: "d e" },
    { query: "deceit", filters: only("publishStatus", "published"), found: "c" },
    { query: "heron OR deceit", filters: filed("2000-01-01"), found: "a c" },
    { query: "heron OR deceit", filters: filed(undefined, "1999-12-31"), found: "e b" },
    { query: "heron OR deceit", filters: filed("1999-05-01", "1999-05-01"), found: "b" },
    { query: "heron OR deceit", filters: [...filed("1999-05-01"), ...only("courtId", "ca9")], found: "a e" },
    { query: "deceit", filters: only("state", "Nowhere"), found: "" },
  ],
  "a page": [
    { query: "heron OR deceit", limit: 2, found: "a d", total: 5 },
    { query: "heron OR deceit", offset: 4, limit: 2, found: "b", total: 5 },
    { query: "heron OR deceit", offset: 9, limit: 2, found: "", total: 5 },
  ],
  "another order": [
    { query: "heron OR deceit", sort: BY_DATE, found: "a c e b d" },
    { query: "heron OR deceit", sort: FROM_THE_FIRST, found: "b e a c d" },
    { query: "heron OR deceit", sort: BY_CITERS, found: "e c b d a" },
    { query: "heron OR deceit", sort: BY_CITERS, offset: 2, limit: 2, found: "b d", total: 5 },
  ],
  "what is one": [
    { query: "deceit", collapse: ONE_EACH, sort: BY_CITERS, found: "c" },
    { query: "heron OR deceit", collapse: ONE_EACH, sort: BY_CITERS, found: "e c a" },
    { query: "heron OR deceit", collapse: ONE_EACH, sort: FROM_THE_FIRST, limit: 1, found: "b", total: 3 },
    { query: "heron OR deceit", collapse: TWO_EACH, found: "a e c b" },
    { query: "heron", collapse: TWO_EACH, found: "a e d" },
    { query: "heron", collapse: TWO_EACH, filters: only("state", "Texas"), found: "d" },
    { query: "heron OR deceit", collapse: TWO_EACH, offset: 3, limit: 2, found: "b", total: 4 },
  ],
  "counts of values": [
    {
      query: "heron OR deceit",
      limit: 1,
      found: "a",
      total: 5,
      facets: {
        courtAbbreviation: { "9th Cir.": 3, "U.S.": 2 },
        jurisdiction: { "Federal Appellate": 3, "State Supreme": 1 },
        state: { Federal: 4, Texas: 1 },
        dateFiled: { 1999: 2, 2001: 2 },
      },
    },
    {
      query: "heron OR deceit",
      filters: filed("2000-01-01"),
      found: "a c",
      facets: {
        courtAbbreviation: { "9th Cir.": 1, "U.S.": 1 },
        jurisdiction: { "Federal Appellate": 1, "State Supreme": 1 },
        state: { Federal: 2 },
        dateFiled: { 2001: 2 },
      },
    },
    {
      query: "heron OR deceit",
      collapse: TWO_EACH,
      found: "a e c b",
      facets: {
        courtAbbreviation: { "9th Cir.": 2, "U.S.": 2 },
        jurisdiction: { "Federal Appellate": 2, "State Supreme": 1 },
        state: { Federal: 4 },
        dateFiled: { 1999: 2, 2001: 2 },
      },
    },
  ],
};

/** Facets as an engine is asked for them and as the table writes them. */
export function facetsOf(counts: NonNullable<Question["facets"]>): { key: string; count: number }[][] {
  return FACETS.map(({ column }: PlainFacet) =>
    Object.entries(counts[column] ?? {}).map(([key, count]) => ({ key, count })),
  );
}

function opinion(
  id: string,
  texts: Readonly<Record<string, string | readonly string[]>>,
  values: PlainDocument["values"] = {},
): PlainDocument {
  const inFields = Object.entries(texts).map(([field, own]) => {
    const each = typeof own === "string" ? [own] : own;
    return [field, each.map((text, n) => (field === "citing" ? { text, source: `citer ${n}` } : { text }))];
  });
  const { dateFiled = "2001-05-01" } = values;
  return {
    id,
    texts: Object.fromEntries(inFields),
    values: {
      courtId: "ca9",
      courtAbbreviation: "9th Cir.",
      jurisdiction: "Federal Appellate",
      state: "Federal",
      publishStatus: "published",
      dateFiled,
      filedFirst: dateFiled,
      filedLast: dateFiled,
      decision: null,
      placeInDecision: 0,
      repeats: "",
      timesCited: 0,
      opinionType: "combined",
      ...values,
    },
  };
}
