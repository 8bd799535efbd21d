import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { AT } from "./addresses.ts";
import { assetAddress } from "./assets.ts";
import { button, form } from "./markup.ts";
import type { Markup, Shown, Visit } from "./page.ts";

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

/** The pages of people who are signed in, in the order of the navigation. */
const PLACES: readonly { readonly path: string; readonly name: string }[] = [
  { path: AT.home, name: "Overview" },
  { path: AT.keys, name: "Keys" },
  { path: AT.connect, name: "Connect" },
  { path: AT.tryOut, name: "Try the API" },
  { path: AT.team, name: "Team" },
  { path: AT.security, name: "Security" },
  { path: AT.sessions, name: "Sign-ins" },
  { path: AT.audit, name: "What happened" },
];

/** A whole page of the portal. */
export function frame(visit: Visit, { title, body }: Shown, notice: string | undefined): string {
  const whole = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} – Onpoint</title>
        <link rel="stylesheet" href="${assetAddress("portal.css")}" />
        <script src="${assetAddress("portal.js")}" defer></script>
      </head>
      <body class="${visit.signedIn === undefined ? "narrow" : ""}">
        <a class="skip" href="#main">Skip to the page</a>
        ${head(visit)}
        <div class="middle">
          ${visit.signedIn === undefined ? "" : navigation(visit)}
          <main id="main">
            ${notice === undefined ? "" : html`<p class="notice" role="status">${notice}</p>`}${body}
          </main>
        </div>
      </body>
    </html>`;
  // Pages gather what they show before, so the template is text already.
  return (whole as HtmlEscapedString).toString();
}

function head(visit: Visit): Markup {
  const { signedIn } = visit;
  return html`<header>
    <a class="brand" href="${signedIn === undefined ? AT.signIn : AT.home}">Onpoint</a>
    ${
      signedIn === undefined
        ? ""
        : html`<span class="who">${signedIn.user.email}</span
            >${form(visit, "sign-out", button("Sign out", { kind: "plain" }), { to: AT.signOut })}`
    }
  </header>`;
}

function navigation({ path }: Visit): Markup {
  return html`<nav aria-label="Account">
    <ul>
      ${PLACES.map(
        (place) =>
          html`<li>
            <a href="${place.path}" ${place.path === path ? html`aria-current="page"` : ""}>${place.name}</a>
          </li>`,
      )}
    </ul>
  </nav>`;
}
