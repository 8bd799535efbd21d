import { html } from "hono/html";
import { asSentence } from "#base/as-sentence.ts";
import type { HttpProblem } from "../problem.ts";
import { PROBLEM_KINDS } from "../problem.ts";
import { layout } from "./layout.ts";

/** What went wrong, for a person in a browser. */
export function problemPage(
  { code, message, hint }: HttpProblem,
  { requestId, home }: { readonly requestId: string | undefined; readonly home: string },
): string {
  const { status, title } = PROBLEM_KINDS[code];
  return layout({
    title: `${title} – Onpoint`,
    description: title,
    isHidden: true,
    body: html`<header class="top"><a class="brand" href="${home}">Onpoint</a></header>
      <main class="desk">
        <h1>${title}</h1>
        <p>${asSentence(message)}</p>
        ${hint === undefined ? "" : html`<p>${asSentence(hint)}</p>`}
        <p><a href="${home}">Search</a></p>
        <p class="soft">Error ${status}${requestId === undefined ? "" : `, request ${requestId}`}</p>
      </main>`,
  });
}
