import type { Reader } from "#db/connection.ts";
import { consider } from "#citator/read-opinion.ts";
import { beginStoredOpinions } from "#citator/read-stored.ts";
import { featuresOf } from "#citator/reading/features.ts";
import type { Features } from "#citator/reading/features.ts";
import type { Group } from "#citator/reading/groups.ts";
import { halfOf } from "../brief-check/chance.ts";
import type { Example } from "./learn.ts";
import { sourceId } from "./read-pairs.ts";

/** What a decision says of another that it cites, in the court's voice. */
type Edge = { readonly citing: string; readonly cited: string; readonly features: Features };

const TOLD: Readonly<Record<string, readonly Group[]>> = {
  overrule: ["Negative"],
  abrogate: ["Negative"],
  reverse: ["Negative"],
  vacate: ["Negative"],
  affirm: ["Relied on", "Cited"],
};
/** What is told by one later decision, and of what nobody tells: the first is surer than the second. */
const TOLD_WEIGHT = 0.5;
const UNTOLD_WEIGHT = 0.15;
/** Of decisions that nobody says were ended, so many are taken for each that somebody does. */
const UNTOLD_EACH = 8;
const OPINIONS_AT_ONCE = 40;

/**
 * Labels that the corpus gives by itself: where a later decision tells that Y overruled, reversed or affirmed X, some
 * passage of Y does; where nobody tells of it, most likely none does. Only decisions of the building half are read.
 */
export async function readSilver(db: Reader, onProgress: (done: number, of: number) => void): Promise<Example[]> {
  const clusters = await db.selectFrom("clusters").select(["id", "source", "source_id", "work_id"]).execute();
  const workOf = new Map(clusters.map(({ id, work_id }) => [id, work_id]));
  const sealed = new Set(clusters.filter((row) => halfOf(sourceId(row)) === "sealed").map(({ work_id }) => work_id));
  const works = new Map<string, string | null>();
  for (const row of await db.selectFrom("cluster_citations").select(["lookup_key", "cluster_id"]).execute()) {
    const work = workOf.get(row.cluster_id) ?? null;
    works.set(row.lookup_key, works.has(row.lookup_key) && works.get(row.lookup_key) !== work ? null : work);
  }
  const workUnder = (keys: readonly string[]): string | null =>
    keys.map((key) => works.get(key)).find((one) => one != null) ?? null;
  const opinions = (await db.selectFrom("opinions").select(["id", "cluster_id"]).orderBy("id").execute()).filter(
    ({ cluster_id }) => !sealed.has(workOf.get(cluster_id) ?? ""),
  );
  const edges: Edge[] = [];
  const told = new Map<string, Set<Group>>();
  const ended = new Set<string>();
  for (let at = 0; at < opinions.length; at += OPINIONS_AT_ONCE) {
    const { begun, held } = await beginStoredOpinions(
      db,
      opinions.slice(at, at + OPINIONS_AT_ONCE).map(({ id }) => id),
    );
    for (const { clusterId, reading } of begun) {
      const citing = workOf.get(clusterId);
      if (reading === undefined || citing === undefined) continue;
      const { considered, authorities } = consider(reading, held);
      for (const one of considered) {
        const cited = workUnder(one.authority.keys);
        if (cited === null || cited === citing) continue;
        if (one.voice === "court") edges.push({ citing, cited, features: featuresOf(one) });
        for (const { act, status, by, scope } of one.hits) {
          const groups = TOLD[act];
          if (groups === undefined || status !== "told" || by === null || scope === "other grounds") continue;
          const teller = workUnder(authorities[by]?.keys ?? []);
          if (groups[0] === "Negative") ended.add(cited);
          if (teller === null || teller === citing || teller === cited) continue;
          told.set(`${teller} ${cited}`, new Set([...(told.get(`${teller} ${cited}`) ?? []), ...groups]));
        }
      }
    }
    onProgress(Math.min(opinions.length, at + OPINIONS_AT_ONCE), opinions.length);
  }
  return examplesOf(edges, told, ended);
}

function examplesOf(
  edges: readonly Edge[],
  told: ReadonlyMap<string, ReadonlySet<Group>>,
  ended: ReadonlySet<string>,
): Example[] {
  const surer = edges.flatMap(({ citing, cited, features }) => {
    const groups = told.get(`${citing} ${cited}`);
    return groups === undefined ? [] : [{ citing, features, groups, weight: TOLD_WEIGHT }];
  });
  const untold = edges.filter(({ citing, cited }) => !ended.has(cited) && !told.has(`${citing} ${cited}`));
  const every = Math.max(1, Math.floor(untold.length / Math.max(1, surer.length * UNTOLD_EACH)));
  const others = new Set<Group>(["Caution", "Relied on", "Cited"]);
  return [
    ...surer,
    ...untold
      .filter((_, at) => at % every === 0)
      .map(({ citing, features }) => ({ citing, features, groups: others, weight: UNTOLD_WEIGHT })),
  ];
}
