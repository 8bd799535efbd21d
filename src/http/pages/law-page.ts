import { html, raw } from "hono/html";
import type { Addresses } from "#research/address.ts";
import type { LawAround } from "#research/laws/around.ts";
import type { LawCiters } from "#research/laws/citing.ts";
import type { LawFound } from "#research/laws/get.ts";
import type { SectionNamed } from "#research/laws/sections-named.ts";
import { escapeHtml } from "#text/escape-html.ts";
import { dayText } from "./dates.ts";
import { layout, searchHead } from "./layout.ts";
import type { Markup } from "./layout.ts";
import { versionsLine, versionsSection } from "./law-versions.ts";
import { heldInvalidSection, lawCitersSection } from "./law-citers.ts";

type Version = LawFound["law"]["version"];

export type LawPage = {
  readonly found: LawFound;
  readonly around: LawAround;
  readonly citers: LawCiters;
  readonly addresses: Addresses;
  readonly isSearched: boolean;
  readonly named: readonly SectionNamed[];
  readonly canonical: string | undefined;
};

/** The page of one version of a law. */
export function lawPage({ found, around, citers, named, addresses, isSearched, canonical }: LawPage): string {
  const { law, text } = found;
  const { version, collection } = law;
  const name = [version.citation ?? version.number ?? version.path, version.title ?? ""].filter((part) => part !== "");
  return layout({
    root: "../../",
    isHidden: canonical === undefined,
    canonical,
    title: name.join(", "),
    description: `${name.join(", ")}, ${collection.name}`,
    body: html`<a class="skip" href="#text">Skip to the text</a>
      ${isSearched ? searchHead("../../") : ""}
      <main class="opinion law" data-cite="${nameOf(version)}">
        ${place(around, found, addresses)}
        <h1>${name.join(" ")}</h1>
        <p class="along"><span data-copy="Copy citation"></span></p>
        ${versionsLine(found, addresses)}
        <p class="note">${editionText(version)}${capitalised(found.currency.told)}.</p>
        <dl>${facts(found)}</dl>
        ${heldInvalidSection(found, addresses)}
        <div id="text" class="text">${raw(withPlaces(withSections(text.html, named, addresses)))}</div>
        ${children(found, addresses)} ${neighbors(around, addresses)} ${notes(found)}
        ${versionsSection(found, addresses)} ${lawCitersSection(citers, addresses)}
      </main>`,
  });
}

/** `Text of the edition of July 26, 2013.` Whether it is law today is said behind it. */
function editionText({ edition }: Version): string {
  return edition === null ? "" : `Text of the edition of ${dayText(edition)}. `;
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** What is law today has an address without a version. */
function currentAddress(version: Version, addresses: Addresses): string {
  return addresses.law({ version, standing: { isCurrent: true } });
}

function nameOf({ citation, number, path }: Version): string {
  return citation ?? number ?? path;
}

/** Where one is: the code, and what stands above in it. */
function place({ above }: LawAround, { law: { collection } }: LawFound, addresses: Addresses): Markup {
  return html`<nav class="place" aria-label="Where this stands">
    <ol>
      <li>${collection.name}</li>
      ${above.map(
        (version) =>
          html`<li><a href="${currentAddress(version, addresses)}">${nameOf(version)}</a> ${version.title ?? ""}</li>`,
      )}
    </ol>
  </nav>`;
}

function neighbors({ before, behind }: LawAround, addresses: Addresses): Markup | "" {
  if (before === undefined && behind === undefined) return "";
  const link = (version: Version | undefined, rel: "prev" | "next"): Markup | "" =>
    version === undefined
      ? ""
      : html`<a rel="${rel}" href="${currentAddress(version, addresses)}"
          >${rel === "prev" ? "← " : ""}${nameOf(version)}${version.title === null ? "" : `, ${version.title}`}${rel === "next" ? " →" : ""}</a
        >`;
  return html`<nav class="paging" aria-label="Previous and next">${link(before, "prev")} ${link(behind, "next")}</nav>`;
}

function facts({ law: { version, collection }, currency }: LawFound): Markup[] {
  const rows: readonly (readonly [string, string | null])[] = [
    ["State", collection.state],
    ["Effective", dayOrNone(version.effectiveDate)],
    ["Published", dayOrNone(version.publicationDate)],
    ["Checked through", dayOrNone(currency.checkedThrough)],
    ["Register", version.registerCitation === version.citation ? null : version.registerCitation],
    ["Source", collection.source === "sample" ? "sample: an invented law" : collection.publisher],
  ];
  return rows
    .filter(([, value]) => value !== null && value !== "")
    .map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    );
}

function dayOrNone(date: string | null): string | null {
  return date === null ? null : dayText(date);
}

/** Children are current, so their address needs no version. */
function children({ children: below, childrenTotal }: LawFound, addresses: Addresses): Markup | "" {
  if (below.length === 0) return "";
  return html`<h2>Contents</h2>
    <ul>
      ${below.map(
        (version) =>
          html`<li>
            <a href="${currentAddress(version, addresses)}">${nameOf(version)}</a>
            ${version.title ?? ""}
          </li>`,
      )}
    </ul>
    ${below.length < childrenTotal ? html`<p class="soft">The first ${below.length} of ${childrenTotal}.</p>` : ""}`;
}

function notes({ text: { notesHtml } }: LawFound): Markup | "" {
  if (notesHtml === null) return "";
  return html`<h2>Notes</h2>
    <div class="text">${raw(withoutNames(notesHtml))}</div>`;
}

/** Names of places are those of the text: notes that print an amendment bear the same ones. */
function withoutNames(notes: string): string {
  return notes.replace(/<[^<>]*>/gu, (tag) => tag.replace(/ id="[^"]*"/u, ""));
}

const PROVISION =
  /<div class="provision" id="p-(?<place>[^"<>]{1,200})"><p><span class="enum">(?<enumerator>[^<>]{1,40})<\/span>/gu;
const NAMED_ALONE = /<div class="provision" id="p-(?<place>[^"<>]{1,200})">/gu;

/** Each provision under the name by which people link to it (`#a-1-A`), its enumerator being that link. */
function withPlaces(text: string): string {
  return text
    .replace(
      PROVISION,
      (_all, place: string, enumerator: string) =>
        `<div class="provision" id="${place}"><p><a class="enum" href="#${place}">${enumerator}</a>`,
    )
    .replace(NAMED_ALONE, (_all, place: string) => `<div class="provision" id="${place}">`);
}

/** The provisions of the same code that the text names, as links. */
function withSections(text: string, named: readonly SectionNamed[], addresses: Addresses): string {
  let done = 0;
  const parts = named.map(({ start, end, law }) => {
    const { version } = law;
    const title = escapeHtml([nameOf(version), version.title ?? ""].filter((part) => part !== "").join(", "));
    const link = `<a class="cite" href="${escapeHtml(addresses.law(law))}" title="${title}">${text.slice(start, end)}</a>`;
    const before = text.slice(done, start);
    done = end;
    return before + link;
  });
  return parts.join("") + text.slice(done);
}
