import { OnpointError } from "#base/errors.ts";
import type { Reason } from "#base/errors.ts";
import type { QueryFault } from "#search/query/fault.ts";

/** What is thrown for a query that cannot be read: each fault with its place, and what would work. */
export function unreadable(query: string, faults: readonly QueryFault[]): OnpointError {
  const [first] = faults;
  return new OnpointError("invalid_input", "the query cannot be read", {
    ...(first === undefined ? {} : { hint: first.suggestion }),
    faults: faults.map((fault) => ({ path: "query", message: faultMessage(query, fault), reason: reasonOf(fault) })),
  });
}

/** `start` and `end` count UTF-16 units of the query. */
function reasonOf({ code, at, repaired, about }: QueryFault): Reason {
  return { code, start: at.start, end: at.end, ...(repaired === undefined ? {} : { repaired }), ...about };
}

/** People count characters from 1, and a character outside the basic plane as one. */
function faultMessage(query: string, { at, message }: QueryFault): string {
  const first = charactersIn(query.slice(0, at.start)) + 1;
  const last = charactersIn(query.slice(0, at.end));
  const place = last > first ? `characters ${first} to ${last}` : `character ${first}`;
  return `${place}: ${message}`;
}

function charactersIn(text: string): number {
  return Array.from(text).length;
}
