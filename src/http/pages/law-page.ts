import { html, raw } from "hono/html";
import type { LawAddressOf } from "#research/address.ts";
import type { LawFound } from "#research/laws/get.ts";
import { layout } from "./layout.ts";
import type { Markup } from "./layout.ts";

/** The page of one version of a law. */
export function lawPage(found: LawFound, addressOf: LawAddressOf): string {
  const { law, text } = found;
  const { version, collection } = law;
  const name = [version.citation ?? version.number ?? version.path, version.title ?? ""].filter((part) => part !== "");
  return layout({
    title: name.join(", "),
    description: `${name.join(", ")}, ${collection.name}`,
    body: html`<a class="skip" href="#text">Skip to the text</a>
      <main class="opinion">
        <h1>${name.join(" ")}</h1>
        ${isPlain(found) ? "" : html`<p class="note">${capitalised(found.currency.told)}.</p>`}
        <dl>${facts(found)}</dl>
        <div id="text" class="text">${raw(text.html)}</div>
        ${children(found, addressOf)} ${notes(found)} ${versions(found, addressOf)}
      </main>`,
  });
}

/** In force by the word of its source for a day near today. */
function isPlain({ law, currency }: LawFound): boolean {
  return law.standing.isCurrent && currency.basis === "source_says_current";
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function facts({ law: { version, collection }, currency }: LawFound): Markup[] {
  const rows: readonly (readonly [string, string | null])[] = [
    ["Collection", collection.name],
    ["State", collection.state],
    ["Effective", version.effectiveDate],
    ["Published", version.publicationDate],
    ["Edition", version.edition],
    ["Checked through", currency.checkedThrough],
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

/** Children are current, so their address needs no version. */
function children({ children: below, childrenTotal }: LawFound, addressOf: LawAddressOf): Markup | "" {
  if (below.length === 0) return "";
  return html`<h2>Contents</h2>
    <ul>
      ${below.map(
        (version) =>
          html`<li>
            <a href="${addressOf({ version, standing: { isCurrent: true } })}"
              >${version.citation ?? version.number ?? version.path}</a
            >
            ${version.title ?? ""}
          </li>`,
      )}
    </ul>
    ${below.length < childrenTotal ? html`<p class="soft">The first ${below.length} of ${childrenTotal}.</p>` : ""}`;
}

function notes({ text: { notesHtml } }: LawFound): Markup | "" {
  if (notesHtml === null) return "";
  return html`<h2>Notes</h2>
    <div class="text">${raw(notesHtml)}</div>`;
}

function versions({ versions: all, law }: LawFound, addressOf: LawAddressOf): Markup | "" {
  if (all.length < 2) return "";
  return html`<h2>Versions</h2>
    <ul>
      ${all.toReversed().map((view) => {
        const { id, effectiveDate, edition } = view.version;
        const day = effectiveDate ?? edition ?? "no date stated";
        const state = view.standing.isCurrent ? "in force" : view.standing.isHistorical ? "historical" : "future";
        return html`<li>
          ${id === law.version.id ? html`<strong>${day}</strong>` : html`<a href="${addressOf(view)}">${day}</a>`}
          (${state})
        </li>`;
      })}
    </ul>`;
}
