import { readdirSync, readFileSync } from "node:fs";

/** One invented decision, in the form of the `jsonl` import format; each stands in a file of its own. */
export type SampleDecision = {
  readonly id: string;
  readonly court: string;
  /** `YYYY-MM-DD`, or `YYYY-MM` or `YYYY` where the day is not known. */
  readonly date_filed: string;
  readonly date_precision?: "approximate";
  readonly case_name: string;
  readonly caption?: string;
  readonly docket_number: string;
  readonly publish_status: string;
  readonly judges: readonly string[];
  readonly citations: readonly string[];
  readonly headmatter_html?: string;
  readonly opinions: readonly SampleOpinion[];
};

export type SampleOpinion = {
  readonly id: string;
  readonly type: string;
  readonly author?: string;
  readonly joined_by?: string;
  readonly per_curiam?: boolean;
  readonly precedential_note?: string;
  readonly html?: string;
  readonly text?: string;
};

export const SAMPLE_DECISIONS_DIR: URL = new URL("decisions/", import.meta.url);

/** The whole sample corpus, by file name. */
export function sampleDecisions(): SampleDecision[] {
  return readdirSync(SAMPLE_DECISIONS_DIR)
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .map((name) => JSON.parse(readFileSync(new URL(name, SAMPLE_DECISIONS_DIR), "utf8")) as SampleDecision);
}
