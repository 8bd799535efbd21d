import { TOOK_TOO_LONG, withinTime } from "#base/within-time.ts";
import { ROW_BUDGET, tookTooLong } from "../frame/rows-in-time.ts";
import { XmlFault } from "../xml/xml-fault.ts";

/** What a reader makes of a piece of a document of laws. Throws XmlFault when that does not come to an end. */
export function lawInTime<Value>(read: () => Value): Value {
  const made = withinTime(ROW_BUDGET.row_ms_max, read);
  if (made !== TOOK_TOO_LONG) return made;
  throw new XmlFault("takes_too_long", tookTooLong().message);
}
