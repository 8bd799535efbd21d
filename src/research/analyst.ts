import type { Analysis, Section, Source } from "#analysis/analysis.ts";

/** Who reads a source for a question, and what comes of it, for whoever may not look behind this folder. */
export type { Analysis, Analyst, Source } from "#analysis/analysis.ts";

export type Proposition = Analysis["propositions"][number];
export type SourcePart = Source["parts"][number];
export type SectionKind = Section["kind"];
