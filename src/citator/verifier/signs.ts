import { isSameCourt } from "#courts/courts.ts";
import { isBinding } from "#courts/hierarchy.ts";
import { graverOf, isRefusal, treatmentOf, voiceOf } from "../reading/acts.ts";
import type { Considered } from "../reading/features.ts";
import { groupOf } from "../reading/groups.ts";
import type { Group } from "../reading/groups.ts";
import type { PlacedHit } from "../reading/opinion-hits.ts";
import { moodsIn } from "./moods.ts";
import { mentionsIn, sentenceAt, wordsOfSpan } from "./words.ts";
import type { Word } from "./words.ts";

/** What the verifier is asked to assent to. */
export const VERIFIED = ["Negative", "Caution"] as const satisfies readonly Group[];
export type Verified = (typeof VERIFIED)[number];

/** What rules propose: that the opinion does something of this group to a decision, by the hit that says so best. */
export type Proposal = {
  readonly considered: Considered;
  readonly group: Verified;
  readonly hit: PlacedHit;
  /** How likely the weighing of all that was found makes it, from 0 to 1. */
  readonly chance: number;
};

/** How strongly each sign is there; each also counts for the group that is proposed. */
export type Signs = Map<string, number>;

const LONG_CHARS = 60_000;
/** Words around a verb in which moods are looked for, and right before it. */
const MOOD_REACH = 25;
const MOOD_NEAR = 8;
const SIGNAL = /^(?:see|cf|accord|compare|citing|quoting|contra)$/u;
const POSSESSIVE = /^'?s?$/u;

export function signsOf(proposal: Proposal): Signs {
  const signs: Signs = new Map();
  const put = (name: string, value = 1): void => {
    signs.set(name, value);
    signs.set(`${proposal.group} ${name}`, value);
  };
  put("bias");
  put("chance", logit(proposal.chance) / 2);
  putHit(proposal, put);
  putCourts(proposal, put);
  putPlace(proposal, put);
  return signs;
}

/** The court says in so many words, and right before the decision is named, that it does it. */
export function isOutright(signs: Signs): boolean {
  return signs.has("outright");
}

type Put = (name: string, value?: number) => void;

/** The chance as a score, held within what labels can tell apart. */
function logit(chance: number): number {
  const held = Math.min(0.99, Math.max(0.01, chance));
  return Math.log(held / (1 - held));
}

function putHit({ considered, group, hit }: Proposal, put: Put): void {
  const own = considered.hits.filter((one) => voiceOf(one, one.voice) === considered.voice);
  const count = (isCounted: (one: PlacedHit) => boolean, of = own): number =>
    Math.min(3, of.filter((one) => isCounted(one)).length);
  put(`hit ${hit.act}/${hit.status}`);
  put(`status ${hit.status}`);
  put(`kind ${hit.kind}`);
  if (hit.back) put("points back");
  if (hit.quoted) put("quoted");
  put(`scope ${hit.scope}`);
  put(`times ${count((one) => isOf(one, group))}`);
  put("relied on", count((one) => isOf(one, "Relied on") && one.kind !== "context") / 2);
  put("other group", count((one) => isOf(one, group === "Caution" ? "Negative" : "Caution")) / 2);
  put("told", count(({ status }) => status === "told" || status === "others", [...considered.hits]) / 2);
}

function isOf(hit: PlacedHit, group: Group): boolean {
  return [treatmentOf(hit), graverOf(hit)].some((one) => one !== null && groupOf(one) === group);
}

function putCourts({ considered, hit }: Proposal, put: Put): void {
  const { authority, courtId, mentions, around, isCombined } = considered;
  put(`court ${relationOf(authority.courtId, courtId)}`);
  put("mentions", Math.min(4, Math.log2(Math.max(1, mentions.length))) / 2);
  const named = mentions.filter(({ form }) => form === "name").length;
  put(named === 0 ? "never named" : named > 4 && named > 0.8 * mentions.length ? "mostly named" : "named");
  const position = hit.sentence.start / Math.max(1, around.text.length);
  if (position > 0.85) put("at the end");
  if (position < 0.15) put("at the beginning");
  if (around.text.length > LONG_CHARS) put("long");
  if (isCombined) put("combined");
}

function relationOf(cited: string | null, citing: string): string {
  if (cited === null) return "not known";
  if (isSameCourt(cited, citing)) return "own";
  if (isBinding(cited, citing)) return "binding";
  return isBinding(citing, cited) ? "below" : "other";
}

