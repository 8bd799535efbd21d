import { html } from "hono/html";
import { CONTENT_POLICY, skeleton } from "./skeleton.ts";
import type { Markup } from "./skeleton.ts";

export type { Markup };

/**
 * What browsers are told of every page of accounts: the policy of all pages, and to keep no copy. The
 * address of a page goes to no other site, but to this one: without a referrer a browser sends no origin with a form
 * either, and that is looked at.
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy": CONTENT_POLICY,
  "Content-Type": "text/html; charset=utf-8",
  "Referrer-Policy": "same-origin",
  "Cache-Control": "no-store",
};

export type DocumentParts = {
  readonly title: string;
  readonly body: Markup;
  /** Above and beside the page, for who is signed in. */
  readonly head?: Markup;
  readonly navigation?: Markup;
  /** An address of ours that the browser goes on to by itself. */
  readonly onwardTo?: string | undefined;
};

/** A whole page of accounts; without a navigation it is a narrow one. */
export function document({ title, body, head = brand("/account"), navigation, onwardTo }: DocumentParts): string {
  return skeleton({
    title: `${title} – Onpoint`,
    root: "/account/",
    script: "account.js",
    isHidden: true,
    bodyClass: navigation === undefined ? "account narrow" : "account",
    onwardTo,
    body: html`<a class="skip" href="#main">Skip to the page</a>
      <header>${head}</header>
      <div class="middle">
        ${navigation ?? ""}
        <main id="main">${body}</main>
      </div>`,
  });
}

export function brand(home: string): Markup {
  return html`<a class="brand" href="${home}">Onpoint</a>`;
}

/**
 * Leads on to another page of ours without being a redirect: to Chromium the policy of a page with a form holds for
 * every redirect behind that form, and what is behind these leads to the application and wherever it goes on to.
 */
export function onwardDocument(address: string): string {
  return document({
    title: "Continue",
    body: html`<h1>Continue</h1>
      <p><a href="${address}">Continue</a> if your browser does not.</p>`,
    onwardTo: address,
  });
}
