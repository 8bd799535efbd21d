import type { Reader } from "#db/connection.ts";
import { decisionRelation } from "#opinions/store/relations.ts";
import { Chance, halfOf } from "./chance.ts";
import type { Half } from "./chance.ts";
import { placeKey, printedCitations } from "./printed-citations.ts";
import type { PrintedCitation } from "./printed-citations.ts";

/** A citation of a decision that is not held, as one of those prints it who cite it. */
export type Absent = {
  readonly half: Half;
  readonly key: string;
  /** Held decisions that cite it. */
  readonly works: number;
  readonly citingWorkId: string;
  readonly text: string;
  readonly citation: PrintedCitation;
};

/** Decisions that are not held and that so many held ones cite at least, each as one of them prints it. */
export async function drawAbsent(db: Reader, works_min: number): Promise<Absent[]> {
  const cited = await db
    .selectFrom("citing_keys")
    .innerJoin("citing_opinions", "citing_opinions.id", "citing_keys.citing_id")
    .innerJoin(decisionRelation(db).as("citing"), "citing.id", "citing_opinions.cluster_id")
    .select(["lookup_key", "opinion_id", "work_id"])
    .where("lookup_key", "not in", (held) => held.selectFrom("cluster_citations").select("lookup_key"))
    .orderBy("lookup_key")
    .orderBy("opinion_id")
    .execute();
  const byKey = Map.groupBy(cited, ({ lookup_key }) => lookup_key);
  const drawn: Absent[] = [];
  for (const [key, rows] of byKey) {
    const works = new Set(rows.map(({ work_id }) => work_id)).size;
    if (works < works_min) continue;
    const chance = new Chance(`absent ${key}`);
    for (let tried = 0; tried < 3; tried += 1) {
      const row = rows[chance.below(rows.length)];
      if (row === undefined) break;
      const { text } = await db
        .selectFrom("opinion_texts")
        .select("text")
        .where("opinion_id", "=", row.opinion_id)
        .executeTakeFirstOrThrow();
      const folded = text.replace(/\s+/gu, " ");
      const printed = printedCitations(folded).find(
        ({ volume, reporter, page }) => keyOf(volume.text, reporter.text, page.text) === key,
      );
      if (printed === undefined) continue;
      const words = folded.slice(printed.start, printed.end);
      const [citation] = printedCitations(words);
      if (citation === undefined) continue;
      drawn.push({ half: halfOf(key), key, works, citingWorkId: row.work_id, text: words, citation });
      break;
    }
  }
  return drawn.toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

function keyOf(volume: string, reporter: string, page: string): string {
  return placeKey(volume, reporter, page).replaceAll(" ", "");
}

/** A sentence of the decision's longest opinion that can be quoted as it stands. */
export async function sentenceOf(db: Reader, workId: string, chance: Chance): Promise<string | undefined> {
  const row = await db
    .selectFrom("clusters")
    .innerJoin("opinions", "opinions.cluster_id", "clusters.id")
    .innerJoin("opinion_texts", "opinion_texts.opinion_id", "opinions.id")
    .select("opinion_texts.text")
    .where("clusters.work_id", "=", workId)
    .orderBy("opinions.text_chars", "desc")
    .orderBy("opinions.id")
    .executeTakeFirst();
  const text = row?.text.replace(/\s+/gu, " ") ?? "";
  const sentences = [...text.matchAll(/(?<=[a-z]{3}\. )[A-Z][a-z][^."“”\d[\]()*§]{80,240}\.(?= [A-Z])/gu)].map(
    ([sentence]) => sentence,
  );
  return sentences.length < 3 ? undefined : chance.of(sentences);
}
