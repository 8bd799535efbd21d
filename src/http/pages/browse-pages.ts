import { html } from "hono/html";
import type { Addresses } from "#research/address.ts";
import type { CourtSheet, HeldCourt } from "#research/holdings.ts";
import type { CollectionView } from "#research/laws/collections.ts";
import type { LawView } from "#research/laws/view.ts";
import { barsOf, drawnBars, spanText } from "./bars.ts";
import { dateText, dayText } from "./dates.ts";
import { layout, pageHead, paging } from "./layout.ts";
import type { Markup } from "./layout.ts";

type Frame = { readonly root: string; readonly isSignedIn: boolean };
type Sheet = { readonly title: string; readonly description: string; readonly body: Markup };

function browsePage({ root, isSignedIn }: Frame, { title, description, body }: Sheet): string {
  return layout({
    root,
    title: `${title} – Onpoint`,
    description,
    isHidden: true,
    body: html`<a class="skip" href="#main">Skip to the page</a>
      ${pageHead({ home: root, isSignedIn })}
      <main id="main" class="desk">
        <h1>${title}</h1>
        ${body}
      </main>`,
  });
}

/** Every court with decisions on file, by the system that it belongs to. */
export function courtsPage(courts: readonly HeldCourt[], frame: Frame): string {
  const total = courts.reduce((sum, { decisions }) => sum + decisions, 0);
  const groups = [
    ...Map.groupBy(courts, ({ court }) => (court.state === "Federal" ? court.jurisdiction : court.state)),
  ];
  return browsePage(frame, {
    title: "Courts",
    description: "The courts whose decisions are on file here.",
    body:
      courts.length === 0
        ? html`<p>No decision is on file here.</p>`
        : html`<p>
              ${counted(total, "decision")} of ${counted(courts.length, "court")} on file. A court that is not listed
              has none here; that does not mean that it decided nothing.
            </p>
            ${groups.map(([name, of]) => courtGroup(name, of))}`,
  });
}

