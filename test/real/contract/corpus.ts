import type { RealService } from "./real-service.ts";

/** What the rows say of one opinion, read with plain SQL. */
export type StoredOpinion = {
  readonly id: string;
  readonly clusterId: string;
  readonly workId: string;
  readonly courtId: string;
  readonly caseName: string;
  readonly caption: string;
  readonly docketNumber: string | null;
  readonly dateFiled: string | null;
  readonly datePrecision: string;
  readonly publishStatus: string;
  readonly listedJudges: string | null;
  readonly perCuriam: number;
  readonly enBanc: number;
  readonly note: string | null;
  readonly paginationCitation: string | null;
  readonly textSource: string;
  /** `copy` stands behind another copy of its work and is not shown by searches. */
  readonly state: "indexed" | "copy" | "skipped";
};

export type StoredCitation = {
  readonly clusterId: string;
  readonly volume: string;
  readonly reporter: string;
  readonly page: string;
  readonly citedAs: string;
};

export type Corpus = {
  readonly opinions: readonly StoredOpinion[];
  /** Those that searches show. */
  readonly shown: readonly StoredOpinion[];
  readonly byId: ReadonlyMap<string, StoredOpinion>;
  readonly idsByCluster: ReadonlyMap<string, readonly string[]>;
  readonly citations: readonly StoredCitation[];
  /** Citations of a decision's copies and their docket number, by the id of one that has no citation of its own. */
  readonly copied: ReadonlyMap<
    string,
    { readonly citations: readonly StoredCitation[]; readonly docketNumber: string | null }
  >;
};

export function readCorpus(real: RealService): Corpus {
  const opinions = real.rows<StoredOpinion>(`
    select o.id, o.cluster_id as clusterId, c.work_id as workId, c.court_id as courtId, c.case_name as caseName,
      m.caption, m.docket_number as docketNumber, c.date_filed as dateFiled, c.date_precision as datePrecision, o.publish_status as publishStatus,
      c.judges as listedJudges, o.per_curiam as perCuriam, o.en_banc as enBanc, o.precedential_note as note,
      o.pagination_citation as paginationCitation, o.text_source as textSource, i.state
    from opinions o join clusters c on c.id = o.cluster_id join cases m on m.id = c.case_id
      left join indexed_opinions i on i.opinion_id = o.id
    order by o.id`);
  const idsByCluster = Map.groupBy(opinions, ({ clusterId }) => clusterId);
  const ofCopies = real.rows<StoredCitation & { readonly ownId: string; readonly docketNumber: string | null }>(`
    select own.id as ownId, m.docket_number as docketNumber, c.id as clusterId, t.volume, t.reporter, t.page,
      t.cited_as as citedAs
    from clusters own join clusters c on c.work_id = own.work_id and c.id <> own.id
      join cluster_citations t on t.cluster_id = c.id join cases m on m.id = c.case_id
    where not exists (select 1 from cluster_citations where cluster_id = own.id)
    order by c.id`);
  const copied = new Map(
    [...Map.groupBy(ofCopies, ({ ownId }) => ownId)].map(([id, citations]) => {
      const numbered = citations.find(({ docketNumber }) => docketNumber !== null);
      return [id, { citations, docketNumber: numbered?.docketNumber ?? null }];
    }),
  );
  return {
    copied,
    opinions,
    shown: opinions.filter(({ state }) => state === "indexed"),
    byId: new Map(opinions.map((opinion) => [opinion.id, opinion])),
    idsByCluster: new Map([...idsByCluster].map(([id, list]) => [id, list.map((one) => one.id)])),
    citations: real.rows<StoredCitation>(
      `select cluster_id as clusterId, volume, reporter, page, cited_as as citedAs from cluster_citations
        order by cluster_id, ordinal`,
    ),
  };
}

/** The stored text of one opinion. */
export function textOf(real: RealService, id: string): string {
  const [row] = real.rows<{ readonly text: string }>("select text from opinion_texts where opinion_id = ?", id);
  if (row === undefined) throw new Error(`no text of ${id}`);
  return row.text;
}

/** The ids of the opinions whose text a plain pattern finds, read from the first to the last. */
export function idsWhere(
  real: RealService,
  among: readonly StoredOpinion[],
  holds: (text: string) => boolean,
): string[] {
  return among.map(({ id }) => id).filter((id) => holds(textOf(real, id)));
}
