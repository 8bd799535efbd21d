import { hasChild, hasParent, isAnnounced, isThere } from "#db/check.ts";
import type { Check } from "#db/check.ts";

export const LAW_CHECKS: readonly Check[] = [
  hasParent("law_nodes", "collection_id", "law_collections"),
  hasParent("law_versions", "node_id", "law_nodes"),
  hasParent("law_texts", "version_id", "law_versions"),
  hasChild("law_nodes", "law_versions", "node_id", "problem"),
  hasChild("law_versions", "law_texts", "version_id", "problem"),
  isAnnounced("law", "law_nodes"),
  isThere("law", "law_nodes"),
];
