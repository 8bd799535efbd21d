/** The bodies of the API as its specification writes them; what stands in them is checked against `/openapi.json`. */
export type Hit = {
  readonly opinion_id: string;
  readonly score: number;
  readonly case_name: string;
  readonly public_url: string;
  readonly court_id: string;
  readonly court_name: string;
  readonly court_abbreviation: string;
  readonly jurisdiction: string;
  readonly state: string;
  readonly publish_status: string;
  readonly date_filed: string | null;
  readonly date_filed_precision?: string;
  readonly docket_number: string;
  readonly snippet: string;
  readonly source: string;
};

export type Facet = readonly { readonly key: string; readonly count: number }[];

export type Page = {
  readonly results: readonly Hit[];
  readonly pagination: {
    readonly page: number;
    readonly page_size: number;
    readonly total_results: number;
    readonly total_pages: number;
    readonly has_next: boolean;
    readonly has_prev: boolean;
  };
  readonly metadata: {
    readonly mode: string;
    readonly query: string;
    readonly processing_time_ms: number;
    readonly boolean_query?: { readonly detected: boolean; readonly operators: readonly string[] };
  };
  readonly facets?: Readonly<Record<"court_abbreviation" | "jurisdiction" | "state" | "year_filed", Facet>>;
  readonly warnings?: readonly string[];
};

export type Treatment = {
  readonly citing_id: string;
  readonly treatment_category: string;
  readonly treatment_description: string;
  readonly is_authoritative: boolean;
  readonly supporting_quote: string;
};

export type Opinion = {
  readonly id: string;
  readonly case_name: string;
  readonly public_url: string;
  readonly court_id: string;
  readonly court_abbreviation: string;
  readonly docket_number: string;
  readonly state: string;
  readonly publish_status: string;
  readonly date_filed: string | null;
  readonly date_filed_precision?: string;
  readonly judge_name: string | null;
  readonly citations: readonly Readonly<Record<"cited_as" | "volume" | "reporter" | "page", string>>[];
  readonly pagination_citation: string | null;
  readonly citation_count: number;
  readonly overall_treatment: string;
  readonly html_content?: string;
  readonly treatments?: readonly Treatment[];
  readonly per_curiam?: true;
  readonly en_banc?: true;
  readonly precedential_note?: string;
};

export type Found = {
  readonly opinions: readonly Opinion[];
  readonly citation_matches?: readonly { readonly citation: string; readonly opinion_id: string }[];
  readonly docket_matches?: readonly {
    readonly docket_number: string;
    readonly court_id: string;
    readonly court_abbreviation: string;
    readonly opinion_id: string;
  }[];
  readonly warnings?: readonly string[];
};

export type Court = {
  readonly id: string;
  readonly full_name: string;
  readonly court_abbreviation: string;
  readonly jurisdiction: string;
  readonly state: string;
  readonly in_use: boolean;
  readonly federal_records_court_id: string | null;
};
