import { html } from "hono/html";
import { OnpointError } from "#base/errors.ts";
import { tellOwner } from "#accounts/mail/tell-owner.ts";
import { countDeviceCode } from "#accounts/sign-in/device-codes.ts";
import type { DeviceAnswer, DeviceRequest } from "#oauth/devices.ts";
import { nameOf, vouchedFor } from "#web/consent/pages.ts";
import { METHODS } from "#web/consent/consent.ts";
import { meaningsOf } from "#web/scope-meanings.ts";
import { AT } from "../addresses.ts";
import { field, form, hidden, button, moment, notePage, troubleNote } from "../markup.ts";
import type { Done, Markup, OwnVisit, PortalPage, Shown, Trouble } from "../page.ts";

/** Where a person types the code that a program without a browser shows, and says whether it may act for them. */
export const devicePage: PortalPage = {
  access: "signed-in",
  path: AT.device,
  show: (visit, trouble) => codeForm(visit, trouble),
  actions: {
    look: async (visit) => {
      await count(visit);
      const request = await visit.devices.find(typedIn(visit));
      if (request === undefined) throw noSuchCode();
      return { shown: confirmPage(visit, request) };
    },
    answer: async (visit) => answer(visit),
  },
};

function codeForm(visit: OwnVisit, trouble: Trouble | undefined): Shown {
  return {
    title: "Connect a device",
    body: html`<h1>Connect a device</h1>
      ${troubleNote(trouble)}
      <p>A program without a browser, such as a command line, shows a code and waits for you here.</p>
      ${form(visit, "look", [
        field(visit, trouble, {
          name: "user_code",
          label: "Code",
          hint: "Eight letters, as the program shows them.",
          value: visit.query.get("user_code")?.slice(0, CODE_CHARS_MAX) ?? "",
          chars_max: CODE_CHARS_MAX,
        }),
        button("Continue"),
      ])}`,
  };
}

const CODE_CHARS_MAX = 20;

function confirmPage(visit: OwnVisit, { userCode, client, scopes, begunAt, from }: DeviceRequest): Shown {
  return {
    title: "Allow access?",
    body: html`<h1>Let ${nameOf(client)} use this service as you?</h1>
      <p>You are signed in as <strong>${visit.signedIn.user.email}</strong>. It could then</p>
      <ul>
        <li>search and read here as you, at the cost of your account</li>
        ${meaningsOf(scopes).map((meaning) => html`<li>${meaning}</li>`)}
      </ul>
      <dl>
        <dt>Code</dt>
        <dd><strong>${userCode}</strong></dd>
        <dt>Asked</dt>
        <dd>${moment(begunAt.toISOString())}${whereFrom(from)}</dd>
        <dt>The application</dt>
        <dd>${vouchedFor(client)}</dd>
      </dl>
      <p>
        <strong>Allow it only if you have just started this yourself and the program shows this very code.</strong>
        Whoever sent you a code or a link to this page would use the service as you.
      </p>
      ${form(visit, "answer", [
        hidden("user_code", userCode),
        html`<button name="answer" value="allow">Allow</button>
          <button name="answer" value="deny" class="plain">Deny</button>`,
      ])}`,
  };
}

function whereFrom({ address, agent }: DeviceRequest["from"]): Markup {
  const program =
    agent === null ? "" : html`, by a program that calls itself <q>${agent.slice(0, AGENT_CHARS_MAX)}</q>`;
  return html`${address === null ? "" : ` from the address ${address}`}${program}`;
}

const AGENT_CHARS_MAX = 80;

async function answer(visit: OwnVisit): Promise<Done> {
  const wanted = visit.form.get("answer");
  if (wanted !== "allow" && wanted !== "deny")
    throw new OnpointError("invalid_input", "neither Allow nor Deny was chosen");
  await count(visit);
  const { devices, signedIn, origin } = visit;
  const given: DeviceAnswer = {
    personId: signedIn.user.id,
    methods: METHODS[signedIn.session.method],
    at: new Date(signedIn.session.createdAt),
    caller: origin,
  };
  const code = typedIn(visit);
  if (wanted === "deny") {
    if (!(await devices.deny(code, given))) throw noSuchCode();
    return { shown: notePage("Access denied", "The program stops waiting. You can close this page.") };
  }
  const request = await devices.find(code);
  if (request === undefined || !(await devices.allow(code, given))) throw noSuchCode();
  tellOfDevice(visit, request);
  return {
    shown: {
      title: "Access allowed",
      body: html`<h1>Access allowed</h1>
        <p>The program continues within a few seconds. You can close this page.</p>
        <p><a href="${AT.applications}">Applications that you have allowed</a></p>`,
    },
  };
}

/** For the owner to notice if it was somebody else, or if they were talked into it. */
function tellOfDevice({ accounts, signedIn }: OwnVisit, { client, from }: DeviceRequest): void {
  const name = client.name.trim() === "" ? client.id : client.name.trim();
  const place = from.address === null ? "" : `, which asked from the address ${from.address},`;
  tellOwner(accounts, signedIn.user.email, {
    what: `the application that calls itself "${name}"${place} was allowed by a code to search and read as you`,
    remedy: `end it at ${accounts.authUrl}${AT.applications} and set a new password at once`,
  });
}

async function count({ accounts, signedIn, origin }: OwnVisit): Promise<void> {
  await countDeviceCode(accounts, { userId: signedIn.user.id, origin });
}

function typedIn({ form }: OwnVisit): string {
  return form.get("user_code")?.slice(0, CODE_CHARS_MAX) ?? "";
}

function noSuchCode(): OnpointError {
  return new OnpointError("not_found", "nothing waits under this code", {
    hint: "A code is good for ten minutes and once. Have the program show a new one if it is right as you typed it.",
    faults: [{ path: "user_code", message: "is not right, was used, or is too old" }],
  });
}
