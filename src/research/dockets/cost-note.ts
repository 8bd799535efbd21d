import type { Note } from "../note.ts";
import type { Price } from "./retrieval.ts";

/** What fetching would cost at most, for whoever decides on it. */
export function costNote({ atMost_cents, because }: Price, what: string): Note {
  const most = atMost_cents === null ? "an amount that nothing bounds" : `at most $${(atMost_cents / 100).toFixed(2)}`;
  return {
    message: `costPreview: ${what} would cost ${most} at the official court records system (${because})`,
    reason: { code: "cost_preview" },
  };
}
