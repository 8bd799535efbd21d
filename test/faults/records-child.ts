import { once } from "node:events";
import { createLogger } from "#base/log.ts";
import { openRecords } from "#schema/open.ts";
import { ASKER, openDesk } from "#test/records/desk.ts";

/**
 * Buys documents at a simulator in another process, as a server would, from the moment it is told to on standard input
 * until it is killed or done. Arguments: data directory, address of the simulator, key, documents.
 */
const [dataDir = "", url = "", key = "", ...documents] = process.argv.slice(2);
await once(process.stdin, "data");
process.stdin.destroy();
const db = await openRecords({ dataDir });
const desk = openDesk(db, { url }, () => new Date(), {
  log: createLogger({ level: "silent", format: "json" }),
  key,
  options: {
    queue: { running_max: 4, waiting_max: 1_000, wait_ms_max: 60_000, alive_ms: 400 },
    patience: { timeout_ms: 2_000, busy_ms: 2_500, attempts_max: 3, pause_ms: 5, receiptsLag_ms: 500 },
  },
});
const asker = ASKER;
await Promise.all(
  documents.map(async (documentId) =>
    desk
      .document(asker, {
        court: "nysd",
        documentId,
        caseId: null,
        attachment: 0,
        priced: { kind: "document", pages: null },
      })
      .catch(() => undefined),
  ),
);
const open = await desk.recover();
process.stdout.write(`open ${open.length}\n`);
await db.close();
