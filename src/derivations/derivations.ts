/** Data that is derived from other stored data, by rules that a newer program may change. */
export type Derivation = {
  /** The number of its rules. Raise it when they give another result for the same input: `npm run derivations`. */
  readonly number: number;
  /** What is derived, in the plural. */
  readonly called: string;
  /** Where the rules begin: these files and everything they import decide the result. */
  readonly rules: readonly string[];
  /** Folders among these that only hand over records: when a record changes, what is made of it follows anyway. */
  readonly given?: readonly string[];
  /** Other rows: when the number of one of these rises, this row's rises with it, so that its own says enough. */
  readonly with: readonly string[];
  /** How stored results of older rules are replaced. */
  readonly remade: "in the background" | "by importing again";
};

/**
 * All derived data that is stored. The number is stored with the result, so that a later program finds what older rules
 * made. Analyses of documents and the currency of laws are worked out for each request and never stored.
 */
export const DERIVATIONS = {
  cleaned_text: {
    number: 10,
    called: "cleaned texts",
    rules: ["src/opinions/clean/clean-opinion.ts", "src/opinions/derive/read-opinion.ts"],
    with: [],
    remade: "by importing again",
  },
  heads: {
    number: 6,
    called: "heads of decisions",
    rules: ["src/opinions/head/settle.ts", "src/citations/citation-key.ts"],
    with: [],
    remade: "in the background",
  },
  docket_keys: {
    number: 6,
    called: "keys of docket numbers",
    rules: ["src/cases/docket-key.ts"],
    with: [],
    remade: "in the background",
  },
  dockets: {
    number: 5,
    called: "dockets",
    rules: ["src/dockets/fold/fold.ts"],
    with: [],
    remade: "in the background",
  },
  matters: {
    number: 2,
    called: "matters",
    rules: ["src/cases/matters.ts"],
    with: [],
    remade: "in the background",
  },
  works: {
    number: 2,
    called: "works",
    rules: ["src/opinions/join-works.ts", "src/opinions/store/compare-texts.ts"],
    with: [],
    remade: "in the background",
  },
  citations: {
    number: 13,
    called: "opinions read for what they cite",
    rules: [
      "src/citations/citations.ts",
      "src/citations/citation-key.ts",
      "src/citator/authorities.ts",
      "src/citator/cited-laws.ts",
    ],
    with: [],
    remade: "in the background",
  },
  treatments: {
    number: 15,
    called: "treatments",
    rules: ["src/citator/read-opinion.ts", "src/citator/kept.ts", "src/citator/link.ts"],
    with: ["citations"],
    remade: "in the background",
  },
  standings: {
    number: 4,
    called: "standings of decisions",
    rules: ["src/citator/summaries.ts"],
    with: [],
    remade: "in the background",
  },
  terms: {
    number: 1,
    called: "words of the search indexes",
    rules: ["src/text/tokenize.ts", "src/text/stem.ts"],
    with: [],
    remade: "in the background",
  },
  opinion_documents: {
    number: 1,
    called: "documents of the index of opinions",
    rules: ["src/search/opinions.ts", "src/projections/documents.ts"],
    given: ["src/citator/", "src/opinions/store/", "src/cases/"],
    with: ["terms"],
    remade: "in the background",
  },
  law_documents: {
    number: 5,
    called: "documents of the index of laws",
    rules: ["src/search/laws.ts", "src/projections/laws/law-documents.ts"],
    given: ["src/laws/store/", "src/opinions/store/"],
    with: ["terms"],
    remade: "in the background",
  },
  filing_documents: {
    number: 1,
    called: "documents of the index of filings",
    rules: ["src/search/filings.ts", "src/projections/filings/filing-indexing.ts"],
    given: ["src/cases/", "src/dockets/"],
    with: ["terms"],
    remade: "in the background",
  },
  vectors: {
    number: 1,
    called: "vectors",
    rules: ["src/projections/vectors/embed-documents.ts", "src/embedding/corpus/terms.ts"],
    with: [],
    remade: "in the background",
  },
} as const satisfies Readonly<Record<string, Derivation>>;

export type DerivationName = keyof typeof DERIVATIONS;
