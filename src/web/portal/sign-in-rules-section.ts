import { html } from "hono/html";
import { readNetworks } from "#accounts/sign-in-rules/networks.ts";
import { setSignInRules, signInRules } from "#accounts/sign-in-rules/sign-in-rules.ts";
import { OnpointError } from "#base/errors.ts";
import { button, field, form, hidden } from "./markup.ts";
import type { Markup, OwnVisit, Trouble } from "./page.ts";

/** What an organization asks of how its people sign in, for those who may set it. */
export async function signInRulesSection(
  visit: OwnVisit,
  organizationId: string,
  trouble: Trouble | undefined,
): Promise<Markup> {
  const { wantsFactor, whole_hours, idle_hours, networks } = await signInRules(visit.accounts.db, organizationId);
  const isSent = visit.form.get("do") === "sign-in-rules" && visit.form.get("organization") === organizationId;
  const told = isSent ? trouble : undefined;
  const id = (name: string): string => `${name}-${organizationId}`;
  const fault = told?.faults.get("factor");
  const isChecked = isSent ? visit.form.get("factor") === "yes" : wantsFactor;
  return html`<h3>Signing in</h3>
    <p>What holds for everyone in the organization: for sign-ins, and for the keys and applications they call with.</p>
    ${form(visit, "sign-in-rules", [
      hidden("organization", organizationId),
      html`<div class="field">
        ${fault === undefined ? "" : html`<p class="fault" id="${id("factor")}-fault">It ${fault}.</p>`}
        <label
          ><input
            type="checkbox"
            name="factor"
            value="yes"
            ${isChecked ? "checked" : ""}
            ${fault === undefined ? "" : html`aria-describedby="${id("factor")}-fault" aria-invalid="true"`}
          />
          Require a second factor or a passkey</label
        >
      </div>`,
      field(visit, told, {
        name: "whole",
        id: id("whole"),
        label: "Hours until a sign-in ends",
        hint: "Leave it empty for the service's own limit.",
        inputmode: "numeric",
        value: whole_hours === null ? "" : String(whole_hours),
        chars_max: 4,
        isRequired: false,
        isKept: isSent,
      }),
      field(visit, told, {
        name: "idle",
        id: id("idle"),
        label: "Hours without use until a sign-in ends",
        inputmode: "numeric",
        value: idle_hours === null ? "" : String(idle_hours),
        chars_max: 4,
        isRequired: false,
        isKept: isSent,
      }),
      field(visit, told, {
        name: "networks",
        id: id("networks"),
        label: "Networks",
        hint: "From which alone people sign in and call, such as 192.0.2.0/24, separated by spaces. Leave it empty to allow all.",
        value: networks.join(" "),
        chars_max: 2000,
        isRequired: false,
        isKept: isSent,
      }),
      button("Save"),
    ])}`;
}

/** Sets what the form asks for. */
export async function saveSignInRules({ accounts, form: sent, signedIn, origin }: OwnVisit): Promise<void> {
  const read = readNetworks(sent.get("networks") ?? "");
  if ("fault" in read) {
    const message = read.fault;
    throw new OnpointError("invalid_input", `the list of networks ${message}`, {
      faults: [{ path: "networks", message }],
    });
  }
  await setSignInRules(accounts, {
    organizationId: sent.get("organization") ?? "",
    rules: {
      wantsFactor: sent.get("factor") === "yes",
      whole_hours: hoursIn(sent.get("whole")),
      idle_hours: hoursIn(sent.get("idle")),
      networks: read.networks,
    },
    userId: signedIn.user.id,
    origin,
  });
}

/** What is no number is told as such by who sets it. */
function hoursIn(typed: string | null): number | null {
  const text = (typed ?? "").trim();
  return text === "" ? null : /^\d{1,5}$/u.test(text) ? Number(text) : Number.NaN;
}
