import { html } from "hono/html";
import { AT } from "../addresses.ts";
import type { PortalPage } from "../page.ts";

export const homePage: PortalPage = {
  access: "signed-in",
  path: AT.home,
  notices: { welcome: "The account is made, and you are signed in." },
  show: ({ signedIn, service }) => ({
    title: "Overview",
    body: html`<h1>Hello, ${signedIn.user.name}</h1>
      <dl>
        <dt>E-mail address</dt>
        <dd>${signedIn.user.email}</dd>
        <dt>Account</dt>
        <dd><code>${signedIn.user.id}</code>${signedIn.user.isAdmin ? ", administrator of this service" : ""}</dd>
        <dt>Address of the API</dt>
        <dd><code>${service.apiUrl}</code></dd>
        <dt>MCP address</dt>
        <dd><code>${service.baseUrl}/mcp</code></dd>
      </dl>
      <h2>What to do first</h2>
      <ol>
        <li><a href="${AT.keys}">Make a key</a> for programs that call the API.</li>
        <li><a href="${AT.connect}">Connect</a> the application you work with.</li>
        <li><a href="${AT.tryOut}">Try a call</a> of the API and see the command for it.</li>
        <li><a href="${service.baseUrl}/docs">Read the reference</a> of the API.</li>
      </ol>`,
  }),
};
