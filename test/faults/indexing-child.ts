import { join } from "node:path";
import { silentLogger } from "#base/log.ts";
import { openRecords } from "#schema/open.ts";
import { createIndexer } from "#projections/indexing.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import { OPINIONS } from "#search/opinions.ts";

/** An indexer in a process of its own, to be killed: `indexing-child.ts <dataDir>`. Says when it begins. */
const [dataDir = ""] = process.argv.slice(2);
const db = await openRecords({ dataDir });
const engine = await openEmbeddedIndex({
  schema: OPINIONS,
  dir: join(dataDir, "index"),
  workers: 1,
  log: silentLogger,
});
const indexer = createIndexer({ db, engine, log: silentLogger, batchEntries: 40 });
process.stdout.write("begins");
await indexer.runUntilCaughtUp();
await engine.close();
await db.close();
