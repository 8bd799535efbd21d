import type { Section, SourcePart } from "./model.ts";
import { notesIn } from "./voice/notes.ts";
import { openingsIn } from "./voice/openings.ts";

/** A stretch of a part and whose words it holds; null where nobody says. */
export type SectionSpan = { readonly start: number; readonly end: number; readonly section: Section | null };

/** Where another begins to speak; `before`: who spoke before the vote does again. */
type Turn = { readonly at: number; readonly section: Section | null | "before" };

const OF_THE_COURT: ReadonlySet<Section["kind"]> = new Set(["majority", "plurality", "per_curiam"]);

/** Whether they are words of members of the court who write for themselves. */
export function isSeparate(section: Section | null): boolean {
  return section !== null && !OF_THE_COURT.has(section.kind);
}

/** The stretches of a part by whose words they are; together they cover it. */
export function sectionsOf(part: Pick<SourcePart, "text" | "section">): SectionSpan[] {
  const { text, section: own } = part;
  if (isSeparate(own)) return [{ start: 0, end: text.length, section: own }];
  const openings = openingsIn(text).toSorted((one, other) => one.at - other.at);
  const isCombined = openings.some(({ section }) => isSeparate(section));
  const turns: Turn[] = [...openings, ...votesIn(text), ...(isCombined ? notesIn(text, openings, own) : [])];
  turns.sort((one, other) => one.at - other.at);
  const spans: SectionSpan[] = [];
  let start = 0;
  let [section, before] = [own, own];
  for (const { at, section: next } of turns) {
    if (at > start) spans.push({ start, end: at, section });
    start = at;
    if (next !== "before") before = isVote(next) ? before : next;
    section = next === "before" ? before : next;
  }
  if (text.length > start) spans.push({ start, end: text.length, section });
  return spans;
}

/** What a justice says of a vote, in one line of a text. */
const VOTE: Section = { kind: "dissent", author: null };

function isVote(section: Section | null): boolean {
  return section === VOTE;
}

/** Justices who only tell how they would decide: `MR. JUSTICE ASH would reverse`, `is of the opinion that …`. */
const VOTES =
  /(?:^|\n)[ \t]*(?:THE |The )?(?:CHIEF JUSTICE|Chief Justice|MR\. JUSTICE|Mr\. Justice|JUSTICE|Justice)\b[^\n.]{0,40}(?:(?:MR|Mr)\.[^\n.]{1,40}){0,8}\b(?:(?:is|are) of the opinion that|would (?:affirm|reverse|grant|deny|dismiss|note|vacate|hold)|dissents?\b)[^\n]*/gu;

function votesIn(text: string): Turn[] {
  return [...text.matchAll(VOTES)].flatMap((match): Turn[] => {
    const at = match.index + (match[0].startsWith("\n") ? 1 : 0);
    return [
      { at, section: VOTE },
      { at: match.index + match[0].length, section: "before" },
    ];
  });
}

/** A section as it is told: `dissent (Alder)`; null for the opinion of the court. */
export function sectionLabel(section: Section | null): string | null {
  if (section === null || section.kind === "majority" || section.kind === "per_curiam") return null;
  const words = LABELS[section.kind] ?? section.kind;
  return section.author === null ? words : `${words} (${section.author})`;
}

const LABELS: Readonly<Partial<Record<Section["kind"], string>>> = {
  concurrence_dissent: "concurrence in part and dissent in part",
  plurality: "plurality opinion",
  separate: "separate opinion",
};
