import { html, raw } from "hono/html";
import type { Addresses } from "#research/address.ts";
import type { FilingHit } from "#research/cases/filings/model.ts";
import type { DocketView } from "#research/dockets/model.ts";
import type { DocketsAnswer } from "../desk-answers.ts";
import type { DeskQuestion } from "../desk-request.ts";
import { dayText } from "./dates.ts";
import { notesList } from "./layout.ts";
import type { Markup } from "./layout.ts";

/** Dockets with the number that was asked for, and filings with the words. */
export function docketResults(
  { unknown }: DeskQuestion,
  { dockets, filings, notes }: DocketsAnswer,
  addresses: Addresses,
): Markup {
  const isNothing = dockets.length + filings.length === 0;
  return html`${notesList([...unknown, ...notes])}
    <section aria-labelledby="found">
      <h2 id="found">
        ${isNothing ? "No docket or filing found" : `${count(dockets.length, "docket")}, ${count(filings.length, "filing")}`}
      </h2>
      ${isNothing ? html`<p>Dockets are found by their number; filings in the trial courts of a state by their words, once a state is given. Only those on file here are searched.</p>` : ""}
      <ol class="hits">
        ${dockets.map((view) => docketItem(view, addresses))} ${filings.map((filing) => filingItem(filing, addresses))}
      </ol>
    </section>`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

function docketItem(view: DocketView, addresses: Addresses): Markup {
  const { docket, caseName, courtName, isInvented } = view;
  const { entries } = docket.coverage;
  const facts = [
    courtName,
    docket.docketNumber === null ? "" : `No. ${docket.docketNumber}`,
    docket.dateFiled === null ? "" : `Filed ${dayText(docket.dateFiled)}`,
    `${count(entries, "entry").replace("entrys", "entries")} on file`,
    isInvented ? "Invented sample" : "",
  ];
  return item(addresses.docket(view), caseName, facts);
}

function filingItem(filing: FilingHit, addresses: Addresses): Markup {
  const { caseName, courtName, docketNumber, title, description, documentType, dateFiled, snippet } = filing;
  const facts = [
    caseName,
    courtName,
    docketNumber === null ? "" : `No. ${docketNumber}`,
    dateFiled === null ? "" : `Filed ${dayText(dateFiled)}`,
  ];
  return item(addresses.filing(filing), title ?? description ?? documentType.replaceAll("_", " "), facts, snippet);
}

/** A snippet comes escaped, with nothing but `<mark>` in it. */
function item(address: string, name: string, facts: readonly string[], snippet = ""): Markup {
  return html`<li class="hit">
    <h3><a href="${address}">${name}</a></h3>
    ${snippet === "" ? "" : html`<p class="snippet">${raw(snippet)}</p>`}
    <p class="facts">${facts.filter((fact) => fact !== "").join(" · ")}</p>
  </li>`;
}
