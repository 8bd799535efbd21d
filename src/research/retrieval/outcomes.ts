import { PageFault } from "#dockets/pages/page-fault.ts";
import { RecordsRefusal } from "#records/refusal.ts";
import type { Why } from "#records/refusal.ts";
import type { Unfetched } from "../dockets/retrieval.ts";
import type { Note } from "../note.ts";

export type Source = "archive" | "official";

const NAMES: Record<Source, string> = {
  archive: "the public archive of court filings",
  official: "the official court records system",
};

const OUTCOMES: Record<Why, Unfetched["outcome"]> = {
  not_configured: "not_served",
  unsupported_court: "failed",
  sealed: "absent",
  not_found: "absent",
  ambiguous: "ambiguous",
  not_opted_in: "refused",
  not_subscribed: "refused",
  over_cap: "refused",
  over_member_cap: "refused",
  over_service_cap: "refused",
  no_matter: "refused",
  over_matter_budget: "refused",
  costs_more: "refused",
  unbounded: "refused",
  sign_in_refused: "failed",
  password_expired: "failed",
  unavailable: "failed",
  not_known_yet: "failed",
  paid_not_received: "failed",
  queue_full: "failed",
  unreadable: "failed",
};

/** Why a source gave nothing, said as its own. */
export function unfetched(
  source: Source,
  outcome: Unfetched["outcome"],
  message: string,
  code: string = outcome,
): Unfetched {
  return { outcome, notes: [noteOf(source, message, code)] };
}

export function noteOf(source: Source, message: string, code: string): Note {
  return { message: `${NAMES[source]}: ${message}`, reason: { code, source } };
}

/** What a refusal of a source means for whoever asked. What is no refusal is a defect and is thrown on. */
export function outcomeOf(source: Source, thrown: unknown): Unfetched {
  if (thrown instanceof PageFault)
    return unfetched(source, "failed", `a page of it cannot be read: ${thrown.message}`, "unreadable_page");
  if (!(thrown instanceof RecordsRefusal)) throw thrown;
  const { why, message, hint } = thrown;
  return unfetched(source, OUTCOMES[why], hint === undefined ? message : `${message}. ${hint}`, why);
}

/** Of two sources that gave nothing, what those said that were asked, and the graver of what that means. */
export function both(first: Unfetched, second: Unfetched): Unfetched {
  const { outcome } = rankOf(first) > rankOf(second) ? first : second;
  const asked = [first, second].filter((one) => one.outcome !== "not_served");
  const cases = [first, second].flatMap((one) => one.cases ?? []);
  return { outcome, cases, notes: (asked.length === 0 ? [first, second] : asked).flatMap(({ notes }) => notes) };
}

/** What can be mended by whoever asks goes before what is as it is. */
function rankOf({ outcome }: Unfetched): number {
  return ["not_served", "absent", "unreadable", "failed", "ambiguous", "refused"].indexOf(outcome);
}
