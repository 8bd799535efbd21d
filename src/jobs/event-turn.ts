import type { Logger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { EVENTS_KEPT_DAYS, followEvents } from "#db/events.ts";
import type { EventKind, EventReader } from "#db/events.ts";
import type { Turn } from "./run-turns.ts";

/** A turn that hands a reader what has happened since its last one. */
export function eventTurn<Kind extends EventKind>(db: Db, reader: EventReader<Kind>, log: Logger): Turn {
  return {
    name: reader.name,
    take: async () => {
      const { isAtEnd, isCutShort } = await followEvents(db, reader);
      if (isCutShort)
        log.error(
          { reader: reader.name, kept_days: EVENTS_KEPT_DAYS },
          "events came and went before they were followed; what they told is lost to this reader",
        );
      return !isAtEnd;
    },
  };
}
