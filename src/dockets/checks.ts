import { hasChild, hasParent, isAnnounced, isThere } from "#db/check.ts";
import type { Check } from "#db/check.ts";

export const DOCKET_CHECKS: readonly Check[] = [
  hasParent("dockets", "id", "cases"),
  hasChild("dockets", "docket_sightings", "docket_id", "problem"),
  hasParent("docket_entries", "docket_id", "dockets"),
  hasParent("filings", "entry_id", "docket_entries"),
  hasParent("filing_texts", "filing_id", "filings"),
  isAnnounced("docket", "dockets"),
  isAnnounced("filing", "filings"),
  isThere("docket", "dockets"),
  isThere("filing", "filings"),
];
