import type { LawAddressOf } from "#research/address.ts";
import type { Comparison, ComparisonAsked } from "#research/laws/compare.ts";
import type { LawView } from "#research/laws/view.ts";
import type { LawsCompareRequest, LawsCompareResponse } from "../schema/laws-compare.ts";

export function decodeLawsCompare({ from_id, to_id }: LawsCompareRequest): ComparisonAsked {
  return { from: from_id, to: to_id };
}

export function encodeLawsCompare(comparison: Comparison, addressOf: LawAddressOf): LawsCompareResponse {
  const { from, to, changes, html, wordsAdded, wordsRemoved } = comparison;
  return {
    from: encodeSide(from, addressOf),
    to: encodeSide(to, addressOf),
    changes: changes.map(({ kind, text }) => ({ kind, text })),
    html,
    words_added: wordsAdded,
    words_removed: wordsRemoved,
  };
}

function encodeSide(view: LawView, addressOf: LawAddressOf): LawsCompareResponse["from"] {
  const { version, standing } = view;
  return {
    id: version.id,
    citation: version.citation ?? "",
    effective_date: version.effectiveDate,
    publication_date: version.publicationDate,
    is_current: standing.isCurrent,
    url: addressOf(view),
  };
}
