import { html } from "hono/html";
import { AT } from "../addresses.ts";
import { connections } from "../connections.ts";
import type { Connection } from "../connections.ts";
import { copyable } from "../markup.ts";
import type { Markup, PortalPage } from "../page.ts";

export const connectPage: PortalPage = {
  access: "signed-in",
  path: AT.connect,
  show: ({ service }) => {
    const all = connections(service);
    return {
      title: "Connect",
      body: html`<h1>Connect</h1>
        <p>
          Applications with tools are given one address and sign you in here; programs call with a key. The address
          <code>${service.baseUrl}/mcp</code> has the newest tools; <code>/mcp/v3</code> behind it those that stay as
          they are. A program without a browser shows a code, which you <a href="${AT.device}">type here</a>.
        </p>
        <ul class="jumps">
          ${all.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>`)}
        </ul>
        ${all.map(section)}`,
    };
  },
};

function section({ id, name, steps, copies }: Connection): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${name}</h2>
    <ol>
      ${steps.map((step) => html`<li>${step}</li>`)}
    </ol>
    ${copies.map(({ label, text }) => copyable(`${name}: ${label}`, text))}
  </section>`;
}
