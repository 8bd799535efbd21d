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

/** A text that holds the others again is as long as most of them. */
const REPEATED_PART_MIN = 0.85;

/**
 * The opinions of a decision of which a source gives the whole as one text besides each by itself: those to be read, and
 * those that only say it again. Of the two tellings the one with more speakers is read.
 */
export function tellingsOf({ opinions, turnsOf }: Pick<Decision, "opinions" | "turnsOf">): {
  readonly read: readonly OpinionRecord[];
  readonly again: readonly OpinionRecord[];
} {
  const whole = opinions.filter(({ type }) => type === "combined");
  const parts = opinions.filter(({ type }) => type !== "combined");
  const [lengthOfWhole, lengthOfParts] = [whole, parts].map((of) => of.reduce((sum, one) => sum + one.textChars, 0));
  const isTold =
    whole.length === 1 &&
    parts.length > 0 &&
    Math.min(lengthOfWhole ?? 0, lengthOfParts ?? 0) >=
      REPEATED_PART_MIN * Math.max(lengthOfWhole ?? 0, lengthOfParts ?? 0);
  if (!isTold) return { read: opinions, again: [] };
  const [one] = whole;
  const speakers = one === undefined ? 0 : turnsOf(one).filter(({ label }) => label !== "notes").length;
  return speakers > parts.length ? { read: whole, again: parts } : { read: parts, again: whole };
}

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
  const { htmlOf, turnsOf } = decision;
  const pages = new Set<string>();
  const { read, again } = tellingsOf(decision);
  const parts = [...read, ...again].map((opinion, number) => {
    const turns = turnsOf(opinion).map(({ start, label }, at) => {
      const name = label === null ? "Opinion of the Court" : label.slice(0, 1).toUpperCase() + label.slice(1);
      const id = `voice-${number + 1}-${at + 1}`;
      return { start, id, name, heading: `<h3 class="voice" id="${id}">${escapeHtml(name)}</h3>` };
    });
    const marks = citationLinks(relied.places.get(opinion.id) ?? [], addresses);
    const notes = `notes-${number + 1}`;
    const given = htmlOf(opinion, { marks, headings: turns, lines });
    const written = withPageNames(given, pages);
    const text = belowHeadings(written).replace(
      '<section class="footnotes">',
      `<section class="footnotes" id="${notes}">`,
    );
    const isAgain = again.includes(opinion);
    const name = decision.opinions.length > 1 ? headingOf(opinion) : "Opinion";
    const isNoted = !text.includes(`id="${notes}"`) || turns.at(-1)?.name === "Notes";
    const below = [...turns, ...(isNoted ? [] : [{ id: notes, name: "Notes" }])];
    const shown = { name, text, isPaged: isPagedOnce(given) };
    return { jump: { id: `opinion-${opinion.id}`, name, below }, article: article(opinion, shown), isAgain };
  });
  const [first, second] = [parts.filter(({ isAgain }) => !isAgain), parts.filter(({ isAgain }) => isAgain)];
  return {
    jumps: first.map(({ jump }) => jump),
    articles: [
      ...first.map(({ article: one }) => one),
      ...(second.length === 0
        ? []
        : [
            html`<details class="again">
              <summary>
                ${again.some(({ type }) => type === "combined") ? "The same opinions as one text" : "The same opinions, one by one"}
              </summary>
              ${second.map(({ article: one }) => one)}
            </details>`,
          ]),
    ],
  };
}

/** The page has its own heading, and one for each opinion: what a source sets as such stands below them. */
export function belowHeadings(html: string): string {
  return html.replace(/<(?<slash>\/?)h[12](?=[\s>])/gu, "<$<slash>h3");
}

/** Marks of the pages of several books cannot be told apart on the page, so none of them is cited from. */
function isPagedOnce(text: string): boolean {
  return new Set([...text.matchAll(/<svc-ps [^<>]*reporter="(\d+)"/gu)].map(([, reporter]) => reporter)).size < 2;
}

/** One opinion. Its HTML was sanitised when it was stored; the policy of the page forbids script besides. */
function article(
  opinion: OpinionRecord,
  { name, text, isPaged }: { readonly name: string; readonly text: string; readonly isPaged: boolean },
): Markup {
  const { paginationCitation: paged } = opinion;
  const tags = [opinion.perCuriam ? "per curiam" : "", opinion.enBanc ? "en banc" : ""].filter((tag) => tag !== "");
  return html`<article
    id="opinion-${opinion.id}"
    aria-labelledby="heading-${opinion.id}"
    ${isPaged && paged !== null ? html` data-paged="${paged}"` : ""}
  >
    <h2 id="heading-${opinion.id}">${name} ${tags.map((tag) => html`<span class="tag">${tag}</span> `)}</h2>
    ${opinion.precedentialNote === null ? "" : html`<p class="note">${opinion.precedentialNote}</p>`}
    <div class="text">${raw(text)}</div>
  </article>`;
}
