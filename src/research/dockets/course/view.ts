import type { EntryWithDocuments } from "../model.ts";
import type { SheetHeld } from "../sheet-held.ts";
import { courseOf } from "./course.ts";
import { MILESTONES } from "./milestones.ts";
import { motionsOf } from "./motions.ts";
import type { MotionCourse } from "./motions.ts";

/** What became of a case, as a page shows it: each fact with the entries that say so. */
export type CourseView = {
  readonly events: readonly { readonly title: string; readonly entries: readonly EntryWithDocuments[] }[];
  readonly motions: readonly MotionCourse[];
};

const EVENTS_TOLD_MAX = 3;
const MOTIONS_MAX = 40;

/** The latest entries of each kind of event, and the latest motions. */
export function courseView(sheet: SheetHeld): CourseView {
  const { lines, milestones } = courseOf(sheet);
  const events = MILESTONES.flatMap(({ kind, title }) => {
    const said = milestones(kind);
    return said.length === 0 ? [] : [{ title, entries: said.slice(-EVENTS_TOLD_MAX).map(({ entry }) => entry) }];
  });
  return { events, motions: motionsOf(sheet, lines, MOTIONS_MAX) };
}
