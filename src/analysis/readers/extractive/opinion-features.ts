import { FEATURES, featuresOf } from "./features.ts";
import type { Feature } from "./features.ts";
import type { Asked, Question } from "./question.ts";
import { roleOf } from "./role.ts";
import type { Stock } from "./stock.ts";
import { has } from "./wanted.ts";
import type { Want } from "./wanted.ts";
import { rarityOf } from "./word-vectors.ts";

/** What is found of a sentence of an opinion besides; each is about 0 to 1. */
const OF_OPINIONS = [
  "relatedAndWanted",
  "lacksKind",
  "hasKindAndCompany",
  "partyAsked:argues",
  "partyAsked:courtSpeaks",
  "belowAsked:below",
  "belowAsked:closing",
  "belowAsked:courtSpeaks",
  "note",
  "question",
  "quotation",
  "hypothetical",
  "vocabularyCoverage",
  "rareCoverage",
  "holdingAsked:holding",
  "background",
  "dispositionUnasked",
  "factAsked:position",
  "holdingAsked:position",
  "reasonAsked:reason",
  "isLong",
] as const;

export const OPINION_FEATURES = [...FEATURES, ...OF_OPINIONS] as const;
export type OpinionFeature = (typeof OPINION_FEATURES)[number];
export type OpinionWeights = Readonly<Record<OpinionFeature, number>>;

/** Questions whose answer has a word of one kind, and no other sentence answers. */
const KINDS: readonly (readonly [Want, RegExp])[] = [
  ["amount", /\bhow much|\b(?:what|which) (?:\w+ ){0,3}(?:sum|amount|price|fee|fine|cost|salary|rent|size)\b/iu],
  ["count", /\bhow many\b/iu],
  ["period", /\bhow (?:long|old)\b/iu],
  [
    "date",
    /\bwhen\b(?! (?:a|an|the|it|he|she|they|is|are)\b)|\bwhat (?:year|date|day|month)\b|\bon what (?:date|day)\b/iu,
  ],
];
const YES_NO = /^(?:is|are|was|were|did|does|do|may|can|could|must|has|had|have|should|will|would)\b/iu;
const HOLDING_ASKED = /\b(?:hold|held|holding|decide|conclude|rule)\b/iu;
const FACT_ASKED = /\b(?:who|when|how (?:much|many|long|old)|what (?:did|was|were|happened)|which)\b/iu;
const REASON_ASKED = /\bwhy\b|\bon what (?:ground|reason)/iu;
const PARTY_ASKED =
  /\b(?:contend|argu|claim|assert|urge|insist|maintain|say|said|reply|response|respond|complain|contention|position)\w*\b/iu;
const ARGUES =
  /\b(?:argues?|argued|contends?|contended|claims?|claimed|asserts?|asserted|maintains?|maintained|insists?|urges?|urged|submits?|alleges?|alleged|disputes?|responds?|responded)\b/iu;
const BELOW =
  /\b(?:trial|district|lower|circuit|superior|bankruptcy|magistrate|probate|county|municipal|common pleas|tax|appeals?|appellate) (?:court|judge|division)|\b(?:board|commission|agency|alj|jury|referee|arbitrators?|judge)\b/iu;
const HYPOTHETICAL = /\b(?:might|arguably|assuming|arguendo|even if|if we|would have|suppose|hypothetical)\b/iu;
const NOTE = /^(?:\[\d{1,3}\]|\d{1,3}|\u2014+ ?\d*)\s/u;
const LONG_STEMS = 60;

/** The sentences' features for one part of a question about an opinion, in the order of the sentences. */
export function opinionFeaturesOf(asked: Asked, question: Question, stock: Stock): Float64Array[] {
  const { text } = asked;
  const kinds = KINDS.filter(([, form]) => form.test(text)).map(([want]) => want);
  const isHolding = YES_NO.test(text) || HOLDING_ASKED.test(text);
  const isFact = FACT_ASKED.test(text) && !isHolding;
  const isReason = REASON_ASKED.test(text);
  const isParty = PARTY_ASKED.test(text);
  const isBelow = BELOW.test(text);
  const isHypothetical = HYPOTHETICAL.test(text);
  const terms = asked.terms
    .filter(({ weight }) => weight === 1)
    .map(({ stem, related }) => ({ stem, related: [...related], rarity: rarityOf(stem) }));
  const whole = terms.reduce((sum, { rarity }) => sum + rarity, 0) || 1;
  const wholeSquared = terms.reduce((sum, { rarity }) => sum + rarity ** 2, 0) || 1;
  return featuresOf(asked, question, stock).map((features, at) => {
    const row = new Float64Array(OPINION_FEATURES.length);
    row.set(features);
    const unit = stock.units[at];
    const counts = stock.counts[at];
    if (unit === undefined || counts === undefined) return row;
    let [covered, coveredSquared] = [0, 0];
    for (const { stem, related, rarity } of terms) {
      const met = counts.has(stem) ? 1 : related.some((other) => counts.has(other)) ? RELATED_SHARE : 0;
      covered += rarity * met;
      coveredSquared += rarity ** 2 * met;
    }
    const of = (feature: Feature): number => features[COLUMN.get(feature) ?? 0] ?? 0;
    const role = roleOf(unit);
    const hasKind = kinds.some((kind) => has(unit.text, kind));
    const speaks = of("courtSpeaks");
    row.set(
      [
        of("wantedShare") * of("wholeRelated"),
        Number(kinds.length > 0 && !hasKind),
        hasKind ? of("companyWithin3") : 0,
        Number(isParty && ARGUES.test(unit.text)),
        isParty ? speaks : 0,
        Number(isBelow && BELOW.test(unit.text)),
        Number(isBelow && unit.position > CLOSING),
        isBelow ? speaks : 0,
        Number(NOTE.test(unit.text)),
        Number(/\?["\u201d]?$/u.test(unit.text)),
        Number(/^["\u201c\u2018]/u.test(unit.text)),
        Number(!isHypothetical && HYPOTHETICAL.test(unit.text)),
        covered / whole,
        coveredSquared / wholeSquared,
        Number(isHolding && role === "holding"),
        Number(role === "background"),
        Number(role === "disposition" && !asked.wanted.has("disposition")),
        isFact ? unit.position : 0,
        isHolding ? unit.position : 0,
        isReason && has(unit.text, "reason") ? of("wholeRelated") : 0,
        Number(unit.stems.length > LONG_STEMS),
      ],
      FEATURES.length,
    );
    return row;
  });
}

const COLUMN: ReadonlyMap<Feature, number> = new Map(FEATURES.map((feature, at) => [feature, at]));
/** What a word counts that may stand for the asked one. */
const RELATED_SHARE = 0.6;
/** The last tenth of an opinion disposes of the case. */
const CLOSING = 0.9;
