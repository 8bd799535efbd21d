import { html, raw } from "hono/html";
import { escapeHtml } from "#text/escape-html.ts";
import type { OpenApiDocument } from "#contracts/http-v1/openapi.ts";
import { PROBLEM_KINDS } from "../problem.ts";
import { jsonText } from "./json-text.ts";
import { layout } from "./layout.ts";
import type { Markup } from "./layout.ts";
import { fieldsOf } from "./schema-fields.ts";
import type { Field, JsonSchema } from "./schema-fields.ts";

type Examples = Readonly<Record<string, { readonly summary?: string; readonly value?: unknown }>>;
type Media = { readonly schema?: JsonSchema; readonly examples?: Examples };

/** What this page reads of an operation; the document's own type leaves references open that ours never has. */
type DocumentOperation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content: Readonly<Record<string, Media>> }>
  >;
};

type Listed = { readonly method: string; readonly path: string; readonly operation: DocumentOperation };

/** The API page, made from the OpenAPI document; it leads to the documentation where that is served. */
export function docsPage(document: OpenApiDocument, { hasPages }: { readonly hasPages: boolean }): string {
  const apiUrl = document.servers?.[0]?.url ?? "";
  const operations = listOperations(document);
  const schemas = (document.components?.schemas ?? {}) as Readonly<Record<string, JsonSchema>>;
  return layout({
    root: "./",
    title: document.info.title,
    description: document.info.summary ?? document.info.title,
    body: html`<a class="skip" href="#main">Skip to the operations</a>
      <div class="api">
        ${navigation(operations)}
        <main id="main">
          <h1>${document.info.title}</h1>
          <p>${document.info.summary}</p>
          <p>${prose(document.info.description ?? "")}</p>
          <p class="soft">
            Address: <code>${apiUrl}</code> · Version ${document.info.version} ·
            <a href="openapi.json">OpenAPI document</a
            >${hasPages ? html` · <a href="docs/guide">Documentation</a>` : ""}
          </p>
          ${operations.map((listed) => section(listed, apiUrl, schemas))} ${errors()}
        </main>
      </div>`,
  });
}

function listOperations(document: OpenApiDocument): Listed[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Record<string, DocumentOperation>).map(([method, operation]) => ({
      method,
      path,
      operation,
    })),
  );
}

function navigation(operations: readonly Listed[]): Markup {
  return html`<nav aria-label="Operations">
    <p>Operations</p>
    <ul>
      ${operations.map(
        ({ method, path, operation }) =>
          html`<li>
            <span class="method">${method.toUpperCase()}</span> <a href="#${operation.operationId}">${path}</a>
          </li>`,
      )}
    </ul>
    <p><a href="#errors">Errors</a></p>
  </nav>`;
}

function section(listed: Listed, apiUrl: string, schemas: Readonly<Record<string, JsonSchema>>): Markup {
  const { method, path, operation } = listed;
  const request = operation.requestBody?.content["application/json"];
  const answer = operation.responses["200"]?.content["application/json"];
  const requests = Object.entries(request?.examples ?? {});
  const answers = answer?.examples ?? {};
  const [firstAnswer] = Object.values(answers);
  return html`<section id="${operation.operationId}" aria-labelledby="title-${operation.operationId}">
    <h2 id="title-${operation.operationId}">${operation.summary}</h2>
    <p><span class="method">${method.toUpperCase()}</span> <code>${path}</code></p>
    <p>${prose(operation.description)}</p>
    ${request?.schema === undefined ? "" : fieldTable("Request body", fieldsOf(request.schema, schemas, "input"))}
    ${
      requests.length === 0
        ? html`${curl(apiUrl, method, path, undefined)} ${json("Answer", firstAnswer?.value)}`
        : requests.map(
            ([name, example]) =>
              html`<h3>${example.summary}</h3>
                ${curl(apiUrl, method, path, example.value)} ${json("Answer", answers[name]?.value)}`,
          )
    }
    ${
      answer?.schema === undefined
        ? ""
        : html`<details>
            <summary>Fields of the answer</summary>
            ${fieldTable("Answer", fieldsOf(answer.schema, schemas, "output"))}
          </details>`
    }
  </section>`;
}

function curl(apiUrl: string, method: string, path: string, body: unknown): Markup {
  const lines = [`curl ${apiUrl}${path}`, `  -H "Authorization: Bearer $ONPOINT_KEY"`];
  if (method === "post") {
    lines.push('  -H "Content-Type: application/json"', `  -d '${jsonText(body).replaceAll("'", String.raw`'\''`)}'`);
  }
  return code(lines.join(" \\\n"), "Command");
}

function json(label: string, value: unknown): Markup | string {
  return value === undefined ? "" : code(jsonText(value), label);
}

/** A block that scrolls sideways can be reached by keyboard and has a name. */
function code(text: string, label: string): Markup {
  return html`<p class="label">${label}</p>
    <pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`;
}

function fieldTable(caption: string, fields: readonly Field[]): Markup {
  return html`<div class="wide">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${fields.map(
          (field) =>
            html`<tr>
              <td><code>${field.path}</code>${field.isRequired ? html` <span class="tag">required</span>` : ""}</td>
              <td>${field.type}</td>
              <td>${prose(field.description)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function errors(): Markup {
  return html`<section id="errors" aria-labelledby="title-errors">
    <h2 id="title-errors">Errors</h2>
    <p>
      Every refusal is a problem document (RFC 9457, <code>application/problem+json</code>) with a stable
      <code>code</code>, one short sentence in <code>error</code> and, where fields are at fault, each of them in
      <code>errors</code>.
    </p>
    <div class="wide">
      <table>
        <caption>
          Codes
        </caption>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Code</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          ${Object.entries(PROBLEM_KINDS)
            .toSorted(([, left], [, right]) => left.status - right.status)
            .map(
              ([name, kind]) =>
                html`<tr id="error-${name}">
                  <td>${kind.status}</td>
                  <td><code>${name}</code></td>
                  <td>${kind.title}</td>
                </tr>`,
            )}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** Words between backquotes are code. */
function prose(text: string): Markup {
  return html`${raw(escapeHtml(text).replace(/`([^`]+)`/gu, "<code>$1</code>"))}`;
}
