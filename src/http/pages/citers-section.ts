import { html } from "hono/html";
import type { Addresses } from "#research/address.ts";
import { TREATMENTS } from "#research/citing.ts";
import type { CitingCount, CitingOpinion } from "#research/citing.ts";
import { barsOf, drawnBars } from "./bars.ts";
import { courtAndYear } from "./dates.ts";
import { paging } from "./layout.ts";
import type { Markup } from "./layout.ts";
import { placeOf, quotation } from "./standing-section.ts";
import type { CitersShown, LaterTreatment } from "./standing-section.ts";

type Parts = Pick<LaterTreatment, "citing" | "counts" | "shown">;

/** Fewer are seen at a glance. */
const NARROWED_MIN = 5;

/** Who cites it, by year as bars, and the weightiest first with their words; by what they do, court and year if asked for. */
export function citersSection({ citing, counts, shown }: Parts, addresses: Addresses): Markup | string {
  const { results, pagination } = citing;
  const all = sumOf(counts);
  const isNarrowed = Object.values(shown).some((value) => value !== "");
  if (pagination.totalResults === 0 && !isNarrowed) return "";
  const { page } = pagination;
  const total = pagination.totalResults.toLocaleString("en-US");
  return html`<section class="citers" aria-labelledby="cited-by">
    <h2 id="cited-by">Cited by ${isNarrowed ? `${total} of ${all.toLocaleString("en-US")}` : total} on file here</h2>
    ${all < NARROWED_MIN ? "" : html`${years(counts, shown)} ${narrowing(counts, shown)}`}
    ${results.length === 0 ? html`<p>None of those who cite it. <a href="?#cited-by">Show all.</a></p>` : ""}
    <ol start="${(page - 1) * pagination.pageSize + 1}">
      ${results.map((one) => citerItem(one, addresses))}
    </ol>
    ${paging(pagination, "Pages of citing decisions", (at) => citersAt(shown, at))}
  </section>`;
}

function citersAt({ treatment, court, from, to }: CitersShown, page: number): string {
  const said = Object.entries({ treatment, court, from, to, "cited-by": page === 1 ? "" : String(page) });
  return `?${new URLSearchParams(said.filter(([, value]) => value !== "")).toString()}#cited-by`;
}

function years(counts: readonly CitingCount[], shown: CitersShown): Markup | string {
  const bars = barsOf(
    counts.flatMap(({ year, count, isWarning }) =>
      year === null ? [] : [{ year, count, part: isWarning ? count : 0 }],
    ),
  );
  return drawnBars(bars, {
    label: "Citing decisions by year; each bar leads to those of its years",
    unit: ["citing decision", "citing decisions"],
    partName: "negative or with caution",
    addressOf: ({ from, to }) => citersAt({ ...shown, from: String(from), to: String(to) }, 1),
  });
}

/** By what they do, by court and by year: a form whose answer is an address. */
function narrowing(counts: readonly CitingCount[], shown: CitersShown): Markup {
  const treatments = TREATMENTS.filter((one) => counts.some(({ treatment }) => treatment === one));
  const courts = [...Map.groupBy(counts, ({ courtId }) => courtId)]
    .map(([id, of]) => ({ id, name: of[0]?.courtAbbreviation ?? id, count: sumOf(of) }))
    .toSorted((one, other) => other.count - one.count || one.name.localeCompare(other.name, "en-US"));
  return html`<form class="row" action="#cited-by" method="get">
    <label>
      Treatment
      <select name="treatment">
        ${option("", "Any", shown.treatment)}
        ${treatments.map((one) => option(one, `${one} (${sumOf(counts.filter(({ treatment }) => treatment === one))})`, shown.treatment))}
      </select>
    </label>
    <label>
      Court
      <select name="court">
        ${option("", "Any", shown.court)}
        ${courts.map(({ id, name, count }) => option(id, `${name} (${count})`, shown.court))}
      </select>
    </label>
    ${yearField("from", "From year", shown.from)} ${yearField("to", "to", shown.to)}
    <button type="submit" class="quiet">Show</button>
  </form>`;
}

function option(value: string, name: string, chosen: string): Markup {
  return html`<option value="${value}" ${value === chosen ? html` selected` : ""}>${name}</option>`;
}

function yearField(name: "from" | "to", label: string, value: string): Markup {
  return html`<label>
    ${label}
    <input name="${name}" value="${value}" inputmode="numeric" pattern="[0-9]{4}" maxlength="4" size="5" />
  </label>`;
}

function sumOf(counts: readonly CitingCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

function citerItem(one: CitingOpinion, addresses: Addresses): Markup {
  const { caseName, citation, courtAbbreviation, dateFiled, treatment, description, quote } = one;
  const place = placeOf(addresses.decision(one), one.opinionId, quote, addresses);
  return html`<li>
    <a href="${place}"><cite>${caseName}</cite></a
    >${citation === null ? "" : `, ${citation}`} ${courtAndYear(courtAbbreviation, dateFiled)}
    <span class="tag">${treatment}</span>
    <span class="soft">${description}</span>
    ${quote === "" ? "" : quotation(quote)}
  </li>`;
}
