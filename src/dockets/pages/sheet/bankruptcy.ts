import type { DocketFacts, DocketSighting } from "#dockets/model.ts";
import { NO_FACTS } from "#dockets/no-facts.ts";
import { cellText, tablesIn } from "../html/page.ts";
import type { Page } from "../html/page.ts";
import type { PageTold } from "../told.ts";
import { dayOf, orNull } from "../values.ts";
import { caseIdsOfPage } from "./case-ids.ts";
import { readSheet, sightingOf } from "./sheet.ts";
import type { Sheet } from "./sheet.ts";

export const BANKRUPTCY_NUMBER =
  /^(?:Bankruptcy Petition|Adversary Proceeding|Miscellaneous (?:Case|Proceeding)|MP) ?#: ?(\S+)/iu;

/** A docket sheet of a bankruptcy court: of a case or of a proceeding in one. */
export function readBankruptcySheet(page: Page, told: PageTold): DocketSighting {
  const sheet = readSheet(page, "bankruptcy_docket", BANKRUPTCY_NUMBER);
  return sightingOf(sheet, told, factsOf(page, sheet), caseIdsOfPage(page, sheet.entries.pacerCaseIds));
}

function factsOf(page: Page, { labels, parties }: Sheet): DocketFacts {
  const named = (type: RegExp): string[] => parties.filter((party) => type.test(party.type)).map(({ name }) => name);
  const debtors = named(/^(?:Joint )?Debtor/iu);
  const [plaintiff] = named(/^(?:Counter-?)?Plaintiff/iu);
  const [defendant] = named(/^(?:Counter-?)?Defendant/iu);
  const versus = plaintiff === undefined || defendant === undefined ? null : `${plaintiff} v. ${defendant}`;
  return {
    ...NO_FACTS,
    caption: versus ?? orNull(debtors.slice(0, 2).join(" and ")) ?? orNull(labels.get("lead bk title")),
    assignedTo: labels.get("assigned to"),
    natureOfSuit: naturesOf(page),
    demand: labels.get("demand"),
    dateFiled: dayOf(labels.get("date filed")),
    dateTerminated: dayOf(labels.get("date terminated")),
    chapter: chapterOf(labels.others) ?? labels.get("lead bk chapter"),
    trustee: named(/^Trustee/iu)[0] ?? null,
    assets:
      labels.others
        .find((line) => /^(?:no )?asset\b/iu.test(line))
        ?.replace(/^(no )?asset.*$/iu, (line) => (/^no/iu.test(line) ? "No asset" : "Asset")) ?? null,
    dateConverted: dayOf(labels.get("date converted")),
    dateDischarged: dayOf(labels.get("debtor discharged", "date discharged")),
    dateDismissed: dayOf(labels.get("debtor dismissed", "date dismissed")),
    relatedCases: [labels.get("lead bk case")].filter((number) => number !== null),
  };
}

function chapterOf(lines: readonly string[]): string | null {
  for (const line of lines) {
    const [, chapter] = /^Chapter (\d+)/u.exec(line) ?? [];
    if (chapter !== undefined) return chapter;
  }
  return null;
}

/** `11 Recovery of money/property`: code and words stand in cells of one row, further ones in rows below. */
function naturesOf(page: Page): string | null {
  const table = tablesIn(page).find(({ rows }) =>
    rows.some(({ cells }) => cells.some((cell) => /^Nature\[s\] of Suit:$/u.test(cellText(cell)))),
  );
  const natures = (table?.rows ?? []).flatMap(({ cells }) => {
    const told = cells.map(cellText).filter((text) => text !== "" && !text.startsWith("Nature"));
    return told.length === 0 ? [] : [told.join(" ")];
  });
  return orNull(natures.join("; "));
}
