import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { dispositionOf } from "#analysis/disposition.ts";
import type { Role, Section, Source } from "#analysis/model.ts";
import { roleOf } from "#analysis/readers/extractive/role.ts";
import { unitsOf } from "#analysis/readers/extractive/units.ts";
import { openRecords } from "#schema/open.ts";
import { bare } from "./analysis/judge.ts";
import { halfOf } from "./brief-check/chance.ts";
import { CORPUS_DIR, importOnce } from "./corpus.ts";
import { reportFigures } from "./report.ts";

/**
 * Whether a sentence is told to be what it is for its decision, and what the decision orders, on 60 real opinions drawn by
 * hash and labelled by hand (`analysis/standing.tsv`): `node eval/analysis-standing.ts [--db DIR] [--half
 * building|sealed] [--show] [--land]`. Rules are made with the building half; the misses of the other are not shown.
 *
 * A label is made from the sentence and what stands beside it: `core_holding` decides what is before the court or orders;
 * `supporting_analysis` reasons, states the law, reads precedent; `secondary_matter` tells facts of the case or settles
 * something beside the question; `background` is the course of the case, what others held or argue, captions. A disposition
 * is right when it has every act of the label.
 */
const { values } = parseArgs({
  options: {
    db: { type: "string", default: CORPUS_DIR },
    half: { type: "string", default: "building" },
    show: { type: "boolean", default: false },
    land: { type: "boolean", default: false },
  },
});
const half = values.half === "sealed" ? "sealed" : "building";
if (half === "sealed" && values.show) throw new Error("the misses of the sealed half are not shown");

const CENTRALITY: Readonly<Record<Role, string>> = {
  holding: "core_holding",
  disposition: "core_holding",
  standard: "supporting_analysis",
  reasoning: "supporting_analysis",
  fact: "secondary_matter",
  background: "background",
};
/** The forms in which an act is said. */
const SAID: Readonly<Record<string, RegExp>> = {
  affirmed: /\baffirm/iu,
  reversed: /\brevers/iu,
  vacated: /\bvacat|\bset aside/iu,
  remanded: /\bremand/iu,
  dismissed: /\bdismiss/iu,
  granted: /\bgrant/iu,
  denied: /\bden(?:y|ied|ies)/iu,
  modified: /\bmodif/iu,
  entered: /\benter/iu,
};

type Label = { readonly opinion: string; readonly what: string; readonly label: string; readonly begins: string };
const labels = readFileSync(join(import.meta.dirname, "analysis/standing.tsv"), "utf8")
  .trimEnd()
  .split("\n")
  .slice(1)
  .flatMap((line): Label[] => {
    const [source = "", opinion = "", what = "", label = "", begins = ""] = line.split("\t");
    return halfOf(source) === half ? [{ opinion, what, label, begins }] : [];
  });

const db = await openRecords({ dataDir: values.db });
await importOnce(db, values.db);
const sources = new Map<string, Source>();
for (const id of new Set(labels.map(({ opinion }) => opinion))) sources.set(id, await sourceOf(id));
await db.close();

const judged = labels.map((one) => ({ ...one, told: toldOf(one) }));
const dispositions = judged.filter(({ what }) => what === "disposition");
const sentences = judged.filter(({ what, told }) => what === "centrality" && told !== "");
const isRight = ({ what, label, told }: (typeof judged)[number]): boolean =>
  what === "disposition" ? label.split(" ").every((act) => SAID[act]?.test(told) === true) : label === told;
if (values.show)
  for (const one of judged.filter((other) => !isRight(other)))
    console.log(`${one.what}: ${one.label}, told ${one.told.slice(0, 200)}: ${one.opinion.slice(0, 8)} ${one.begins}`);
const core = sentences.filter(({ label }) => label === "core_holding");
const toldCore = sentences.filter(({ told }) => told === "core_holding");
const share = (of: readonly (typeof judged)[number][]): number => of.filter(isRight).length / of.length;
reportFigures(
  ["analysis-standing", ...(half === "sealed" ? ["sealed"] : [])].join("-"),
  {
    opinions: dispositions.length,
    "disposition right": share(dispositions),
    sentences: sentences.length,
    "centrality right": share(sentences),
    "core holdings: precision": share(toldCore),
    "core holdings: recall": share(core),
  },
  values.land,
);

function toldOf({ opinion, what, begins }: Label): string {
  const source = sources.get(opinion);
  if (source === undefined) return "";
  if (what === "disposition") return dispositionOf(source) ?? "";
  const unit = unitsOf(source).find(({ text }) => bare(text).includes(begins));
  return unit === undefined ? "" : CENTRALITY[roleOf(unit)];
}

async function sourceOf(id: string): Promise<Source> {
  const row = await db
    .selectFrom("opinions")
    .innerJoin("opinion_texts", "opinion_texts.opinion_id", "opinions.id")
    .select(["opinions.author", "opinions.per_curiam", "opinion_texts.text"])
    .where("opinions.id", "=", id)
    .executeTakeFirstOrThrow();
  const section: Section = { kind: row.per_curiam === 1 ? "per_curiam" : "majority", author: row.author };
  return { kind: "opinion", parts: [{ id, text: row.text, section, url: null, pages: [] }] };
}
