import { html } from "hono/html";
import { asSentence } from "#base/as-sentence.ts";
import type { Fault } from "#base/errors.ts";
import type { AddressOf } from "#research/address.ts";
import type { OpinionView } from "#research/opinions.ts";
import type { SearchResponse } from "#research/search.ts";
import { deskAddress } from "../desk-request.ts";
import type { DeskQuestion } from "../desk-request.ts";
import { deskForm } from "./desk-form.ts";
import { hitItem } from "./hit.ts";
import { layout, pageHead } from "./layout.ts";
import type { Markup } from "./layout.ts";
import { readingNote } from "./reading-note.ts";

export type Found = {
  readonly response: SearchResponse;
  /** What is known of the opinions found, by opinion id. */
  readonly views: ReadonlyMap<string, OpinionView>;
  /** What was repaired, left out, or is not known yet. */
  readonly warnings: readonly string[];
};

export type Refused = {
  readonly faults: readonly Fault[];
  /** What would work. */
  readonly hint: string | undefined;
};

export type Desk = {
  readonly asked: DeskQuestion;
  /** Undefined while nothing is asked. */
  readonly answer: Found | Refused | undefined;
  readonly addressOf: AddressOf;
  readonly isSignedIn: boolean;
};

/** The page to ask on, with what was found. */
export function deskPage({ asked, answer, addressOf, isSignedIn }: Desk): string {
  const refused = answer !== undefined && "faults" in answer ? answer : undefined;
  const found = answer !== undefined && "response" in answer ? answer : undefined;
  return layout({
    title: asked.query === "" ? "Search case law – Onpoint" : `${asked.query.slice(0, 100)} – Onpoint`,
    description: "Search the decisions held here by words, meaning, citation, case name or docket number.",
    isHidden: true,
    body: html`<a class="skip" href="#main">Skip to the page</a>
      ${pageHead({ home: "./", isSignedIn })}
      <main id="main" class="desk">
        <h1 class="${asked.query === "" ? "" : "unseen"}">Search case law</h1>
        ${deskForm(asked, refused)} ${asked.query === "" ? help() : ""}
        ${found === undefined ? "" : results(asked, found, addressOf)}
      </main>`,
  });
}

function results(asked: DeskQuestion, { response, views, warnings }: Found, addressOf: AddressOf): Markup {
  const { results: hits, pagination, metadata } = response;
  const first = (pagination.page - 1) * pagination.pageSize + 1;
  return html`${readingNote(asked, metadata)}
    ${
      warnings.length === 0
        ? ""
        : html`<ul class="notes" aria-label="Notes on these results">
            ${warnings.map((warning) => html`<li>${asSentence(warning)}</li>`)}
          </ul>`
    }
    <section aria-labelledby="found">
      <h2 id="found">
        ${
          hits.length === 0
            ? "No decision found"
            : `Results ${count(first)}–${count(first + hits.length - 1)} of ${count(pagination.totalResults)}`
        }
      </h2>
      ${hits.length === 0 ? nothing(asked) : ""}
      <ol class="hits" start="${first}">
        ${hits.map((hit) => hitItem(hit, views.get(hit.opinionId), addressOf))}
      </ol>
      ${paging(asked, pagination)}
    </section>`;
}

function nothing(asked: DeskQuestion): Markup {
  const isFiltered = asked.court !== "" || asked.from !== "" || asked.to !== "";
  const bare = deskAddress({ ...asked, court: "", from: "", to: "", page: "" });
  return html`<p>
    Only decisions held by this service are searched, so a decision that exists may not be here.
    ${isFiltered ? html`<a href="${bare}">Search without the court and date filters.</a>` : ""}
  </p>`;
}

function paging(asked: DeskQuestion, { page, hasNext, hasPrev }: SearchResponse["pagination"]): Markup | string {
  if (!hasNext && !hasPrev) return "";
  const at = (number: number): string => deskAddress({ ...asked, page: String(number) });
  return html`<nav class="paging" aria-label="Pages of results">
    ${hasPrev ? html`<a rel="prev" href="${at(page - 1)}">← Previous</a>` : ""} <span>Page ${count(page)}</span>
    ${hasNext ? html`<a rel="next" href="${at(page + 1)}">Next →</a>` : ""}
  </nav>`;
}

const EXAMPLES: readonly (readonly [typed: string, meaning: string])[] = [
  ["when is a landlord liable for a tenant's dog", "a question in plain words"],
  ['"duty of care" W/10 (surgeon* OR physician*)', "words and connectors: AND, OR, NOT, W/n, PRE/n, “phrases”, roots*"],
  ["477 U.S. 242", "a citation: the decision comes first"],
  ["Anderson v. Liberty Lobby", "a case name: the decision comes first"],
  ["No. 21-1234", "a docket number: its decisions come first"],
];

function help(): Markup {
  return html`<section aria-labelledby="help">
    <h2 id="help">What you can type</h2>
    <dl class="examples">
      ${EXAMPLES.map(
        ([typed, meaning]) =>
          html`<div>
            <dt><a href="${`?${new URLSearchParams({ q: typed }).toString()}`}">${typed}</a></dt>
            <dd>${meaning}</dd>
          </div>`,
      )}
    </dl>
    <p class="soft">
      What the examples find depends on the decisions held here, and flags come from those decisions alone. Check a
      decision in its official source before you rely on it.
    </p>
  </section>`;
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}
