import type { Logger } from "#base/log.ts";
import type { Reader } from "#db/connection.ts";
import { unreadRecords } from "#db/unread.ts";
import { recordsPassedOver } from "./passed-over.ts";

/** Names each record that is passed over in the log, once in the life of a process. */
export class PassedOverLog {
  readonly #db: Reader;
  readonly #log: Logger;
  #told: ReadonlySet<string> = new Set();

  constructor(db: Reader, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  async tell(): Promise<void> {
    const noted = new Set((await unreadRecords(this.#db)).map(keyOf));
    if ([...noted].some((key) => !this.#told.has(key))) {
      for (const record of await recordsPassedOver(this.#db)) {
        if (this.#told.has(keyOf(record))) continue;
        this.#log.error(record, "a record cannot be read and is passed over");
      }
    }
    this.#told = noted;
  }
}

function keyOf({ reader, recordId }: { readonly reader: string; readonly recordId: string }): string {
  return `${reader} ${recordId}`;
}
