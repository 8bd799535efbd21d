import type { Reading, Treatment } from "../model.ts";
import { graverOf, isRefusal, treatmentOf, voiceOf } from "./acts.ts";
import { featuresOf } from "./features.ts";
import type { Features, Considered } from "./features.ts";
import { groupOf, GROUPS } from "./groups.ts";
import type { Group } from "./groups.ts";
import { chancesOf, treatmentWeights, weightOf } from "./model-weights.ts";
import type { Weights } from "./model-weights.ts";
import type { PlacedHit } from "./opinion-hits.ts";
import { VERIFIED } from "../verifier/signs.ts";
import type { Proposal, Verified } from "../verifier/signs.ts";
import { gramsOf, treatmentVerifier, verify } from "../verifier/verifier.ts";
import type { Verifier } from "../verifier/verifier.ts";

/** What an opinion does to one decision it cites, and how sure that is. */
export type Judgement = {
  readonly readings: readonly Reading[];
  readonly chances: Readonly<Record<Group, number>>;
  readonly features: Features;
};

/**
 * What judges say that they do (`We distinguish Alder`, `We decline to follow Alder`) is seldom a mere citation, however
 * often that is all that an opinion like this has to say of a decision like that.
 */
const UNSAID = 0.2;

function isOutright(hit: PlacedHit): boolean {
  return treatmentOf(hit) !== null && (hit.status === "we" || (hit.kind === "verb" && isRefusal(hit)));
}

/**
 * `We overrule Alder`, `Alder is overruled`: whoever says so does not merely follow or distinguish it, however much else
 * the opinion says of it on the way.
 */
const UNENDED = 0.05;

function isEnding(hit: PlacedHit): boolean {
  return (
    (hit.act === "overrule" || hit.act === "abrogate") &&
    ((hit.kind === "verb" && (hit.status === "we" || hit.status === "own" || hit.status === "due")) ||
      (hit.kind === "gone" && hit.status === "we"))
  );
}

function allowedBy(
  own: readonly PlacedHit[],
  chances: Readonly<Record<Group, number>>,
): Readonly<Record<Group, number>> {
  if (own.some(isEnding))
    return {
      Negative: chances.Negative,
      Caution: chances.Caution * UNENDED,
      "Relied on": chances["Relied on"] * UNENDED,
      Cited: chances.Cited * UNENDED,
    };
  return own.some(isOutright) ? { ...chances, Cited: chances.Cited * UNSAID } : chances;
}

/**
 * Of what the opinion seems to do and for which there are no words, the words there are say nothing: a warning must be
 * likelier than not by itself.
 */
const WARNED = 0.5;

/**
 * Weighs all that is said of a decision. The opinion's own act is of the likeliest group for which there are words to
 * show, and which the verifier assents to where it warns; what is told of others, and what separate opinions say, stands
 * beside it.
 */
export function treat(
  treated: Considered,
  weights: Weights = treatmentWeights(),
  verifier: Verifier | null = treatmentVerifier(),
): Judgement {
  const features = featuresOf(treated);
  const chances = chancesOf(features, weights);
  const readings: Reading[] = [];
  const own = ownHits(treated);
  const isSaid = (one: Group): boolean =>
    one === "Cited" ||
    (own.some((hit) => isOf(hit, one)) && (one !== "Caution" || chances.Caution >= WARNED || own.some(isOutright)));
  const proposals = verifier === null ? [] : proposed(treated, own, chances, weights);
  let grams: ReadonlySet<string> | undefined;
  const act = likeliestAct(allowedBy(own, chances), (group) => {
    if (!isSaid(group)) return undefined;
    if (group === "Cited") return { group, chance: chances.Cited };
    if (verifier === null || !isVerified(group)) {
      const hit = bestOf(own, group, weights, treated);
      return hit === undefined ? undefined : { group, hit, chance: chances[group] };
    }
    const proposal = proposals.find((one) => one.group === group);
    if (proposal === undefined) return undefined;
    grams ??= gramsOf(treated, proposals);
    const { chance, isAssented } = verify(proposal, grams, verifier);
    return isAssented ? { group, hit: proposal.hit, chance } : undefined;
  });
  if (act?.hit !== undefined)
    readings.push({ ...readingOf(act.hit, act.chance), treatment: treatmentIn(act.hit, act.group) ?? "Cited" });
  for (const hit of treated.hits) {
    const treatment = treatmentOf(hit);
    if (treatment === null || own.includes(hit) || hit.kind === "context") continue;
    readings.push(readingOf(hit, chances[groupOf(treatment)]));
  }
  return { readings, chances, features };
}

