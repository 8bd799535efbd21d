import { hash } from "node:crypto";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { FORM_STYLE } from "./style.ts";

export type Markup = ReturnType<typeof html>;

const STYLE_HASH = `sha256-${hash("sha256", FORM_STYLE, "base64")}`;
/** In one piece: a space more inside the element would make it another style sheet to the policy. */
const STYLE_ELEMENT = raw(`<style>${FORM_STYLE}</style>`);

/** A whole page: one inline style sheet, nothing loaded, no script. Whatever stands in `body` has been escaped. */
export function page({ title, body }: { readonly title: string; readonly body: Markup }): string {
  const whole = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} – Onpoint</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`;
  // Nothing in these pages is awaited, so the template is text already.
  return (whole as HtmlEscapedString).toString();
}

/**
 * What browsers are told of a page with forms. Forms may be sent here, and may lead on to `formTargets`: a policy holds
 * for the redirects behind a form too. The address of a page goes to no other site, but to this one: without a referrer
 * a browser sends no origin with a form either, and that is looked at.
 */
export function pageHeaders(formTargets: readonly string[] = []): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src '${STYLE_HASH}'`,
    "base-uri 'none'",
    `form-action 'self'${formTargets.map((target) => ` ${target}`).join("")}`,
    "frame-ancestors 'none'",
  ].join("; ");
  return {
    "Content-Security-Policy": policy,
    "Content-Type": "text/html; charset=utf-8",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
  };
}

/** The address that a form may lead on to, as a policy writes it; undefined where it cannot be written. */
export function formTarget(redirectUri: string): string | undefined {
  const url = URL.parse(redirectUri);
  if (url === null) return undefined;
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  // The grammar of policies has no IPv6 addresses.
  return isWeb && !url.hostname.startsWith("[") ? url.origin : url.protocol;
}
