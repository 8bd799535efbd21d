import { html, raw } from "hono/html";
import type { Addresses } from "#research/address.ts";
import type { Comparison } from "#research/laws/compare.ts";
import { sectionName } from "../exports/survey-files.ts";
import { nameOf } from "./law-versions.ts";
import { layout, searchHead } from "./layout.ts";

export type ComparePage = {
  readonly compared: Comparison;
  readonly addresses: Addresses;
  readonly isSearched: boolean;
};

/** What changed between two versions of a law, word by word. Its HTML is escaped text with nothing but marks in it. */
export function comparePage({ compared, addresses, isSearched }: ComparePage): string {
  const { from, to, wordsAdded, wordsRemoved } = compared;
  const name = sectionName(to.version);
  const isSame = wordsAdded + wordsRemoved === 0;
  return layout({
    root: "../../../",
    title: `Compare versions of ${name}`,
    description: `What changed in ${name}`,
    isHidden: true,
    body: html`<a class="skip" href="#text">Skip to the text</a>
      ${isSearched ? searchHead("../../../") : ""}
      <main class="opinion law">
        <h1>What changed in ${name}</h1>
        <p>
          From the version of <a href="${addresses.law(from)}">${nameOf(from)}</a> to that of
          <a href="${addresses.law(to)}">${nameOf(to)}</a>:
          ${isSame ? "no word changed." : html`<ins>${counted(wordsAdded)} added</ins>, <del>${counted(wordsRemoved)} removed</del>.`}
        </p>
        <p><a href="?from=${to.version.id}&to=${from.version.id}">Compare the other way</a></p>
        <div id="text" class="text changes">${raw(compared.html)}</div>
      </main>`,
  });
}

function counted(words: number): string {
  return `${words.toLocaleString("en-US")} ${words === 1 ? "word" : "words"}`;
}
