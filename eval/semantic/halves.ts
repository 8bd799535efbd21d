import { createHash } from "node:crypto";

export const HALVES = ["fit", "report"] as const;
export type Half = (typeof HALVES)[number];

/** The half a query belongs to: by the decision its words come from, so that no decision stands in both. */
export function halfOf(citing: string): Half {
  return ((createHash("sha256").update(citing).digest()[0] ?? 0) & 1) === 0 ? "fit" : "report";
}
