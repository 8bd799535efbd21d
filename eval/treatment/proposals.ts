import type { Reader } from "#db/connection.ts";
import type { Considered } from "#citator/reading/features.ts";
import type { Group } from "#citator/reading/groups.ts";
import { proposalsOf } from "#citator/reading/treat.ts";
import { gramsOf } from "#citator/verifier/verifier.ts";
import { signsOf } from "#citator/verifier/signs.ts";
import type { Signs, Verified } from "#citator/verifier/signs.ts";
import type { Half } from "../brief-check/chance.ts";
import { groupsOfPublished } from "./examples.ts";
import { calledLabels, freshLabels, pairLabels, passageLabels, proposalLabels } from "./labels.ts";
import type { PassageLabel, ProposalLabel } from "./labels.ts";
import { readCitedPairs, readPassagePairs, readProposalPairs, readPublishedPairs } from "./read-pairs.ts";
import type { ReadPair } from "./read-pairs.ts";
import { labelGroup } from "./score.ts";

/** What one opinion says of a decision, the groups that would be right, and what rules propose of it. */
export type JudgedOpinion = {
  readonly citing: string;
  /** The set of labels that it comes from. */
  readonly from: LabelSet;
  readonly groups: ReadonlySet<Group>;
  readonly grams: ReadonlySet<string>;
  readonly proposals: readonly { readonly group: Verified; readonly signs: Signs }[];
};

export const LABEL_SETS = ["proposals", "passages", "published", "fresh", "called"] as const;
export type LabelSet = (typeof LABEL_SETS)[number];

/** All that is labelled of one half, as the verifier learns from it. */
export async function readJudged(db: Reader, half: Half): Promise<JudgedOpinion[]> {
  return [
    ...(await readProposalPairs(db, proposalLabels(half))).flatMap((pair) => ofOneOpinion("proposals", pair)),
    ...(await readPassagePairs(db, passageLabels(half))).flatMap((pair) => ofOneOpinion("passages", pair)),
    ...(await readPublishedPairs(db, pairLabels(half))).flatMap(({ label, said }) =>
      inCourtsVoice(said).map((one) => judged("published", label.citing, one, new Set(groupsOfPublished(label)))),
    ),
    ...(await readCitedPairs(db, freshLabels(half))).flatMap(({ label, said }) =>
      inCourtsVoice(said).map((one) => judged("fresh", label.citing, one, new Set(label.groups))),
    ),
    ...(await readCitedPairs(db, calledLabels(half))).flatMap(({ label, said }) =>
      inCourtsVoice(said).map((one) => judged("called", label.citing, one, new Set(label.groups))),
    ),
  ];
}

function inCourtsVoice(said: readonly Considered[]): Considered[] {
  return said.filter(({ voice }) => voice === "court");
}

/** A separate opinion's act is its own; what another voice does in the opinion is none of its acts. */
function ofOneOpinion(from: LabelSet, { label, said }: ReadPair<PassageLabel | ProposalLabel>): JudgedOpinion[] {
  return said.slice(0, 1).map((one) => {
    const isOwn = label.own_act || (one.voice !== "court" && label.voice === one.voice);
    // What a careful lawyer could also give counts for what is not its own act, too.
    const others = label.label === "Cited" ? label.also_acceptable : [];
    const groups = isOwn ? [label.label, ...label.also_acceptable] : (["Cited", ...others] as const);
    return judged(from, label.citing, one, new Set(groups.map((name) => labelGroup(name))));
  });
}

function judged(from: LabelSet, citing: string, said: Considered, groups: ReadonlySet<Group>): JudgedOpinion {
  const proposals = proposalsOf(said);
  return {
    citing,
    from,
    groups,
    grams: gramsOf(said, proposals),
    proposals: proposals.map((proposal) => ({ group: proposal.group, signs: signsOf(proposal) })),
  };
}
