import type { DocketFacts, DocketSighting } from "#dockets/model.ts";
import { NO_FACTS } from "#dockets/no-facts.ts";
import type { Page } from "../html/page.ts";
import type { PageTold } from "../told.ts";
import { dayOf, orNull } from "../values.ts";
import { caseIdsOfPage } from "./case-ids.ts";
import { readSheet, sightingOf } from "./sheet.ts";
import type { Sheet } from "./sheet.ts";

export const DISTRICT_NUMBER = /\bDOCKET FOR (?:CASE )?#?:? ?#?:? ?(\S(?=.*\d).*)$/iu;

/** A docket sheet of a district court, or of the Court of International Trade. */
export function readDistrictSheet(page: Page, told: PageTold): DocketSighting {
  const sheet = readSheet(page, "district_docket", DISTRICT_NUMBER);
  return sightingOf(sheet, told, factsOf(sheet), caseIdsOfPage(page, sheet.entries.pacerCaseIds));
}

function factsOf({ labels }: Sheet): DocketFacts {
  return {
    ...NO_FACTS,
    caption: orNull(labels.get("case title")) ?? captionAmong(labels.others),
    assignedTo: labels.get("assigned to"),
    referredTo: labels.get("referred to"),
    cause: labels.get("cause"),
    natureOfSuit: labels.get("nature of suit"),
    jurisdiction: labels.get("jurisdiction"),
    juryDemand: labels.get("jury demand"),
    demand: labels.get("demand"),
    mdlStatus: labels.get("mdl case status", "mdl status"),
    dateFiled: dayOf(labels.get("date filed", "date filed (us district court)")),
    dateTerminated: dayOf(labels.get("date terminated")),
    relatedCases: relatedIn(labels.get("related case", "related cases", "lead case")),
  };
}

/** The first line of the table that is no label. */
function captionAmong(lines: readonly string[]): string | null {
  return orNull(lines[0]);
}

function relatedIn(text: string | null): readonly string[] {
  return text === null ? [] : (text.match(/(?<!\d)\d+:\d{2}-\w+-\d+\S*|\d{2}-\d{4,}\S*/gu) ?? []);
}
