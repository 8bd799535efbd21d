import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { assetAddress } from "./assets.ts";
import type { AssetName } from "./assets.ts";

/** A part of a page; what was put into it has been escaped. */
export type Markup = ReturnType<typeof html> | string;

/**
 * What browsers are told of every page of ours, and of every other answer: its own style sheet and scripts and nothing
 * else, and no picture but those that stand in a text itself.
 */
export const CONTENT_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

export type Skeleton = {
  /** As the tab of the browser has it. */
  readonly title: string;
  readonly description?: string;
  /** The way to the root of the pages, with a slash at its end: `../../`, `/`. */
  readonly root: string;
  readonly script: AssetName;
  readonly bodyClass?: string;
  readonly body: Markup;
  /** Kept out of search engines. */
  readonly isHidden?: boolean;
  /** The address under which search engines know what is shown here. */
  readonly canonical?: string | undefined;
  /** An address of ours that the browser goes on to by itself. */
  readonly onwardTo?: string | undefined;
};

/** The skeleton of every page of ours. Each works without its script. */
export function skeleton(page: Skeleton): string {
  const { title, description, root, script, bodyClass = "", body, isHidden = false, canonical, onwardTo } = page;
  const whole = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${description === undefined ? "" : html`<meta name="description" content="${description}" />`}
        ${isHidden ? html`<meta name="robots" content="noindex" />` : ""}
        ${canonical === undefined ? "" : shared(title, description, canonical)}
        ${onwardTo === undefined ? "" : html`<meta http-equiv="refresh" content="0; url=${onwardTo}" />`}
        <title>${title}</title>
        <link rel="icon" href="${assetAddress(root, "icon.svg")}" type="image/svg+xml" />
        <link rel="stylesheet" href="${assetAddress(root, "site.css")}" />
        <script src="${assetAddress(root, script)}" defer></script>
      </head>
      <body${bodyClass === "" ? "" : html` class="${bodyClass}"`}>
        ${body}
      </body>
    </html>`;
  // Pages gather what they show before, so the template is text already.
  return (whole as HtmlEscapedString).toString();
}

/** For search engines and for those who send the address to others (Open Graph). */
function shared(title: string, description: string | undefined, canonical: string): Markup {
  return html`<link rel="canonical" href="${canonical}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:type" content="article" />
    <meta property="og:url" content="${canonical}" />
    ${description === undefined ? "" : html`<meta property="og:description" content="${description}" />`}`;
}

export type Trouble = {
  readonly title: string;
  /** What is wrong, and what would work: whole sentences, without those that are empty. */
  readonly told: readonly string[];
  /** Where one can go from here. */
  readonly ways?: readonly { readonly name: string; readonly address: string }[];
  /** `Error 404, request …`. */
  readonly small?: string;
};

/** What stands on the page that is shown in place of another. */
export function troubleBody({ title, told, ways = [], small }: Trouble): Markup {
  return html`<h1>${title}</h1>
    ${told.filter((sentence) => sentence !== "").map((sentence) => html`<p>${sentence}</p>`)}
    ${ways.length === 0 ? "" : html`<p>${ways.map(({ name, address }) => html`<a href="${address}">${name}</a> `)}</p>`}
    ${small === undefined ? "" : html`<p class="soft">${small}</p>`}`;
}
