import { CUES } from "./cues.ts";
import type { Cue } from "./cues.ts";

/** Nouns that stand for what a case decided. */
const NOUN =
  "(?:holding|decision|rule|ruling|judgment|opinion|doctrine|case|principle|analysis|reasoning|test|standard|approach|view|result|conclusion|dictum|dicta|language|statement|part|aspect|portion|proposition|interpretation|construction|framework|formulation|rationale|precedent|line of cases|line|notion|theory|requirement|exception|presumption|teaching|logic|premise|definition)s?";

const MARK = "⟦\\d+⟧(?:['’]s?(?= |,))?";
const LIST = `${MARK}(?:(?:,? and (?:the )?(?:in )?|,? or |, (?:and )?|; (?:and )?|,? as well as |,? (?:its|their) progeny,? (?:and )?)${MARK}){0,12}`;
const BEFORE = `(?:(?:the |our |its |that |any |this |so much of |part of |all of )?(?:[\\w'’-]+ ){0,3}?${NOUN}(?: [\\w-]+){0,3}? (?:of|in|from|by|under|announced in|adopted in) )?(?:the |our )?(?:decisions? in |opinions? in |cases? of |case of )?`;
const AFTER = `(?: (?:[\\w“”"-]+ ){0,3}?${NOUN})?(?: \\(No\\. \\d+\\))?(?:,? supra,?)?(?: in (?:this|that|these|those) (?:respects?|regard))?`;
const PART_OF_BACK =
  "(?:holdings?|reasoning|rules?|part|aspects?) (?:of|in) (?:that|those|these) (?:cases?|decisions?|opinions?)";
const BACK_WORD =
  "(?:it|them|they|both|(?:that|this|the|those|these|both)(?: (?:earlier|prior|former|latter|two|last|same|old))?(?: of (?:these|those|our))? (?:case|decision|holding|ruling|rule|precedent|opinion|doctrine|judgment|statement|proposition|aspect)s?)";
const BACK = `(?:${PART_OF_BACK}|${BACK_WORD})`;
const BACK_WITHIN = `(?:${BACK_WORD}|(?:the |that part of the )?(?:[\\w-]+ ){0,3}?${PART_OF_BACK})`;

/** The words before a mark are read only where the cue's own words stand before them: a pattern that opens with the case starts at the mark. */
const OPENING: Record<string, string> = {
  "{X}": `(?<x>${LIST}${AFTER})`,
  "{IT}": `(?<x>${LIST}${AFTER}|\\b${BACK}\\b)`,
};

const SLOTS: Record<string, string> = {
  "{X}": `(?<x>${BEFORE}${LIST}${AFTER})`,
  "{IT}": `(?<x>${BEFORE}${LIST}${AFTER}|\\b${BACK_WITHIN}\\b)`,
  "{BY}": "(?<by>⟦\\d+⟧)",
  "{RULE}": `(?<x>${LIST}) (?:[\\w“”"-]+ ){0,3}?${NOUN}`,
  "{few}": "(?:(?!(?:that|which|who|was|were|is|are|it|and|but|because|to)\\b)[\\w'’“”\"-]+ ){0,5}",
  "{adv}":
    "(?:(?:\\w+ly|hereby|now|today|therefore|thus|here|also|too|simply|itself|still|again|accordingly|henceforth|to that extent|in part|as such|already|long|since|ever|far|so|most|all|in fact|of course)[, ]+){0,3}",
  "{be}":
    "(?:(?:must|should|ought to|has to|have to|may|might|would|could|can|shall|will|needs? to|to)(?: now| also| therefore| accordingly| hereby)? be|is|are|be|stands?)(?:,? and (?:it |they )?(?:now |hereby )?(?:is|are),?)?",
  "{gap}": "(?:,? ?(?:supra|ante|infra),?|,[^⟦⟧.;:]{0,90},| ?\\([^()]{0,120}\\)| itself| too| also| thus)?",
};

export type CompiledCue = Cue & {
  readonly expression: RegExp;
  /** The case must be named in the sentence itself. */
  readonly needsMark: boolean;
};
/** Cues that share a gate: when a sentence fails it, none of them is tried. */
export type CueGroup = { readonly gate: RegExp; readonly cues: readonly CompiledCue[] };

let compiled: readonly CueGroup[] | undefined;

/** The table with its slots filled in, compiled on first use. */
export function compiledCues(): readonly CueGroup[] {
  compiled ??= [...Map.groupBy(CUES, (cue) => cue.needs)].map(([needs, cues]) => ({
    gate: new RegExp(needs, "iu"),
    cues: cues.map(compile),
  }));
  return compiled;
}

function compile(cue: Cue): CompiledCue {
  const source = cue.pattern
    .replace(/^\{(?:X|IT)\}/u, (slot) => OPENING[slot] ?? slot)
    .replace(/\{(?:X|IT|BY|RULE|few|adv|gap|be)\}/gu, (slot) => SLOTS[slot] ?? slot);
  return { ...cue, expression: new RegExp(source, "giu"), needsMark: !cue.pattern.includes("{IT}") };
}

/** Is the treated case named by a word that points back? */
export function pointsBack(run: string): boolean {
  return !run.includes("⟦");
}

export function isPlural(run: string): boolean {
  return /^(?:them|they|both)$|\b(?:those|these|both|cases|decisions|opinions)\b/iu.test(run);
}
