import type { Reader } from "#db/connection.ts";
import { entriesOf } from "#dockets/store/read-entries.ts";
import type { DocketView } from "../model.ts";
import { courseView } from "./view.ts";
import type { CourseView } from "./view.ts";

/** A longer docket is asked questions; a page that anybody may open reads no more. */
const ENTRIES_MAX = 1000;

/** What became of a case; undefined where its docket is longer than is read for a page. */
export async function readCourse(db: Reader, view: DocketView): Promise<CourseView | undefined> {
  const { coverage, id } = view.docket;
  if (coverage.entries > ENTRIES_MAX) return undefined;
  const entries = await entriesOf(db, id, { limit: ENTRIES_MAX });
  const isWhole = coverage.isWholeReport && coverage.missing.length === 0 && entries.length >= coverage.entries;
  return courseView({ view, entries: entries.map((entry) => ({ ...entry, filings: [] })), isWhole });
}
