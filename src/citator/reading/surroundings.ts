import type { Mention, TextSpan } from "../model.ts";
import type { Section } from "../voices.ts";
import type { PlacedHit } from "./opinion-hits.ts";

/** A sentence as its neighbours see it. */
export type Surroundings = {
  readonly span: TextSpan;
  readonly voice: Section["voice"];
  /** Empty where nothing was read. */
  readonly words: string;
  readonly mentions: readonly Mention[];
};

const HERE =
  / (?:here|in (?:this|the present|the instant|our) case|(?:present|instant) (?:case|action|suit|litigation|situation)|case at bar|case before us|this case|before us|at hand|in this (?:action|suit|appeal|instance)|now before|our case) /u;
const CONTRAST =
  /^ (?:but|however|by contrast|in contrast|unlike|conversely|on the other hand|moreover , unlike|yet|here , (?:by contrast|however|in contrast)) | (?:however|by contrast|in contrast|on the other hand|no such|different|differ|differs|distinction|distinguish\S*|contrary|whereas|rather than|not|no|nor|never|neither|none|without|lacks?|absent|only) /u;
const LIKENESS =
  /^ (?:so too|similarly|likewise|as in|just as|the same|like|accordingly|thus|therefore|so here|so) | (?:similarly|likewise|the same|equally|as here|no less|precisely|so too|just as|too|also) /u;
const PARTY =
  / (?:petitioners?|respondents?|appellants?|appellees?|plaintiffs?|defendants?|government|state|dissent|parties|commissioner|united states|he|they|counsel|complainant) (?:\S+ ){0,8}?(?:rel(?:y|ies|ied)|cit(?:e|es|ed)|invok\S+|point\S*|contend\S*|argu\S+|urg\S+|insist\S*|maintain\S*|assert\S*|reliance|claim\S*|suggest\S*) /u;

/** How far on a sentence is asked how it stands to a decision named before. */
const ON_MAX = 2;

/**
 * What two or three sentences show together and none of them alone: an account of a decision, and then the case at hand
 * set against it or beside it; a decision that a party relies on.
 */
export function nearbyHits(_text: string, sentences: readonly Surroundings[]): PlacedHit[] {
  const hits: PlacedHit[] = [];
  sentences.forEach((sentence, at) => {
    const spoken = sentence.mentions.filter((mention) => isSpokenOf(mention, sentence));
    if (spoken.length === 0) return;
    const add = (act: PlacedHit["act"], status: "near" | "others", where: Surroundings): void => {
      for (const authority of new Set(spoken.map((mention) => mention.authority)))
        hits.push({
          authority,
          kind: "context",
          act,
          status,
          back: false,
          quoted: false,
          by: null,
          scope: "whole",
          at: where.span.start,
          voice: where.voice,
          sentence: where.span,
        });
    };
    if (PARTY.test(sentence.words)) add("rely", "others", sentence);
    for (let on = 0; on <= ON_MAX; on += 1) {
      const next = sentences[at + on];
      if (next === undefined || next.voice !== sentence.voice || !HERE.test(next.words)) continue;
      // Another decision's account has begun.
      if (on > 0 && next.mentions.some((mention) => !spoken.some((one) => one.authority === mention.authority))) break;
      if (CONTRAST.test(next.words)) add("distinguish", "near", next);
      if (LIKENESS.test(next.words)) add("support", "near", next);
      break;
    }
  });
  return hits;
}

/** Named in running words and not only cited behind them. */
function isSpokenOf(mention: Mention, sentence: Surroundings): boolean {
  if (mention.form === "name") return true;
  if (mention.form === "back") return false;
  const position = sentence.mentions.indexOf(mention);
  return position === 0 && / (?:in|by|on|upon|to|from|of|that|with|under) ⟦0⟧ |^ ⟦0⟧ (?!\.)\S/u.test(sentence.words);
}
