import { readLawSentences } from "#citator/law-sentences.ts";
import type { Reader } from "#db/connection.ts";
import type { IndexDocument } from "#index/index.ts";
import { citedKeysOf } from "#laws/cited-keys.ts";
import { daysOfLaw, spansOf } from "#laws/currency.ts";
import type { LawChain, LawCollection, LawVersion } from "#laws/model.ts";
import { collections } from "#laws/store/collections.ts";
import { readHeadingsAbove } from "#laws/store/headings.ts";
import { chainsOf, plainTextsOf } from "#laws/store/read.ts";
import { lawDocument } from "#search/laws.ts";
import { documentsInTime } from "../followed-collection.ts";
import type { MadeDocuments } from "../followed-collection.ts";

/**
 * The documents of these provisions, one for each version. On which days a version is law follows from its chain; only
 * of one that its source marks as historical, with a newer one announced, does it also follow from today.
 */
export async function lawDocuments(db: Reader, nodeIds: readonly string[], today: string): Promise<MadeDocuments> {
  const chains = await chainsOf(db, nodeIds);
  const collectionById = new Map((await collections(db)).map((collection) => [collection.id, collection]));
  const texts = await plainTextsOf(
    db,
    chains.flatMap(({ versions }) => versions.map(({ id }) => id)),
  );
  const headings = await readHeadingsAbove(
    db,
    chains.flatMap(({ versions }) => versions),
  );
  const sentences = await readLawSentences(db, chains.flatMap(citedKeysOf));
  return documentsInTime(
    chains,
    ({ versions }) => versions.map(({ id }) => id),
    (chain) => {
      const citedIn = [...new Set(citedKeysOf(chain).flatMap((key) => sentences.get(key) ?? []))];
      const collection = collectionById.get(chain.collectionId);
      return documentsOfChain(chain, collection, { texts, headings, citedIn }, today);
    },
  );
}

type Told = {
  readonly texts: ReadonlyMap<string, string>;
  /** By version. */
  readonly headings: ReadonlyMap<string, readonly string[]>;
  readonly citedIn: readonly string[];
};

function documentsOfChain(
  { versions }: LawChain,
  collection: LawCollection | undefined,
  { texts, headings, citedIn }: Told,
  today: string,
): IndexDocument[] {
  const spans = spansOf(versions, today);
  return versions.map((version, at) => {
    const { id, collectionId, type, nodeType, path, effectiveDate, publicationDate } = version;
    return lawDocument({
      id,
      title: version.title ?? "",
      number: version.number ?? "",
      citations: citationsOf(version),
      text: texts.get(id) ?? "",
      citedIn,
      headingsAbove: headings.get(id) ?? [],
      collectionId,
      type,
      state: collection?.state ?? "",
      nodeType,
      path,
      effectiveDate,
      publicationDate,
      inForce: daysOfLaw(version, spans[at] ?? null),
    });
  });
}

function citationsOf({ citation, registerCitation }: LawVersion): string[] {
  return [citation, registerCitation].filter((one) => one !== null);
}
