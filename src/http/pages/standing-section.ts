import { html } from "hono/html";
import type { Addresses } from "#research/address.ts";
import type { CitingCount, CitingPage } from "#research/citing.ts";
import type { OpinionView } from "#research/opinions.ts";
import type { Standing } from "#research/standing.ts";
import type { CaseStep } from "#research/treatments.ts";
import { courtAndYear } from "./dates.ts";
import type { Markup } from "./layout.ts";
import { isWarning, statusBadge } from "./standing-line.ts";

/** Empty where all are wanted. */
export type CitersShown = {
  readonly treatment: string;
  readonly court: string;
  /** Years. */
  readonly from: string;
  readonly to: string;
};

/** What later decisions did with one, as its page shows it. */
export type LaterTreatment = {
  readonly standing: Standing;
  /** The decisions that tell most of how it stands, by opinion id. */
  readonly tellers: ReadonlyMap<string, OpinionView>;
  /** The words of those who cite it, by opinion id, as far as they are at hand. */
  readonly quotes: ReadonlyMap<string, string>;
  readonly citing: CitingPage;
  /** All who cite it, counted. */
  readonly counts: readonly CitingCount[];
  /** Which of them the page lists, as its address has it. */
  readonly shown: CitersShown;
  /** The course of its case through the courts, earliest first. */
  readonly steps: readonly CaseStep[];
};

/** How a decision stands, who says so, in which words, and what this does not cover. */
export function standingSection({ standing, tellers, quotes, citing }: LaterTreatment, addresses: Addresses): Markup {
  const { status, history, more } = standing;
  const isWarned = isWarning(status);
  return html`<section class="treatment ${status.toLowerCase()}" aria-labelledby="standing">
    <h2 id="standing">How this decision stands</h2>
    <p>${statusBadge(status)}${citedBy(standing.citationCount)}</p>
    ${
      isWarned
        ? html`<ul>
            ${history.map((entry) => tellerItem(entry, tellers, quotes, addresses))}
          </ul>`
        : ""
    }
    ${isWarned && more > 0 ? html`<p>${more} more ${more === 1 ? "decision" : "decisions"} of courts that bind this one treat it negatively or with caution.</p>` : ""}
    ${citing.notes.map(({ message }) => html`<p class="note">${message}.</p>`)}
    <p class="soft">
      Read by a program from the decisions on file here alone. Decisions, statutes and rules that are not on file here
      are not covered. Check before you rely on it.
    </p>
  </section>`;
}

function citedBy(count: number): Markup | string {
  if (count === 0) return "";
  const decisions = count === 1 ? "decision" : "decisions";
  return html` · <a href="#cited-by">Cited by ${count.toLocaleString("en-US")} ${decisions} on file here</a>`;
}

function tellerItem(
  { documentId, citation, courtId, dateDecided, bindingCourt, reason, category }: Standing["history"][number],
  tellers: LaterTreatment["tellers"],
  quotes: LaterTreatment["quotes"],
  addresses: Addresses,
): Markup {
  const teller = tellers.get(documentId);
  const quote = quotes.get(documentId);
  const court = teller?.court.abbreviation ?? courtId;
  return html`<li>
    ${
      teller === undefined
        ? html`<cite>${citation}</cite>`
        : html`<a href="${placeOf(addresses.decision(teller.record), documentId, quote, addresses)}"
            ><cite>${citation}</cite></a
          >`
    }
    ${courtAndYear(court, dateDecided)}: ${reason ?? category}
    <span class="soft"
      >${bindingCourt ? "Binding on the court that decided this case." : "Not binding on the court that decided this case."}</span
    >
    ${quote === undefined || quote === "" ? "" : quotation(quote)}
  </li>`;
}

/** The same case in other courts: what was done to which decision, and by which. */
export function courseSection({ steps }: Pick<LaterTreatment, "steps">, addresses: Addresses): Markup | string {
  if (steps.length === 0) return "";
  return html`<section class="treatment" aria-labelledby="course">
    <h2 id="course">Direct history</h2>
    <ol>
      ${steps.map(
        ({ outcome, isInPart, by, of, toldBy }) =>
          html`<li>
            ${inCase(of, addresses)}: <strong>${outcome}${isInPart ? " in part" : ""}</strong>, ${inCase(by, addresses)}
            ${toldBy === null ? "" : html`<span class="soft">Told by a later decision.</span>`}
          </li>`,
      )}
    </ol>
  </section>`;
}

function inCase({ citation, date, page }: CaseStep["by"], addresses: Addresses): Markup {
  const name = html`<cite>${citation}</cite>`;
  return html`${page === null ? name : html`<a href="${addresses.decision(page)}">${name}</a>`}${yearIn(date)}`;
}

function yearIn(date: string | null): string {
  return date === null ? "" : ` (${date.slice(0, 4)})`;
}

/** A long quotation opens: footnotes that list dozens of decisions are one sentence. */
const QUOTE_SHOWN = 420;

export function quotation(quote: string): Markup {
  if (quote.length <= QUOTE_SHOWN) return html`<blockquote>${quote}</blockquote>`;
  const cut = quote.lastIndexOf(" ", QUOTE_SHOWN);
  return html`<details class="long">
    <summary>${quote.slice(0, cut)} …</summary>
    <blockquote>${quote}</blockquote>
  </details>`;
}

export function placeOf(page: string, opinionId: string, quote: string | undefined, addresses: Addresses): string {
  if (quote === undefined || quote === "") return `${page}#opinion-${opinionId}`;
  return addresses.quoted(page, { partId: opinionId, text: quote });
}
