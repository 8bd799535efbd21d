import type { SheetHeld } from "../sheet-held.ts";
import type { Course } from "./asked-course.ts";
import { courseLines } from "./line.ts";
import { milestonesOf } from "./milestones.ts";

/** What happened in a case, each with the entries that say it. */
export function courseOf(sheet: SheetHeld): Course {
  const { docket, caseName } = sheet.view;
  const lines = courseLines(sheet.entries);
  const isAppellate = docket.appealFrom !== null || docket.originatingCourt !== null;
  const isBankruptcy = docket.chapter !== null && !/\bvs?\.? /iu.test(caseName);
  return { sheet, lines, milestones: milestonesOf(lines, { isAppellate, isBankruptcy }), isAppellate };
}
