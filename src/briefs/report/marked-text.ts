import type { CheckedCitation } from "#research/checked-citation.ts";
import { escapeHtml } from "#text/escape-html.ts";
import { VERDICT_WORDS } from "./verdict-words.ts";

type Mark = { readonly start: number; readonly end: number; readonly open: string; readonly close: string };

/** The text with its citations and compared quotations marked. A quotation that holds a citation is marked around it. */
export function markedText(text: string, citations: readonly CheckedCitation[]): string {
  const marks = [
    ...citations.map(({ start, end, verdict, reason }, number): Mark => ({
      start,
      end,
      open: `<mark id="c${number}" class="${verdict}" title="${escapeHtml(`${VERDICT_WORDS[verdict][0]}: ${reason}`)}">`,
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

const QUOTATION_WORDS: Record<string, string> = {
  exact: "the decision’s own words",
  altered: "differs from the text",
  not_found: "not in the text held",
};
