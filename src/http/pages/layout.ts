import { hash } from "node:crypto";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { asSentence } from "#base/as-sentence.ts";
import { STYLE } from "./style.ts";

export type Markup = ReturnType<typeof html>;

/** The style sheet's source expression for the content security policy. */
export const STYLE_HASH = `sha256-${hash("sha256", STYLE, "base64")}`;

/** In one piece: a space more inside the element would make it another style sheet to the policy. */
const STYLE_ELEMENT = raw(`<style>${STYLE}</style>`);

export type PageParts = {
  readonly title: string;
  readonly description: string;
  readonly body: Markup;
  /** Kept out of search engines. */
  readonly isHidden?: boolean;
};

/** A whole page: one inline style sheet, nothing loaded, no script. */
export function layout(page: PageParts): string {
  const whole = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content="${page.description}" />
        ${page.isHidden === true ? html`<meta name="robots" content="noindex" />` : ""}
        <title>${page.title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        ${page.body}
      </body>
    </html>`;
  // Nothing in our pages is awaited, so the template is text already.
  return (whole as HtmlEscapedString).toString();
}

/** The ways to the pages beside one of a list; nothing where there is but one. */
export function paging(
  { page, hasNext, hasPrev }: { readonly page: number; readonly hasNext: boolean; readonly hasPrev: boolean },
  label: string,
  addressOf: (page: number) => string,
): Markup | string {
  if (!hasNext && !hasPrev) return "";
  return html`<nav class="paging" aria-label="${label}">
    ${hasPrev ? html`<a rel="prev" href="${addressOf(page - 1)}">← Previous</a>` : ""}
    <span>Page ${page.toLocaleString("en-US")}</span>
    ${hasNext ? html`<a rel="next" href="${addressOf(page + 1)}">Next →</a>` : ""}
  </nav>`;
}

/** What is said of a list of results. */
export function notesList(notes: readonly string[]): Markup | string {
  if (notes.length === 0) return "";
  return html`<ul class="notes" aria-label="Notes on these results">
    ${notes.map((note) => html`<li>${asSentence(note)}</li>`)}
  </ul>`;
}

export type ResultsShown = {
  readonly first: number;
  readonly shown: number;
  readonly total: number;
  /** What is said of none. */
  readonly none: string;
};

/** `Results 11–20 of 1,204`. */
export function resultsHeading({ first, shown, total, none }: ResultsShown): string {
  if (shown === 0) return none;
  const [from, to, all] = [first, first + shown - 1, total].map((number) => number.toLocaleString("en-US"));
  return `Results ${from}–${to} of ${all}`;
}

/** A way home and a box to ask in, on the pages that are read. */
export function searchHead(home: string): Markup {
  return html`<header class="top">
    <a class="brand" href="${home}">Onpoint</a>
    <form class="box" action="${home}" method="get" role="search">
      <input name="q" type="search" aria-label="Search case law" placeholder="Search case law" required />
      <button type="submit">Search</button>
    </form>
  </header>`;
}

/** The line above a page of research: the way home, and to the account of who is signed in or may sign in. */
export function pageHead({ home, isSignedIn }: { readonly home: string; readonly isSignedIn: boolean }): Markup {
  return html`<header class="top">
    <a class="brand" href="${home}">Onpoint</a>
    <nav aria-label="Service">
      <a href="${home}check">Check a brief</a> <a href="${home}docs">API</a>
      ${isSignedIn ? html`<a href="${home}account">Account</a>` : html`<a href="${home}account/sign-in">Sign in</a>`}
    </nav>
  </header>`;
}
