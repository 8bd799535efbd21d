import { html, raw } from "hono/html";
import { asSentence } from "#base/as-sentence.ts";
import type { LawAddressOf } from "#research/address.ts";
import type { LawHit } from "#research/laws/search.ts";
import type { LawView } from "#research/laws/view.ts";
import type { LawsAnswer } from "../desk-answers.ts";
import { DESK_PAGE_SIZE, deskAddress } from "../desk-request.ts";
import type { DeskQuestion } from "../desk-request.ts";
import { dayText } from "./dates.ts";
import { withMeant } from "./did-you-mean.ts";
import { notesList, paging, resultsHeading } from "./layout.ts";
import type { Markup } from "./layout.ts";

/** Laws in force with the words that matched and up to when their text was checked. */
export function lawResults(asked: DeskQuestion, { cited, found, page }: LawsAnswer, addressOf: LawAddressOf): Markup {
  const { results, total, warnings } = found;
  const others = results.filter(({ version }) => version.id !== cited?.law.version.id);
  const first = (page - 1) * DESK_PAGE_SIZE + 1;
  const place = { page, hasPrev: page > 1, hasNext: page * DESK_PAGE_SIZE < total };
  return html`${notesList([...asked.unknown, ...warnings], (note) => withMeant(note, asked))}
    <section aria-labelledby="found">
      <h2 id="found">${resultsHeading({ first, shown: results.length, total, none: "No law in force found" })}</h2>
      ${states(asked, found.stateCounts)}
      <ol class="hits" start="${first}">
        ${cited === undefined ? "" : lawItem(cited.law, cited.currency.told, [], addressOf)}
        ${others.map((hit) => hitItem(hit, addressOf))}
      </ol>
      ${
        results.length > 0 || cited !== undefined
          ? ""
          : html`<p>Only the codes on file here are searched, so a law that exists may not be here.</p>`
      }
      <p><a href="./survey?${new URLSearchParams({ q: asked.query }).toString()}">Survey this question by state</a></p>
      ${paging(place, "Pages of results", (number) => deskAddress({ ...asked, page: String(number) }))}
    </section>`;
}

/** The states whose laws have the words, each leading to those alone; the one chosen with a way back. */
function states(asked: DeskQuestion, counts: LawsAnswer["found"]["stateCounts"]): Markup | string {
  const to = (state: string): string => deskAddress({ ...asked, state, page: "" });
  if (asked.state !== "") {
    return html`<ul class="chips" aria-label="Narrowed to">
      <li><span>State</span> ${asked.state} <a href="${to("")}" aria-label="Remove State: ${asked.state}">×</a></li>
    </ul>`;
  }
  if (counts.size < 2) return "";
  const most = [...counts].toSorted(([, one], [, other]) => other - one);
  return html`<ul class="chips" aria-label="By state">
    ${most.map(([state, count]) => html`<li><a href="${to(state)}">${state}</a> <span>${count.toLocaleString("en-US")}</span></li>`)}
  </ul>`;
}

function hitItem(hit: LawHit, addressOf: LawAddressOf): Markup {
  return lawItem(hit, hit.currency.told, hit.snippets, addressOf);
}

function lawItem(view: LawView, told: string, snippets: readonly string[], addressOf: LawAddressOf): Markup {
  const { version, collection } = view;
  const facts = [collection.name, version.edition === null ? "" : `edition of ${dayText(version.edition)}`];
  return html`<li class="hit">
    <h3>
      <a href="${addressOf(view)}">${version.citation ?? version.number ?? version.path}</a
      >${version.title === null ? "" : `, ${version.title}`}
    </h3>
    <p class="standing">${asSentence(told)}</p>
    ${snippets.slice(0, 2).map((snippet) => html`<p class="snippet">${raw(snippet)}</p>`)}
    <p class="facts">${facts.filter((fact) => fact !== "").join(" · ")}</p>
  </li>`;
}
