import { courtById } from "#courts/courts.ts";
import type { Reader } from "#db/connection.ts";
import { readOpinions } from "#opinions/store/read.ts";
import type { OpinionRecord } from "#opinions/store/record.ts";
import type { DocumentValues, IndexDocument } from "#index/index.ts";
import { shownOpinionIds, type Work } from "./works.ts";

/** Words of an opinion around its citation of a decision. */
export type CitingPassage = { readonly opinionId: string; readonly text: string };

/** What others say when they cite these decisions, by cluster id; one nobody cites has no entry. */
export type CitingWordsOf = (
  db: Reader,
  clusterIds: readonly string[],
) => Promise<ReadonlyMap<string, readonly CitingPassage[]>>;

export const noCitingWords: CitingWordsOf = async () => new Map();

/** A document, or why there is none. */
export type Built =
  | { readonly opinionId: string; readonly document: IndexDocument }
  | { readonly opinionId: string; readonly fault: unknown };

/**
 * The documents of the shown copies of these works, in order. An opinion deleted since the works were read is
 * passed over. One that cannot be made into a document comes back with its fault.
 */
export async function buildDocuments(
  db: Reader,
  works: readonly Work[],
  citingWordsOf: CitingWordsOf,
): Promise<Built[]> {
  const copies = works.flatMap((work) => work.copies);
  const shownIds = works.flatMap(shownOpinionIds);
  const records = new Map((await readOpinions(db, shownIds)).map((record) => [record.id, record]));
  const texts = await readTexts(db, shownIds);
  const passages = await citingWordsOf(
    db,
    copies.map((copy) => copy.clusterId),
  );
  const otherNames = await readOtherNames(db, works);
  return works.flatMap((work) =>
    (work.shown?.opinions ?? []).flatMap(({ id }): Built[] => {
      const record = records.get(id);
      if (record === undefined) return [];
      try {
        const citing =
          id === work.mainOpinionId ? work.copies.flatMap((copy) => passages.get(copy.clusterId) ?? []) : [];
        const names = otherNames.get(work.id) ?? { citedAs: [], dockets: [] };
        return [{ opinionId: id, document: documentOf(record, texts.get(id) ?? "", citing, names) }];
      } catch (fault) {
        return [{ opinionId: id, fault }];
      }
    }),
  );
}

function documentOf(
  record: OpinionRecord,
  body: string,
  citing: readonly CitingPassage[],
  { citedAs, dockets }: OtherNames,
): IndexDocument {
  const { caseName, caption } = record;
  return {
    id: record.id,
    name: caption.includes(caseName) ? caption : `${caseName}\n\n${caption}`,
    body,
    citing: citing.map(({ opinionId, text }) => ({ opinionId, text })),
    docket: distinct([record.docketNumber ?? "", ...dockets]).join("\n\n"),
    cite: distinct([...record.citations.map((citation) => citation.citedAs), ...citedAs]),
    judge: record.judges.join("\n\n"),
    values: valuesOf(record),
  };
}

function valuesOf({ courtId, publishStatus, dateFiled }: OpinionRecord): DocumentValues {
  const court = courtById(courtId);
  return {
    courtId,
    courtAbbreviation: court?.abbreviation ?? courtId,
    jurisdiction: court?.jurisdiction ?? "",
    state: court?.state ?? "",
    publishStatus,
    dateFiled,
  };
}

/** Citations and docket numbers that the copies not shown carry: they lead to the one that is. */
type OtherNames = { readonly citedAs: string[]; readonly dockets: string[] };

async function readOtherNames(db: Reader, works: readonly Work[]): Promise<Map<string, OtherNames>> {
  const workByCluster = new Map(
    works.flatMap((work) =>
      work.copies.filter((copy) => copy !== work.shown).map((copy) => [copy.clusterId, work.id] as const),
    ),
  );
  const names = new Map<string, OtherNames>();
  if (workByCluster.size === 0) return names;
  const namesOf = (clusterId: string): OtherNames => {
    const workId = workByCluster.get(clusterId) ?? "";
    const held = names.get(workId) ?? { citedAs: [], dockets: [] };
    names.set(workId, held);
    return held;
  };
  const clusterIds = [...workByCluster.keys()];
  const cited = await db
    .selectFrom("cluster_citations")
    .select(["cluster_id", "cited_as"])
    .where("cluster_id", "in", clusterIds)
    .orderBy("cluster_id")
    .orderBy("ordinal")
    .execute();
  for (const { cluster_id, cited_as } of cited) namesOf(cluster_id).citedAs.push(cited_as);
  const docketed = await db
    .selectFrom("clusters")
    .innerJoin("cases", "cases.id", "clusters.case_id")
    .select(["clusters.id", "cases.docket_number"])
    .where("clusters.id", "in", clusterIds)
    .orderBy("clusters.id")
    .execute();
  for (const { id, docket_number } of docketed) namesOf(id).dockets.push(docket_number ?? "");
  return names;
}

async function readTexts(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("opinion_texts")
    .select(["opinion_id", "text"])
    .where("opinion_id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.opinion_id, row.text]));
}

function distinct(items: readonly string[]): string[] {
  return [...new Set(items.filter((item) => item !== ""))];
}
