import { html, raw } from "hono/html";
import type { Addresses } from "#research/address.ts";
import type { Decision, Lines } from "#research/decision.ts";
import type { ReliedOn } from "#research/relied-on.ts";
import { escapeHtml } from "#text/escape-html.ts";
import { citationLinks, withPageNames } from "./citation-links.ts";
import type { Markup } from "./layout.ts";
import { headingOf } from "./opinion-names.ts";

type OpinionRecord = Decision["first"];

/** A place of the page with a name, to be jumped to. */
export type Jump = { readonly id: string; readonly name: string; readonly below?: readonly Jump[] };

export type OpinionTexts = { readonly jumps: readonly Jump[]; readonly articles: readonly Markup[] };

export type TextParts = {
  readonly decision: Decision;
  readonly relied: ReliedOn;
  /** Those of its lines that a link names. */
  readonly lines: Lines | undefined;
  readonly addresses: Addresses;
};

/** The opinions of a decision with their citations as links, and who speaks in each. */
export function opinionTexts({ decision, relied, lines, addresses }: TextParts): OpinionTexts {
  const { opinions, htmlOf, turnsOf } = decision;
  const pages = new Set<string>();
  const parts = opinions.map((opinion, number) => {
    const turns = turnsOf(opinion).map(({ start, label }, at) => {
      const name = label === null ? "Opinion of the Court" : label.slice(0, 1).toUpperCase() + label.slice(1);
      const id = `voice-${number + 1}-${at + 1}`;
      return { start, id, name, heading: `<h3 class="voice" id="${id}">${escapeHtml(name)}</h3>` };
    });
    const marks = citationLinks(relied.places.get(opinion.id) ?? [], addresses);
    const notes = `notes-${number + 1}`;
    const written = withPageNames(htmlOf(opinion, { marks, headings: turns, lines }), pages);
    const text = belowHeadings(written).replace(
      '<section class="footnotes">',
      `<section class="footnotes" id="${notes}">`,
    );
    const name = opinions.length > 1 ? headingOf(opinion) : "Opinion";
    const isNoted = !text.includes(`id="${notes}"`) || turns.at(-1)?.name === "Notes";
    const below = [...turns, ...(isNoted ? [] : [{ id: notes, name: "Notes" }])];
    return { jump: { id: `opinion-${opinion.id}`, name, below }, article: article(opinion, name, text) };
  });
  return { jumps: parts.map(({ jump }) => jump), articles: parts.map(({ article: one }) => one) };
}

/** The page has its own heading, and one for each opinion: what a source sets as such stands below them. */
export function belowHeadings(html: string): string {
  return html.replace(/<(?<slash>\/?)h[12](?=[\s>])/gu, "<$<slash>h3");
}

/** One opinion. Its HTML was sanitised when it was stored; the policy of the page forbids script besides. */
function article(opinion: OpinionRecord, name: string, text: string): Markup {
  const tags = [opinion.perCuriam ? "per curiam" : "", opinion.enBanc ? "en banc" : ""].filter((tag) => tag !== "");
  return html`<article id="opinion-${opinion.id}" aria-labelledby="heading-${opinion.id}">
    <h2 id="heading-${opinion.id}">${name} ${tags.map((tag) => html`<span class="tag">${tag}</span> `)}</h2>
    ${opinion.precedentialNote === null ? "" : html`<p class="note">${opinion.precedentialNote}</p>`}
    <div class="text">${raw(text)}</div>
  </article>`;
}
