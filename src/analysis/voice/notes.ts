import type { Section } from "#analysis/model.ts";
import type { Opening } from "./openings.ts";

const NOTE =
  /\n(?<!\n[^\S\n]*\n)\s*(?<open>\[|\()?(?<label>\d{1,3}|\*{1,4}|\u2020)(?:\]|\)|\.)? +(?=["\u201c(]?[\p{L}\u00a7\d])/gu;
const NOTES_LINE = /\n[ \t]*(?:NOTES|Notes|FOOTNOTES|Footnotes)[ \t]*\n/u;
const NOTES_SHARE_MIN = 0.3;

/**
 * Whose the notes are that stand behind all opinions of a combined text. Those of the court come first; where the count
 * begins anew, in brackets, those of a separate opinion begin. With as many counts as separate opinions, each has its
 * own; otherwise nothing says to which of them a note belongs. `opinions` are the openings before, in order.
 */
export function notesIn(
  text: string,
  opinions: readonly Opening[],
  own: Section | null,
): (Opening | { readonly at: number; readonly section: null })[] {
  const heading = NOTES_LINE.exec(text);
  const start = heading === null ? notesStart(text) : heading.index + 1;
  if (start === undefined || !opinions.some(({ at }) => at < start)) return [];
  const separate = opinions
    .filter(({ at, section }) => at < start && isSeparate(section))
    .map(({ section }) => section);
  const counts = heading === null ? [] : separateCounts(text, start);
  return [
    { at: start, section: own },
    ...counts.map((at, index) => ({ at, section: ownerOf(separate, index, counts.length) })),
  ];
}

function isSeparate({ kind }: Section): boolean {
  return kind !== "majority" && kind !== "plurality" && kind !== "per_curiam";
}

function ownerOf(separate: readonly Section[], index: number, counts: number): Section {
  const [first] = separate;
  if (separate.length === counts && separate[index] !== undefined) return separate[index];
  const kind = separate.every((one) => one.kind === first?.kind) ? (first?.kind ?? "separate") : "separate";
  return { kind, author: separate.length === 1 ? (first?.author ?? null) : null };
}

/** Where labels in brackets begin, and begin anew. */
function separateCounts(text: string, start: number): number[] {
  const counts: number[] = [];
  let last: number | undefined;
  for (const match of text.slice(start).matchAll(NOTE)) {
    if (match.groups?.["open"] !== "[") continue;
    const label = Number(match.groups["label"]?.replace(/^\D+$/u, "0"));
    if (last === undefined || label === 0 || (label <= last && label === 1 && last !== 0))
      counts.push(start + match.index + 1);
    last = label;
  }
  return counts;
}

/** Of a paragraph that is numbered, the number has a mark behind it more often than a note's has. */
const BARE_NOTE = /\n(?<!\n[^\S\n]*\n)\s*(?<label>\d{1,3}) +(?=["\u201c(]?[\p{L}\u00a7\d])/gu;
const NOTES_MIN = 3;

/** Where notes begin that stand at the end of a text without a line over them: from note 1 on, labels count up. */
function notesStart(text: string): number | undefined {
  let start: number | undefined;
  let [last, count] = [0, 0];
  for (const match of text.matchAll(BARE_NOTE)) {
    const label = Number(match.groups?.["label"]);
    if (match.index < text.length * NOTES_SHARE_MIN) continue;
    if (label === 1 && (start === undefined || count < NOTES_MIN)) [start, count] = [match.index + 1, 1];
    else if (label === last + 1) count += 1;
    last = label;
  }
  return count < NOTES_MIN ? undefined : start;
}
