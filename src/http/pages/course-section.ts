import { html } from "hono/html";
import type { CourseView, EntryView } from "#research/dockets/model.ts";
import { dayText } from "./dates.ts";
import type { Markup } from "./layout.ts";

type Entry = Pick<EntryView, "ordinal" | "number" | "dateFiled" | "dateEntered" | "description" | "shortDescription">;
type Motion = CourseView["motions"][number];

const LINE_CHARS_MAX = 160;
/** A longer account stands closed above the entries. */
const OPEN_ROWS_MAX = 12;

/** What became of the case and of the motions in it, each with a link to the entry that says so; nothing where none does. */
export function courseSection(course: CourseView | undefined, entriesPerPage: number): Markup | string {
  if (course === undefined || (course.events.length === 0 && course.motions.length === 0)) return "";
  const link = (entry: Entry): Markup => linkTo(entry, entriesPerPage);
  const isShort = course.events.length + course.motions.length <= OPEN_ROWS_MAX;
  return html`<details class="course" ${isShort ? html`open` : ""}>
    <summary><h2>What became of it</h2></summary>
    <p class="note">Read from the entries on file; each line links to the entry that says so.</p>
    ${course.events.length === 0 ? "" : eventTable(course.events, link)}
    ${course.motions.length === 0 ? "" : motionTable(course.motions, link)}
  </details>`;
}

function eventTable(events: CourseView["events"], link: (entry: Entry) => Markup): Markup {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Event</th>
        <th scope="col">Entry</th>
      </tr>
    </thead>
    <tbody>
      ${events.map(
        ({ title, entries }) =>
          html`<tr>
            <td>${title}</td>
            <td>${entries.map((entry) => html`<div>${link(entry)} ${lineOf(entry)}</div>`)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function motionTable(motions: readonly Motion[], link: (entry: Entry) => Markup): Markup {
  return html`<div class="wide">
    <table>
      <thead>
        <tr>
          <th scope="col">Motion</th>
          <th scope="col">Papers filed on it</th>
          <th scope="col">Ruling</th>
        </tr>
      </thead>
      <tbody>
        ${motions.map(
          (one) =>
            html`<tr>
              <td>${link(one.motion)} ${lineOf(one.motion)}</td>
              <td>${one.papers.map(({ kind, entry }) => html`<div>${PAPERS[kind]} ${link(entry)}</div>`)}</td>
              <td>${rulingCell(one, link)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

const PAPERS: Readonly<Record<Motion["papers"][number]["kind"], string>> = {
  opposition: "Opposition",
  consent: "Not opposed",
  reply: "Reply",
  withdrawal: "Withdrawal",
};

function rulingCell({ rulings, isWithdrawn }: Motion, link: (entry: Entry) => Markup): Markup | string {
  if (rulings.length > 0) return html`${rulings.map((entry) => html`<div>${link(entry)} ${lineOf(entry)}</div>`)}`;
  return isWithdrawn ? "Withdrawn" : html`<span class="soft">No ruling found</span>`;
}

/** Entries stand oldest first on pages of so many each. */
function linkTo(entry: Entry, entriesPerPage: number): Markup {
  const day = entry.dateFiled ?? entry.dateEntered;
  const page = Math.floor(entry.ordinal / entriesPerPage) + 1;
  const called = entry.number === null ? "Entry" : `No. ${entry.number}`;
  return html`<a href="?page=${page}#entry-${entry.ordinal}"
    >${called}${day === null ? "" : `, ${dayText(day.slice(0, 10))}`}</a
  >`;
}

function lineOf({ description, shortDescription }: Entry): string {
  const line = description ?? shortDescription ?? "";
  return line.length > LINE_CHARS_MAX ? `${line.slice(0, LINE_CHARS_MAX).replace(/\s\S*$/u, "")}…` : line;
}
