import { html } from "hono/html";
import { troubleBody } from "#web/skeleton.ts";
import { layout } from "./layout.ts";

/** What a person reads who follows a link to a document on a service that keeps its documents to key holders. */
export function closedPage(home: string): string {
  return layout({
    root: home,
    title: "Not open for reading – Onpoint",
    description: "The pages of documents are closed on this service.",
    isHidden: true,
    body: html`<main class="desk">
      ${troubleBody({
        title: "Not open for reading",
        told: [
          "This service does not show its documents as pages: some of them may be confidential.",
          "Whoever has a key can read them through the API.",
        ],
        ways: [{ name: "How to use the API", address: `${home}docs` }],
      })}
    </main>`,
  });
}
