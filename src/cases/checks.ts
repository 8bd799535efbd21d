import { hasParent } from "#db/check.ts";
import type { Check } from "#db/check.ts";

export const CASE_CHECKS: readonly Check[] = [
  hasParent("case_dockets", "case_id", "cases"),
  hasParent("cases", "matter_id", "cases"),
];
