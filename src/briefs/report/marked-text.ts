import { needsReview } from "#research/checked-citation.ts";
import type { CheckedCitation } from "#research/checked-citation.ts";
import { escapeHtml } from "#text/escape-html.ts";

type Mark = { readonly start: number; readonly end: number; readonly open: string; readonly close: string };

/** The text with its citations and compared quotations marked. A quotation that holds a citation is marked around it. */
export function markedText(text: string, citations: readonly CheckedCitation[]): string {
  const marks = [
    ...citations.map((citation, number): Mark => ({
      start: citation.start,
      end: citation.end,
      open: `<mark id="c${number}" class="${markOf(citation)}" title="${escapeHtml(titleOf(citation))}">`,
      close: "</mark>",
    })),
    ...citations.flatMap(({ quotations }) =>
      quotations
        .filter(({ status }) => status !== "not_checked")
        .map(({ start, end, status }): Mark => ({
          start,
          end,
          open: `<span class="quotation ${status}" title="${QUOTATION_WORDS[status] ?? ""}">`,
          close: "</span>",
        })),
    ),
  ].toSorted((one, other) => one.start - other.start || other.end - one.end);
  let html = "";
  let at = 0;
  const open: Mark[] = [];
  const closeUntil = (position: number): void => {
    for (let last = open.at(-1); last !== undefined && last.end <= position; last = open.at(-1)) {
      html += escapeHtml(text.slice(at, last.end)) + last.close;
      at = last.end;
      open.pop();
    }
  };
  for (const mark of marks) {
    closeUntil(mark.start);
    // What runs out of the mark around it cannot be shown inside it.
    if ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) < mark.end) continue;
    html += escapeHtml(text.slice(at, mark.start)) + mark.open;
    at = mark.start;
    open.push(mark);
  }
  closeUntil(text.length);
  return html + escapeHtml(text.slice(at));
}

function markOf(citation: CheckedCitation): "look" | "note" | "clear" | "unchecked" {
  if (needsReview(citation)) return "look";
  if (citation.findings.length > 0) return "note";
  return citation.checks.exists === "not_checked" ? "unchecked" : "clear";
}

function titleOf({ findings, reason }: CheckedCitation): string {
  return findings.length === 0 ? reason : findings.map(({ message }) => message).join(" ");
}

const QUOTATION_WORDS: Record<string, string> = {
  exact: "the source’s own words",
  altered: "differs from its source",
  not_found: "not in the text on file",
};
