import { hasChild, hasParent, isAnnounced, isCounted, isThere } from "#db/check.ts";
import type { Check } from "#db/check.ts";

export const OPINION_CHECKS: readonly Check[] = [
  hasParent("clusters", "case_id", "cases"),
  hasParent("cluster_citations", "cluster_id", "clusters"),
  hasParent("opinions", "cluster_id", "clusters"),
  hasParent("opinion_texts", "opinion_id", "opinions"),
  hasChild("opinions", "opinion_texts", "opinion_id", "problem"),
  hasChild("clusters", "opinions", "cluster_id", "notice"),
  isAnnounced("cluster", "clusters"),
  isAnnounced("opinion", "opinions"),
  isThere("cluster", "clusters"),
  isThere("opinion", "opinions"),
  isCounted("public_number", "clusters", "public_number"),
];
