import type { Brief } from "#citations/check.ts";

/** What a writer says who knows that a decision no longer stands. */
const ENDED =
  /\b(?:overrul|overturn|abrogat|supersed|revers|vacat|repudiat|disapprov|rev['\u2019]d|no longer good law|not good law|bad law)/iu;
/** Signals under which nobody relies on a decision. */
const AGAINST = new Set(["but see", "but cf.", "contra"]);
const BEFORE_CHARS = 200;
const AFTER_CHARS = 240;

/** Whether a text says itself that a decision it cites has lost its force, in its history, its signal or its sentence. */
export function isToldByBrief({ text, citations }: Brief, number: number): boolean {
  const citation = citations[number];
  if (citation === undefined) return false;
  if (citation.signal !== null && AGAINST.has(citation.signal.text)) return true;
  const group = citation.kind === "case" ? citation.group : null;
  const isMeant = (of: number | null): boolean => {
    if (of === null) return false;
    const other = citations[of];
    return of === number || (group !== null && other?.kind === "case" && other.group === group);
  };
  if (citations.some(({ history }) => history !== null && isMeant(history.of) && ENDED.test(history.relation)))
    return true;
  const { start, end } = citation.fullSpan;
  const before = text.slice(Math.max(0, start - BEFORE_CHARS), start);
  const after = text.slice(end, end + AFTER_CHARS);
  return ENDED.test(lastSentence(before)) || ENDED.test(firstSentence(after)) || ENDED.test(text.slice(start, end));
}

/** `v.` and initials end no sentence. */
const END = /(?<=[a-z]{3}[.?!]["\u201d)]?)\s+(?=[\p{Lu}"\u201c])/u;
const ENDED_BEFORE = /[a-z]{3}[.?!]["\u201d)]?\s*$/u;

function lastSentence(words: string): string {
  return ENDED_BEFORE.test(words) ? "" : (words.split(END).at(-1) ?? "");
}

function firstSentence(words: string): string {
  return words.startsWith(".") ? "" : (words.split(END)[0] ?? "");
}
