import { html, raw } from "hono/html";
import type { FoundSection } from "../documents/find-documents.ts";
import type { Document } from "../documents/read-documents.ts";
import { layout, pageHead } from "./layout.ts";
import type { Markup } from "./layout.ts";

/** What every page of the documentation is made with: the way to the root of the pages, and who reads. */
export type DocumentFrame = { readonly root: string; readonly isSignedIn: boolean };

/** Folders in the order in which people need them, as they are called. */
const FOLDERS: Readonly<Record<string, string>> = {
  start: "Start",
  api: "Search, API and tools",
  operating: "Run the service",
  internals: "How it works",
  decisions: "Decisions",
};

/** A page of the documentation, beside the list of all. */
export function documentPage(document: Document, all: readonly Document[], frame: DocumentFrame): string {
  return sheet(frame, {
    title: document.title,
    current: document.path,
    all,
    body: html`<article class="document">${onThisPage(document)}${raw(document.html)}</article>`,
  });
}

/** All pages by folder, or those of one folder. */
export function documentsPage(all: readonly Document[], folder: string | undefined, frame: DocumentFrame): string {
  return sheet(frame, {
    title: folder === undefined ? "Documentation" : (FOLDERS[folder] ?? folder),
    current: undefined,
    all,
    body: html`<h1>${folder === undefined ? "Documentation" : (FOLDERS[folder] ?? folder)}</h1>
      <p>
        The documentation of this version of Onpoint. The
        <a href="${frame.root}docs">API reference</a> lists every operation with its fields.
      </p>
      ${byFolder(all)
        .filter(([of]) => folder === undefined || of === folder)
        .map(
          ([of, documents]) =>
            html`<h2 id="${of === "" ? "words" : of}">${FOLDERS[of] ?? "Words"}</h2>
              <ul>
                ${documents.map(({ path, title }) => html`<li><a href="${frame.root}docs/${path}">${title}</a></li>`)}
              </ul>`,
        )}`,
  });
}

/** What was found for a query. */
export function foundDocumentsPage(
  { query, found }: { readonly query: string; readonly found: readonly FoundSection[] },
  all: readonly Document[],
  frame: DocumentFrame,
): string {
  return sheet(frame, {
    title: `${query} – search the documentation`,
    current: undefined,
    all,
    query,
    body: html`<h1>${found.length === 0 ? "Nothing found" : "Found in the documentation"}</h1>
      ${
        found.length === 0
          ? html`<p>No section has most of these words. Try fewer words, or open a page from the list.</p>`
          : html`<ol class="found">
              ${found.map(
                ({ document, section, snippet }) =>
                  html`<li>
                    <a href="${frame.root}docs/${document.path}#${section.heading.id}">${section.heading.text}</a>
                    ${section.heading.depth === 1 ? "" : html`<span class="soft">in ${document.title}</span>`}
                    <p>${raw(snippet)}</p>
                  </li>`,
              )}
            </ol>`
      }`,
  });
}

type Sheet = {
  readonly title: string;
  readonly current: string | undefined;
  readonly all: readonly Document[];
  readonly query?: string;
  readonly body: Markup;
};

function sheet({ root, isSignedIn }: DocumentFrame, { title, current, all, query = "", body }: Sheet): string {
  return layout({
    root,
    title: `${title} – Onpoint documentation`,
    description: `${title}: documentation of Onpoint.`,
    isHidden: true,
    body: html`<a class="skip" href="#main">Skip to the page</a>
      ${pageHead({ home: root, isSignedIn })}
      <div class="api">
        <nav aria-label="Documentation">
          <form class="box" action="${root}docs/guide" method="get" role="search" aria-label="Documentation">
            <input name="q" type="search" value="${query}" aria-label="Search the documentation" required />
            <button type="submit">Find</button>
          </form>
          ${byFolder(all).map(([folder, documents]) => folderList(root, current, folder, documents))}
        </nav>
        <main id="main">${body}</main>
      </div>`,
  });
}

/** Open where the page is; the others fold. */
function folderList(root: string, current: string | undefined, folder: string, documents: readonly Document[]): Markup {
  const isHere = documents.some(({ path }) => path === current);
  return html`<details${isHere ? raw(" open") : ""}>
    <summary>${FOLDERS[folder] ?? "Words"}</summary>
    <ul>
      ${documents.map(
        ({ path, title }) =>
          html`<li>
            <a href="${root}docs/${path}" ${path === current ? raw(' aria-current="page"') : ""}>${title}</a>
          </li>`,
      )}
    </ul>
  </details>`;
}

function byFolder(all: readonly Document[]): readonly (readonly [string, readonly Document[]])[] {
  const order = Object.keys(FOLDERS);
  const rank = (folder: string): number => (order.includes(folder) ? order.indexOf(folder) : order.length);
  return [...Map.groupBy(all, ({ folder }) => folder)].toSorted(([left], [right]) => rank(left) - rank(right));
}

/** Links to the sections of a long page. */
function onThisPage({ headings }: Document): Markup | string {
  const sections = headings.filter(({ depth }) => depth === 2);
  if (sections.length < 4) return "";
  return html`<details class="contents">
    <summary>On this page</summary>
    <ul>
      ${sections.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}
    </ul>
  </details>`;
}
