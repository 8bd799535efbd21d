import type { CaseName, Citation } from "./model.ts";

/**
 * One line per citation for tables of expectations: what was read, in a fixed order, only what is there. With
 * `remarks: false` parentheticals are counted, not quoted.
 */
export function notate(citation: Citation, options: { readonly remarks?: boolean } = {}): string {
  return [
    citation.kind,
    JSON.stringify(citation.text.replace(/\s+/gu, " ")),
    ...reportedParts(citation),
    ...caseParts(citation),
    ...lawParts(citation),
    citation.pin === null ? null : `@ ${citation.pin.text}`,
    citation.signal === null ? null : `[${citation.signal.text}]`,
    citation.history === null ? null : `{${citation.history.relation} ${citation.history.of}}`,
    ...remarkParts(citation, options.remarks ?? true),
  ]
    .filter((part) => part !== null)
    .join(" ");
}

type Part = string | null;

function reportedParts(citation: Citation): Part[] {
  const corrected = "corrected" in citation && citation.corrected !== citation.text ? `= ${citation.corrected}` : null;
  const open = "correctedReporter" in citation && citation.correctedReporter === null;
  return [corrected, open ? `one of ${citation.candidates.join(", ")}` : null];
}

function caseParts(citation: Citation): Part[] {
  const name = "antecedent" in citation ? citation.antecedent : "name" in citation ? citation.name : null;
  const called = typeof name === "string" ? `<${name}>` : nameOf(name);
  const court = "court" in citation ? citation.court : null;
  if (!("year" in citation) || citation.year === null) return [called, court];
  return [called, court, [citation.month, citation.day, citation.year].filter((part) => part !== null).join(" ")];
}

function lawParts(citation: Citation): Part[] {
  if (citation.kind !== "law") return [];
  const sections = citation.sections.map(
    ({ number, subsections }) => `§${number}${subsections === null ? "" : ` ${subsections}`}`,
  );
  return [
    ...sections,
    citation.etSeq ? "et seq." : null,
    citation.publisher === null ? null : `by ${citation.publisher}`,
  ];
}

function remarkParts(citation: Citation, quoted: boolean): Part[] {
  if (quoted) return citation.parentheticals.map((remark) => `(${remark.text})`);
  return [citation.parentheticals.length === 0 ? null : `+${citation.parentheticals.length} remarks`];
}

function nameOf(name: CaseName | null): Part {
  if (name === null) return null;
  if (name.defendant !== null) return `<${name.plaintiff ?? ""} / ${name.defendant}>`;
  return name.matter === null ? `<${name.short ?? ""}>` : `<in the matter of ${name.matter}>`;
}
