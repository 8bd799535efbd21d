import { html } from "hono/html";
import type { Addresses } from "#research/address.ts";
import type { LawFound } from "#research/laws/get.ts";
import type { LawView } from "#research/laws/view.ts";
import { dayText } from "./dates.ts";
import type { Markup } from "./layout.ts";

const WIDTH = 600;
const HEIGHT = 24;
const EDGE = 8;
/** More could not be told apart. */
const DRAWN_MAX = 60;

/** The day from which a version is told, and what that day is. */
function dayOf({ version: { effectiveDate, edition } }: LawView): string | null {
  return effectiveDate ?? edition;
}

function stateOf({ standing }: LawView): string {
  return standing.isCurrent ? "in force" : standing.isHistorical ? "historical" : "future";
}

/** The versions of a law as points on a line of time, each a link; nothing where there is but one. */
export function versionsLine({ versions, law }: LawFound, addresses: Addresses): Markup | "" {
  const dated = versions.flatMap((view) => {
    const day = dayOf(view);
    return day === null ? [] : [{ view, day, at: Date.parse(day) }];
  });
  const [first, last] = [dated[0], dated.at(-1)];
  if (first === undefined || last === undefined || dated.length < 2 || dated.length > DRAWN_MAX) return "";
  const [from, to] = [Math.min(...dated.map(({ at }) => at)), Math.max(...dated.map(({ at }) => at))];
  const placeOf = (at: number): string =>
    (EDGE + ((at - from) / Math.max(1, to - from)) * (WIDTH - 2 * EDGE)).toFixed(1);
  return html`<figure class="versions">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="group" aria-label="Versions on file, by their day">
      <line x1="0" y1="12" x2="${WIDTH}" y2="12"></line>
      ${dated.map(({ view, day, at }) => {
        const told = `${dayText(day)}, ${stateOf(view)}`;
        const isShown = view.version.id === law.version.id;
        return html`<a href="${addresses.law(view)}" aria-label="${told}" ${isShown ? html` aria-current="true"` : ""}
          ><circle cx="${placeOf(at)}" cy="12" r="${isShown ? 7 : 5}"><title>${told}</title></circle></a
        >`;
      })}
    </svg>
    <figcaption class="ends soft">
      <span>${dayText(dated.find(({ at }) => at === from)?.day ?? "")}</span>
      <span>${versions.length} versions on file</span>
      <span>${dayText(dated.find(({ at }) => at === to)?.day ?? "")}</span>
    </figcaption>
  </figure>`;
}

/** The versions as a list, newest first, and a form to compare two of them. */
export function versionsSection({ versions: all, law }: LawFound, addresses: Addresses): Markup | "" {
  if (all.length < 2) return "";
  return html`<h2>Versions</h2>
    <ul>
      ${all.toReversed().map((view) => {
        const day = nameOf(view);
        return html`<li>
          ${view.version.id === law.version.id ? html`<strong>${day}</strong>` : html`<a href="${addresses.law(view)}">${day}</a>`}
          (${stateOf(view)})
        </li>`;
      })}
    </ul>
    ${compareForm(all, law)}`;
}

export function nameOf(view: LawView): string {
  const day = dayOf(view);
  return day === null ? "no date stated" : dayText(day);
}

/** By itself it compares a version with the one before it. */
function compareForm(all: readonly LawView[], law: LawView): Markup {
  const shown = Math.max(
    1,
    all.findIndex(({ version }) => version.id === law.version.id),
  );
  const options = (chosen: number): Markup =>
    html`${all.map(
      (view, at) =>
        html`<option value="${view.version.id}" ${at === chosen ? html` selected` : ""}>
          ${nameOf(view)} (${stateOf(view)})
        </option>`,
    )}`;
  return html`<form class="row" action="${`./${law.version.path}/compare`}" method="get">
    <label>
      Compare
      <select name="from">
        ${options(shown - 1)}
      </select>
    </label>
    <label>
      with
      <select name="to">
        ${options(shown)}
      </select>
    </label>
    <button type="submit">Compare versions</button>
  </form>`;
}
