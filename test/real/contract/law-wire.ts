/** An extension: on what it rests that a text is called law. */
export type LawCurrencyTold = {
  readonly basis: string;
  readonly edition: string | null;
  readonly checked_through: string | null;
  readonly temporary_until: string | null;
  readonly is_vouched_today: boolean;
};

/** The bodies of the law endpoints as the specification writes them. */
export type LawHit = {
  readonly id: string;
  readonly score: number;
  readonly collection_id: string;
  readonly collection_type: string;
  readonly state: string;
  readonly country: string;
  readonly path: string;
  readonly node_type: string;
  readonly number: string;
  readonly title: string;
  readonly citation: string;
  readonly effective_date: string | null;
  readonly publication_date: string | null;
  readonly is_current: boolean;
  readonly is_historical: boolean;
  readonly currency: LawCurrencyTold;
  readonly snippets: readonly string[];
  readonly url: string;
};

export type LawPage = {
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  readonly results: readonly LawHit[];
  readonly state_counts: Readonly<Record<string, number>>;
  readonly warnings?: readonly string[];
};

export type LawDocument = Omit<LawHit, "score" | "snippets"> & {
  readonly parent_id: string | null;
  readonly collection_name: string;
  readonly register_citation: string | null;
  readonly sort_order: number;
  readonly source_url: string | null;
  readonly html: string;
};

export type LawAnswer = {
  readonly status: "found" | "ambiguous" | "not_found";
  readonly message: string;
  readonly document?: LawDocument;
  readonly children?: readonly { readonly id: string; readonly path: string; readonly sort_order: number }[];
  readonly children_total?: number;
  readonly versions?: readonly {
    readonly id: string;
    readonly effective_date: string | null;
    readonly publication_date: string | null;
    readonly is_historical: boolean;
    readonly is_current: boolean;
    readonly is_requested: boolean;
    readonly edition: string | null;
  }[];
  readonly pin_cite?: string | null;
  readonly matches?: readonly { readonly id: string; readonly is_current: boolean }[];
};

export type LawCollectionTold = {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly types: readonly string[];
  readonly state: string;
  readonly document_count: number;
  readonly container_count: number;
  readonly version_count: number;
  readonly effective_date_from: string | null;
  readonly effective_date_to: string | null;
};
