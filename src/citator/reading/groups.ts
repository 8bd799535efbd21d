import { severityOf } from "../model.ts";
import type { Treatment } from "../model.ts";

/** What the court itself does, in the degrees a lawyer acts upon. */
export const GROUPS = ["Negative", "Caution", "Relied on", "Cited"] as const;
export type Group = (typeof GROUPS)[number];

/** The group a treatment belongs to. */
export function groupOf(treatment: Treatment): Group {
  const severity = severityOf(treatment);
  if (severity === "Negative" || severity === "Caution") return severity;
  return treatment === "Cited" ? "Cited" : "Relied on";
}
