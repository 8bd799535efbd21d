import { hash } from "node:crypto";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
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

/** The line above a page of research: the way home, and to the account of who is signed in or may sign in. */
export function pageHead({ home, isSignedIn }: { readonly home: string; readonly isSignedIn: boolean }): Markup {
  return html`<header class="top">
    <a class="brand" href="${home}">Onpoint</a>
    <nav aria-label="Service">
      <a href="${home}check">Check a brief</a> <a href="${home}docs">API</a>
      ${isSignedIn ? html`<a href="/account">Account</a>` : html`<a href="/account/sign-in">Sign in</a>`}
    </nav>
  </header>`;
}
