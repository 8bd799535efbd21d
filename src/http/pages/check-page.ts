import { html } from "hono/html";
import type { AddressOf } from "#research/address.ts";
import { checkResults } from "./check-results.ts";
import type { CheckedPage } from "./check-results.ts";
import { layout, pageHead } from "./layout.ts";
import type { Markup } from "./layout.ts";

export type CheckPage = {
  readonly answer: CheckedPage | CheckRefused | undefined;
  readonly addressOf: AddressOf;
  readonly isSignedIn: boolean;
  readonly limits: { readonly chars_max: number; readonly file_megabytes_max: number };
};

/** Why a text was not checked, with what was typed. */
export type CheckRefused = { readonly message: string; readonly hint: string | undefined; readonly typed: string };

/** The page on which a brief is checked. */
export function checkPage({ answer, addressOf, isSignedIn, limits }: CheckPage): string {
  const refused = answer !== undefined && "message" in answer ? answer : undefined;
  const checked = answer !== undefined && "checked" in answer ? answer : undefined;
  return layout({
    root: "./",
    title: checked === undefined ? "Check a brief – Onpoint" : `${checked.title} – Onpoint`,
    description: "Check the citations and quotations of a brief against the decisions and laws on file here.",
    isHidden: true,
    body: html`<a class="skip" href="#main">Skip to the page</a>
      ${pageHead({ home: "./", isSignedIn })}
      <main id="main" class="desk">
        <h1>Check a brief</h1>
        ${checked === undefined ? "" : checkResults(checked, addressOf)}
        ${
          checked === undefined
            ? form(refused, limits)
            : html`<section aria-labelledby="again">
                <h2 id="again">Check another text</h2>
                ${form(undefined, limits)}
              </section>`
        }
      </main>`,
  });
}

function form(refused: CheckRefused | undefined, { chars_max, file_megabytes_max }: CheckPage["limits"]): Markup {
  return html`<form class="ask" action="./check" method="post" enctype="multipart/form-data">
    ${
      refused === undefined
        ? ""
        : html`<div id="trouble" class="trouble" role="alert">
            <p><strong>The text was not checked.</strong> ${refused.message}</p>
            ${refused.hint === undefined ? "" : html`<p>${refused.hint}</p>`}
          </div>`
    }
    <p>
      <label for="text">Paste the text</label>
      <textarea
        id="text"
        name="text"
        rows="10"
        spellcheck="false"
        ${refused === undefined ? "" : html` aria-describedby="trouble"`}
      >
${refused?.typed ?? ""}</textarea>
    </p>
    <p>
      <label for="file">Or choose a file (.docx, .pdf or .txt)</label>
      <input id="file" name="file" type="file" accept=".docx,.pdf,.txt" />
    </p>
    <p><button type="submit">Check</button></p>
    <p class="soft">
      At most ${chars_max.toLocaleString("en-US")} characters, about 150 pages; files up to ${file_megabytes_max} MB.
      The text is read in memory and is not kept. The check tells what the decisions and laws on file here show; it does
      not replace a citator that covers everything.
    </p>
  </form>`;
}