/** What rules propose of a decision that warns of it, whether or not it is the likeliest. */
export function proposalsOf(treated: Considered, weights: Weights = treatmentWeights()): Proposal[] {
  return proposed(treated, ownHits(treated), chancesOf(featuresOf(treated), weights), weights);
}

function proposed(
  considered: Considered,
  own: readonly PlacedHit[],
  chances: Readonly<Record<Group, number>>,
  weights: Weights,
): Proposal[] {
  return VERIFIED.flatMap((group) => {
    const hit = bestOf(own, group, weights, considered);
    return hit === undefined ? [] : [{ considered, group, hit, chance: chances[group] }];
  });
}

function isVerified(group: Group): group is Verified {
  return VERIFIED.some((one) => one === group);
}

/** What the opinion says in its own voice. */
function ownHits({ hits, voice }: Considered): PlacedHit[] {
  return hits.filter((hit) => voiceOf(hit, hit.voice) === voice);
}

type OwnAct = { readonly group: Group; readonly hit?: PlacedHit; readonly chance: number };

/** The likeliest group of which an act is found; of groups that are equally likely the one that does no more than cite, then the first. */
function likeliestAct(
  chances: Readonly<Record<Group, number>>,
  actOf: (group: Group) => OwnAct | undefined,
): OwnAct | undefined {
  const order = GROUPS.toSorted(
    (one, other) => chances[other] - chances[one] || Number(other === "Cited") - Number(one === "Cited"),
  );
  for (const group of order) {
    const act = actOf(group);
    if (act !== undefined) return act;
  }
  return undefined;
}

function isOf(hit: PlacedHit, group: Group): boolean {
  return treatmentIn(hit, group) !== null;
}

/** The treatment of this group that the words can stand for. */
function treatmentIn(hit: PlacedHit, group: Group): Treatment | null {
  return [treatmentOf(hit), graverOf(hit)].find((one) => one !== null && groupOf(one) === group) ?? null;
}

/** Of these hits the one that speaks most for the group; of equals the one that says it outright, then the first. */
function bestOf(
  hits: readonly PlacedHit[],
  group: Group,
  weights: Weights,
  treated: Considered,
): PlacedHit | undefined {
  const at = GROUPS.indexOf(group);
  const strengthOf = (hit: PlacedHit): number =>
    [...featuresOf({ ...treated, hits: [hit], mentions: [] })].reduce(
      (sum, [name, value]) => sum + value * weightOf(name, at, weights),
      0,
    );
  return hits
    .filter((hit) => isOf(hit, group))
    .map((hit) => ({ hit, weight: strengthOf(hit) }))
    .toSorted((one, other) => other.weight - one.weight || one.hit.at - other.hit.at)[0]?.hit;
}

function readingOf(hit: PlacedHit, chance: number): Reading {
  return {
    authority: hit.authority,
    treatment: treatmentOf(hit) ?? "Cited",
    voice: voiceOf(hit, hit.voice),
    cue: `${hit.kind}: ${hit.act}, ${hit.status}`,
    quote: hit.sentence,
    by: hit.by,
    scope: hit.scope,
    manner: hit.kind === "history" ? "phrase" : "sentence",
    chance,
  };
}
