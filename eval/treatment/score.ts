import { isAuthoritative, rankOf, severityOf } from "#citator/model.ts";
import type { Treatment } from "#citator/model.ts";
import type { CitedDecision } from "#citator/read-opinion.ts";
import type { PairLabel, PassageLabel } from "./labels.ts";
import type { ReadPair } from "./read-pairs.ts";

/** What the court itself does, in the four degrees that a lawyer acts upon. */
export const GROUPS = ["Negative", "Caution", "Relied on", "Cited"] as const;
export type Group = (typeof GROUPS)[number];

export function groupOf(label: PassageLabel["label"]): Group {
  if (label === "Overruled in part" || label === "Reversed in part") return "Negative";
  const severity = severityOf(label);
  if (severity === "Negative" || severity === "Caution") return severity;
  return label === "Cited" ? "Cited" : "Relied on";
}

/**
 * The court's own act as it is read: the worst over the entries of one decision. That a separate opinion tells of an
 * overruling by its own court counts where `accounts` is set: then all opinions of the decision were read.
 */
export function ownAct(read: readonly CitedDecision[], accounts: boolean): Treatment {
  const own = read.filter(
    ({ voice, treatment }) => isAuthoritative(voice) || (accounts && voice === "account" && treatment === "Overruled"),
  );
  return own.map(({ treatment }) => treatment).toSorted((one, other) => rankOf(one) - rankOf(other))[0] ?? "Cited";
}

export type Judged = { readonly expected: Group; readonly read: Group; readonly isRight: boolean };

/** A label that a careful lawyer could also give counts as right; what is only told must be read as Cited. */
export function judge({ label, read }: ReadPair<PassageLabel>): Judged {
  const act = ownAct(read, false);
  const allowed = label.own_act ? [label.label, ...label.also_acceptable] : (["Cited"] as const);
  const group = groupOf(act);
  const groups = allowed.map((one) => groupOf(one));
  const isRight = allowed.some((one) => one === act || one === `${act} in part`);
  return { expected: groups.includes(group) ? group : (groups[0] ?? "Cited"), read: group, isRight };
}

export function passageFigures(pairs: readonly ReadPair<PassageLabel>[]): Record<string, number> {
  const judged = pairs.map(judge);
  const rates = GROUPS.map((group) => ({ group, ...rateOf(judged, group) }));
  return {
    pairs: pairs.length,
    "cited decision found": pairs.filter(({ read }) => read.length > 0).length,
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

function isReadOverruled({ read }: ReadPair<PairLabel>): boolean {
  return ownAct(read, true) === "Overruled";
}

function isOverruled({ label }: ReadPair<PairLabel>): boolean {
  return label.overruled === "yes";
}

/** Published pairs: is the one decision overruled by the other? */
export function overruledFigures(pairs: readonly ReadPair<PairLabel>[]): Record<string, number> {
  const { precision, recall, f1 } = rate(
    pairs.filter((pair) => isReadOverruled(pair) && isOverruled(pair)).length,
    pairs.filter(isReadOverruled).length,
    pairs.filter(isOverruled).length,
  );
  return {
    "published pairs": pairs.length,
    "published pairs cited": pairs.filter(({ read }) => read.length > 0).length,
    "overruled precision": precision,
    "overruled recall": recall,
    "overruled F1": f1,
  };
}
