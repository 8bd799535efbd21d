import { isAuthoritative, rankOf } from "#citator/model.ts";
import type { Treatment } from "#citator/model.ts";
import { strongest } from "#citator/read-opinion.ts";
import { treat } from "#citator/reading/treat.ts";
import { groupOf, GROUPS } from "#citator/reading/groups.ts";
import { treatmentWeights } from "#citator/reading/model-weights.ts";
import type { Group } from "#citator/reading/groups.ts";
import type { Weights } from "#citator/reading/model-weights.ts";
import type { FreshLabel, PairLabel, PassageLabel } from "./labels.ts";
import type { ReadPair } from "./read-pairs.ts";

/** The group of a label; parts of a decision count as the whole. */
export function labelGroup(label: PassageLabel["label"]): Group {
  return label === "Overruled in part" || label === "Reversed in part" ? "Negative" : groupOf(label);
}

/**
 * The court's own act as it is read: the worst over the opinions read. That a separate opinion tells of an overruling by
 * its own court counts where `accounts` is set: then all opinions of the decision were read.
 */
export function ownAct(pair: ReadPair<unknown>, accounts: boolean, weights: Weights = treatmentWeights()): Treatment {
  const own = pair.said.flatMap((considered) => {
    const reading = strongest(treat(considered, weights).readings);
    if (reading === undefined) return [];
    const { voice, treatment } = reading;
    return isAuthoritative(voice) || (accounts && voice === "account" && treatment === "Overruled") ? [treatment] : [];
  });
  return own.toSorted((one, other) => rankOf(one) - rankOf(other))[0] ?? "Cited";
}

export type Judged = {
  readonly expected: Group;
  readonly read: Group;
  readonly isRight: boolean;
  readonly act: Treatment;
};

/** A label that a careful lawyer could also give counts as right; what is only told must be read as Cited. */
export function judge(pair: ReadPair<PassageLabel>, weights?: Weights): Judged {
  const { label } = pair;
  const act = ownAct(pair, false, weights);
  const allowed = label.own_act ? [label.label, ...label.also_acceptable] : (["Cited"] as const);
  const group = groupOf(act);
  const groups = allowed.map((one) => labelGroup(one));
  const isRight = allowed.some((one) => one === act || one === `${act} in part`);
  return { expected: groups.includes(group) ? group : (groups[0] ?? "Cited"), read: group, isRight, act };
}

/** Where several groups are right, the one that is read is, if it is among them. */
export function judgeFresh(pair: ReadPair<FreshLabel>, weights?: Weights): Judged {
  const act = ownAct(pair, false, weights);
  const read = groupOf(act);
  const { groups } = pair.label;
  const isRight = groups.includes(read);
  return { expected: isRight ? read : (groups[0] ?? "Cited"), read, isRight, act };
}

export function passageFigures(judged: readonly Judged[]): Record<string, number> {
  const rates = GROUPS.map((group) => ({ group, ...rateOf(judged, group) }));
  return {
    passages: judged.length,
    "right label": judged.filter(({ isRight }) => isRight).length / Math.max(1, judged.length),
    "macro F1": rates.reduce((sum, { f1 }) => sum + f1, 0) / rates.length,
    ...Object.fromEntries(
      rates.flatMap(({ group, precision, recall, f1 }) => [
        [`${group} precision`, precision],
        [`${group} recall`, recall],
        [`${group} F1`, f1],
      ]),
    ),
  };
}

type Rate = { readonly precision: number; readonly recall: number; readonly f1: number };

function rateOf(judged: readonly Judged[], group: Group): Rate {
  return rate(
    judged.filter(({ expected, read }) => expected === group && read === group).length,
    judged.filter(({ read }) => read === group).length,
    judged.filter(({ expected }) => expected === group).length,
  );
}

function rate(hits: number, read: number, expected: number): Rate {
  return {
    precision: hits / Math.max(1, read),
    recall: hits / Math.max(1, expected),
    f1: (2 * hits) / Math.max(1, read + expected),
  };
}

export type PairJudged = { readonly isOverruled: boolean; readonly isRead: boolean };

/** Published pairs: is the one decision overruled by the other? */
export function judgePair(pair: ReadPair<PairLabel>, weights?: Weights): PairJudged {
  return { isOverruled: pair.label.overruled === "yes", isRead: ownAct(pair, true, weights) === "Overruled" };
}

export function overruledFigures(judged: readonly PairJudged[]): Record<string, number> {
  const { precision, recall, f1 } = rate(
    judged.filter(({ isOverruled, isRead }) => isRead && isOverruled).length,
    judged.filter(({ isRead }) => isRead).length,
    judged.filter(({ isOverruled }) => isOverruled).length,
  );
  return {
    "published pairs": judged.length,
    "overruled precision": precision,
    "overruled recall": recall,
    "overruled F1": f1,
  };
}
