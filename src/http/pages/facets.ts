import { html } from "hono/html";
import type { Court } from "#research/courts.ts";
import type { FacetCount, Facets } from "#research/search.ts";
import { DESK_STANDINGS, deskAddress } from "../desk-request.ts";
import type { DeskQuestion, DeskStanding } from "../desk-request.ts";
import { barsOf, drawnBars } from "./bars.ts";
import type { Markup } from "./layout.ts";

/** Values shown at once; the others stand behind a line that opens. */
const SHOWN = 8;
const PUBLICATION = { published: "Published", unpublished: "Unpublished", unknown: "Not known" } as const;

type Value = { readonly name: string; readonly count: number; readonly asked: Partial<DeskQuestion> };

/** What the results can be narrowed to, with how many each value leaves, each as an address. */
export function facetsAside(asked: DeskQuestion, facets: Facets, courts: readonly Court[]): Markup {
  const { jurisdiction, state, yearFiled, publishStatus, note } = facets;
  const to = (change: Partial<DeskQuestion>): string => deskAddress({ ...asked, page: "", ...change });
  const years = barsOf(yearFiled.map(({ key, count }) => ({ year: Number(key), count })));
  const groups = [
    years.length < 2
      ? ""
      : html`<h3>Year</h3>
          ${drawnBars(years, {
            label: "Decisions by year; each bar narrows the results to its years",
            unit: ["decision", "decisions"],
            addressOf: ({ from, to: last }) => to({ from: `${from}-01-01`, to: `${last}-12-31` }),
          })}`,
    courtTree(asked, facets, courts, to),
    group("Jurisdiction", asked.jurisdiction === "" ? jurisdiction.map(valueOf("jurisdiction")) : [], to),
    group("State", asked.state === "" ? state.map(valueOf("state")) : [], to),
    group(
      "Publication",
      asked.publication === "" ? publishStatus.flatMap((one) => publicationValue(one) ?? []) : [],
      to,
    ),
    html`<h3>How it stands</h3>
      ${standingList(to)}`,
  ].filter((one) => one !== "");
  return html`<aside class="facets" id="narrow" aria-labelledby="narrow-by">
    <h2 id="narrow-by">Narrow these results</h2>
    ${groups} ${note === undefined ? "" : html`<p class="soft">${note}</p>`}
  </aside>`;
}

/** The same choice where the list has been narrowed by how decisions stand, with how many of those looked at stand so. */
export function standingsAside(asked: DeskQuestion, counts: ReadonlyMap<DeskStanding, number>): Markup {
  const to: AddressOf = (change) => deskAddress({ ...asked, page: "", ...change });
  return html`<aside class="facets" id="narrow" aria-labelledby="narrow-by">
    <h2 id="narrow-by">Narrow these results</h2>
    <h3>How it stands</h3>
    ${standingList(to, counts)}
    <p class="soft"><a href="${to({ standing: "" })}">All, with the other filters</a></p>
  </aside>`;
}

function standingList(to: AddressOf, counts?: ReadonlyMap<DeskStanding, number>): Markup {
  return html`<ul>
    ${DESK_STANDINGS.map(
      (standing) =>
        html`<li>
          <a href="${to({ standing })}">${STANDING_NAMES[standing]}</a>
          ${counts === undefined ? "" : html`<span class="count">${counts.get(standing) ?? 0}</span>`}
        </li>`,
    )}
  </ul>`;
}

const STANDING_NAMES: Readonly<Record<DeskStanding, string>> = {
  Negative: "Negative treatment",
  Caution: "Caution",
  Positive: "Followed",
  Neutral: "No negative treatment found",
  unknown: "Not known to be cited",
};

type AddressOf = (change: Partial<DeskQuestion>) => string;

function valueOf(field: "jurisdiction" | "state"): (count: FacetCount) => Value {
  return ({ key, count }) => ({ name: key, count, asked: { [field]: key } });
}

