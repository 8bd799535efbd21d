import type { CaseName, Citation } from "./model.ts";

/** One line per citation for tables of expectations: what was read, in a fixed order, only what is there. */
export function notate(citation: Citation): string {
  const parts: (string | null)[] = [citation.kind, JSON.stringify(citation.text.replace(/\s+/gu, " "))];
  if ("corrected" in citation && citation.corrected !== citation.text) parts.push(`= ${citation.corrected}`);
  if ("correctedReporter" in citation && citation.correctedReporter === null)
    parts.push(`one of ${citation.candidates.join(", ")}`);
  if (citation.kind === "case" || citation.kind === "docket") parts.push(nameOf(citation.name));
  if (citation.kind === "short" || citation.kind === "supra") parts.push(nameOf(citation.antecedent));
  if (citation.kind === "reference") parts.push(`<${citation.name}>`);
  if ("court" in citation && citation.court !== null) parts.push(citation.court);
  if ("year" in citation && citation.year !== null)
    parts.push([citation.month, citation.day, citation.year].filter((part) => part !== null).join(" "));
  if (citation.kind === "law") {
    parts.push(
      ...citation.sections.map(
        (section) => `§${section.number}${section.subsections === null ? "" : ` ${section.subsections}`}`,
      ),
    );
    if (citation.etSeq) parts.push("et seq.");
    if (citation.publisher !== null) parts.push(`by ${citation.publisher}`);
  }
  if (citation.pin !== null) parts.push(`@ ${citation.pin.text}`);
  if (citation.signal !== null) parts.push(`[${citation.signal.text}]`);
  if (citation.history !== null) parts.push(`{${citation.history.relation} ${citation.history.of}}`);
  for (const remark of citation.parentheticals) parts.push(`(${remark.text})`);
  return parts.filter((part) => part !== null).join(" ");
}

function nameOf(name: CaseName | null): string | null {
  if (name === null) return null;
  if (name.defendant !== null) return `<${name.plaintiff ?? ""} / ${name.defendant}>`;
  return name.matter === null ? `<${name.short ?? ""}>` : `<in the matter of ${name.matter}>`;
}
