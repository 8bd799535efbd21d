import { hasChild, hasParent, isAnnounced, isThere } from "#db/check.ts";
import type { Check } from "#db/check.ts";

export const FILING_CHECKS: readonly Check[] = [
  hasParent("trial_filing_texts", "filing_id", "trial_filings"),
  hasChild("trial_filings", "trial_filing_texts", "filing_id", "problem"),
  isAnnounced("trial_filing", "trial_filings"),
  isThere("trial_filing", "trial_filings"),
];
