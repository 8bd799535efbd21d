import { isBinding } from "#courts/hierarchy.ts";
import { isSameCourt } from "#courts/courts.ts";
import type { Authority } from "../authorities.ts";
import type { Mention } from "../model.ts";
import type { SectionVoice } from "../voices.ts";
import type { PlacedHit } from "./opinion-hits.ts";
import { priorOf } from "./prior.ts";
import type { Around } from "../verifier/words.ts";

/** How strongly each named feature of a cited decision's treatment is there; what is not named is not there. */
export type Features = ReadonlyMap<string, number>;

export type Considered = {
  readonly authority: Authority;
  readonly mentions: readonly Mention[];
  readonly hits: readonly PlacedHit[];
  /** The voice of the opinion as a whole; hits in other voices are what separate opinions say. */
  readonly voice: SectionVoice;
  readonly courtId: string;
  readonly year: number | null;
  /** Mentions of all decisions in the opinion. */
  readonly mentionsOfAll: number;
  /** The opinion itself, to be looked at once more. */
  readonly around: Around;
  /** Lead and separate opinions stand in one text. */
  readonly isCombined: boolean;
};

/** An act said twice is surer than said once; more tell little. */
const TIMES_MAX = 2;
const SAID_AGAIN = 1.4;

/** What a linear model is asked about one cited decision: what is said of it, by whom, how often, and by which court. */
export function featuresOf(treated: Considered): Features {
  const features = new Map<string, number>();
  const times = new Map<string, number>();
  const relations = courtsOf(treated);
  for (const hit of treated.hits) {
    // What separate opinions do themselves tells nothing of what the court does; what they say that it does, something.
    if (hit.voice !== treated.voice && hit.status !== "court") continue;
    const name = nameOf(hit, treated.voice);
    times.set(name, (times.get(name) ?? 0) + 1);
    if (
      hit.voice === treated.voice &&
      ENDING.has(hit.act) &&
      (hit.status === "own" || hit.status === "we") &&
      !hit.quoted
    )
      for (const relation of relations)
        if (relation.endsWith("court") || relation === "court below") features.set(`ending words, ${relation}`, 1);
  }
  for (const [name, value] of saturated(times)) features.set(name, value);
  const { mentions, mentionsOfAll } = treated;
  features.set("bias", 1);
  features.set("mentions", Math.min(4, Math.log2(Math.max(1, mentions.length))));
  const named = mentions.filter(({ form }) => form === "name").length;
  if (named > 0) features.set("named", Math.min(4, Math.log2(1 + named)));
  if (mentions.length >= 3 && mentions.length * 8 > mentionsOfAll) features.set("much of the opinion", 1);
  for (const relation of relations) features.set(relation, 1);
  return features;
}

/** What each further thing that is said in one direction counts of the one before. */
const DECAY = 0.5;

/**
 * Much that a long opinion says of a decision in one direction is not so many independent reasons: what is said most
 * plainly counts whole, each further thing less. Otherwise thirty pages of criticism outweigh that it is overruled.
 */
function saturated(times: ReadonlyMap<string, number>): [string, number][] {
  const places = new Map<number, number>();
  return [...times]
    .map(([name, count]) => {
      const prior = priorOf(name);
      return { name, value: count < TIMES_MAX ? 1 : SAID_AGAIN, prior, most: Math.max(...prior) };
    })
    .toSorted((one, other) => other.most - one.most || (one.name < other.name ? -1 : 1))
    .map(({ name, value, prior, most }) => {
      const group = most > 0 ? prior.indexOf(most) : -1;
      const place = places.get(group) ?? 0;
      places.set(group, place + 1);
      return [name, group < 0 ? value : value * DECAY ** place];
    });
}

/** Acts by which a court can end a decision's force, if it is a court that can. */
const ENDING: ReadonlySet<string> = new Set(["overrule", "reject", "question", "criticize", "disagree", "abrogate"]);

function nameOf({ kind, act, status, quoted, scope, voice }: PlacedHit, main: SectionVoice): string {
  const where = voice === main ? "" : "elsewhere ";
  const what = kind === "verb" || kind === "predicate" || kind === "relation" ? act : `${kind} ${act}`;
  const how = quoted ? "quoted" : status;
  return `${where}${what}/${how}${scope === "other grounds" ? " on other grounds" : ""}`;
}

function courtsOf({ authority, courtId, year }: Considered): string[] {
  const cited = authority.courtId;
  const names: string[] = [];
  if (cited === null) names.push("court not known");
  else if (isSameCourt(cited, courtId)) names.push("own court");
  else if (isBinding(cited, courtId)) names.push("binding court");
  else if (isBinding(courtId, cited)) names.push("court below");
  else names.push("other court");
  const age = year === null || authority.citation.year === null ? null : year - authority.citation.year;
  if (age !== null && age >= 0 && age <= 3) names.push("recent");
  if (age !== null && age > 60) names.push("old");
  return names;
}
