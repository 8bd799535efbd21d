import { html, raw } from "hono/html";
import type { AddressOf } from "#research/address.ts";
import type { OpinionView } from "#research/opinions.ts";
import type { SearchHit } from "#research/search.ts";
import { bluebook, textOf } from "../exports/result-files.ts";
import { courtAndYear, dateText } from "./dates.ts";
import type { Markup } from "./layout.ts";
import { headingOf, isSeparate } from "./opinion-names.ts";
import { standingLine } from "./standing-line.ts";

/** One opinion found. Its snippet comes escaped, with nothing but `<mark>` in it. */
export function hitItem(hit: SearchHit, view: OpinionView | undefined, addressOf: AddressOf): Markup {
  const cited = view?.record.citations[0]?.citedAs;
  const record = view?.record;
  const where = addressOf(hit) + (record !== undefined && isSeparate(record) ? `#opinion-${record.id}` : "");
  const facts = [
    record !== undefined && isSeparate(record) ? headingOf(record) : "",
    view === undefined ? "" : timesCited(view.standing.citationCount),
    dateText(hit),
    hit.docketNumber === "" ? "" : docketText(hit.docketNumber),
    hit.publishStatus === "unpublished" ? "Unpublished" : "",
    record?.source === "sample" ? "Invented sample, not law" : "",
  ].filter((fact) => fact !== "");
  const cite = bluebook({ ...hit, citedAs: cited ?? null });
  return html`<li class="hit" data-cite="${cite}">
    <h3>
      <a href="${where}"><cite>${hit.caseName}</cite></a
      >${cited === undefined ? "" : `, ${cited}`} ${courtAndYear(hit.courtAbbreviation, hit.dateFiled)}
    </h3>
    ${view === undefined ? "" : standingLine(view.standing)}
    <p class="snippet">${raw(hit.snippet)}</p>
    <p class="facts">${facts.join(" · ")}${likeThis(hit.snippet)}</p>
  </li>`;
}

/** Shorter ones are no passage to search by. */
const PASSAGE_WORDS_MIN = 20;

/** The same search as if the passage had been pasted. */
function likeThis(snippet: string): Markup | string {
  const passage = textOf(snippet).replace(/…/gu, " ").replace(/\s+/gu, " ").trim();
  if (passage.split(" ").length < PASSAGE_WORDS_MIN) return "";
  return html` · <a href="?${new URLSearchParams({ q: passage }).toString()}">More like this passage</a>`;
}

function timesCited(count: number): string {
  if (count === 0) return "";
  return `Cited by ${count.toLocaleString("en-US")} ${count === 1 ? "decision" : "decisions"} on file here`;
}

function docketText(number: string): string {
  return /\bnos?\b/iu.test(number) ? number : `No. ${number}`;
}
