import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { assetAddress } from "./assets.ts";

/** A part of a page; what was put into it has been escaped. */
export type Markup = ReturnType<typeof html> | string;

/**
 * What browsers are told of every page: its own style sheet and scripts and nothing else, and to keep no copy. The
 * address of a page goes to no other site, but to this one: without a referrer a browser sends no origin with a form
 * either, and that is looked at.
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy": [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; "),
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

/** A whole page; without a navigation it is a narrow one. */
export function document({ title, body, head = brand("/account"), navigation, onwardTo }: DocumentParts): string {
  const whole = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        ${onwardTo === undefined ? "" : html`<meta http-equiv="refresh" content="0; url=${onwardTo}" />`}
        <title>${title} – Onpoint</title>
        <link rel="stylesheet" href="${assetAddress("portal.css")}" />
        <script src="${assetAddress("portal.js")}" defer></script>
      </head>
      <body class="${navigation === undefined ? "narrow" : ""}">
        <a class="skip" href="#main">Skip to the page</a>
        <header>${head}</header>
        <div class="middle">
          ${navigation ?? ""}
          <main id="main">${body}</main>
        </div>
      </body>
    </html>`;
  // Pages gather what they show before, so the template is text already.
  return (whole as HtmlEscapedString).toString();
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
    title: "Going on",
    body: html`<h1>Going on</h1>
      <p><a href="${address}">Go on</a> if the browser does not by itself.</p>`,
    onwardTo: address,
  });
}
