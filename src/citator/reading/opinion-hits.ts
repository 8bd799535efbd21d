import type { Mention, TextSpan } from "../model.ts";
import { quotedRuns } from "../quoted.ts";
import type { Section } from "../voices.ts";
import { pointBack } from "./anaphora.ts";
import type { Named } from "./anaphora.ts";
import { framesIn } from "./frames.ts";
import { readHistory } from "./history.ts";
import type { Told } from "./history.ts";
import type { Hit } from "./hit.ts";
import { wordsOf } from "./sentence.ts";
import { nearbyHits } from "./surroundings.ts";
import type { Surroundings } from "./surroundings.ts";
import { joinLists, joinNouns, tidy } from "./tidy.ts";
import { isMark, tokensOf } from "./tokens.ts";
import type { Token } from "./tokens.ts";

export type OpinionToRead = {
  readonly text: string;
  /** In order of place, not overlapping. */
  readonly mentions: readonly Mention[];
  /** In order, covering the text. */
  readonly sentences: readonly TextSpan[];
  readonly sections: readonly Section[];
  /** How the parties of the case at hand are called, in small letters. */
  readonly parties: ReadonlySet<string>;
};

/** A hit with whose words it stands in and the sentence that carries it. */
export type PlacedHit = Hit & { readonly voice: Section["voice"]; readonly sentence: TextSpan };

/** How many sentences back a word like `that decision` may point. */
const BACK_SENTENCES_MAX = 3;

/** Everything that an opinion says about the decisions it cites, sentence by sentence. */
export function hitsOf(opinion: OpinionToRead): PlacedHit[] {
  const isQuoted = quotedRuns(opinion.text);
  const hits: PlacedHit[] = [];
  const before: Named[] = [];
  const read: Surroundings[] = [];
  let next = 0;
  let section = 0;
  for (const span of opinion.sentences) {
    const from = next;
    while (next < opinion.mentions.length && (opinion.mentions[next]?.span.start ?? 0) < span.end) next += 1;
    while (section + 1 < opinion.sections.length && (opinion.sections[section + 1]?.start ?? 0) <= span.start)
      section += 1;
    const voice = opinion.sections[section]?.voice ?? "court";
    const mentions = opinion.mentions.slice(from, next);
    const named: (readonly Mention[])[] = [];
    if (mentions.length > 0 || before.some((one) => one.length > 0)) {
      const { words, told, asides } = sentenceOf(opinion, span, mentions, before);
      const sentence = wordsOf(words);
      const context = { isSeparate: voice !== "court", isQuoted, before };
      const found = framesIn(sentence, context);
      for (const aside of asides) found.push(...framesIn(wordsOf(aside), context).flatMap((hit) => asideHit(hit)));
      hits.push(...[...found, ...told.map(historyHit)].map((hit) => ({ ...hit, voice, sentence: span })));
      named.push(...words.filter((token) => isMark(token) && token.back === undefined).map((token) => token.mentions));
      read.push({ span, voice, words: sentence.words, mentions });
    } else read.push({ span, voice, words: "", mentions });
    before.push(named);
    if (before.length > BACK_SENTENCES_MAX) before.shift();
  }
  hits.push(...nearbyHits(opinion.text, read));
  return hits;
}

type SentenceTokens = {
  readonly words: readonly Token[];
  readonly told: readonly Told[];
  readonly asides: readonly (readonly Token[])[];
};

function sentenceOf(
  { text, parties }: OpinionToRead,
  span: TextSpan,
  mentions: readonly Mention[],
  before: readonly Named[],
): SentenceTokens {
  const { words, asides } = tidy(tokensOf(text, span, mentions, parties));
  const tidied = asides.map((aside) => ({ of: aside.of, words: tidy(aside.words).words }));
  const history = readHistory(words, tidied);
  return {
    // `The opinion in that case` is the decision again.
    words: joinNouns(pointBack(joinLists(joinNouns(history.words)), before)),
    told: history.told,
    asides: history.asides
      .filter((aside) => aside.words.some(isMark))
      .map((aside) => joinLists(joinNouns(aside.words))),
  };
}

/**
 * What stands in parentheses behind a citation is what that decision says or does: `(declining to follow ⟦⟧)` tells of a
 * refusal, and what else it denies is told of nobody.
 */
function asideHit(hit: Hit): Hit[] {
  if (hit.status === "denied") return hit.act === "follow" ? [{ ...hit, act: "reject", status: "told" }] : [];
  return [
    { ...hit, status: hit.status === "we" || hit.status === "own" || hit.status === "due" ? "told" : hit.status },
  ];
}

function historyHit({ treatment, authority, by, scope, at }: Told): Hit {
  return {
    authority,
    kind: "history",
    act: ACT_OF[treatment] ?? "hold",
    status: "told",
    back: false,
    quoted: false,
    by,
    scope,
    at,
  };
}

const ACT_OF: Readonly<Record<string, Hit["act"]>> = {
  Overruled: "overrule",
  Abrogated: "abrogate",
  "Superseded by statute": "supersede",
  Reversed: "reverse",
  Vacated: "vacate",
  Affirmed: "affirm",
  Limited: "limit",
  Criticized: "criticize",
  Questioned: "question",
  Distinguished: "distinguish",
  Followed: "follow",
};
