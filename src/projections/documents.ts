import { eachWithinTime, TOOK_TOO_LONG } from "#base/within-time.ts";
import { readCitedKeys, readTimesCited } from "#citator/read.ts";
import { courtById } from "#courts/courts.ts";
import type { Reader } from "#db/connection.ts";
import { ENDLESS_READING } from "#db/unread.ts";
import { possibleDays } from "#opinions/filed-days.ts";
import { repeatedOpinions } from "#opinions/repeats.ts";
import { docketNumbersOf } from "#opinions/store/dockets.ts";
import { citationsOf, readOpinions } from "#opinions/store/read.ts";
import { readPlainTexts } from "#opinions/store/texts.ts";
import type { OpinionRecord } from "#opinions/store/record.ts";
import type { IndexDocument } from "#index/index.ts";
import { authorWords, citesWord, opinionDocument } from "#search/opinions.ts";
import type { OpinionDocument } from "#search/opinions.ts";
import { PER_DECISION } from "#search/opinions.ts";
import { inPlace } from "./copies.ts";
import { shownOpinionIds } from "./works.ts";
import type { Work } from "./works.ts";

/** Words of an opinion around its citation of a decision. */
export type CitingPassage = {
  readonly opinionId: string;
  readonly text: string;
  /** What it calls the decision's case. */
  readonly name?: string;
};

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

/** What making the documents of a work may take; the longest known take a second. */
export const DOCUMENT_BUDGET: { work_ms_max: number } = { work_ms_max: 20_000 };

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
  const texts = await readPlainTexts(db, shownIds);
  const passages = await citingWordsOf(
    db,
    copies.map((copy) => copy.clusterId),
  );
  const otherNames = await readOtherNames(db, works);
  const citedKeys = await readCitedKeys(db, shownIds);
  const timesCited = await readTimesCited(
    db,
    works.map(({ id }) => id),
  );
  const documentsOfWork = (work: Work): Built[] => {
    const citing = work.copies.flatMap((copy) => passages.get(copy.clusterId) ?? []);
    const names = otherNames.get(work.id) ?? { citedAs: [], dockets: [] };
    const places = placesOf(work, texts);
    return (work.shown?.opinions ?? []).flatMap(({ id }): Built[] => {
      const record = records.get(id);
      const place = places.get(id);
      if (record === undefined || place === undefined) return [];
      try {
        const said = place.place === 0 ? citing : [];
        const values = valuesOf(record, place, timesCited.get(work.id) ?? 0);
        const cites = citedKeys.get(id) ?? [];
        return [{ opinionId: id, document: documentOf(record, texts.get(id) ?? "", said, names, cites, values) }];
      } catch (fault) {
        return [{ opinionId: id, fault }];
      }
    });
  };
  return eachWithinTime(works, DOCUMENT_BUDGET.work_ms_max, documentsOfWork).flatMap((built, at) => {
    if (built !== TOOK_TOO_LONG) return built;
    return (works[at]?.shown?.opinions ?? []).map(({ id }): Built => ({ opinionId: id, fault: ENDLESS_READING }));
  });
}

/** Where an opinion stands in its decision, and whether it must be chosen from the decision's others. */
type Place = { readonly place: number; readonly repeats: boolean; readonly isOneOfMany: boolean };

function placesOf({ shown }: Work, texts: ReadonlyMap<string, string>): ReadonlyMap<string, Place> {
  const opinions = shown?.opinions ?? [];
  const inOrder = inPlace(opinions, new Set()).map(({ id }) => ({ id, text: texts.get(id) ?? "" }));
  const repeated = repeatedOpinions(inOrder);
  const isOneOfMany = repeated.size > 0 || opinions.length > PER_DECISION;
  return new Map(
    inPlace(opinions, repeated).map(({ id }, place) => [id, { place, repeats: repeated.has(id), isOneOfMany }]),
  );
}

function documentOf(
  record: OpinionRecord,
  body: string,
  citing: readonly CitingPassage[],
  { citedAs, dockets }: OtherNames,
  citedKeys: readonly string[],
  values: OpinionDocument["values"],
): IndexDocument {
  const { caseName, caption } = record;
  return opinionDocument({
    id: record.id,
    name: caption.includes(caseName) ? caption : `${caseName}\n\n${caption}`,
    body,
    citing: citing.flatMap(({ opinionId, text }) => (text === "" ? [] : [{ opinionId, text }])),
    called: citing.flatMap(({ opinionId, name }) => (name === undefined ? [] : [{ opinionId, text: name }])),
    docket: distinct([record.docketNumber ?? "", ...dockets]).join("\n\n"),
    cite: distinct([...record.citations.map((citation) => citation.citedAs), ...citedAs]),
    judge: record.judges.join("\n\n"),
    cites: distinct(citedKeys.map(citesWord)),
    values,
  });
}

function valuesOf(
  { courtId, publishStatus, dateFiled, datePrecision, publicNumber, type, author }: OpinionRecord,
  { place, repeats, isOneOfMany }: Place,
  timesCited: number,
): OpinionDocument["values"] {
  const court = courtById(courtId);
  const days = possibleDays({ date: dateFiled, precision: datePrecision });
  return {
    courtId,
    courtAbbreviation: court?.abbreviation ?? courtId,
    jurisdiction: court?.jurisdiction ?? "",
    state: court?.state ?? "",
    publishStatus,
    dateFiled,
    filedFirst: days?.first ?? null,
    filedLast: days?.last ?? null,
    decision: isOneOfMany ? publicNumber : null,
    placeInDecision: place,
    repeats: repeats ? "yes" : "",
    timesCited,
    opinionType: type,
    author: authorWords(author ?? ""),
  };
}

/** Citations that the copies not shown carry, which lead to the one that is, and the docket numbers of all of them. */
type OtherNames = { readonly citedAs: string[]; readonly dockets: string[] };

async function readOtherNames(db: Reader, works: readonly Work[]): Promise<Map<string, OtherNames>> {
  const names = new Map<string, OtherNames>(works.map(({ id }) => [id, { citedAs: [], dockets: [] }]));
  const workOf = new Map(works.flatMap((work) => work.copies.map((copy) => [copy.clusterId, work.id] as const)));
  const shown = new Set(works.flatMap((work) => work.shown?.clusterId ?? []));
  const namesOf = (clusterId: string): OtherNames | undefined => names.get(workOf.get(clusterId) ?? "");
  const clusterIds = [...workOf.keys()];
  const notShown = clusterIds.filter((id) => !shown.has(id));
  for (const [id, citations] of notShown.length === 0 ? [] : await citationsOf(db, notShown)) {
    namesOf(id)?.citedAs.push(...citations.map(({ citedAs }) => citedAs));
  }
  for (const [id, numbers] of await docketNumbersOf(db, clusterIds)) namesOf(id)?.dockets.push(...numbers);
  return names;
}

function distinct(items: readonly string[]): string[] {
  return [...new Set(items.filter((item) => item !== ""))];
}
