import { escapeHtml } from "#text/escape-html.ts";
import { isFunctionWord } from "#text/function-words.ts";
import { stemKeyOf } from "#text/stem.ts";
import { tokenize } from "#text/tokenize.ts";
import { stemsIn } from "#text/word-stems.ts";
import type { Document, DocumentSection } from "./read-documents.ts";

export type FoundSection = {
  readonly document: Document;
  readonly section: DocumentSection;
  /** HTML: the words around the best match, those that were asked for in `<mark>`. */
  readonly snippet: string;
};

export type FindDocuments = (query: string, limit: number) => readonly FoundSection[];

type Entry = {
  readonly document: Document;
  readonly section: DocumentSection;
  /** By stem, how often it stands there; a word of a title or heading counts several times. */
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
};

const WEIGHT = { title: 3, heading: 6, text: 1 };
/** Of a snippet, on each side of the match. */
const SNIPPET_CHARS = 110;

/** Finds the sections that have the words of a query, those with most of its words first (BM25 among equals). */
export function documentFinder(documents: readonly Document[]): FindDocuments {
  const entries = documents.flatMap((document) => document.sections.map((section) => entryOf(document, section)));
  const average = entries.reduce((sum, { length }) => sum + length, 0) / Math.max(1, entries.length);
  const holders = new Map<string, number>();
  for (const { counts } of entries) for (const stem of counts.keys()) holders.set(stem, (holders.get(stem) ?? 0) + 1);
  const rarity = (stem: string): number => {
    const having = holders.get(stem) ?? 0;
    return Math.log(1 + (entries.length - having + 0.5) / (having + 0.5));
  };
  return (query, limit) => {
    const stems = stemsOfQuery(query);
    if (stems.size === 0) return [];
    return entries
      .map((entry) => {
        let matched = 0;
        let score = 0;
        for (const stem of stems) {
          const count = entry.counts.get(stem) ?? 0;
          if (count === 0) continue;
          matched += 1;
          score += (rarity(stem) * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * entry.length) / average));
        }
        return { entry, matched, score };
      })
      .filter(({ matched }) => matched * 2 > stems.size)
      .toSorted((left, right) => right.matched - left.matched || right.score - left.score)
      .slice(0, limit)
      .map(({ entry: { document, section } }) => ({ document, section, snippet: snippetOf(section.text, stems) }));
  };
}

function entryOf(document: Document, section: DocumentSection): Entry {
  const counts = new Map<string, number>();
  const add = (text: string, weight: number): void => {
    for (const stem of [...stemsIn(text), ...namesIn(text)]) counts.set(stem, (counts.get(stem) ?? 0) + weight);
  };
  add(document.title, WEIGHT.title);
  add(section.heading.text, WEIGHT.heading);
  add(section.text, WEIGHT.text);
  return { document, section, counts, length: [...counts.values()].reduce((sum, count) => sum + count, 0) };
}

/** Names of settings and fields (`ONPOINT_PAGES`), which are words of their own beside their parts. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/(?<![A-Za-z\d])[A-Za-z\d]+(?:_[A-Za-z\d]+)+/gu)].map(([name]) => name.toLowerCase());
}

/** Without function words, unless there are no others; a name counts beside its parts. */
function stemsOfQuery(query: string): ReadonlySet<string> {
  const words = tokenize(query).map(({ text }) => text);
  const telling = words.filter((word) => !isFunctionWord(word));
  return new Set((telling.length > 0 ? telling : words).map((word) => stemKeyOf(word)).concat(namesIn(query)));
}

function snippetOf(text: string, stems: ReadonlySet<string>): string {
  const hits = [...text.matchAll(/[\p{L}\p{N}_]+/gu)].filter(([word]) => stemsIn(word).some((stem) => stems.has(stem)));
  const first = hits[0]?.index ?? 0;
  const start = first <= SNIPPET_CHARS ? 0 : text.lastIndexOf(" ", first - SNIPPET_CHARS) + 1;
  const end = text.length - first <= SNIPPET_CHARS ? text.length : text.indexOf(" ", first + SNIPPET_CHARS);
  const stop = end === -1 ? text.length : end;
  let html = start > 0 ? "… " : "";
  let at = start;
  for (const { index, 0: word } of hits) {
    if (index < start || index + word.length > stop) continue;
    html += `${escapeHtml(text.slice(at, index))}<mark>${escapeHtml(word)}</mark>`;
    at = index + word.length;
  }
  return `${html}${escapeHtml(text.slice(at, stop))}${stop < text.length ? " …" : ""}`;
}
