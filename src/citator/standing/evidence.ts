import { readFileSync } from "node:fs";
import { join } from "node:path";
import { severityOf } from "../model.ts";
import type { CitingDecision } from "./citing-decision.ts";

/**
 * By what a citing decision is evidence that another decision was ended: its own words, as sure as they were read, a
 * separate opinion's account of its own court, the phrase of history behind a citation, or a sentence that tells of it.
 */
export const EVIDENCE = [
  "own words, 95 or more",
  "own words, 50 or more",
  "own words, less sure",
  "account",
  "phrase, actor named",
  "phrase",
  "sentence, actor named",
  "sentence",
] as const;
export type Evidence = (typeof EVIDENCE)[number];

/** Of labelled evidence of a kind so much was true, of so many. Written by `node eval/treatment-events.ts --write`. */
export type Reliability = Readonly<Partial<Record<Evidence, readonly [right: number, of: number]>>>;

type Said = Pick<CitingDecision, "treatment" | "voice" | "authoritative" | "manner" | "chance" | "told">;

/** Null where the decision says of none that it was ended. */
export function evidenceIn({ treatment, voice, authoritative, manner, chance, told }: Said): Evidence | null {
  if (severityOf(treatment) !== "Negative") return null;
  if (authoritative) {
    if (chance === null || chance < 50) return "own words, less sure";
    return chance < 95 ? "own words, 50 or more" : "own words, 95 or more";
  }
  if (voice === "account") return "account";
  if (voice !== "history") return null;
  return told === null ? manner : `${manner}, actor named`;
}

let loaded: Reliability | undefined;

function reliability(): Reliability {
  loaded ??= JSON.parse(readFileSync(join(import.meta.dirname, "reliability.json"), "utf8")) as Reliability;
  return loaded;
}

/** What is believed of evidence before any of its kind was judged counts as this many judged, half of them true. */
const UNJUDGED = 4;

/** How likely what this evidence tells is true, from 0 to 1. */
export function beliefIn(evidence: Evidence, judged: Reliability = reliability()): number {
  const [right, of] = judged[evidence] ?? [0, 0];
  return (right + UNJUDGED / 2) / (of + UNJUDGED);
}
