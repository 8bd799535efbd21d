import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import * as searched from "./search-queries.ts";
import { SHARED_DATA } from "./shared-data.ts";
import { BUILDING } from "./typed-queries/building-queries.ts";

/** Passages of real opinions that are asked for. */
const PASSAGES = 15;
const OF_EACH_VOICE = 25;

/** What is ranked, by kind. Of what is read from the shared data the rest is for other tests. */
export function rankedQueries(): Readonly<Record<string, readonly string[]>> {
  const lines = readFileSync(join(SHARED_DATA, "eval/typed-queries-dev.jsonl"), "utf8").trim().split("\n");
  const voices = lines.slice(0, OF_EACH_VOICE).map((line) => JSON.parse(line) as { plain: string; lawyer: string });
  const cases = gunzipSync(readFileSync(join(SHARED_DATA, "eval/retrieval-dev.jsonl.gz")))
    .toString()
    .trim()
    .split("\n");
  const passages = cases.slice(0, PASSAGES).map((line) => (JSON.parse(line) as { query: string }).query);
  const asked = Object.values(searched)
    .flat()
    .flatMap((one) => (typeof one === "object" && "query" in one ? [one.query] : []));
  return {
    ...BY_HAND,
    "the tests' own": asked,
    typed: BUILDING.map(({ query }) => query),
    "in plain words": voices.map(({ plain }) => plain),
    "in a lawyer's words": voices.map(({ lawyer }) => lawyer),
    passages,
  };
}

const BY_HAND = {
  "one word":
    "negligence contract jurisdiction fraud injunction damages estoppel warrant mortgage railroad patent insurance".split(
      " ",
    ),
  "a few words": [
    "breach of contract",
    "proximate cause injury",
    "wrongful death railroad crossing",
    "specific performance land sale",
    "insurance policy exclusion",
  ],
  phrases: ['"due process"', '"proximate cause"', '"res judicata"', '"prima facie case"', '"burden of proof"'],
  proximities: [
    "breach W/5 contract",
    "negligence W/10 duty",
    "fraud /s reliance",
    "search /p warrant",
    "jury PRE/3 trial",
    '"due process" /s hearing',
    "(summary W/3 judgment) W/15 (motion W/3 court)",
    "court /s (jurisdiction OR venue) /s motion",
    "estoppel OR (deed W/5 trust)",
  ],
  wildcards: ["negligen!", "*ment", "jud*ment", "fraud! AND rely!", "m?n", '"breach! of"', '"summary judg*"'],
  "fields and exclusions": [
    "fraud AND NOT contract",
    "insurance AND (fire OR flood)",
    "contract AND name:state",
    "body:trustee",
    "atleast5(negligence)",
    "citing:deed",
    "estoppel AND dateFiled:[1920 to 1970]",
  ],
} as const;
