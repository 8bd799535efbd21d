import { html, raw } from "hono/html";
import type { AddressOf } from "#research/address.ts";
import type { OpinionView } from "#research/opinions.ts";
import type { SearchHit } from "#research/search.ts";
import { bluebook, textOf } from "../exports/result-files.ts";
import { courtAndYear, dateText } from "./dates.ts";
import type { Markup } from "./layout.ts";
import { headingOf, isSeparate } from "./opinion-names.ts";
import { standingLine } from "./standing-line.ts";

type Views = ReadonlyMap<string, OpinionView>;

/** One decision found, with the opinions of it that were, the best first. Snippets come escaped, with nothing but `<mark>` in them. */
export function hitItem(opinions: readonly SearchHit[], views: Views, addressOf: AddressOf): Markup | string {
  const [hit, ...others] = opinions;
  if (hit === undefined) return "";
  const view = views.get(hit.opinionId);
  const cited = view?.record.citations[0]?.citedAs;
  const record = view?.record;
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
      <a href="${placeOf(hit, view, addressOf)}"><cite>${hit.caseName}</cite></a
      >${cited === undefined ? "" : `, ${cited}`} ${courtAndYear(hit.courtAbbreviation, hit.dateFiled)}
    </h3>
    ${view === undefined ? "" : standingLine(view.standing)}
    <p class="snippet">${raw(hit.snippet)}</p>
    ${others.map((one) => alsoFound(one, views.get(one.opinionId), addressOf))}
    <p class="facts">${facts.join(" · ")}${likeThis(hit.snippet)}</p>
  </li>`;
}

/** Another opinion of the same decision. */
function alsoFound(hit: SearchHit, view: OpinionView | undefined, addressOf: AddressOf): Markup {
  const name = view === undefined ? "Another opinion" : headingOf(view.record);
  return html`<p class="snippet also">
    <a href="${placeOf(hit, view, addressOf, true)}">${name}</a>: ${raw(hit.snippet)}
  </p>`;
}

function placeOf(hit: SearchHit, view: OpinionView | undefined, addressOf: AddressOf, isNamed = false): string {
  const isPart = view !== undefined && (isNamed || isSeparate(view.record));
  return addressOf(hit) + (isPart ? `#opinion-${view.record.id}` : "");
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
