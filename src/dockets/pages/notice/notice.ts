import type { DocketSighting, SeenDocument, SeenEntry } from "#dockets/model.ts";
import { courtOfPage } from "../court-of-page.ts";
import { PageFault } from "../page-fault.ts";
import { attachmentsInText } from "../sheet/attachment-list.ts";
import { provenanceOf } from "../told.ts";
import type { PageTold } from "../told.ts";
import type { Link, Page } from "../html/page.ts";
import { dayOf, documentLink, officialNumber, orNull } from "../values.ts";
import { noticeLines } from "./notice-lines.ts";
import type { NoticeLine } from "./notice-lines.ts";
import { titleInSubject } from "./title-in-subject.ts";

const PAGE = "notice";

type Building = {
  caption: string | null;
  number: string | null;
  caseId: string | null;
  document: NoticeLine | null;
  text: string | null;
};

/**
 * A notice of electronic filing or of docket activity: one entry, in as many cases as it was made in. Those who got it
 * are not read, nor are the links that open a document once.
 */
export function readNotice(page: Page, told: PageTold, subject: string | null): readonly DocketSighting[] {
  const lines = noticeLines(page);
  const cases = casesIn(lines).filter(({ number }) => number !== null);
  if (cases.length === 0) throw new PageFault(PAGE, "it names no case");
  const entered = lines.map(({ text }) => ENTERED.exec(text)).find((found) => found !== null);
  const filed = lines.map(({ text }) => FILED.exec(text)?.[1]).find((day) => day !== undefined);
  const enteredDay = dayOf(entered?.[1]);
  const day = dayOf(filed) ?? enteredDay;
  if (day === null) throw new PageFault(PAGE, "it does not say on which day it was filed");
  const heading = headingOf(lines);
  const courtId = told.courtId ?? courtOfPage(page, heading);
  if (courtId === null) throw new PageFault(PAGE, `no court is known as "${heading.join(", ")}"`);
  const shared = cases.findLast(({ text }) => text !== null)?.text ?? null;
  return cases.map((one) => ({
    kind: "notice",
    ...provenanceOf(told),
    asOf: momentOf(enteredDay ?? day, entered?.[2]),
    courtId,
    docketNumber: one.number === null ? null : officialNumber(one.number),
    pacerCaseIds: [one.caseId ?? linkOf(one.document)?.pacerCaseId].filter((id) => id !== null && id !== undefined),
    facts: one.caption === null ? {} : { caption: one.caption },
    entries: [
      entryOf(one, {
        day,
        enteredDay,
        text: one.text ?? shared,
        title: titleInSubject(subject, one.number ?? "", one.caption),
      }),
    ],
  }));
}

const ENTERED =
  /\bentered (?:by .{1,80}? )?on (\d{1,2}\/\d{1,2}\/\d{2,4})(?: at (\d{1,2}:\d{2} [AP]M))?|\bentered\b.{0,120}? on (\d{1,2}\/\d{1,2}\/\d{2,4})/iu;
const FILED = /\bfiled on (\d{1,2}\/\d{1,2}\/\d{2,4})/iu;
/** What follows the words of an entry. */
const END_OF_TEXT =
  /^(?:the following document|document description|notice (?:has|will)|.{0,60}notice (?:has been|will be|will not be|is)\b|service list|electronic document stamp)/iu;

const LABELLED = /^(Case Name|Case Number|Document Number|Docket Text)\s*: ?(.*)$/iu;

function casesIn(lines: readonly NoticeLine[]): Building[] {
  const cases: Building[] = [];
  const current = (): Building => cases.at(-1) ?? open();
  const open = (): Building => {
    const one = { caption: null, number: null, caseId: null, document: null, text: null };
    cases.push(one);
    return one;
  };
  let words: string[] | undefined;
  for (const line of lines) {
    const { text } = line;
    if (words !== undefined) {
      if (END_OF_TEXT.test(text) || /^Case Name:/iu.test(text)) {
        current().text = orNull(words.join(" "));
        words = undefined;
      } else {
        words.push(text);
        continue;
      }
    }
    const [, name = "", value = ""] = LABELLED.exec(text) ?? [];
    const label = name.toLowerCase();
    if (label === "case name") open().caption = orNull(value);
    else if (label === "case number") {
      const caseId = line.links.map(caseIdOf).find((id) => id !== undefined) ?? /DktRpt\.pl\?(\d+)/u.exec(value)?.[1];
      current().number = orNull(value.split(" ")[0]);
      current().caseId = caseId ?? null;
    } else if (label === "document number") current().document = line;
    else if (label === "docket text") words = value === "" ? [] : [value];
  }
  if (words !== undefined) current().text = orNull(words.join(" "));
  return cases;
}

function caseIdOf({ href }: Link): string | undefined {
  return /(?:DktRpt|iquery|qrySummary)\.pl\?(?:caseid=)?(\d+)/u.exec(href)?.[1];
}

/** In plain messages the address of the document stands alone in a line, which follows its number. */
function linkOf(line: NoticeLine | null): ReturnType<typeof documentLink> {
  return line === null ? null : (line.links.map(documentLink).find((link) => link !== null) ?? null);
}

type Told = {
  readonly day: string;
  readonly enteredDay: string | null;
  readonly text: string | null;
  readonly title: string | null;
};

function entryOf(one: Building, { day, enteredDay, text, title }: Told): SeenEntry {
  const link = linkOf(one.document);
  const number = /Document Number\s*: ?(\d+)/iu.exec(one.document?.text ?? "")?.[1]?.replace(/^0+(?=\d)/u, "") ?? null;
  const main: SeenDocument[] = link === null ? [] : [documentOf(0, null, link.pacerDocId)];
  const attachments = attachmentsInText(text ?? "").map(({ number: at, description }) =>
    documentOf(at, description, null),
  );
  return {
    number,
    pacerSeqNo: link?.pacerSeqNo ?? null,
    dateFiled: day,
    dateEntered: enteredDay,
    description: text,
    shortDescription: title,
    documents: [...main, ...attachments],
  };
}

function documentOf(attachment: number, description: string | null, pacerDocId: string | null): SeenDocument {
  const availability = pacerDocId === null ? null : "available";
  return {
    attachment,
    description,
    pageCount: null,
    fileSize_bytes: null,
    pacerDocId,
    availability,
    documentType: null,
  };
}

/** `9:49 AM` on a day. */
function momentOf(day: string, time: string | undefined): string {
  const [, hour, minute, half] = /^(\d{1,2}):(\d{2}) ([AP])M$/iu.exec(time ?? "") ?? [];
  if (hour === undefined || minute === undefined || half === undefined) return day;
  const hours = (Number(hour) % 12) + (half.toUpperCase() === "P" ? 12 : 0);
  return `${day}T${String(hours).padStart(2, "0")}:${minute}:00`;
}

function headingOf(lines: readonly NoticeLine[]): readonly string[] {
  const at = lines.findIndex(({ text }) => /^(?:U\.?S\.?|United States) .*\bCourt\b/iu.test(text));
  return at < 0 ? [] : lines.slice(at, at + 2).map(({ text }) => text);
}
