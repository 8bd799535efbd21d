import { html } from "hono/html";
import { layout, pageHead } from "./layout.ts";
import type { Markup } from "./layout.ts";
import { STATUS_WORDS } from "./standing-line.ts";

type Row = readonly [typed: string, meaning: string];

/** What a person types to search by words, each an example that can be tried (docs/api/query-language.md has them all). */
const CONNECTORS: readonly Row[] = [
  ["fraud AND deceit", "both words, anywhere in the opinion; capitals make the connector"],
  ["fraud OR deceit", "either word"],
  ["fraud NOT settlement", "the first without the second"],
  ['"due process of law"', "these words in this order"],
  ["reliance W/10 fraud", "within ten words of each other, in either order"],
  ["reasonable PRE/3 doubt", "the first at most three words before the second"],
  ["negligen!", "every word that begins so: negligence, negligent"],
  ["(fraud OR deceit) W/10 reliance", "parentheses group"],
];

const RECORDS: readonly Row[] = [
  ["477 U.S. 242", "a citation, however it is spelled: the decision comes first"],
  ["Anderson v. Liberty Lobby", "a case name: the decision comes first"],
  ["No. 21-1234", "a docket number: its decisions come first"],
  [
    "negligence in the second circuit since 2015",
    "courts, states, days and judges in words rank what fits them higher",
  ],
];

const KEYS: readonly Row[] = [
  ["/", "go to the search box"],
  ["j, k", "next and previous result"],
  ["o or Enter", "open the result"],
  ["c", "copy the citation of the result, or of the decision you read"],
];

const STANDING: Readonly<Record<keyof typeof STATUS_WORDS, string>> = {
  Negative: "a decision on file overrules, reverses, vacates or abrogates it, and its court binds this one",
  Caution: "criticized, questioned, limited, not followed or distinguished, or told of only once",
  Positive: "followed or affirmed, and nothing worse",
  Neutral: "cited or explained; that is no approval",
  unknown: "no decision on file cites it, so nothing is known of its later history",
};

/** How the pages are used, on one page. */
export function helpPage({ isSignedIn }: { readonly isSignedIn: boolean }): string {
  return layout({
    root: "./",
    title: "Help – Onpoint",
    description: "What you can type, what the signs mean, and how to take results along.",
    isHidden: true,
    body: html`<a class="skip" href="#main">Skip to the page</a>
      ${pageHead({ home: "./", isSignedIn })}
      <main id="main" class="desk help">
        <h1>Help</h1>
        ${section("records", "Find what you know", examples(RECORDS))}
        ${section(
          "connectors",
          "Words and connectors",
          html`${examples(CONNECTORS)}
            <p>
              Without connectors, type a question in plain words: the best match is found by its words and by its
              meaning. Under “How your search was read” you see what was made of it, and can take it back.
            </p>`,
        )}
        ${section(
          "standing",
          "How a decision stands",
          html`<dl class="signs">
              ${Object.entries(STANDING).map(([status, meaning]) => {
                const { sign, name } = STATUS_WORDS[status as keyof typeof STATUS_WORDS];
                return html`<div>
                  <dt>${sign} ${name}</dt>
                  <dd>${meaning}</dd>
                </div>`;
              })}
            </dl>
            <p>
              A program reads this from the decisions on file here, and from those alone. A decision, statute or rule
              that is not on file is not covered. Check a decision in its official source before you rely on it.
            </p>`,
        )}
        ${section(
          "along",
          "Take results along",
          html`<p>
            “Export this list” above the results writes the first 100 as a table (CSV), a Word file, or entries for
            BibTeX, Zotero and EndNote. Every list is an address: copy it from the browser to share it. On a decision,
            select words to copy them with their citation and page.
          </p>`,
        )}
        ${section(
          "keys",
          "Keyboard",
          html`<dl class="signs">
            ${KEYS.map(
              ([key, meaning]) =>
                html`<div>
                  <dt><kbd>${key}</kbd></dt>
                  <dd>${meaning}</dd>
                </div>`,
            )}
          </dl>`,
        )}
        ${section(
          "more",
          "More pages",
          html`<ul>
            <li><a href="./courts">Courts</a>: which decisions are on file, by court and year</li>
            <li><a href="./codes">Codes</a>: statutes, regulations and rules on file, and how current they are</li>
            <li><a href="./survey">Survey</a>: one question to the codes of all states on file</li>
            <li><a href="./check">Check a brief</a>: its citations and quotations against what is on file</li>
            <li><a href="./docs/guide">Documentation</a>: every page of it, with a search</li>
            <li><a href="./docs/api/query-language">The query language</a>: all connectors, fields and limits</li>
            <li><a href="./docs">API</a>: the same for programs</li>
          </ul>`,
        )}
      </main>`,
  });
}

function section(id: string, name: string, body: Markup): Markup {
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${name}</h2>
    ${body}
  </section>`;
}

function examples(rows: readonly Row[]): Markup {
  return html`<dl class="examples">
    ${rows.map(
      ([typed, meaning]) =>
        html`<div>
          <dt>
            <a href="./?${new URLSearchParams({ q: typed }).toString()}">${typed}</a>
          </dt>
          <dd>${meaning}</dd>
        </div>`,
    )}
  </dl>`;
}
