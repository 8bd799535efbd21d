import { html } from "hono/html";
import { pageAnchor } from "#research/address.ts";
import type { ReadFiling } from "#research/cases/filings/model.ts";
import { dayText } from "./dates.ts";
import { layout } from "./layout.ts";
import type { Markup } from "./layout.ts";

const TITLE_CHARS_MAX = 120;

/** The page of one filing: what it is, and its words, page by page where it has pages. What parties wrote stands as text, never as markup. */
export function filingPage(filing: ReadFiling, docketUrl: string | null): string {
  const title = shortened(filing.title ?? filing.description ?? filing.documentType.replaceAll("_", " "));
  return layout({
    root: "../../",
    title: `${title}, ${filing.caseName}`,
    description: `${title}, filed in ${filing.caseName}, ${filing.courtName}`,
    body: html`<a class="skip" href="#text">Skip to the text</a>
      <main class="opinion">
        <h1>${title}</h1>
        <dl>${facts(filing)}</dl>
        ${docketUrl === null ? "" : html`<p><a href="${docketUrl}">The docket of the case</a></p>`}
        ${filing.recognised !== null ? html`<p class="note">Read from scanned pages; it may hold mistakes.</p>` : ""}
        <div id="text" class="text">${words(filing)}</div>
      </main>`,
  });
}

/** A clerk's whole line is no title; it stands below as what the paper is docketed as. */
function shortened(title: string): string {
  if (title.length <= TITLE_CHARS_MAX) return title;
  return `${title.slice(0, title.lastIndexOf(" ", TITLE_CHARS_MAX))} …`;
}

function facts(filing: ReadFiling): Markup[] {
  const { attachmentNumber, entryNumber } = filing;
  const entry = entryNumber === null || attachmentNumber === null ? "" : `, attachment ${attachmentNumber}`;
  const rows: readonly (readonly [string, string | null])[] = [
    ["Case", filing.caseName],
    ["Court", filing.courtName],
    ["Docket", filing.docketNumber],
    ["Entry", entryNumber === null ? null : `${entryNumber}${entry}`],
    ["Filed", filing.dateFiled === null ? null : dayText(filing.dateFiled)],
    ["Kind", filing.documentType.replaceAll("_", " ")],
    ["Docketed as", filing.description],
    ["Published at", filing.sourceUrl],
    ["Source", filing.isInvented ? "sample: an invented filing in an invented case" : null],
  ];
  return rows
    .filter(([, value]) => value !== null && value !== "")
    .map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    );
}

function words({ missing, part: { text, pages } }: ReadFiling): Markup | Markup[] {
  if (missing !== null) return html`<p class="note">No text of this filing is on file: ${missing}.</p>`;
  if (pages.length === 0) return paragraphsOf(text);
  return pages.map(
    ({ at, label }, index) =>
      html`<section id="${pageAnchor(label)}" aria-label="page ${label}">
        ${pages.length > 1 ? html`<p class="soft">Page ${label}</p>` : ""}
        ${paragraphsOf(text.slice(at, pages[index + 1]?.at ?? text.length))}
      </section>`,
  );
}

function paragraphsOf(text: string): Markup[] {
  const paragraphs = text.split(/\n{2,}/u).map((paragraph) => paragraph.trim());
  return paragraphs.filter((paragraph) => paragraph !== "").map((paragraph) => html`<p>${paragraph}</p>`);
}
