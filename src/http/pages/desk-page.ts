import { html } from "hono/html";
import type { Addresses, AddressOf } from "#research/address.ts";
import type { DocketsAnswer, LawsAnswer } from "../desk-answers.ts";
import type { Found, Refused } from "../desk-cases.ts";
import { DESK_TABS, deskAddress, EXPORTED_MAX, tabAddress, UNNARROWED } from "../desk-request.ts";
import type { DeskQuestion, DeskTab } from "../desk-request.ts";
import { EXPORT_KINDS } from "../exports/result-files.ts";
import type { ExportKind } from "../exports/result-files.ts";
import { docketResults } from "./desk-dockets.ts";
import { lawResults } from "./desk-laws.ts";
import { deskForm } from "./desk-form.ts";
import { withMeant } from "./did-you-mean.ts";
import { facetsAside, narrowedTo, standingsAside } from "./facets.ts";
import { hitItem } from "./hit.ts";
import { layout, notesList, pageHead, paging, resultsHeading } from "./layout.ts";
import type { Markup } from "./layout.ts";
import { readingNote } from "./reading-note.ts";

export type Desk = {
  readonly asked: DeskQuestion;
  /** Undefined while nothing is asked. */
  readonly answer: Found | LawsAnswer | DocketsAnswer | Refused | undefined;
  readonly addresses: Addresses;
  readonly isSignedIn: boolean;
};

/** The page to ask on, with what was found. */
export function deskPage({ asked, answer, addresses, isSignedIn }: Desk): string {
  const refused = answer !== undefined && "faults" in answer ? answer : undefined;
  return layout({
    root: "./",
    title: asked.query === "" ? "Search case law – Onpoint" : `${asked.query.slice(0, 100)} – Onpoint`,
    description: "Search the decisions on file here by words, meaning, citation, case name or docket number.",
    isHidden: true,
    body: html`<a class="skip" href="#main">Skip to the page</a>
      ${pageHead({ home: "./", isSignedIn })}
      <main id="main" class="desk">
        <h1 class="${asked.query === "" ? "" : "unseen"}">${TABS[asked.tab].title}</h1>
        ${tabs(asked)} ${deskForm(asked, refused)} ${asked.query === "" ? help(asked.tab) : ""}
        ${answer === undefined || "faults" in answer ? "" : answerOf(asked, answer, addresses)}
      </main>`,
  });
}

/** The kinds of documents, each with a list of its own. */
const TABS: Readonly<Record<DeskTab, { readonly name: string; readonly title: string }>> = {
  cases: { name: "Cases", title: "Search case law" },
  laws: { name: "Laws", title: "Search statutes, regulations and rules" },
  dockets: { name: "Dockets and filings", title: "Search dockets and filings" },
};

function tabs(asked: DeskQuestion): Markup {
  return html`<nav class="tabs" aria-label="What to search">
    ${DESK_TABS.map(
      (tab) =>
        html`<a href="${tabAddress(asked, tab)}" ${tab === asked.tab ? html` aria-current="page"` : ""}
          >${TABS[tab].name}</a
        > `,
    )}
  </nav>`;
}

function answerOf(asked: DeskQuestion, answer: Found | LawsAnswer | DocketsAnswer, addresses: Addresses): Markup {
  if (!("kind" in answer)) return results(asked, answer, addresses.decision);
  return answer.kind === "laws" ? lawResults(asked, answer, addresses.law) : docketResults(asked, answer, addresses);
}

