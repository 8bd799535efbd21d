import { html } from "hono/html";
import { asSentence } from "#base/as-sentence.ts";
import { troubleBody } from "#web/skeleton.ts";
import type { HttpProblem } from "../problem.ts";
import { PROBLEM_KINDS } from "../problem.ts";
import { layout } from "./layout.ts";

export type ProblemShown = {
  readonly requestId: string | undefined;
  readonly home: string;
  /** Whether people can search here. */
  readonly hasDesk: boolean;
};

/** What went wrong, for a person in a browser. */
export function problemPage(
  { code, message, hint, forPeople }: HttpProblem,
  { requestId, home, hasDesk }: ProblemShown,
): string {
  const { status, title } = PROBLEM_KINDS[code];
  return layout({
    root: home,
    title: `${title} – Onpoint`,
    description: title,
    isHidden: true,
    body: html`<header class="top"><a class="brand" href="${home}">Onpoint</a></header>
      <main class="desk">
        ${troubleBody({
          title,
          told:
            forPeople === undefined ? [message, hint ?? ""].filter((one) => one !== "").map(asSentence) : [forPeople],
          ways: hasDesk
            ? [
                { name: "Search", address: home },
                { name: "Help", address: `${home}help` },
              ]
            : [{ name: "How to use the API", address: `${home}docs` }],
          small: `Error ${status}${requestId === undefined ? "" : `, request ${requestId}`}`,
        })}
      </main>`,
  });
}
