import { deriveId } from "#base/ids.ts";

/** A docket is a case of this source in the table of cases. */
export const DOCKET_SOURCE = "dockets";

/** What names a docket among all: the same number of another office, or of another case, is another docket. */
export function docketIdOf(sourceId: string): string {
  return deriveId("case", DOCKET_SOURCE, sourceId);
}

/** `key` names the entry within the docket. */
export function entryIdOf(docketId: string, key: string): string {
  return deriveId("docketEntry", docketId, key);
}

/** `attachment` 0 is the main document. */
export function filingIdOf(docketId: string, entryKey: string, attachment: number): string {
  return deriveId("filing", docketId, `${entryKey}\n${attachment}`);
}
