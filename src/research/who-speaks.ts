import { sectionLabel, sectionsOf } from "#analysis/sections.ts";
import { OffsetMap } from "#opinions/clean/offset-map.ts";
import type { OpinionContent, OpinionRecord } from "#opinions/store/record.ts";
import { partOf } from "./cases/source.ts";

/** Where somebody begins to speak in an opinion whose text holds several: `dissent (Alder)`, or `notes`; null for the court. */
export type Turn = { readonly start: number; readonly label: string | null };

/** What is shorter is a vote told in passing. */
const TURN_CHARS_MIN = 250;

const NOTES = /^\s*(?:notes\b|footnotes\b|[*†\d])/iu;

/** Who speaks from where on, in the body of an opinion; none where one speaks throughout. */
export function turnsOf(opinion: OpinionRecord): readonly Turn[] {
  const { content } = opinion;
  if (content === undefined) return [];
  const body = notesFrom(content);
  const turns: Turn[] = [];
  for (const { start, end, section } of sectionsOf(partOf(opinion))) {
    const label = sectionLabel(section);
    if (start >= body || end - start < TURN_CHARS_MIN || turns.at(-1)?.label === label) continue;
    const words = content.text.slice(start, end);
    const from = start + words.length - words.trimStart().length;
    // Behind the last separate opinion the notes of all stand, which nobody speaks.
    const isNotes = label === null && turns.length > 0 && NOTES.test(words);
    turns.push({ start: from, label: isNotes ? "notes" : label });
    if (isNotes) break;
  }
  return turns.length > 1 ? turns : [];
}

/** Where the notes behind the text begin. */
function notesFrom({ html, text, offsetMap }: OpinionContent): number {
  const at = html.indexOf('<section class="footnotes">');
  return at < 0 || offsetMap.length === 0 ? text.length : new OffsetMap(offsetMap).textOffsetOf(at);
}
