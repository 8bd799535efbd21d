import type { DocketFacts } from "../model.ts";
import { BOLD, linesIn, textOf } from "./html/page.ts";
import type { Line, Page } from "./html/page.ts";
import { Labels } from "./labels.ts";
import { dayOf, officialNumber, orNull } from "./values.ts";

/** What stands above a query, a history report or another report of one case. */
export type CaseHeading = {
  readonly number: string;
  readonly facts: Partial<DocketFacts>;
};

const NUMBER = /^((?:\d{1,2}[:-])?\d{2,4}-(?:[a-z]{1,6}-)?\d{3,}[\w/-]*)/iu;
const JUDGES = /^(.*), (presiding|referral)$/iu;

/** Reads the heading: the number in bold, the caption beside it, who judges, days under bold labels. Undefined without a number. */
export function caseHeading(page: Page): CaseHeading | undefined {
  const lines = linesIn(page);
  const at = lines.findIndex((line) => NUMBER.test(textOf(line)) && ((line.runs[0]?.style ?? 0) & BOLD) !== 0);
  const first = lines[at];
  const number = NUMBER.exec(first === undefined ? "" : textOf(first))?.[1];
  if (first === undefined || number === undefined) return undefined;
  const labels = new Labels();
  const judges = new Map<string, string>();
  for (const line of lines.slice(at + 1)) {
    const text = textOf(line);
    if (/^(?:Query|Documents|History)$/iu.test(text) || text.startsWith("Doc.")) break;
    const [, judge, role] = JUDGES.exec(text) ?? [];
    if (judge !== undefined && role !== undefined) judges.set(role.toLowerCase(), judge);
    else addRuns(labels, line);
  }
  return { number: officialNumber(number), facts: factsOf(captionOf(first, number), labels, judges) };
}

function captionOf({ runs }: Line, number: string): string | null {
  const rest = runs
    .map(({ text }) => text)
    .join("")
    .trim()
    .slice(number.length);
  return orNull(rest.replace(/^\s*All Defendants/iu, ""));
}

/** Several labels may stand in one line, each in bold before its value. */
function addRuns(labels: Labels, { runs }: Line): void {
  let label: string | undefined;
  for (const { text, style } of runs) {
    const trimmed = text.trim();
    if ((style & BOLD) !== 0 && trimmed.endsWith(":")) label = trimmed.slice(0, -1).trim();
    else if (label !== undefined && trimmed !== "") {
      labels.set(label, trimmed);
      label = undefined;
    }
  }
}

/** Facts that a heading is silent of are left out; a case it shows as not terminated may be shown so for want of the day. */
function factsOf(caption: string | null, labels: Labels, judges: ReadonlyMap<string, string>): Partial<DocketFacts> {
  const told: Record<string, unknown> = {
    caption,
    assignedTo: judges.get("presiding") ?? labels.get("judge"),
    referredTo: judges.get("referral") ?? null,
    dateFiled: dayOf(labels.get("date filed")),
    dateTerminated: dayOf(labels.get("date terminated")),
    dateLastFiling: dayOf(labels.get("date of last filing")),
    dateDischarged: dayOf(labels.get("date discharged", "debtor discharged")),
    dateDismissed: dayOf(labels.get("date debtor dismissed", "debtor dismissed", "date dismissed")),
    dateConverted: dayOf(labels.get("date converted")),
    chapter: labels.get("chapter"),
    caseType: labels.get("case type"),
    assets: labels.get("asset"),
  };
  const related = labels.get("related bankruptcy");
  if (related !== null) told["relatedCases"] = [related];
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null));
}
