import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Considered } from "../reading/features.ts";
import { isOutright, signsOf } from "./signs.ts";
import type { Proposal, Signs, Verified } from "./signs.ts";
import { gramsNear } from "./words.ts";

/**
 * Decides whether what rules propose is so: the words around the decision are weighed for each group, and their score
 * with the signs of the proposal. Written by `node eval/treatment-verifier.ts`.
 */
export type Verifier = {
  readonly words: Readonly<Record<Verified, Readonly<Record<string, number>>>>;
  readonly signs: Readonly<Record<string, number>>;
};

let loaded: Verifier | undefined;

export function treatmentVerifier(): Verifier {
  loaded ??= JSON.parse(readFileSync(join(import.meta.dirname, "weights.json"), "utf8")) as Verifier;
  return loaded;
}

/**
 * From here on a proposal is assented to. To warn of good law costs a lawyer's trust in every warning: of what is
 * shown as Caution nine in ten shall be so.
 */
const ASSENT: Readonly<Record<Verified, number>> = { Negative: 0.5, Caution: 0.65 };

/** `We decline to follow ⟦⟧`: where judges say so plainly there is less to doubt. */
const ASSENT_OUTRIGHT = 0.5;

export function assents(group: Verified, chance: number, isOutright: boolean): boolean {
  return chance >= (isOutright ? Math.min(ASSENT_OUTRIGHT, ASSENT[group]) : ASSENT[group]);
}

export type Verdict = { readonly chance: number; readonly isAssented: boolean };

/** Whether the proposal is right, and how likely it is, from 0 to 1; `grams` are those of all that is proposed of the decision. */
export function verify(proposal: Proposal, grams: ReadonlySet<string>, verifier: Verifier): Verdict {
  const signs = signsOf(proposal);
  putWords(signs, proposal.group, scoreOf(wordSigns(grams), verifier.words[proposal.group]));
  const weighed = chanceOfScore(scoreOf(signs, verifier.signs));
  const chance = isPlainEnd(proposal.group, signs) ? Math.max(weighed, PLAIN_END) : weighed;
  return { chance, isAssented: assents(proposal.group, chance, isOutright(signs)) };
}

/** A court that writes `We overrule ⟦⟧` and nothing more has overruled it, however rarely such a court does. */
const PLAIN_END = 0.92;
const DOUBTS = ["unreal", "condition", "possible", "nor", "asked", "denied", "question", "declined", "past", "I"];

function isPlainEnd(group: Verified, signs: Signs): boolean {
  return group === "Negative" && isOutright(signs) && !DOUBTS.some((mood) => signs.has(`mood near ${mood}`));
}

export function chanceOfScore(score: number): number {
  return 1 / (1 + Math.exp(-score));
}

/** The words near a decision, and in the sentences that proposals of it rest on. */
export function gramsOf({ around, authority, mentions }: Considered, proposals: readonly Proposal[]): Set<string> {
  return gramsNear(
    around,
    authority.number,
    mentions,
    proposals.map(({ hit }) => hit.sentence),
  );
}

export function putWords(signs: Signs, group: Verified, score: number): void {
  signs.set("words", score / 2);
  signs.set(`${group} words`, score / 2);
}

/** The words as signs: the more there are, the less each counts. */
export function wordSigns(grams: ReadonlySet<string>): Signs {
  const value = 1 / Math.sqrt(1 + grams.size / WORDS_USUAL);
  return new Map([["bias", 1], ...[...grams].map((gram) => [`w ${gram}`, value] as const)]);
}

const WORDS_USUAL = 60;

export function scoreOf(signs: Signs, weights: Readonly<Record<string, number>>): number {
  let score = 0;
  for (const [name, value] of signs) score += value * (weights[name] ?? 0);
  return score;
}