function putPlace({ considered, hit }: Proposal, put: Put): void {
  const { around, authority } = considered;
  const placed = wordsOfSpan(around, hit.sentence, authority.number);
  const words = placed.map(({ word }) => word);
  const verb = Math.max(
    0,
    placed.findLastIndex(({ at }) => at <= hit.at),
  );
  const target = nearestTo(placed, verb);
  if (target !== undefined && isOurs(hit, words, verb) && !hit.back && isRightBehind(words, verb, target))
    put("outright");
  if (OVERRULES_OTHER.test(` ${words.join(" ")} `)) put("overrules another");
  if (target === undefined) putBefore(considered, hit, put);
  else putTarget(words, target, verb, put);
  put(`others ${Math.min(2, words.filter((word) => word === "O").length)}`);
  put(`verb ${words[verb] ?? ""}`);
  put(`before verb ${words[verb - 1] ?? "^"}`);
  put(`second before verb ${words[verb - 2] ?? "^"}`);
  for (const mood of moodsIn(words.slice(Math.max(0, verb - MOOD_REACH), verb + MOOD_REACH))) put(`mood ${mood}`);
  for (const mood of moodsIn(words.slice(Math.max(0, verb - MOOD_NEAR), verb + 1))) put(`mood near ${mood}`);
}

/** `We distinguish`, `we decline to follow`. */
function isOurs(hit: PlacedHit, words: readonly string[], verb: number): boolean {
  return hit.status === "we" || (isRefusal(hit) && words.slice(Math.max(0, verb - 4), verb).includes("we"));
}

/** `We overrule ⟦⟧`, `we decline to follow the rule of ⟦⟧`: nothing stands between that could be meant instead. */
function isRightBehind(words: readonly string[], verb: number, target: number): boolean {
  const between = words.slice(verb + 1, target);
  return target > verb && between.length <= 6 && !between.some((word) => /^[O,;:(]$/u.test(word));
}

const OVERRULES_OTHER = / overrul[^ ]+ (?:[^ T]+ ){0,3}O (?!.* overrul[^ ]+ (?:[^ O]+ ){0,3}T )/u;

function nearestTo(words: readonly Word[], verb: number): number | undefined {
  return words
    .flatMap(({ word }, at) => (word === "T" ? [at] : []))
    .toSorted((one, other) => Math.abs(one - verb) - Math.abs(other - verb) || one - other)[0];
}

/** Where the decision stands in the sentence that speaks of it. */
function putTarget(words: readonly string[], target: number, verb: number, put: Put): void {
  const distance = Math.abs(target - verb);
  put(`distance ${distance <= 2 ? 0 : distance <= 6 ? 1 : distance <= 15 ? 2 : 3}`);
  put(target < verb ? "target before" : "target behind");
  if (POSSESSIVE.test(words[target + 1] ?? "?")) put(`target's ${words[target + 2] ?? "$"}`);
  put(`before target ${words[target - 1] ?? "^"}`);
  put(`behind target ${words[target + 1] ?? "$"}`);
  if (words.slice(Math.max(0, target - 6), target).some((word) => SIGNAL.test(word))) put("signal");
  const between = words.slice(Math.min(target, verb) + 1, Math.max(target, verb));
  if (between.includes("O")) put("other between");
  if (between.some((word) => word === ";" || word === ":")) put("break between");
  const lead = words.slice(0, verb);
  if (lead.lastIndexOf("O") > lead.lastIndexOf("T")) put("other nearer before");
}

/** So many sentences before are looked at for the decision that a word points back to. */
const BACK_MAX = 4;

/** Where the decision stands before the sentence that points back to it. */
function putBefore({ around, authority }: Considered, hit: PlacedHit, put: Put): void {
  const at = sentenceAt(around.sentences, hit.sentence.start);
  const isThere = (back: number): boolean => {
    const span = around.sentences[at - back];
    return span !== undefined && mentionsIn(around.mentions, span).some((one) => one.authority === authority.number);
  };
  let back = 1;
  while (back < BACK_MAX && !isThere(back)) back += 1;
  put(`sentences back ${back}`);
  const span = around.sentences[at - back];
  if (span === undefined) return;
  const mentions = mentionsIn(around.mentions, span);
  const last = mentions.findLastIndex((one) => one.authority === authority.number);
  put(`named since ${Math.min(2, new Set(mentions.slice(last + 1).map((one) => one.authority)).size)}`);
  put(`form ${mentions[last]?.form ?? "none"}`);
  const words = wordsOfSpan(around, span, authority.number).map(({ word }) => word);
  const place = words.lastIndexOf("T");
  put(`before target then ${words[place - 1] ?? "^"}`);
  if (words.slice(Math.max(0, place - 8), Math.max(0, place)).some((word) => SIGNAL.test(word))) put("signal");
}
