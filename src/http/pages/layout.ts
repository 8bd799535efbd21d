import { html } from "hono/html";
import { asSentence } from "#base/as-sentence.ts";
import { skeleton } from "#web/skeleton.ts";

export type Markup = ReturnType<typeof html>;

export type PageParts = {
  readonly title: string;
  readonly description: string;
  readonly body: Markup;
  /** The way to the root of the pages, with a slash at its end. */
  readonly root: string;
  /** Kept out of search engines. */
  readonly isHidden?: boolean;
  readonly canonical?: string | undefined;
};

/** A whole page of research. */
export function layout(page: PageParts): string {
  return skeleton({ ...page, script: "research.js" });
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
export function notesList(
  notes: readonly string[],
  told: (note: string) => Markup | string = (note) => note,
): Markup | string {
  if (notes.length === 0) return "";
  return html`<ul class="notes" aria-label="Notes on these results">
    ${notes.map((note) => html`<li>${told(asSentence(note))}</li>`)}
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
    <form class="box" action="${home}" method="get" role="search" aria-label="Case law">
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
      <a href="${home}courts">Courts</a> <a href="${home}codes">Codes</a> <a href="${home}survey">Survey</a>
      <a href="${home}check">Check a brief</a> <a href="${home}help">Help</a> <a href="${home}docs">API</a>
      ${isSignedIn ? html`<a href="${home}account">Account</a>` : html`<a href="${home}account/sign-in">Sign in</a>`}
    </nav>
  </header>`;
}
