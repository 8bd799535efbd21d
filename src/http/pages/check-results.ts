import { html, raw } from "hono/html";
import { authoritiesOf } from "#briefs/report/authorities.ts";
import type { Authority } from "#briefs/report/authorities.ts";
import { CHECK_WORDS, TONE } from "#briefs/report/check-words.ts";
import { findingsOf, notesOf } from "#briefs/report/findings.ts";
import { markedText } from "#briefs/report/marked-text.ts";
import { scopeOf } from "#briefs/report/scope.ts";
import type { PagedBrief } from "#briefs/briefs.ts";
import { tableOfAuthorities } from "#briefs/report/table-of-authorities.ts";
import type { TableOfAuthorities } from "#briefs/report/table-of-authorities.ts";
import type { AddressOf } from "#research/address.ts";
import type { Checks } from "#research/brief-findings.ts";
import type { CheckedBrief } from "#research/checked-citation.ts";
import { authoritiesFile } from "../exports/authorities-file.ts";
import { DOCX_TYPE } from "../exports/docx.ts";
import type { Markup } from "./layout.ts";

/** A text that was checked, and what the records say of it. */
export type CheckedPage = {
  readonly title: string;
  readonly brief: PagedBrief;
  readonly checked: CheckedBrief;
  /** `YYYY-MM-DD`. */
  readonly day: string;
};

/** What must be looked at, then what could not be checked, then what agrees; each authority with four answers. */
export function checkResults({ title, brief, checked, day }: CheckedPage, addressOf: AddressOf): Markup {
  const { citations, warnings } = checked;
  const { text } = brief;
  const authorities = authoritiesOf(citations, text);
  const unsafe = authorities.filter(({ isWanting }) => isWanting);
  const open = authorities.filter((one) => !one.isWanting && isOpen(one.checks));
  const agreeing = authorities.filter((one) => !one.isWanting && !isOpen(one.checks));
  return html`<section aria-labelledby="result">
      <h2 id="result">${title}</h2>
      <p>${summaryOf(authorities.length, unsafe.length, open.length)}</p>
      ${authorities.length === 0 ? "" : tableLink(tableOfAuthorities(citations, brief), { title, day, hasPages: brief.pageStarts.length > 0 })}
    </section>
    ${group({ id: "unsafe", name: "Look at these before you file", authorities: unsafe }, addressOf)}
    ${group({ id: "open", name: "Could not be checked", authorities: open }, addressOf)}
    ${group({ id: "agrees", name: "Agrees with what is on file", authorities: agreeing }, addressOf)}
    <section aria-labelledby="scope">
      <h2 id="scope">What was checked, and what was not</h2>
      ${raw(scopeOf(citations, { hasSuggestions: true, warnings }))}
    </section>
    <section aria-labelledby="your-text">
      <h2 id="your-text">Your text</h2>
      <p class="soft">
        Each citation is marked; point at it to see why. Quotations that were compared have a dotted line.
      </p>
      <div class="brief">${raw(markedText(text, citations))}</div>
    </section>`;
}

/** The file stands in the page itself, since nothing of the text is kept. */
function tableLink(table: TableOfAuthorities, told: Parameters<typeof authoritiesFile>[1]): Markup {
  const file = authoritiesFile(table, told).toString("base64");
  return html`<p class="along">
    <a href="data:${DOCX_TYPE};base64,${file}" download="table-of-authorities.docx">Table of authorities (Word)</a>
  </p>`;
}

/** Nothing speaks against it, but one of the questions has no answer. */
function isOpen({ exists, quotation, goodLaw }: Checks): boolean {
  return (exists !== "held" && goodLaw !== "in_force") || quotation === "not_checked" || goodLaw === "not_checked";
}

function summaryOf(all: number, unsafe: number, open: number): string {
  if (all === 0) return "No citation was found in this text.";
  const counted = all === 1 ? "One authority is cited" : `${all.toLocaleString("en-US")} authorities are cited`;
  const look =
    unsafe === 0
      ? "none needs a look among what could be checked"
      : unsafe === 1
        ? "one needs a look"
        : `${unsafe} need a look`;
  return `${counted}: ${look}${open === 0 ? "" : `, and ${open} could not be checked in full`}.`;
}

type Group = { readonly id: string; readonly name: string; readonly authorities: readonly Authority[] };

function group({ id, name, authorities }: Group, addressOf: AddressOf): Markup | string {
  if (authorities.length === 0) return "";
  return html`<section class="checked ${id}" aria-labelledby="${id}">
    <h2 id="${id}">${name} (${authorities.length})</h2>
    ${authorities.map((authority) => item(authority, addressOf))}
  </section>`;
}

function item({ name, cited, checks, record, standing, places }: Authority, addressOf: AddressOf): Markup {
  const match = places.flatMap(({ citation }) => citation.matches)[0];
  const told = places.flatMap(({ citation, number }) =>
    [...findingsOf(citation), ...notesOf(citation)].map((sentence) => ({ sentence, number })),
  );
  const pages = checks.pin === "none" ? "" : `pages: ${CHECK_WORDS[checks.pin]}`;
  return html`<article class="${checks.goodLaw === "caution" ? "caution" : ""}">
    <h3>
      ${match === undefined ? html`<cite>${name}</cite>` : html`<a href="${addressOf(match)}"><cite>${name}</cite></a>`}${name === cited ? "" : `, ${cited}`}
    </h3>
    <dl class="four">
      ${answer("Exists", checks.exists, record)} ${answer("Facts", checks.facts, pages)}
      ${answer("Quotations", checks.quotation, "")} ${answer("Good law", checks.goodLaw, standing)}
    </dl>
    ${
      told.length === 0
        ? ""
        : html`<ul>
            ${told.map(({ sentence, number }) => html`<li>${raw(sentence)} <a href="#c${number}">In your text</a></li>`)}
          </ul>`
    }
    ${told.length === 0 ? html`<p class="soft">${placeLinks(places.map(({ number }) => number))}</p>` : ""}
  </article>`;
}

function placeLinks(numbers: readonly number[]): Markup {
  return html`In your text: ${numbers.map((number, at) => html`<a href="#c${number}">${at + 1}</a> `)}`;
}

function answer(question: string, given: Checks[keyof Checks], beside: string): Markup {
  const words = CHECK_WORDS[given];
  return html`<div>
    <dt>${question}</dt>
    <dd>
      <strong class="${TONE[given] ?? "quiet"}">${words === "" ? "none" : words}</strong>
      ${beside === "" ? "" : html`<span class="soft">${beside}</span>`}
    </dd>
  </div>`;
}