/** Those whose publication is not recorded cannot be asked for alone. */
function publicationValue({ key, count }: FacetCount): Value | undefined {
  if (key !== "published" && key !== "unpublished") return undefined;
  return { name: PUBLICATION[key], count, asked: { publication: key } };
}

/** One value leaves nothing to choose from. */
function group(name: string, values: readonly Value[], to: AddressOf): Markup | string {
  if (values.length < 2) return "";
  const rest = values.slice(SHOWN);
  return html`<h3>${name}</h3>
    ${listOf(values.slice(0, SHOWN), to)}
    ${
      rest.length === 0
        ? ""
        : html`<details>
            <summary>${rest.length} more</summary>
            ${listOf(rest, to)}
          </details>`
    }`;
}

function listOf(values: readonly Value[], to: AddressOf): Markup {
  return html`<ul>
    ${values.map(
      ({ name, count, asked }) =>
        html`<li><a href="${to(asked)}">${name}</a> <span class="count">${count.toLocaleString("en-US")}</span></li>`,
    )}
  </ul>`;
}

/** Courts below the system that they belong to: federal ones by their kind, those of states by state. */
function courtTree(
  asked: DeskQuestion,
  { courtAbbreviation }: Facets,
  courts: readonly Court[],
  to: AddressOf,
): Markup | string {
  if (asked.court !== "" || courtAbbreviation.length < 2) return "";
  const known = new Map(courts.toReversed().map((court) => [court.abbreviation, court]));
  const values = courtAbbreviation.map(({ key, count }) => {
    const court = known.get(key);
    const name = /[,;]/u.test(key) ? (court?.id ?? key) : key;
    return { name: key, count, asked: { court: name }, branch: branchOf(court) };
  });
  const branches = [...Map.groupBy(values, ({ branch }) => branch)].map(([branch, of]) => ({
    branch,
    of,
    count: of.reduce((sum, { count }) => sum + count, 0),
  }));
  return html`<h3>Court</h3>
    ${branches
      .toSorted((one, other) => other.count - one.count)
      .map(
        ({ branch, of, count }, at) =>
          html`<details ${at === 0 ? " open" : ""}>
            <summary>${branch} <span class="count">${count.toLocaleString("en-US")}</span></summary>
            ${listOf(of, to)}
          </details>`,
      )}`;
}

function branchOf(court: Court | undefined): string {
  if (court === undefined) return "Other courts";
  return court.state === "Federal" ? court.jurisdiction : court.state;
}

/** What the results are narrowed to, each with a way to take it back. */
export function narrowedTo(asked: DeskQuestion): Markup | string {
  const { court, jurisdiction, state, publication, standing, from, to } = asked;
  const chips: readonly (readonly [kind: string, text: string, without: Partial<DeskQuestion>])[] = [
    ["Court", court, { court: "" }],
    ["Jurisdiction", jurisdiction, { jurisdiction: "" }],
    ["State", state, { state: "" }],
    ["Publication", publication, { publication: "" }],
    ["How it stands", standing === "" ? "" : STANDING_NAMES[standing], { standing: "" }],
    ["Decided", spanOf(from, to), { from: "", to: "" }],
  ];
  const given = chips.filter(([, text]) => text !== "");
  if (given.length === 0) return "";
  return html`<ul class="chips" aria-label="Narrowed to">
    ${given.map(
      ([kind, text, without]) =>
        html`<li>
          <span>${kind}</span> ${text}
          <a href="${deskAddress({ ...asked, page: "", ...without })}" aria-label="Remove ${kind}: ${text}">×</a>
        </li>`,
    )}
  </ul>`;
}

function spanOf(from: string, to: string): string {
  if (from === "" && to === "") return "";
  if (from.endsWith("-01-01") && to.endsWith("-12-31")) {
    const [first, last] = [from.slice(0, 4), to.slice(0, 4)];
    return first === last ? first : `${first}–${last}`;
  }
  return from === "" ? `to ${to}` : to === "" ? `from ${from}` : `${from} to ${to}`;
}
