import { html } from "hono/html";
import { layout } from "./layout.ts";

/** What a person reads who follows a link to a decision on a service that keeps its decisions to key holders. */
export function closedPage(): string {
  return layout({
    title: "Not open for reading",
    description: "The pages of decisions are closed on this service.",
    body: html`<main>
      <h1>Not open for reading</h1>
      <p>This service does not show decisions as pages: some of them may be confidential.</p>
      <p>Whoever has a key can read them through the API. <a href="../../docs">The reference</a> shows how.</p>
    </main>`,
  });
}
