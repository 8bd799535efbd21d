import { escapeHtml } from "#text/escape-html.ts";
import { collapseSpace } from "#text/typography.ts";
import { splitSentences } from "#text/sentences.ts";
import type { QueryNode } from "#index/tree.ts";
import { findOccurrences, unitsOf } from "./occurrences.ts";
import type { Occurrence } from "./occurrences.ts";

/** Characters a snippet shows, before entities and marks. */
const SNIPPET_CHARS = 320;
/** Matches further apart than this do not share a snippet. */
const WINDOW_CHARS = 260;
/** How far before the first match a sentence's beginning is looked for. */
const LEAD_CHARS = 90;

/**
 * The passage of an opinion that best answers a query: HTML in which everything is escaped and only `<mark>` stands
 * around the words that match. Whole words; an ellipsis where text was left out. Without a match in the text (the
 * name or other opinions' words matched) it is the beginning.
 */
export function createSnippet(text: string, tree: QueryNode): string {
  const occurrences = findOccurrences(text, unitsOf(tree));
  const chosen = bestWindow(occurrences);
  const anchor = chosen[0]?.start ?? firstWord(text);
  const start = chosen.length === 0 ? anchor : passageStart(text, anchor);
  const reach = Math.max(start + SNIPPET_CHARS, chosen.at(-1)?.end ?? 0);
  const end = passageEnd(text, reach);
  const marks = occurrences.filter((place) => place.start >= start && place.end <= end);
  const before = start > firstWord(text) ? "… " : "";
  const after = end < text.trimEnd().length ? " …" : "";
  return before + render(text, start, end, marks) + after;
}

/** The run of matches, close together, whose different units weigh most; units rare in the opinion weigh more. */
function bestWindow(occurrences: readonly Occurrence[]): readonly Occurrence[] {
  const counts = new Map<number, number>();
  for (const { unit } of occurrences) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  const weights = new Map([...counts].map(([unit, count]) => [unit, 1 / (1 + Math.log(count))]));
  const inside = new Map<number, number>();
  let best: { from: number; to: number; score: number } = { from: 0, to: 0, score: 0 };
  let score = 0;
  let from = 0;
  for (const [to, { unit, end }] of occurrences.entries()) {
    score += valueOf(inside.get(unit) ?? 0, weights.get(unit) ?? 0);
    inside.set(unit, (inside.get(unit) ?? 0) + 1);
    for (
      let first = occurrences[from];
      first !== undefined && end - first.start > WINDOW_CHARS && from < to;
      first = occurrences[from]
    ) {
      const count = (inside.get(first.unit) ?? 1) - 1;
      inside.set(first.unit, count);
      score -= valueOf(count, weights.get(first.unit) ?? 0);
      from += 1;
    }
    if (score > best.score + 1e-9) best = { from, to: to + 1, score };
  }
  return occurrences.slice(best.from, best.to);
}

/** What one more match of a unit adds: the first counts whole, a second and third a little. */
function valueOf(before: number, weight: number): number {
  if (before === 0) return weight;
  return before < 3 ? weight * 0.1 : 0;
}

function firstWord(text: string): number {
  const first = text.search(/\S/u);
  return first === -1 ? text.length : first;
}

/** The beginning of the sentence or paragraph when it is near, else a whole word some way before the first match. */
function passageStart(text: string, anchor: number): number {
  const from = Math.max(0, anchor - LEAD_CHARS);
  const lead = text.slice(from, anchor + 1);
  const [, ...begun] = splitSentences(lead);
  const last = begun.at(-1);
  if (last !== undefined) return from + last.start;
  if (from === 0) return firstWord(text);
  const space = lead.search(/\s\S/u);
  return space === -1 ? anchor : from + space + 1;
}

function passageEnd(text: string, reach: number): number {
  if (reach >= text.length) return text.trimEnd().length;
  const space = text.slice(Math.max(0, reach - 60), reach + 1).search(/\s\S*$/u);
  return space === -1 ? reach : Math.max(0, reach - 60) + space;
}

function render(text: string, start: number, end: number, marks: readonly Occurrence[]): string {
  const words = marks.flatMap((mark) => mark.words).sort((a, b) => a.start - b.start || b.end - a.end);
  const parts: string[] = [];
  let at = start;
  for (const word of words) {
    if (word.start < at) continue;
    parts.push(
      escapeHtml(text.slice(at, word.start)),
      "<mark>",
      escapeHtml(text.slice(word.start, word.end)),
      "</mark>",
    );
    at = word.end;
  }
  parts.push(escapeHtml(text.slice(at, end)));
  return collapseSpace(parts.join(""));
}
