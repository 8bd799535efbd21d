import { html } from "hono/html";
import type { FilingAddressOf } from "#research/address.ts";
import type { CourseView, DocketView, EntryMonth, EntryView, Party } from "#research/dockets/model.ts";
import { courseSection } from "./course-section.ts";
import { dayText } from "./dates.ts";
import { layout, searchHead } from "./layout.ts";
import type { Markup } from "./layout.ts";
import { timeline } from "./timeline.ts";

/** Which entries are wanted, as the address has it. */
export type SheetAsked = {
  readonly text: string;
  /** `YYYY-MM-DD`; empty where it is open. */
  readonly from: string;
  readonly to: string;
  readonly heldOnly: boolean;
  readonly isNewestFirst: boolean;
};

export type DocketSheet = {
  readonly view: DocketView;
  readonly entries: readonly EntryView[];
  /** How many fit what is asked for. */
  readonly total: number;
  readonly asked: SheetAsked;
  /** Of the whole docket, whatever page of its entries is shown. */
  readonly months: readonly EntryMonth[];
  /** What became of the case, where it is shown. */
  readonly course?: CourseView | undefined;
  readonly entriesPerPage: number;
  readonly page: number;
  readonly pages: number;
  readonly filingAddress: FilingAddressOf;
  readonly canonical: string;
  readonly isSearched: boolean;
};

/** Parties shown; a class action lists thousands. */
const PARTIES_MAX = 200;

/** The page of a docket: what is known of the case, who is in it, and its entries, two hundred a page. */
export function docketPage(sheet: DocketSheet): string {
  const { view, entries, months } = sheet;
  const { docket, caseName, courtName } = view;
  const number = docket.docketNumber ?? "";
  return layout({
    root: "../../../",
    canonical: sheet.canonical,
    title: [caseName, number].filter((part) => part !== "").join(", "),
    description: `Docket of ${caseName}, ${courtName}`,
    body: html`<a class="skip" href="#entries">Skip to the entries</a>
      ${sheet.isSearched ? searchHead("../../../") : ""}
      <main class="docket">
        <h1>${caseName}</h1>
        <dl>${factRows(view)}</dl>
        <p class="note">${coverageWords(view)} ${freshnessWords(view)}</p>
        ${partyList(docket.parties)} ${courseSection(sheet.course, sheet.entriesPerPage)}
        <h2 id="entries">Entries</h2>
        ${timeline(months)} ${narrowing(sheet)}
        <div class="wide">
          <table>
            <thead>
              <tr>
                <th scope="col">No.</th>
                <th scope="col">Filed</th>
                <th scope="col">Entry</th>
              </tr>
            </thead>
            <tbody>
              ${entries.map((entry) => entryRow(entry, sheet))}
            </tbody>
          </table>
        </div>
        ${pageLinks(sheet)}
      </main>`,
  });
}

function factRows({ docket, courtName, isInvented }: DocketView): Markup[] {
  const rows: readonly (readonly [string, string | null])[] = [
    ["Court", courtName],
    ["Docket number", docket.docketNumber],
    ["Filed", dayOf(docket.dateFiled)],
    ["Terminated", dayOf(docket.dateTerminated)],
    ["Assigned to", docket.assignedTo],
    ["Referred to", docket.referredTo],
    ["Panel", docket.panel.length === 0 ? null : docket.panel.join(", ")],
    ["Cause", docket.cause],
    ["Nature of suit", docket.natureOfSuit],
    ["Jurisdiction", docket.jurisdiction],
    ["Jury demand", docket.juryDemand],
    ["Demand", docket.demand],
    ["Chapter", docket.chapter],
    ["Trustee", docket.trustee],
    ["Discharged", dayOf(docket.dateDischarged)],
    ["Case type", docket.caseType],
    ["Court below", docket.originatingCourt?.name ?? docket.appealFrom],
    ["Source", isInvented ? "sample: an invented docket of an invented case" : null],
  ];
  return rows.flatMap(([name, value]) =>
    value === null || value === ""
      ? []
      : [
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
        ],
  );
}

function coverageWords({ docket: { coverage } }: DocketView): string {
  const missing = coverage.missing.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  const what = `${coverage.entries} ${coverage.entries === 1 ? "entry is" : "entries are"} on file`;
  const from =
    coverage.kind === "stored_entries"
      ? ", from notices, archives and lists; no docket report is on file, so there may be more."
      : coverage.isWholeReport
        ? ", from a whole docket report."
        : ", from a docket report that was cut by number or day.";
  return `${what}${from}${missing === 0 ? "" : ` ${missing} are known to be missing.`}`;
}

