import { compiledCues, isPlural, pointsBack } from "./cue-patterns.ts";
import type { CompiledCue } from "./cue-patterns.ts";
import { guardOf } from "./guards.ts";
import type { Mention, Reading, TextSpan, Voice } from "./model.ts";
import { quotedRuns } from "./quoted.ts";
import { markSentence, marksIn } from "./sentence-marks.ts";
import type { MarkedSentence } from "./sentence-marks.ts";
import type { Section } from "./voices.ts";

export type OpinionToRead = {
  readonly text: string;
  /** In order of place, not overlapping. */
  readonly mentions: readonly Mention[];
  /** In order, covering the text. */
  readonly sentences: readonly TextSpan[];
  readonly sections: readonly Section[];
};

/** How many sentences back a word like `it` may point. */
const BACK_SENTENCES_MAX = 3;

/** Every treatment that the words of an opinion show, one reading per cue and authority. */
export function readTreatments(opinion: OpinionToRead): Reading[] {
  const isQuoted = quotedRuns(opinion.text);
  const readings: Reading[] = [];
  const before: MarkedSentence[] = [];
  let next = 0;
  let section = 0;
  for (const span of opinion.sentences) {
    const from = next;
    while (next < opinion.mentions.length && (opinion.mentions[next]?.span.start ?? 0) < span.end) next += 1;
    const sentence = markSentence(opinion.text, span, opinion.mentions.slice(from, next));
    while (section + 1 < opinion.sections.length && (opinion.sections[section + 1]?.start ?? 0) <= span.start)
      section += 1;
    const voice = opinion.sections[section]?.voice ?? "court";
    if (sentence.mentions.length > 0 || before.some((one) => one.mentions.length > 0)) {
      readings.push(...readSentence(sentence, before, voice, isQuoted));
    }
    before.push(sentence);
    if (before.length > BACK_SENTENCES_MAX) before.shift();
  }
  return readings;
}

function readSentence(
  sentence: MarkedSentence,
  before: readonly MarkedSentence[],
  voice: Section["voice"],
  isQuoted: (at: number) => boolean,
): Reading[] {
  const readings: Reading[] = [];
  for (const { gate, cues } of compiledCues()) {
    if (!gate.test(sentence.marked)) continue;
    for (const cue of cues) {
      if (cue.needsMark && sentence.mentions.length === 0) continue;
      for (const match of sentence.marked.matchAll(cue.expression)) {
        readings.push(...readMatch(cue, match, sentence, before, voice, isQuoted));
      }
    }
  }
  return readings;
}

/** What one match of a cue says, of each case it names. */
function readMatch(
  cue: CompiledCue,
  match: RegExpExecArray,
  sentence: MarkedSentence,
  before: readonly MarkedSentence[],
  voice: Section["voice"],
  isQuoted: (at: number) => boolean,
): Reading[] {
  const target = match.groups?.["x"] ?? "";
  const targets = pointsBack(target)
    ? antecedents(sentence, before, match.index + Math.max(0, match[0].indexOf(target)), isPlural(target))
    : marksIn(target).flatMap((mark) => sentence.mentions[mark] ?? []);
  if (targets.length === 0) return [];
  const spoken = voiceOf(cue, sentence, match, voice, isQuoted);
  if (spoken === undefined) return [];
  const by = marksIn(match.groups?.["by"] ?? "").flatMap((mark) => sentence.mentions[mark] ?? [])[0];
  const authorities = new Set(targets.map((mention) => mention.authority));
  if (by !== undefined) authorities.delete(by.authority);
  return [...authorities].map((authority) => ({
    authority,
    treatment: cue.treatment,
    voice: spoken,
    cue: cue.name,
    act: cue.act,
    quote: sentence.span,
    by: by?.authority ?? null,
  }));
}

/** Whose act the cue is, or undefined when its words deny it. */
function voiceOf(
  cue: CompiledCue,
  sentence: MarkedSentence,
  match: RegExpExecArray,
  voice: Section["voice"],
  isQuoted: (at: number) => boolean,
): Voice | undefined {
  const start = match.index;
  const guard = guardOf(cue, sentence.marked, start, start + match[0].length);
  if (guard === "denied") return undefined;
  if (cue.act === "told") return "history";
  if (guard === "reported") return "reported";
  if (isQuoted(sentence.toText(start + Math.floor(match[0].length / 2)))) return "reported";
  return cue.act === "of court" && voice !== "court" ? "account" : voice;
}

/**
 * What `it`, `that case` or `those decisions` stands for: the case named last before it, or for a plural the last
 * sentence that names several, failing which for the cases named just before.
 */
function antecedents(
  sentence: MarkedSentence,
  before: readonly MarkedSentence[],
  at: number,
  plural: boolean,
): Mention[] {
  const here = marksIn(sentence.marked.slice(0, at)).flatMap((mark) => sentence.mentions[mark] ?? []);
  const earlier = before.toReversed().map((one) => one.mentions);
  for (const source of [here, ...earlier]) {
    if (source.length === 0) continue;
    if (!plural) return source.slice(-1);
    if (new Set(source.map((mention) => mention.authority)).size > 1) return [...source];
  }
  return plural ? earlier.flat().slice(-2) : [];
}