function courtGroup(name: string, courts: readonly HeldCourt[]): Markup {
  return html`<h2>${name}</h2>
    <div class="wide">
      <table class="counts">
        <thead>
          <tr>
            <th scope="col">Court</th>
            <th scope="col">Decisions on file</th>
            <th scope="col">Decided</th>
          </tr>
        </thead>
        <tbody>
          ${courts.map(
            ({ court, decisions, first, last }) =>
              html`<tr>
                <td>
                  <a href="./courts/${court.id}">${court.fullName}</a> <span class="soft">${court.abbreviation}</span>
                </td>
                <td class="count">${decisions.toLocaleString("en-US")}</td>
                <td>${yearsOf(first, last)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

function yearsOf(first: string | null, last: string | null): string {
  if (first === null || last === null) return "no day known";
  return spanText({ from: Number(first.slice(0, 4)), to: Number(last.slice(0, 4)) });
}

export type CourtPage = {
  readonly sheet: CourtSheet;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly page: number;
  readonly addresses: Addresses;
};

/** What is on file of one court: how much of each year, and the decisions themselves, newest first. */
export function courtPage({ sheet, from, to, page, addresses }: CourtPage, frame: Frame): string {
  const { court, decisions, years, listed, hasNext } = sheet;
  const bars = barsOf(years);
  const addressOf = (at: number): string => {
    const said = { from, to, page: at === 1 ? undefined : at };
    const given = Object.entries(said).filter(([, value]) => value !== undefined);
    return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)] as [string, string])).toString()}`;
  };
  return browsePage(frame, {
    title: court.fullName,
    description: `Decisions of ${court.fullName} on file here.`,
    body: html`<p>
        ${court.abbreviation} · ${court.jurisdiction}${court.inUse ? "" : " · no longer sits"} ·
        <strong>${counted(decisions, "decision")} on file</strong>
      </p>
      <form class="ask" action="${frame.root}" method="get" role="search">
        <input type="hidden" name="court" value="${court.id}" />
        <label class="unseen" for="q">Search the decisions of this court</label>
        <div class="box">
          <input id="q" name="q" type="search" placeholder="Search the decisions of this court" required />
          <button type="submit">Search</button>
        </div>
      </form>
      ${drawnBars(bars, {
        label: "Decisions on file by year; each bar leads to those of its years",
        unit: ["decision", "decisions"],
        addressOf: ({ from: first, to: last }) => `?from=${first}&to=${last}`,
      })}
      <section aria-labelledby="listed">
        <h2 id="listed">${from === undefined && to === undefined ? "Newest first" : `Decided ${spanOf(from, to)}`}</h2>
        ${from === undefined && to === undefined ? "" : html`<p><a href="?">All years</a></p>`}
        ${listed.length === 0 ? html`<p>None on file.</p>` : ""}
        <ul class="listed">
          ${listed.map(
            (one) =>
              html`<li>
                <a href="${addresses.decision(one)}"><cite>${one.caseName}</cite></a
                >${one.citedAs === null ? "" : `, ${one.citedAs}`} <span class="soft">${dateText(one)}</span>
              </li>`,
          )}
        </ul>
        ${paging({ page, hasNext, hasPrev: page > 1 }, "Pages of decisions", addressOf)}
      </section>`,
  });
}

function spanOf(from: number | undefined, to: number | undefined): string {
  if (from !== undefined && to !== undefined) return spanText({ from, to });
  return from === undefined ? `to ${to ?? ""}` : `from ${from}`;
}

/** Every code and register on file, by state. */
export function codesPage(collections: readonly CollectionView[], frame: Frame): string {
  const states = [...Map.groupBy(collections, ({ collection }) => collection.state)];
  return browsePage(frame, {
    title: "Statutes, regulations and rules",
    description: "The codes and registers on file here.",
    body:
      states.length === 0
        ? html`<p>No code is on file here.</p>`
        : html`<p>
              The codes and registers on file. A state that is not listed has none here.
              <a href="./survey">Ask all of them one question.</a>
            </p>
            ${states.map(
              ([state, of]) =>
                html`<h2>${state}</h2>
                  <ul class="listed">
                    ${of.map(codeItem)}
                  </ul>`,
            )}`,
  });
}

function codeItem({ collection, counts }: CollectionView): Markup {
  const sections = counts.reduce((sum, { leaves }) => sum + leaves, 0);
  const versions = counts.reduce((sum, one) => sum + one.versions, 0);
  const facts = [
    counted(sections, "section"),
    counted(versions, "version"),
    collection.currentThrough === null
      ? "no day of currency stated"
      : `data through ${dayText(collection.currentThrough)}`,
    collection.publisher?.trim() ?? "",
  ];
  return html`<li>
    <a href="./codes/${collection.id}">${collection.name}</a>
    <span class="soft">${facts.filter((fact) => fact !== "").join(" · ")}</span>
  </li>`;
}

/** The top of a code. */
export function codePage(
  { collection }: CollectionView,
  tops: readonly LawView[],
  { addresses, ...frame }: Frame & { readonly addresses: Addresses },
): string {
  return browsePage(frame, {
    title: collection.name,
    description: `${collection.name}, ${collection.state}`,
    body: html`<ul class="listed">
        ${tops.map(
          (view) =>
            html`<li>
              <a href="${addresses.law(view)}">${view.version.citation ?? view.version.number ?? view.version.path}</a>
              ${view.version.title ?? ""}
            </li>`,
        )}
      </ul>
      ${tops.length === 0 ? html`<p>Nothing of it is in force on file.</p>` : ""}
      <p class="soft">
        ${
          collection.currentThrough === null
            ? "The source does not say through which day its text is current."
            : `Data through ${dayText(collection.currentThrough)}.`
        }
      </p>
      <form class="ask" action="${frame.root}" method="get" role="search">
        <input type="hidden" name="tab" value="laws" />
        <input type="hidden" name="state" value="${collection.state}" />
        <label class="unseen" for="q">Search the laws of ${collection.state}</label>
        <div class="box">
          <input id="q" name="q" type="search" placeholder="Search the laws of ${collection.state}" required />
          <button type="submit">Search</button>
        </div>
      </form>`,
  });
}

function counted(number: number, what: string): string {
  return `${number.toLocaleString("en-US")} ${what}${number === 1 ? "" : "s"}`;
}
