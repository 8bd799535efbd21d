import type { Db } from "#db/connection.ts";

/** Decisions much shorter or longer than most say little of a question, or too much. */
const CHARS_MIN = 4_000;
const CHARS_MAX = 40_000;
/** What a decision is compared by begins here and is no longer. */
const COMPARED_CHARS = 20_000;
/** A word of more decisions than this share tells no topic. */
const COMMON_SHARE = 0.1;
/** Two that are more alike are copies of one, or stages of one case. */
const COSINE_MAX = 0.8;

type Vector = ReadonlyMap<string, number>;

/** For each source id (`cl:1`, `cap:2`) the decision held that is most like it by its rare words, and is not the same. */
export async function nearestDecisions(db: Db, ids: readonly string[]): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom("clusters")
    .innerJoin("opinions", "opinions.cluster_id", "clusters.id")
    .innerJoin("opinion_texts", "opinion_texts.opinion_id", "opinions.id")
    .select(["clusters.source", "clusters.source_id", "clusters.work_id", "opinion_texts.text"])
    .where("opinions.type", "in", ["lead", "combined"])
    .orderBy("opinions.id")
    .execute();
  const held = new Map(
    rows.map((row) => [
      `${row.source === "courtlistener" ? "cl" : row.source}:${row.source_id}`,
      { work: row.work_id, chars: row.text.length, counts: countsOf(row.text.slice(0, COMPARED_CHARS)) },
    ]),
  );
  const having = new Map<string, number>();
  for (const { counts } of held.values()) {
    for (const word of counts.keys()) having.set(word, (having.get(word) ?? 0) + 1);
  }
  const vectors = new Map([...held].map(([id, { counts }]) => [id, vectorOf(counts, having, held.size)]));
  return Object.fromEntries(
    ids.flatMap((id) => {
      const own = vectors.get(id);
      if (own === undefined) return [];
      let best: { readonly id: string; readonly cosine: number } | undefined;
      for (const [other, { work, chars }] of held) {
        if (work === held.get(id)?.work || chars < CHARS_MIN || chars > CHARS_MAX) continue;
        const cosine = dot(own, vectors.get(other) ?? new Map());
        if (cosine < COSINE_MAX && cosine > (best?.cosine ?? 0)) best = { id: other, cosine };
      }
      return best === undefined ? [] : [[id, best.id]];
    }),
  );
}

function countsOf(text: string): Vector {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().match(/[a-z]{4,}/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function vectorOf(counts: Vector, having: Vector, size: number): Vector {
  const weighed = [...counts].flatMap(([word, count]): [string, number][] => {
    const n = having.get(word) ?? size;
    return n > size * COMMON_SHARE || n < 2 ? [] : [[word, Math.log1p(count) * Math.log(size / n)]];
  });
  const length = Math.sqrt(weighed.reduce((sum, [, value]) => sum + value * value, 0)) || 1;
  return new Map(weighed.map(([word, value]) => [word, value / length]));
}

function dot(one: Vector, other: Vector): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  let sum = 0;
  for (const [word, value] of small) sum += value * (large.get(word) ?? 0);
  return sum;
}
