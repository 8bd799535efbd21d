import type { PublishStatus } from "../model.ts";

/** CourtListener's words, without regard to case and punctuation. */
const BY_WORD: Readonly<Record<string, PublishStatus>> = {
  published: "published",
  precedential: "published",
  unpublished: "unpublished",
  nonprecedential: "unpublished",
  errata: "errata",
  separate: "separate",
  inchambers: "in_chambers",
  relatingto: "relating_to",
  relatingtoorders: "relating_to",
  unknown: "unknown",
  unknownstatus: "unknown",
};

/** The status a source's word stands for; `unknown` for none and for a word we do not know. */
export function publishStatusOfWord(word: string | null | undefined): PublishStatus {
  return BY_WORD[(word ?? "").toLowerCase().replace(/[^a-z]/gu, "")] ?? "unknown";
}

/** What the opinion's own words settle, read from its head; null when they settle nothing. */
export function publishStatusOfText(headLines: readonly string[], saysUnpublished: boolean): PublishStatus | null {
  if (saysUnpublished) return "unpublished";
  if (headLines.slice(0, 40).some((line) => IN_CHAMBERS.test(line))) return "in_chambers";
  return null;
}

const IN_CHAMBERS =
  /^\W*(?:(?:opinion\s+)?in chambers\W*$)|^(?:M[RrBbEe]\.\s+)?(?:Chief\s+|CHIEF\s+)?(?:Justice|JUSTICE)\s+[\p{L}'\u2019]+,\s+Circuit\s+Justice\b/iu;

/**
 * The status of an opinion. The court's own words come first, because they are the decision; then the special
 * statuses of the source (they say what kind of paper it is); then its published or unpublished.
 */
export function publishStatus(sourceWord: string | null | undefined, ofText: PublishStatus | null): PublishStatus {
  const ofSource = publishStatusOfWord(sourceWord);
  if (ofSource !== "published" && ofSource !== "unknown" && ofSource !== "unpublished") return ofSource;
  return ofText ?? ofSource;
}
