import { troubleBody } from "../skeleton.ts";
import { html } from "hono/html";
import { GUARD_FIELD } from "../form-guard.ts";
import type { Markup, Page, Trouble, Visit } from "./page.ts";

/** A form that is sent to the page it stands on, or to `to`. `wanted` is the action asked for. */
export function form(
  visit: Visit,
  wanted: string,
  content: Markup | readonly Markup[],
  { to, classes = "" }: { readonly to?: string; readonly classes?: string } = {},
): Markup {
  return html`<form method="post" action="${to ?? visit.path}" class="${classes}">
    ${hidden("do", wanted)}${hidden(GUARD_FIELD, visit.guard)}${content}
  </form>`;
}

export function hidden(name: string, value: string): Markup {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

export type Field = {
  readonly name: string;
  /** Where several forms of a page have a field of one name; else the name. */
  readonly id?: string;
  readonly label: string;
  readonly type?: "text" | "email" | "password" | "date" | "number";
  readonly autocomplete?: string;
  readonly hint?: string;
  /** What stands in it at first. */
  readonly value?: string;
  /** Whether it holds what was sent before; passwords never do. */
  readonly isKept?: boolean;
  readonly isRequired?: boolean;
  readonly chars_max?: number;
  readonly inputmode?: "numeric" | "decimal";
};

export const NEW_PASSWORD = {
  name: "password",
  label: "New password",
  type: "password",
  autocomplete: "new-password",
  hint: "12 characters or more. A few words that do not belong together are good.",
  chars_max: 256,
} as const satisfies Field;

/** Asked for again before what cannot be undone. */
export const PRESENT_PASSWORD = {
  name: "present",
  label: "Current password",
  type: "password",
  autocomplete: "current-password",
  chars_max: 1024,
} as const satisfies Field;

/** On forms that set another password: whoever had the old one may have let something in. */
export const KEEP_APPLICATIONS = "keep-applications";

export function keepApplications(): Markup {
  return html`<p>
    <label
      ><input type="checkbox" name="${KEEP_APPLICATIONS}" value="yes" /> Keep the applications that I have allowed
      signed in</label
    >
  </p>`;
}

/** On the same forms: keys go on unless the person ends them. Nothing where there is no key. */
export const END_KEYS = "end-keys";

export function endKeys(live: number): Markup {
  if (live === 0) return "";
  const which = live === 1 ? "my key" : `my ${live} keys`;
  return html`<p>
    <label><input type="checkbox" name="${END_KEYS}" value="yes" /> Revoke ${which} too</label>
  </p>`;
}

/** Of a new account. */
export const OWN_NAME = {
  name: "name",
  label: "Name",
  autocomplete: "name",
  hint: "By which colleagues know you.",
  chars_max: 100,
} as const satisfies Field;

/** A field with its label, its hint, what is wrong with it, and what was typed before. */
export function field(visit: Visit, trouble: Trouble | undefined, wanted: Field): Markup {
  const { name, id = name, label, type = "text", autocomplete = "off", isRequired = true, chars_max = 254 } = wanted;
  const { hint, inputmode, isKept = type !== "password" } = wanted;
  const fault = trouble?.faults.get(name);
  const described = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(fault === undefined ? [] : [`${id}-fault`]),
  ].join(" ");
  const value = (isKept ? visit.form.get(name) : null) ?? wanted.value ?? "";
  return html`<div class="field">
    <label for="${id}">${label}${isRequired ? "" : html` <span class="soft">(optional)</span>`}</label>
    ${hint === undefined ? "" : html`<p class="hint" id="${id}-hint">${hint}</p>`}
    ${fault === undefined ? "" : html`<p class="fault" id="${id}-fault">It ${fault}.</p>`}
    <input
      id="${id}"
      name="${name}"
      type="${type}"
      value="${value}"
      autocomplete="${autocomplete}"
      maxlength="${chars_max}"
      ${described === "" ? "" : html`aria-describedby="${described}"`}
      ${fault === undefined ? "" : html`aria-invalid="true"`}
      ${inputmode === undefined ? "" : html`inputmode="${inputmode}"`}
      ${isRequired ? "required" : ""}
    />
  </div>`;
}

export type Select = {
  readonly name: string;
  /** Where several forms of a page have one of this name; else the name. */
  readonly id?: string;
  readonly label: string;
  /** What is sent, and how it is called. */
  readonly options: Readonly<Record<string, string>>;
  readonly chosen?: string;
};

export function select({ name, id = name, label, options, chosen }: Select): Markup {
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <select id="${id}" name="${name}">
      ${Object.entries(options).map(
        ([value, words]) => html`<option value="${value}" ${value === chosen ? "selected" : ""}>${words}</option>`,
      )}
    </select>
  </div>`;
}

/** @param about what the button is for, told to those who hear it apart from what stands around it */
export function button(
  label: string,
  { about, kind = "" }: { readonly about?: string; readonly kind?: string } = {},
): Markup {
  return html`<button class="${kind}">
    ${label}${about === undefined ? "" : html`<span class="unseen"> ${about}</span>`}
  </button>`;
}

/** What was wrong with what was sent, first of all on its page. */
export function troubleNote(trouble: Trouble | undefined): Markup {
  if (trouble === undefined) return "";
  return html`<div class="trouble" role="alert" tabindex="-1" id="trouble">
    <p><strong>${trouble.message}</strong> ${trouble.hint ?? ""}</p>
  </div>`;
}

/** A table that scrolls by itself where the screen is narrow. */
export function table(
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly Markup[])[],
  /** Where the screen is narrow a row is a block of lines, each with the head of its column. */
  { isStacked = false }: { readonly isStacked?: boolean } = {},
): Markup {
  return html`<div class="${isStacked ? "wide stacked" : "wide"}" tabindex="0" role="region" aria-label="${caption}">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell, at) => (isStacked ? html`<td data-head="${heads[at] ?? ""}">${cell}</td>` : html`<td>${cell}</td>`))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** A text to copy as it stands; where scripts run, by one press. */
export function copyable(label: string, text: string): Markup {
  return html`<div class="copyable">
    <p class="label">${label}</p>
    <pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>
  </div>`;
}

/** A moment as people read it, to the minute. */
export function moment(iso: string): Markup {
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace("T", " ")} UTC</time>`;
}

export function notePage(title: string, text: string, status = 200): Page {
  return {
    title,
    status,
    body: troubleBody({ title, told: [text] }),
  };
}
