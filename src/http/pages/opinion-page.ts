import { html, raw } from "hono/html";
import type { Addresses } from "#research/address.ts";
import type { Decision } from "#research/decision.ts";
import type { Related } from "#research/related.ts";
import { authoritiesSection } from "./authorities-section.ts";
import { bluebook } from "../exports/result-files.ts";
import { courtAndYear, dateText, dayText } from "./dates.ts";
import { citersSection } from "./citers-section.ts";
import { courseSection, standingSection } from "./standing-section.ts";
import type { LaterTreatment } from "./standing-section.ts";
import { layout, searchHead } from "./layout.ts";
import type { Markup } from "./layout.ts";
import { belowHeadings, opinionTexts } from "./opinion-text.ts";
import type { Jump, TextParts } from "./opinion-text.ts";

type OpinionRecord = Decision["first"];

export type OpinionPageParts = TextParts & {
  readonly later: LaterTreatment;
  readonly related: Related;
  readonly isSearched: boolean;
  /** Where it is read, and on which day, for copies on paper. */
  readonly printed: { readonly address: string; readonly day: string };
};

/** The page of one decision. */
export function opinionPage({ later, related, isSearched, printed, ...parts }: OpinionPageParts): string {
  const { decision, relied, addresses } = parts;
  const { first, courtName } = decision;
  const reporters = first.citations.map((citation) => citation.citedAs).join(", ");
  const cited = {
    caseName: first.caseName,
    citedAs: first.citations[0]?.citedAs ?? null,
    courtAbbreviation: decision.courtAbbreviation,
    dateFiled: first.dateFiled,
  };
  const { jumps, articles } = opinionTexts(parts);
  const citers = citersSection(later, addresses);
  const authorities = authoritiesSection(relied, addresses);
  return layout({
    root: "../../",
    title: [first.caseName, cited.citedAs ?? ""].filter((part) => part !== "").join(", "),
    canonical: printed.address,

    description: `${first.caseName}, ${courtName}${first.dateFiled === null ? "" : `, ${first.dateFiled}`}`,
    body: html`<a class="skip" href="#text">Skip to the text</a>
      ${isSearched ? searchHead("../../") : ""}
      <main
        class="opinion"
        data-cite="${bluebook(cited)}"
        data-name="${first.caseName}"
        data-cited="${cited.citedAs ?? ""}"
        data-behind="${courtAndYear(cited.courtAbbreviation, first.dateFiled)}"
        data-short="${decision.shortName}"
        data-search="../../"
      >
        <h1>${first.caseName}</h1>
        <p class="along"><span data-copy="Copy citation"></span> <a href="?file=docx">Word file</a></p>
        <dl>${facts(first, courtName, reporters)} ${docketFacts(related, addresses)}</dl>
        ${standingSection(later, addresses)} ${courseSection(later, addresses)} ${sameCase(related, addresses)}
        ${jumpList([
          ...(first.headmatterHtml === null ? [] : [{ id: "syllabus", name: "Syllabus" }]),
          ...jumps,
          ...(authorities === "" ? [] : [{ id: "authorities", name: "Authorities cited" }]),
          ...(citers === "" ? [] : [{ id: "cited-by", name: "Cited by" }]),
        ])}
        ${first.headmatterHtml === null ? "" : syllabus(first.headmatterHtml)}
        <div id="text">${articles}</div>
        ${authorities} ${citers}
        <p class="printed">Retrieved ${dayText(printed.day)} from ${printed.address}. This is not an official copy.</p>
        <a class="contents-link" href="#contents">Contents</a>
      </main>`,
  });
}

/** What the source prints above the opinions: a syllabus, headnotes, counsel. */
function syllabus(headmatter: string): Markup {
  return html`<section aria-labelledby="syllabus">
    <h2 id="syllabus">Syllabus and other matter printed before the opinion</h2>
    <p class="soft">No part of the opinion.</p>
    <div class="text">${raw(belowHeadings(headmatter))}</div>
  </section>`;
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

function docketFacts({ dockets }: Related, addresses: Addresses): Markup | "" {
  if (dockets.length === 0) return "";
  return html`<dt>On file</dt>
    <dd>
      ${dockets.map((view) => html`<a href="${addresses.docket(view)}">Docket ${view.docket.docketNumber ?? "of the case"}</a> `)}
    </dd>`;
}

function sameCase({ decisions }: Related, addresses: Addresses): Markup | "" {
  if (decisions.length === 0) return "";
  return html`<section class="treatment" aria-labelledby="same-case">
    <h2 id="same-case">Other decisions in this case</h2>
    <ul>
      ${decisions.map(
        (one) =>
          html`<li>
            <a href="${addresses.decision(one)}"><cite>${one.caseName}</cite></a
            >${one.citedAs === null ? "" : `, ${one.citedAs}`} ${courtAndYear(one.courtAbbreviation, one.dateFiled)}
          </li>`,
      )}
    </ul>
  </section>`;
}

/** The parts of the page, so that a dissent is not a walk of a hundred pages away. */
function jumpList(jumps: readonly Jump[]): Markup {
  return html`<nav class="jump" id="contents" aria-label="Contents">
    <ul>
      ${jumps.map(
        ({ id, name, below = [] }) =>
          html`<li>
            <a href="#${id}">${name}</a> ${
              below.length === 0
                ? ""
                : html`<ul>
                    ${below.map((one) => jumpItem(one))}
                  </ul>`
            }
          </li>`,
      )}
    </ul>
  </nav>`;
}

function jumpItem({ id, name }: Jump): Markup {
  return html`<li><a href="#${id}">${name}</a></li>`;
}
