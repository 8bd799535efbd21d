import { html } from "hono/html";
import type { AskingClient } from "#oauth/asking-client.ts";
import { document } from "../document.ts";
import type { Markup } from "../document.ts";
import { GUARD_FIELD } from "../form-guard.ts";
import { meaningsOf } from "../scope-meanings.ts";
import { troubleBody } from "../skeleton.ts";

type ConsentPage = {
  /** The value of the field that shows that a form is ours. */
  readonly guard: string;
  readonly client: AskingClient;
  readonly email: string;
  readonly scopes: readonly string[];
};

/** Where a person is asked whether an application may act for them. */
export function consentPage({ guard, client, email, scopes }: ConsentPage): string {
  const known = meaningsOf(scopes);
  return document({
    title: "Allow access?",
    body: html`
      <h1>Let ${nameOf(client)} use this service as you?</h1>
      <p>You are signed in as <strong>${email}</strong>. It could then</p>
      <ul>
        <li>search and read here as you, at the cost of your account</li>
        ${known.map((meaning) => html`<li>${meaning}</li>`)}
      </ul>
      <dl>
        <dt>You will be sent to</dt>
        <dd><strong>${placeOf(client)}</strong></dd>
        <dt>The application</dt>
        <dd>${vouchedFor(client)}</dd>
      </dl>
      <p>Go on only if you have just begun this there.</p>
      <form method="post">
        <input type="hidden" name="${GUARD_FIELD}" value="${guard}" />
        <button name="step" value="allow">Allow</button>
        <button name="step" value="deny" class="plain">Deny</button>
        <button name="step" value="another" class="plain">Use another account</button>
      </form>
    `,
  });
}

/** Sends the answer to the application by a form: by itself where scripts run, else by its button. */
export function postingPage({
  to,
  fields,
}: {
  readonly to: string;
  readonly fields: Readonly<Record<string, string>>;
}): string {
  return document({
    title: "Continue",
    body: html`<h1>Continue</h1>
      <p>Continue to <strong>${hostOf(to) ?? to}</strong> if your browser does not do so.</p>
      <form method="post" action="${to}" class="goes-on">
        ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <button>Continue</button>
      </form>`,
  });
}

/** What a person reads for whom there is nothing to decide, or not any more. */
export function notePage(title: string, text: string): string {
  return document({
    title,
    body: troubleBody({ title, told: [text] }),
  });
}

/** Why the authorization server goes no further, to a person whose application it cannot send back. */
export function entranceErrorPage({
  error,
  description,
}: {
  readonly error: string;
  readonly description: string | undefined;
}): string {
  return document({
    title: "This does not work",
    body: troubleBody({
      title: "This does not work",
      told: [
        `The application that sent you here asked for something that cannot be done: ${description ?? error}.`,
        "Begin again in the application. If that does not help, tell whoever makes it what stands below.",
      ],
      small: error,
    }),
  });
}

/** Names are the application's own word; they are shown as such, and short. */
export function nameOf({ name, document }: AskingClient): Markup {
  const shown = name.trim() === "" ? (hostOf(document) ?? "an application without a name") : name.trim();
  return html`<q>${shown}</q>`;
}

export function vouchedFor({ isKnown, document, homepage }: AskingClient): string {
  if (isKnown) return "was made known by whoever runs this service";
  if (document !== undefined) return `says of itself at ${document} what it is called`;
  const says = homepage === undefined ? "" : `, and says that its home is ${hostOf(homepage) ?? ""}`;
  return `self-registered; nobody has verified its name${says}`;
}

/** Where the browser is sent, as a person can judge it. */
function placeOf({ redirectUri }: AskingClient): string {
  const url = URL.parse(redirectUri);
  if (url === null) return redirectUri;
  if (["localhost", "127.0.0.1", "[::1]"].includes(url.hostname)) return `a program on this computer (${url.host})`;
  return url.protocol === "https:" ? url.host : `the program on this computer that opens ${url.protocol} addresses`;
}

function hostOf(address: string | undefined): string | undefined {
  return address === undefined ? undefined : URL.parse(address)?.host;
}
