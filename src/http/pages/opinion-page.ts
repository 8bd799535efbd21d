import { html, raw } from "hono/html";
import type { Addresses } from "#research/address.ts";
import type { Decision, Lines } from "#research/decision.ts";
import type { ReliedOn } from "#research/relied-on.ts";
import { citationLinks, withPageNames } from "./citation-links.ts";
import { dateText } from "./dates.ts";
import { citersSection, standingSection } from "./standing-section.ts";
import type { LaterTreatment } from "./standing-section.ts";
import { layout } from "./layout.ts";
import type { Markup } from "./layout.ts";
import { headingOf } from "./opinion-names.ts";

type OpinionRecord = Decision["first"];

export type OpinionPageParts = {
  readonly decision: Decision;
  readonly later: LaterTreatment;
  /** What it cites, if that is known. */
  readonly relied: ReliedOn;
  /** Those of its lines that a link names. */
  readonly lines: Lines | undefined;
  readonly addresses: Addresses;
  readonly isSearched: boolean;
};

/** The page of one decision. */
export function opinionPage({ decision, later, relied, lines, addresses, isSearched }: OpinionPageParts): string {
  const { first, opinions, courtName, htmlOf } = decision;
  const pages = new Set<string>();
  const textOf = (opinion: OpinionRecord): string => {
    const marks = citationLinks(relied.places.get(opinion.id) ?? [], addresses);
    return withPageNames(htmlOf(opinion, { marks, lines }), pages);
  };
  const cited = first.citations.map((citation) => citation.citedAs).join(", ");
  return layout({
    title: [first.caseName, cited].filter((part) => part !== "").join(", "),
    description: `${first.caseName}, ${courtName}${first.dateFiled === null ? "" : `, ${first.dateFiled}`}`,
    body: html`<a class="skip" href="#text">Skip to the text</a>
      ${isSearched ? searchHead() : ""}
      <main class="opinion">
        <h1>${first.caseName}</h1>
        <dl>${facts(first, courtName, cited)}</dl>
        ${standingSection(later, addresses)} ${opinions.length > 1 ? jumpList(opinions) : ""}
        <div id="text">${opinions.map((opinion) => part(opinion, textOf(opinion), opinions.length > 1))}</div>
        ${citersSection(later, addresses)}
      </main>`,
  });
}

function facts(first: OpinionRecord, courtName: string, cited: string): Markup[] {
  const isSample = first.source === "sample";
  const rows: readonly (readonly [string, string | null])[] = [
    ["Court", courtName],
    ["Filed", dateText(first)],
    ["Docket", first.docketNumber],
    ["Cited as", cited],
    ["Judges", first.judges.join(", ")],
    ["Publication", first.publishStatus === "unknown" ? null : first.publishStatus.replaceAll("_", " ")],
    ["Source", isSample ? "sample: an invented decision, not law" : null],
  ];
  return rows
    .filter(([, value]) => value !== null && value !== "")
    .map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    );
}

/** One opinion. Its HTML was sanitised when it was stored; the policy of the page forbids script besides. */
function part(opinion: OpinionRecord, text: string, hasSiblings: boolean): Markup {
  const heading = headingOf(opinion);
  const tags = [opinion.perCuriam ? "per curiam" : "", opinion.enBanc ? "en banc" : ""].filter((tag) => tag !== "");
  return html`<article id="opinion-${opinion.id}" aria-labelledby="heading-${opinion.id}">
    <h2 id="heading-${opinion.id}">
      ${hasSiblings ? heading : "Opinion"} ${tags.map((tag) => html`<span class="tag">${tag}</span> `)}
    </h2>
    ${opinion.precedentialNote === null ? "" : html`<p class="note">${opinion.precedentialNote}</p>`}
    <div class="text">${raw(text)}</div>
  </article>`;
}

/** A way home and a box to ask in, on the page of a decision. */
function searchHead(): Markup {
  return html`<header class="top">
    <a class="brand" href="../../">Onpoint</a>
    <form class="box" action="../../" method="get" role="search">
      <input name="q" type="search" aria-label="Search case law" placeholder="Search case law" required />
      <button type="submit">Search</button>
    </form>
  </header>`;
}

/** The opinions of a decision, so that a dissent is not a walk of a hundred pages away. */
function jumpList(opinions: readonly OpinionRecord[]): Markup {
  return html`<nav class="jump" aria-label="Opinions">
    <ul>
      ${opinions.map((opinion) => html`<li><a href="#opinion-${opinion.id}">${headingOf(opinion)}</a></li>`)}
    </ul>
  </nav>`;
}
