import { writtenOut } from "./short-forms.ts";

/** What a clerk adds to a line of a docket and what says nothing of the paper itself. */
const ADDED = [
  /[([]\s*(?:entered|attachments?|related document|re(?:lated doc)?:|filing fee|fee amount|filed in associated)[^()[\]]*(?:\([^()]*\)[^()[\]]*)*(?:[)\]]|$)/giu,
  /\b(?:access to the pdf document is restricted|all counsel of record in multi-defendant cases)[^.]*\.?/giu,
  /\b(?:document )?filed in associated cases\b.*$/gisu,
];

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", quot: '"', apos: "'", nbsp: " ", lt: "<", gt: ">" };

/** A line of a docket on one line, without what clerks add to it, and with what they write short written out. */
export function ownWords(text: string): string {
  let words = text
    .replace(/&(amp|quot|apos|nbsp|lt|gt);/gu, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/&#0?39;|[’‘]/gu, "'")
    .replace(/\s+/gu, " ");
  for (const added of ADDED) words = words.replace(added, " ");
  return writtenOut(words.replace(/\s+/gu, " ").trim());
}
