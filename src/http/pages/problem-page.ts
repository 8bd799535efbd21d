import { html } from "hono/html";
import type { HttpProblem } from "../problem.ts";
import { PROBLEM_KINDS } from "../problem.ts";
import { layout } from "./layout.ts";

/** What went wrong, for a person in a browser. */
export function problemPage({ code, message, hint }: HttpProblem, requestId: string | undefined): string {
  const { status, title } = PROBLEM_KINDS[code];
  return layout({
    title: `${title} – Onpoint`,
    description: title,
    isHidden: true,
    body: html`<header class="top"><a class="brand" href="/">Onpoint</a></header>
      <main class="desk">
        <h1>${title}</h1>
        <p>${sentence(message)}</p>
        ${hint === undefined ? "" : html`<p>${sentence(hint)}</p>`}
        <p><a href="/">Search</a></p>
        <p class="soft">Error ${status}${requestId === undefined ? "" : `, request ${requestId}`}</p>
      </main>`,
  });
}

/** An address at its beginning stays as it is. */
function sentence(text: string): string {
  const begun = /^https?:/u.test(text) ? text : text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/u.test(begun) ? begun : `${begun}.`;
}
