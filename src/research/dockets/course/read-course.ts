import { BoundedMap } from "#base/bounded-map.ts";
import type { Reader } from "#db/connection.ts";
import { entriesOf } from "#dockets/store/read-entries.ts";
import type { DocketView } from "../model.ts";
import { courseView } from "./view.ts";
import type { CourseView } from "./view.ts";

/** A longer docket is asked questions; a page that anybody may open reads no more. */
const ENTRIES_MAX = 500;
/** Courses that are kept, by docket and what is held of it: reading one takes some tenths of a second. */
const KEPT_MAX = 32;

export type ReadCourse = (view: DocketView) => Promise<CourseView | undefined>;

/** Reads what became of a case; undefined where its docket is longer than is read for a page. */
export function openCourses(db: Reader): ReadCourse {
  const kept = new BoundedMap<string, CourseView>({ weight_max: KEPT_MAX, firstToGo: "used" });
  return async (view) => {
    const { coverage, freshness, id } = view.docket;
    if (coverage.entries > ENTRIES_MAX) return undefined;
    const key = JSON.stringify([id, coverage, freshness]);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const entries = await entriesOf(db, id, { limit: ENTRIES_MAX });
    const isWhole = coverage.isWholeReport && coverage.missing.length === 0 && entries.length >= coverage.entries;
    const read = courseView({ view, entries: entries.map((entry) => ({ ...entry, filings: [] })), isWhole });
    kept.set(key, read);
    return read;
  };
}
