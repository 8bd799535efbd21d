import { html } from "hono/html";
import { asSentence } from "#base/as-sentence.ts";
import { QUERY_CHARS_MAX } from "#contracts/http-v1/schema/limits.ts";
import type { LawAddressOf } from "#research/address.ts";
import { NOT_VERIFIED, SURVEY_EXPORTS, sectionName } from "../exports/survey-files.ts";
import type { SurveyExport } from "../exports/survey-files.ts";
import type { Survey, SurveyedState } from "../survey.ts";
import type { Refused } from "../desk-cases.ts";
import { layout, notesList, pageHead } from "./layout.ts";
import type { Markup } from "./layout.ts";

export type SurveyPage = {
  readonly question: string;
  /** Undefined while nothing is asked. */
  readonly answer: Survey | Refused | undefined;
  readonly addressOf: LawAddressOf;
  readonly isSignedIn: boolean;
};

/** One question to the codes of all states on file. */
export function surveyPage({ question, answer, addressOf, isSignedIn }: SurveyPage): string {
  return layout({
    root: "./",
    title: question === "" ? "Survey the laws of the states – Onpoint" : `Survey: ${question.slice(0, 80)} – Onpoint`,
    description: "One question to the codes of all states on file here.",
    isHidden: true,
    body: html`<a class="skip" href="#main">Skip to the page</a>
      ${pageHead({ home: "./", isSignedIn })}
      <main id="main" class="desk survey">
        <h1>Survey the laws of the states</h1>
        <form class="ask" action="./survey" method="get" role="search">
          <label class="unseen" for="q">Question of law</label>
          <div class="box">
            <input
              id="q"
              name="q"
              type="search"
              value="${question}"
              maxlength="${QUERY_CHARS_MAX}"
              placeholder="How long may a landlord keep a security deposit?"
              required
              autocomplete="off"
            />
            <button type="submit">Survey</button>
          </div>
          ${answer !== undefined && "faults" in answer ? trouble(answer) : ""}
        </form>
        ${answer === undefined ? introduction() : "faults" in answer ? "" : table(answer, addressOf)}
      </main>`,
  });
}

function introduction(): Markup {
  return html`<p>
    Ask one question. The codes on file are searched once, and for each state you get the section in force that comes
    nearest, in its own words, and how current its text is. A section that does not speak of all that you ask is marked
    “${NOT_VERIFIED}.”
  </p>`;
}

function trouble({ faults, hint }: Refused): Markup {
  return html`<div class="trouble" role="alert">
    ${faults.map(({ message }) => html`<p>${asSentence(message)}</p>`)}
    ${hint === undefined ? "" : html`<p>${asSentence(hint)}</p>`}
  </div>`;
}

const FILES: Readonly<Record<SurveyExport, string>> = { csv: "CSV (Excel)", docx: "Word" };

function table({ question, states, warnings }: Survey, addressOf: LawAddressOf): Markup {
  const answered = states.filter(({ isAddressed }) => isAddressed).length;
  const search = new URLSearchParams({ q: question }).toString();
  return html`<section aria-labelledby="found">
    <h2 id="found">
      ${answered === 0 ? "No section on file speaks of all that you ask" : `${answered} of ${states.length} with a section that speaks of what you ask`}
    </h2>
    ${
      states.length === 0
        ? html`<p>No code is on file here.</p>`
        : html`<p class="along">
              Export: ${SURVEY_EXPORTS.map((kind) => html`<a href="?${search}&export=${kind}">${FILES[kind]}</a> `)}
            </p>
            <table>
              <thead>
                <tr>
                  <th scope="col">State</th>
                  <th scope="col">Section, and its words</th>
                  <th scope="col">Currency</th>
                </tr>
              </thead>
              <tbody>
                ${states.map((one) => row(one, question, addressOf))}
              </tbody>
            </table>`
    }
    ${notesList(warnings)}
    <p class="soft">
      A program chose these sections and words; whether they answer your question is yours to judge. States that are not
      in the table have no code on file here; their law is not covered. Check each section in its official source before
      you rely on it.
    </p>
  </section>`;
}

function row(
  { state, codes, law, quote, isAddressed }: SurveyedState,
  question: string,
  addressOf: LawAddressOf,
): Markup {
  const search = new URLSearchParams({ q: question, tab: "laws", state }).toString();
  return html`<tr>
    <th scope="row">${state}</th>
    <td>
      ${
        law === undefined
          ? html`<strong class="doubt">${NOT_VERIFIED}.</strong> No section in force has these words in
              ${codes.join(", ")}.`
          : html`${isAddressed ? "" : html`<strong class="doubt">${NOT_VERIFIED}.</strong> Nearest: `}<a
                href="${addressOf(law)}"
                >${sectionName(law.version)}</a
              >
              ${quote === undefined ? "" : html`<blockquote>${quote}</blockquote>`}`
      }
      ${law === undefined ? "" : html`<a class="soft" href="./?${search}">Other sections of ${state}</a>`}
    </td>
    <td>${law === undefined ? "" : asSentence(law.currency.told)}</td>
  </tr>`;
}
