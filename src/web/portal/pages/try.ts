import { html } from "hono/html";
import { OnpointError } from "#base/errors.ts";
import { AT } from "../addresses.ts";
import { curlCommand } from "../curl-command.ts";
import { button, copyable, field, form, hidden, troubleNote } from "../markup.ts";
import type { Done, Markup, OwnVisit, PortalPage, Shown, Trouble } from "../page.ts";
import type { TriedOperation } from "../service.ts";

/** A key has 57 characters. */
const KEY = /^[\w-]{20,256}$/u;
const BODY_CHARS_MAX = 100_000;
const ANSWER_CHARS_MAX = 100_000;

/** Where a real call is made with a key of one's own, and the command for it is shown. */
export const tryPage: PortalPage = {
  access: "signed-in",
  path: AT.tryOut,
  show: (visit, trouble) => page(visit, trouble),
  actions: { call: tryCall },
};

type Answer = {
  readonly status: number;
  readonly duration_ms: number;
  readonly text: string;
};

function page(visit: OwnVisit, trouble: Trouble | undefined, answer?: Answer): Shown {
  const operations = visit.service.operations();
  const chosen = operationOf(visit);
  if (chosen === undefined) throw new OnpointError("not_found", "the API has no such operation");
  const body = visit.form.get("body") ?? chosen.example;
  return {
    title: "Try the API",
    body: html`<h1>Try the API</h1>
      ${troubleNote(trouble)}
      <nav aria-label="Operations">
        <ul class="jumps">
          ${operations.map(
            ({ id, summary }) =>
              html`<li>
                <a href="${AT.tryOut}?operation=${id}" ${id === chosen.id ? html`aria-current="true"` : ""}
                  >${summary}</a
                >
              </li>`,
          )}
        </ul>
      </nav>
      <h2>${chosen.summary}</h2>
      <p><span class="method">${chosen.method}</span> <code>${chosen.url}</code></p>
      ${form(
        visit,
        "call",
        [
          hidden("operation", chosen.id),
          field(visit, trouble, {
            name: "key",
            label: "API key",
            type: "password",
            hint: "It is used for this call and not kept. The call counts as any other.",
            chars_max: 256,
          }),
          body === null ? "" : bodyField(body, trouble),
          button("Make the call"),
        ],
        { classes: "call" },
      )}
      <div id="outcome" aria-live="polite">${answer === undefined ? "" : outcome(answer)}</div>
      ${copyable("The command for it", curlCommand(chosen, body))}`,
  };
}

function bodyField(body: string, trouble: Trouble | undefined): Markup {
  const fault = trouble?.faults.get("body");
  return html`<div class="field">
    <label for="body">Body, as JSON</label>
    ${fault === undefined ? "" : html`<p class="fault" id="body-fault">It ${fault}.</p>`}
    <textarea
      id="body"
      name="body"
      rows="${Math.min(24, body.split("\n").length + 1)}"
      spellcheck="false"
      maxlength="${BODY_CHARS_MAX}"
      ${fault === undefined ? "" : html`aria-invalid="true" aria-describedby="body-fault"`}
    >
${body}</textarea>
  </div>`;
}

function outcome({ status, duration_ms, text }: Answer): Markup {
  const rest = text.length > ANSWER_CHARS_MAX ? html`<p>The answer goes on; this is its beginning.</p>` : "";
  return html`<h2>The answer</h2>
    <p>Status <strong>${status}</strong>, after ${duration_ms} ms</p>
    ${copyable("Answer", text.slice(0, ANSWER_CHARS_MAX))}${rest}`;
}

async function tryCall(visit: OwnVisit): Promise<Done> {
  const chosen = operationOf(visit);
  if (chosen === undefined) throw new OnpointError("not_found", "the API has no such operation");
  const key = (visit.form.get("key") ?? "").trim();
  if (!KEY.test(key)) throw noKey();
  const body = visit.form.get("body") ?? "";
  if (chosen.example !== null) requireJson(body);
  const from_ms = performance.now();
  const response = await visit.call(
    new Request(chosen.url, {
      method: chosen.method,
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: chosen.example === null ? null : body,
    }),
  );
  const text = await response.text();
  const duration_ms = Math.round(performance.now() - from_ms);
  return { shown: page(visit, undefined, { status: response.status, duration_ms, text: pretty(text) }) };
}

function operationOf({ query, form, service }: OwnVisit): TriedOperation | undefined {
  const wanted = form.get("operation") ?? query.get("operation");
  const operations = service.operations();
  return wanted === null ? operations[0] : operations.find(({ id }) => id === wanted);
}

function requireJson(body: string): void {
  if (body.length > BODY_CHARS_MAX) throw badBody(`has more than ${BODY_CHARS_MAX} characters`);
  try {
    JSON.parse(body);
  } catch {
    throw badBody("is not JSON");
  }
}

function badBody(fault: string): OnpointError {
  return new OnpointError("invalid_input", `the body ${fault}`, { faults: [{ path: "body", message: fault }] });
}

function noKey(): OnpointError {
  return new OnpointError("invalid_input", "this is no API key", {
    hint: "Paste the whole key, as it was shown when it was made.",
    faults: [{ path: "key", message: "is no API key" }],
  });
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
