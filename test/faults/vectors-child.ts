import { join } from "node:path";
import { systemClock } from "#base/clock.ts";
import { silentLogger } from "#base/log.ts";
import { openRecords } from "#schema/open.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import { noCitingWords } from "#projections/documents.ts";
import { IndexStamp } from "#projections/stamp.ts";
import { followVectors } from "#projections/vectors/follow-vectors.ts";
import { opinionVectors } from "#search/opinion-vectors.ts";
import { hashedWords } from "#test/embedding/hashed-words.ts";

/** What embeds in a process of its own, to be killed: `vectors-child.ts <dataDir>`. Says when it begins. */
const [dataDir = ""] = process.argv.slice(2);
const embedder = hashedWords(64);
const db = await openRecords({ dataDir });
const engine = await openEmbeddedIndex({
  schema: opinionVectors(embedder.version),
  dir: join(dataDir, "vectors"),
  workers: 1,
  log: silentLogger,
});
process.stdout.write("begins");
await followVectors({
  db,
  engine,
  embedder,
  log: silentLogger,
  clock: systemClock,
  citingWordsOf: noCitingWords,
  stamp: new IndexStamp(join(dataDir, "vectors.stamp"), "vectors stamp"),
  batchEntries: 40,
});
await engine.close();
await db.close();