function results(asked: DeskQuestion, found: Found, addressOf: AddressOf): Markup {
  const { response, views, warnings, courts, standings } = found;
  const { results: hits, pagination, metadata, facets } = response;
  const first = (pagination.page - 1) * pagination.pageSize + 1;
  const aside =
    facets !== undefined && hits.length > 0
      ? facetsAside(asked, facets, courts)
      : standings === undefined
        ? ""
        : standingsAside(asked, standings);
  const decisions = Map.groupBy(hits, ({ clusterId }) => clusterId);
  return html`${readingNote(asked, metadata)} ${notesList(warnings, (note) => withMeant(note, asked))}
    ${narrowedTo(asked)}
    <div class="${aside === "" ? "" : "beside"}">
      <section aria-labelledby="found">
        <h2 id="found">
          ${resultsHeading({ first, shown: hits.length, total: pagination.totalResults, none: "No decision found" })}
        </h2>
        ${hits.length === 0 ? nothing(asked) : html`${aside === "" ? "" : html`<p class="to-facets"><a href="#narrow">Narrow these results</a></p>`} ${takeAlong(asked)}`}
        <ol class="hits" start="${first}">
          ${[...decisions.values()].map((opinions) => hitItem(opinions, views, addressOf))}
        </ol>
        ${paging(pagination, "Pages of results", (page) => deskAddress({ ...asked, page: String(page) }))}
      </section>
      ${aside}
    </div>`;
}

const FILES: Readonly<Record<ExportKind, string>> = {
  csv: "CSV (Excel)",
  docx: "Word",
  txt: "Citations only",
  bib: "BibTeX",
  ris: "RIS (Zotero, EndNote)",
  json: "JSON",
};

/** The list as a file, and its citations for the clipboard. */
function takeAlong(asked: DeskQuestion): Markup {
  return html`<details class="along">
    <summary>Export this list</summary>
    <p>${EXPORT_KINDS.map((kind) => html`<a href="${deskAddress(asked)}&export=${kind}">${FILES[kind]}</a> `)}</p>
    <p class="soft">
      The first ${EXPORTED_MAX} results.
      <span data-copy="Copy the citations on this page" data-text-of=".hit"></span>
    </p>
  </details>`;
}

function nothing(asked: DeskQuestion): Markup {
  const isFiltered = narrowedTo(asked) !== "";
  const bare = deskAddress({ ...asked, ...UNNARROWED, page: "" });
  return html`<p>
    Only decisions on file here are searched, so a decision that exists may not be here.
    ${isFiltered ? html`<a href="${bare}">Search without these filters.</a>` : ""}
  </p>`;
}

const EXAMPLES: Readonly<Record<DeskTab, readonly (readonly [typed: string, meaning: string])[]>> = {
  cases: [
    ["when is a landlord liable for a tenant's dog", "a question in plain words"],
    [
      '"duty of care" W/10 (surgeon* OR physician*)',
      "words and connectors: AND, OR, NOT, W/n, PRE/n, “phrases”, roots*",
    ],
    ["477 U.S. 242", "a citation: the decision comes first"],
    ["Anderson v. Liberty Lobby", "a case name: the decision comes first"],
    ["No. 21-1234", "a docket number: its decisions come first"],
  ],
  laws: [
    ["11 U.S.C. § 523", "a citation: the section comes first"],
    ["security deposit W/10 interest", "words and connectors, as for cases"],
  ],
  dockets: [["2:19-cv-01234", "a docket number, in any spelling"]],
};

function help(tab: DeskTab): Markup {
  return html`<section aria-labelledby="help">
    <h2 id="help">What you can type</h2>
    <dl class="examples">
      ${EXAMPLES[tab].map(
        ([typed, meaning]) =>
          html`<div>
            <dt>
              <a href="${`?${new URLSearchParams(tab === "cases" ? { q: typed } : { q: typed, tab }).toString()}`}"
                >${typed}</a
              >
            </dt>
            <dd>${meaning}</dd>
          </div>`,
      )}
    </dl>
    <div id="recent" data-name="Your recent searches"></div>
    <p><a href="./help">More on searching, the signs and the keyboard</a></p>
    <p class="soft">
      What the examples find depends on the decisions on file here, and flags come from those decisions alone. Check a
      decision in its official source before you rely on it.
    </p>
  </section>`;
}
