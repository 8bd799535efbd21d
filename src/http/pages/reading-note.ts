import { html } from "hono/html";
import type { SearchResponse } from "#research/search.ts";
import { deskAddress } from "../desk-request.ts";
import type { DeskQuestion } from "../desk-request.ts";
import type { Markup } from "./layout.ts";

type Metadata = SearchResponse["metadata"];

/** How the query was read, as parts a person can check at a glance. */
export function readingNote(asked: DeskQuestion, { reading }: Metadata): Markup | string {
  const { named = [], conditions = [], topic, words = [], query } = reading;
  const chips: readonly (readonly [kind: string, text: string])[] = [
    ...named.map((text) => ["looked up", text] as const),
    ...conditions.map(({ kind, meaning }) => [kind === "date" ? "decided" : kind, meaning] as const),
    ...(topic === undefined || topic === "" ? [] : [["about", topic] as const]),
    ...(query === undefined ? searchedFor(words) : [["read as", query] as const]),
  ];
  if (chips.length === 0) return "";
  const asTyped = deskAddress({ ...asked, isAsTyped: true, page: "" });
  return html`<details
    class="reading"
    ${conditions.length > 0 || named.length > 0 || query !== undefined ? " open" : ""}
  >
    <summary>How your search was read</summary>
    <ul class="chips">
      ${chips.map(([kind, text]) => html`<li><span>${kind}</span> ${text}</li>`)}
    </ul>
    ${conditions.length === 0 ? "" : html`<p><a href="${asTyped}">Search for these words as typed</a></p>`}
  </details>`;
}

function searchedFor(words: readonly string[]): readonly (readonly [string, string])[] {
  return words.length === 0 ? [] : [["searched for", words.join(" · ")]];
}
