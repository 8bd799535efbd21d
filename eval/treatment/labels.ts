import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Treatment } from "#citator/model.ts";
import { GROUPS } from "#citator/reading/groups.ts";
import type { Group } from "#citator/reading/groups.ts";
import { halfOf } from "../brief-check/chance.ts";
import type { Half } from "../brief-check/chance.ts";
import { SHARED_DATA } from "../../test/real/shared-data.ts";

/**
 * Labelled pairs of a citing and a cited decision, split by the citing decision's id: rules and weights are made with the
 * building half alone, the sealed half is run for a final figure and its texts and labels are read by nobody before.
 */

/** A pair judged by reading the passages of one citing opinion. */
export type PassageLabel = {
  readonly id: string;
  /** `cl:123`, `cap:456`. */
  readonly citing: string;
  readonly citing_opinion: string | null;
  readonly cited_as_printed: string;
  readonly cited_citation: string;
  readonly cited_name: string;
  readonly label: Treatment | "Overruled in part" | "Reversed in part";
  /** The deciding opinion does it itself; otherwise it is only told, and the opinion's own act is to cite. */
  readonly own_act: boolean;
  readonly voice: string;
  readonly also_acceptable: readonly PassageLabel["label"][];
  readonly quote: string;
  readonly quote_start: number;
  readonly stratum: "a" | "b" | "c";
};

/** A pair with the treatment published for it. */
export type PairLabel = {
  readonly citing: string;
  readonly cited: string;
  readonly overruled: "yes" | "no";
  readonly label: string;
};

export function passageLabels(half: Half): PassageLabel[] {
  return readFileSync(join(SHARED_DATA, "eval/treatment-passages-dev.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as PassageLabel)
    .filter(({ citing }) => halfOf(citing) === half);
}

export function pairLabels(half: Half): PairLabel[] {
  const pairs = JSON.parse(readFileSync(join(SHARED_DATA, "eval/treatment-dev.json"), "utf8")) as PairLabel[];
  return pairs.filter(({ citing }) => halfOf(citing) === half);
}

/** A pair of which somebody read the passages without knowing what they are read as; any of the groups is right. */
export type FreshLabel = { readonly citing: string; readonly citedAs: string; readonly groups: readonly Group[] };

/** The pairs of decisions in no other labelled set: the third and the fourth blind reading. */
export function freshLabels(half: Half): FreshLabel[] {
  return FRESH_FILES.flatMap((file) => readIn(file, half));
}

/** What was called Negative or Caution, read knowing so: all of the building half. */
export function calledLabels(half: Half): FreshLabel[] {
  return readIn("blind-labels-2026-11-28.tsv", half);
}

function readIn(file: string, half: Half): FreshLabel[] {
  return rowsOf(file).flatMap(([citing = "", citedAs = "", , read = ""]) =>
    halfOf(citing) === half
      ? [{ citing, citedAs, groups: GROUPS.filter((group) => read.split("|").includes(group)) }]
      : [],
  );
}

/** A proposal of the citator that was judged by reading, without sight of the call. */
export type ProposalLabel = Pick<
  PassageLabel,
  "id" | "citing" | "cited_citation" | "label" | "own_act" | "voice" | "also_acceptable"
> & { readonly opinion: string };

export function proposalLabels(half: Half): ProposalLabel[] {
  return readFileSync(join(SHARED_DATA, "eval/treatment-verify-dev.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as ProposalLabel)
    .filter(({ citing }) => halfOf(citing) === half);
}

const FRESH_FILES = ["blind-labels-2026-11-26.tsv", "blind-labels-2026-11-26b.tsv"] as const;

/** What a decision is read to tell of another; `drawnAs` is the kind of evidence it was drawn as, where that is kept. */
export type TellingLabel = {
  readonly citing: string;
  readonly citedAs: string;
  readonly isTrue: boolean;
  readonly drawnAs: string | undefined;
};

/** Tellings that a person read: did it happen to the decision they are read to tell it of? */
export function tellingLabels(half: Half): TellingLabel[] {
  return rowsOf("tellings.tsv").flatMap(([citing = "", citedAs = "", verdict, drawnAs]) =>
    halfOf(citing) === half ? [{ citing, citedAs, isTrue: verdict === "true", drawnAs }] : [],
  );
}

function rowsOf(file: string): string[][] {
  return readFileSync(join(import.meta.dirname, file), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t"));
}
