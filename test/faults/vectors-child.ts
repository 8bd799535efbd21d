import { join } from "node:path";
import { systemClock } from "#base/clock.ts";
import { silentLogger } from "#base/log.ts";
import { openRecords } from "#schema/open.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import type { EmbeddedIndex } from "#index/embedded/embedded.ts";
import { noCitingWords } from "#projections/documents.ts";
import { FOLLOWED_FILINGS } from "#projections/filings/filing-indexing.ts";
import { IndexStamp, stampFile } from "#projections/stamp.ts";
import { followVectors } from "#projections/vectors/follow-vectors.ts";
import { vectorsOfOpinions } from "#projections/vectors/opinion-vectors.ts";
import { vectorsOfCollection } from "#projections/vectors/vector-source.ts";
import { collectionCalled } from "#projections/collections.ts";
import { collectionVectors } from "#search/collection-vectors.ts";
import type { CollectionName } from "#completeness/completeness.ts";
import { hashedWords } from "#test/embedding/hashed-words.ts";

/** What embeds in a process of its own, to be killed: `vectors-child.ts <dataDir>`. Says when it begins. */
const [dataDir = ""] = process.argv.slice(2);
const embedder = hashedWords(64);
const db = await openRecords({ dataDir });
const open = async (collection: CollectionName): Promise<EmbeddedIndex> =>
  openEmbeddedIndex({
    schema: collectionVectors(collectionCalled(collection).schema, embedder.version),
    dir: join(dataDir, `vectors-${collection}`),
    workers: 1,
    log: silentLogger,
  });
const sources = [
  { source: vectorsOfOpinions(noCitingWords, silentLogger), engine: await open("opinions") },
  { source: vectorsOfCollection("filings", FOLLOWED_FILINGS), engine: await open("filings") },
];
process.stdout.write("begins");
for (const { source, engine } of sources) {
  await followVectors({
    db,
    source,
    engine,
    embedder,
    log: silentLogger,
    clock: systemClock,
    stamp: new IndexStamp(
      stampFile(join(dataDir, `vectors-${source.collection}.stamp`)),
      `vectors stamp ${source.collection}`,
    ),
    batchEntries: 40,
  });
}
await Promise.all(sources.map(async ({ engine }) => engine.close()));
await db.close();
