import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openRecords } from "#schema/open.ts";
import { lawTreatments } from "#citator/laws/read-law-treatments.ts";
import { voiceOfType } from "#citator/read-opinion.ts";
import { beginStoredOpinions } from "#citator/read-stored.ts";
import { sectionsOf } from "#citator/voices.ts";
import { CORPUS_DIR, importOnce } from "./corpus.ts";
import { reportFigures } from "./report.ts";

/**
 * What sentences with words of invalidity do to the law they cite, beside what a person read in them
 * (`treatment/law-labels.jsonl`: the court's own act, one that is told, or none): `node eval/law-treatments.ts [--db DIR]
 * [--show] [--land]`. The rules were mended after each of the first two rounds was read; the third was drawn last and read
 * before any rule was changed for it.
 */
const { values } = parseArgs({
  options: {
    db: { type: "string", default: CORPUS_DIR },
    show: { type: "boolean", default: false },
    land: { type: "boolean", default: false },
  },
});
type Label = {
  readonly round: number;
  readonly opinion: string;
  readonly at: number;
  readonly label: "own" | "told" | "none";
};
const labels = readFileSync(join(import.meta.dirname, "treatment/law-labels.jsonl"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Label);

const db = await openRecords({ dataDir: values.db });
await importOnce(db, values.db);
const judged: (Label & { readonly read: Label["label"] })[] = [];
for (const label of labels) {
  const { begun } = await beginStoredOpinions(db, [label.opinion]);
  const reading = begun[0]?.reading;
  if (reading === undefined) continue;
  const { text, type } = reading.opinion;
  const sentence = reading.sentences().filter(({ start }) => start === label.at);
  if (sentence.length === 0) continue;
  const sections = sectionsOf(text, voiceOfType(type));
  const found = [...lawTreatments(text, reading.citations, sentence, sections).values()].filter(
    ({ treatment }) => treatment !== "construed",
  );
  const read = found.some(({ own }) => own) ? "own" : found.length > 0 ? "told" : "none";
  judged.push({ ...label, read });
  if (values.show && read !== label.label)
    console.log(
      `${label.opinion} ${label.at}: read ${read}, is ${label.label}: ${found.map(({ rule }) => rule).join()}`,
    );
}
await db.close();
if (judged.length === 0) throw new Error(`no labelled opinion is held in ${values.db}`);

const figures = Object.fromEntries(
  [...Map.groupBy(judged, ({ round }) => round)].flatMap(([round, all]) => {
    const called = all.filter(({ read }) => read !== "none");
    const there = all.filter(({ label }) => label !== "none");
    const both = called.filter(({ label }) => label !== "none");
    const own = called.filter(({ read }) => read === "own");
    return [
      [`round ${round} sentences`, all.length],
      [`round ${round} precision`, both.length / Math.max(1, called.length)],
      [`round ${round} recall`, both.length / Math.max(1, there.length)],
      [`round ${round} own acts called`, own.length],
      [`round ${round} own acts right`, own.filter(({ label }) => label === "own").length],
    ];
  }),
);
reportFigures("law-treatments", figures, values.land);
