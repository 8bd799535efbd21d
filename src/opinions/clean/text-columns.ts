import type { LineBreaks } from "./read-plain.ts";

/**
 * The text columns of a CourtListener opinion, richest first. Harvard's XML has page numbers, footnotes, authors and
 * opinion types as elements; Columbia's and Lawbox's HTML have star pages and footnote marks; the anonymised 2020
 * set and scans have less; `html` is what a court's own page said. `html_with_citations` is CourtListener's rendering
 * of whichever of these it held, with links to its own pages, and says nothing the others do not: it serves where it
 * stands alone. Plain text has lost everything but the words.
 */
export const TEXT_COLUMNS = [
  "xml_harvard",
  "html_columbia",
  "html_lawbox",
  "html_anon_2020",
  "html",
  "xml_scan",
  "html_with_citations",
  "plain_text",
] as const;
export type TextColumn = (typeof TEXT_COLUMNS)[number];

/** What a source has of one opinion: its text columns by name, or one text of a known kind. */
export type RawText =
  | { readonly columns: Readonly<Partial<Record<TextColumn, string | null>>> }
  | { readonly html: string; readonly kind?: string }
  | { readonly plain: string; readonly kind?: string; readonly lineBreaks?: LineBreaks };

export type TextCandidate = {
  readonly name: string;
  readonly source: string;
  /** `markup`, or what a line break means in plain text. */
  readonly form: "markup" | LineBreaks;
};

/** The candidates that hold anything, in the order they are to be tried. */
export function candidatesOf(raw: RawText): TextCandidate[] {
  if ("html" in raw) return [{ name: raw.kind ?? "html", form: "markup", source: raw.html }];
  if ("plain" in raw) return [{ name: raw.kind ?? "plain", form: raw.lineBreaks ?? "wrap", source: raw.plain }];
  return TEXT_COLUMNS.flatMap((name) => {
    const source = raw.columns[name];
    if (source === undefined || source === null || source === "") return [];
    return [{ name, form: name === "plain_text" ? "wrap" : "markup", source }];
  });
}
