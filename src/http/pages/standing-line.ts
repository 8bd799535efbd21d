import { html } from "hono/html";
import type { Standing } from "#research/standing.ts";
import type { Markup } from "./layout.ts";

type Status = Standing["status"];

/** A sign and words for each: what tells by color tells by them too. */
export const STATUS_WORDS: Readonly<Record<Status, { readonly sign: string; readonly name: string }>> = {
  Negative: { sign: "✕", name: "Negative treatment" },
  Caution: { sign: "!", name: "Caution" },
  Positive: { sign: "✓", name: "Followed" },
  Neutral: { sign: "–", name: "No negative treatment found" },
  unknown: { sign: "?", name: "No decision on file here is known to cite it" },
};

/** Whether somebody who relies on the decision must look. */
export function isWarning(status: Status): boolean {
  return status === "Negative" || status === "Caution";
}

export function statusBadge(status: Status): Markup {
  const { sign, name } = STATUS_WORDS[status];
  return html`<strong class="status ${status.toLowerCase()}"><span aria-hidden="true">${sign}</span> ${name}</strong>`;
}

/** How a decision stands, in one line: what tells most of it, and in whose words. */
export function standingLine({ status, history, more }: Standing): Markup {
  const [first] = history;
  const isTold = isWarning(status) && first !== undefined;
  return html`<p class="standing">
    ${statusBadge(status)}${isTold ? html`: ${reasonOf(first)}${others(history.length - 1 + more)}` : ""}
  </p>`;
}

/** `Dorsey v. Lifts, 27 Samp. 145 (1974): the court overrules this decision`, without a period. */
function reasonOf({ citation, dateDecided, reason, category }: Standing["history"][number]): string {
  const when = dateDecided === null ? "" : ` (${dateDecided.slice(0, 4)})`;
  const told = (reason ?? category).replace(/\.$/u, "");
  return `${citation}${when}: ${told.slice(0, 1).toLowerCase()}${told.slice(1)}`;
}

function others(count: number): string {
  if (count <= 0) return "";
  return ` (and ${count} more)`;
}
