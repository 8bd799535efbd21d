import type { LawCurrency } from "#research/laws/currency.ts";
import type { LawView } from "#research/laws/view.ts";
import type { LawsSearchResponse } from "../schema/laws-search.ts";

/** On what it rests that a version is called law, or is not. */
export function encodeCurrency(
  { basis, checkedThrough, isVouched }: LawCurrency,
  { edition, expiresOn }: LawView["version"],
): LawsSearchResponse["results"][number]["currency"] {
  return {
    basis,
    edition,
    checked_through: checkedThrough,
    temporary_until: expiresOn ?? null,
    is_vouched_today: isVouched,
  };
}