function freshnessWords({ docket: { freshness } }: DocketView): string {
  const asOf = freshness.reportAsOf ?? freshness.asOf;
  const when = asOf === null ? "The source does not say as of which day." : `As of ${dayText(asOf.slice(0, 10))}.`;
  return `${when} Later filings are not shown.`;
}

function partyList(parties: readonly Party[]): Markup | string {
  if (parties.length === 0) return "";
  const more = parties.length - PARTIES_MAX;
  return html`<h2>Parties</h2>
    <ul class="parties">
      ${parties
        .slice(0, PARTIES_MAX)
        .map(
          ({ name, type, attorneys }) =>
            html`<li>
              <span class="soft">${type}</span> ${name}
              ${
                attorneys.length === 0
                  ? ""
                  : html`<span class="soft">by ${attorneys.map((attorney) => attorney.name).join(", ")}</span>`
              }
            </li>`,
        )}
    </ul>
    ${more > 0 ? html`<p class="soft">and ${more} more</p>` : ""}`;
}

function entryRow(entry: EntryView, { filingAddress, view: { slug } }: DocketSheet): Markup {
  const shown = entry.filings.filter(({ text_chars }) => text_chars !== null);
  return html`<tr id="entry-${entry.ordinal}">
    <td>${entry.number ?? ""}</td>
    <td class="day">${dayOf(entry.dateFiled ?? entry.dateEntered)}</td>
    <td>
      ${entry.description ?? entry.shortDescription ?? ""}
      ${entry.filings.some(({ availability }) => availability === "sealed") ? html`<span class="tag">sealed</span>` : ""}
      ${shown.map(
        (filing) =>
          html`<a href="${filingAddress({ documentId: filing.id, slug })}"
            >${filing.attachment === 0 ? "read" : `attachment ${filing.attachment}`}</a
          > `,
      )}
    </td>
  </tr>`;
}

function dayOf(day: string | null): string {
  return day === null ? "" : dayText(day.slice(0, 10));
}

/** By their words, days and documents, either way around: a form whose answer is an address. */
function narrowing({ asked, total, view }: DocketSheet): Markup {
  const { text, from, to, heldOnly, isNewestFirst } = asked;
  const isNarrowed = text !== "" || from !== "" || to !== "" || heldOnly;
  const all = view.docket.coverage.entries.toLocaleString("en-US");
  return html`<form class="row sheet" action="#entries" method="get" aria-label="Narrow the entries">
      <label>
        Words
        <input name="q" type="search" value="${text}" maxlength="200" placeholder="motion to dismiss" />
      </label>
      <label>
        Filed from
        <input name="from" type="date" value="${from}" />
      </label>
      <label>
        to
        <input name="to" type="date" value="${to}" />
      </label>
      <label>
        Order
        <select name="order">
          <option value="">Oldest first</option>
          <option value="newest" ${isNewestFirst ? html` selected` : ""}>Newest first</option>
        </select>
      </label>
      <label>
        Documents
        <select name="held">
          <option value="">Any</option>
          <option value="yes" ${heldOnly ? html` selected` : ""}>Only with a text on file</option>
        </select>
      </label>
      <button type="submit">Show</button>
    </form>
    ${isNarrowed ? html`<p>${total.toLocaleString("en-US")} of ${all} entries. <a href="?#entries">Show all</a></p>` : ""}`;
}

/** The same entries on another page. */
function pageAddress({ text, from, to, heldOnly, isNewestFirst }: SheetAsked, page: number): string {
  const parts = {
    q: text,
    from,
    to,
    order: isNewestFirst ? "newest" : "",
    held: heldOnly ? "yes" : "",
    page: String(page),
  };
  return `?${new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== "")).toString()}#entries`;
}

function pageLinks({ page, pages, asked }: DocketSheet): Markup | string {
  if (pages < 2) return "";
  return html`<nav aria-label="Pages of entries">
    ${page > 1 ? html`<a rel="prev" href="${pageAddress(asked, page - 1)}">← Previous</a>` : ""} Page ${page} of
    ${pages} ${page < pages ? html`<a rel="next" href="${pageAddress(asked, page + 1)}">Next →</a>` : ""}
  </nav>`;
}

/** Where several dockets have one address. */
export function docketChoicePage(views: readonly DocketView[]): string {
  return layout({
    root: "../../../",
    title: "Several dockets",
    description: "Several dockets have this number.",
    body: html`<main class="desk">
      <h1>Several dockets have this number</h1>
      <ul>
        ${views.map(
          ({ docket, caseName, slug }) =>
            html`<li>
              <a href="../${docket.id}/${slug}">${caseName}</a> ${docket.docketNumber ?? ""}
              ${docket.dateFiled === null ? "" : `filed ${dayText(docket.dateFiled)}`}
            </li>`,
        )}
      </ul>
    </main>`,
  });
}
