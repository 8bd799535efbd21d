import { createCitator } from "#citator/citator.ts";
import { silentLogger } from "#base/log.ts";
import { openRecords } from "#schema/open.ts";

/** A citator in a process of its own, to be killed: `citator-child.ts <dataDir>`. Says when it begins. */
const [dataDir = ""] = process.argv.slice(2);
const db = await openRecords({ dataDir });
process.stdout.write("begins");
await createCitator({ db, log: silentLogger, batchEntries: 30 }).runUntilCaughtUp();
await db.close();
