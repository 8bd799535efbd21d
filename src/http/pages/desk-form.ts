import { html } from "hono/html";
import { QUERY_CHARS_MAX } from "#contracts/http-v1/schema/limits.ts";
import { DESK_MODES, DESK_SIZES, DESK_SORTS } from "../desk-request.ts";
import type { DeskMode, DeskQuestion, DeskSort, DeskTab } from "../desk-request.ts";
import type { Refused } from "../desk-cases.ts";
import { withMeant } from "./did-you-mean.ts";
import type { Markup } from "./layout.ts";

const MODE_NAMES: Readonly<Record<DeskMode, string>> = {
  best: "Best match (words and meaning)",
  words: "Words and connectors",
  meaning: "Meaning",
};

const SORT_NAMES: Readonly<Record<DeskSort, string>> = {
  relevance: "Relevance",
  newest: "Newest first",
  oldest: "Oldest first",
  most_cited: "Most cited",
};

/** The fields of the form by the places of a search in which their faults stand. */
const FIELD_OF: readonly (readonly [place: RegExp, field: string])[] = [
  [/^court/u, "court"],
  [/states/u, "state"],
  [/date_?filed\.end/iu, "to"],
  [/date_?filed/iu, "from"],
];

/** What can be typed. */
const BOX: Readonly<Record<DeskTab, string>> = {
  cases: "Question, words, citation, case name or docket number",
  laws: "Words or the citation of a statute, regulation or rule",
  dockets: "Docket number, or words of filings",
};

/** The box with what was typed, and what was wrong with it. */
export function deskForm(asked: DeskQuestion, refused: Refused | undefined): Markup {
  const isNarrowed = asked.court !== "" || asked.from !== "" || asked.to !== "";
  const faults = refused?.faults ?? [];
  const wrong = new Set(faults.map(({ path }) => fieldOf(path)));
  const marks: Marks = (field) => (wrong.has(field) ? html` aria-invalid="true" aria-describedby="trouble"` : "");
  return html`<form class="ask" action="./" method="get" role="search">
    <label class="unseen" for="q">${BOX[asked.tab]}</label>
    <div class="box">
      <input
        id="q"
        name="q"
        type="search"
        value="${asked.query}"
        maxlength="${QUERY_CHARS_MAX}"
        placeholder="${BOX[asked.tab]}"
        required
        autocomplete="off"
        spellcheck="false"
        ${marks("q")}
      />
      <button type="submit">Search</button>
    </div>
    ${refused === undefined ? "" : trouble(refused, asked)}
    ${asked.tab === "cases" ? caseFields(asked, isNarrowed, marks) : html`<input type="hidden" name="tab" value="${asked.tab}" />`}
    ${asked.tab === "cases" ? "" : stateField(asked, marks)}
  </form>`;
}

type Marks = (field: string) => Markup | string;

function caseFields(asked: DeskQuestion, isNarrowed: boolean, marks: Marks): Markup {
  return html`<div class="row">
    <label>
      Find by
      <select name="mode">
        ${DESK_MODES.map((mode) => option(mode, MODE_NAMES[mode], asked.mode))}
      </select>
    </label>
    <label>
      Sort
      <select name="sort">
        ${DESK_SORTS.map((sort) => option(sort, SORT_NAMES[sort], asked.sort))}
      </select>
    </label>
    <label>
      Per page
      <select name="size">
        ${DESK_SIZES.map((size) => option(size, size, asked.size))}
      </select>
    </label>
    ${kept("jurisdiction", asked.jurisdiction)} ${kept("state", asked.state)} ${kept("publication", asked.publication)}
    ${kept("standing", asked.standing)}
    <details class="narrow" ${isNarrowed ? " open" : ""}>
      <summary>Court and date</summary>
      <div class="row">
        <label>
          Court
          <input name="court" value="${asked.court}" placeholder="9th Cir." maxlength="500" ${marks("court")} />
        </label>
        <label>
          Decided from
          <input name="from" type="date" value="${asked.from}" ${marks("from")} />
        </label>
        <label>
          to
          <input name="to" type="date" value="${asked.to}" ${marks("to")} />
        </label>
      </div>
    </details>
  </div>`;
}

function stateField(asked: DeskQuestion, marks: Marks): Markup {
  return html`<div class="row">
    <label>
      ${asked.tab === "laws" ? "State, or Federal" : "State (to search filings in its trial courts)"}
      <input
        name="state"
        value="${asked.state}"
        placeholder="${asked.tab === "laws" ? "Any" : ""}"
        maxlength="100"
        ${marks("state")}
      />
    </label>
  </div>`;
}

/** Filters that were chosen beside the results stay with the next search. */
function kept(name: string, value: string): Markup | string {
  return value === "" ? "" : html`<input type="hidden" name="${name}" value="${value}" />`;
}

function option(value: string, name: string, chosen: string): Markup {
  return value === chosen
    ? html`<option value="${value}" selected>${name}</option>`
    : html`<option value="${value}">${name}</option>`;
}

function trouble({ faults, hint }: Refused, asked: DeskQuestion): Markup {
  return html`<div id="trouble" class="trouble" role="alert">
    <p><strong>This search could not be read.</strong></p>
    <ul>
      ${faults.map(({ path, message }) => html`<li>${NAMES[fieldOf(path)] ?? ""}${withMeant(message, asked, fieldOf(path))}</li>`)}
    </ul>
    ${hint === undefined ? "" : html`<p>${withMeant(hint, asked)}</p>`}
  </div>`;
}

const NAMES: Readonly<Record<string, string>> = {
  court: "Court: ",
  state: "State: ",
  from: "Decided from: ",
  to: "Decided to: ",
};

function fieldOf(path: string): string {
  return FIELD_OF.find(([place]) => place.test(path))?.[1] ?? "q";
}
