import { featuresOf } from "#citator/reading/features.ts";
import type { Considered } from "#citator/reading/features.ts";
import type { Group } from "#citator/reading/groups.ts";
import type { FreshLabel, PairLabel, PassageLabel } from "./labels.ts";
import type { Example } from "./learn.ts";
import type { ReadPair } from "./read-pairs.ts";
import { labelGroup } from "./score.ts";

/** A separate opinion's act is learned from as its own; what another voice does in the opinion is none of its acts. */
export function exampleOfPassage({ label, said }: ReadPair<PassageLabel>): Example[] {
  return said.slice(0, 1).map((considered) => {
    const isOwn = label.own_act || label.voice === considered.voice;
    const groups = isOwn ? [label.label, ...label.also_acceptable].map((one) => labelGroup(one)) : (["Cited"] as const);
    return { citing: label.citing, features: featuresOf(considered), groups: new Set<Group>(groups), weight: 1 };
  });
}

/** What the published labels leave open, beside what they tell. */
const PUBLISHED: Readonly<Record<string, readonly Group[]>> = {
  Mentioned: ["Relied on", "Cited"],
  Overruled: ["Negative"],
  Reversed: ["Negative"],
  Distinguished: ["Caution"],
  Criticized: ["Caution"],
  Limited: ["Caution"],
  Questioned: ["Caution"],
};

const PUBLISHED_WEIGHT = 0.7;

/** The groups that a published label could mean; none where it says nothing of groups. */
export function groupsOfPublished({ label }: PairLabel): readonly Group[] {
  return PUBLISHED[label] ?? [];
}

/** Of the opinions of a decision the one that says most in the court's voice. */
export function exampleOfPublished({ label, said }: ReadPair<PairLabel>): Example[] {
  const most = mostOf(said);
  const groups = PUBLISHED[label.label];
  if (most === undefined || groups === undefined) return [];
  return [{ citing: label.citing, features: featuresOf(most), groups: new Set(groups), weight: PUBLISHED_WEIGHT }];
}

/** Of the opinions of a decision the one that says most in the court's voice; not all of it was read by who labelled it. */
export function exampleOfFresh({ label, said }: ReadPair<FreshLabel>): Example[] {
  const most = mostOf(said);
  if (most === undefined) return [];
  const groups = new Set<Group>(label.groups);
  return [{ citing: label.citing, features: featuresOf(most), groups, weight: FRESH_WEIGHT }];
}

const FRESH_WEIGHT = 0.7;

function mostOf(said: readonly Considered[]): Considered | undefined {
  return said.filter(({ voice }) => voice === "court").toSorted((one, other) => lengthOf(other) - lengthOf(one))[0];
}

function lengthOf({ hits, mentions }: Considered): number {
  return hits.length + mentions.length;
}
