import { readFileSync } from "node:fs";
import { join } from "node:path";
import { halfOf } from "../brief-check/chance.ts";
import type { Half } from "../brief-check/chance.ts";
import { SHARED_DATA } from "../../test/real/shared-data.ts";

/**
 * Questions over one document with the words that answer them, split by document: the parity of the first byte of the
 * SHA-256 of the document's id. Rules and weights are made with the building half alone.
 */
export type Labelled = {
  readonly id: string;
  readonly kind: "opinion" | "law" | "docket";
  readonly source: string | LabelledFile;
  readonly question: string;
  readonly type: string;
  readonly wording: "plain" | "own";
  /** Parts of the answer, each a list of quotes any of which suffices. */
  readonly spans: readonly (readonly string[])[];
  readonly unanswered?: readonly string[];
  readonly section?: "majority" | "concurrence" | "dissent";
  /** Numbers of docket entries; one without a number is `@YYYY-MM-DD`. */
  readonly entries?: readonly string[];
};

export type LabelledFile = {
  readonly file: string;
  readonly archive: string;
  readonly citation?: string;
  readonly label?: string;
  readonly identifier?: string;
};

/** `cl:123`, `cap:456`; of a file its path, with the place in it where it holds several. */
export function documentId({ source }: Pick<Labelled, "source">): string {
  if (typeof source === "string") return source;
  const within = source.label ?? source.identifier;
  return within === undefined ? source.file : `${source.file}#${within}`;
}

/** Two sets by different readers of different documents: what is learned from one is reported on the other. */
export type QuestionSet = "analysis" | "answers";

export function labelledQuestions(half: Half | "whole", set: QuestionSet = "analysis"): Labelled[] {
  return readFileSync(join(SHARED_DATA, `eval/${set}-dev.jsonl`), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Labelled)
    .map((labelled) => ({ ...labelled, wording: labelled.wording ?? "own" }))
    .filter((labelled) => half === "whole" || halfOf(documentId(labelled)) === half);
}
