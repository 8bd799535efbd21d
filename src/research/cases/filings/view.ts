import { courtById } from "#courts/courts.ts";
import type { FilingRecord, FilingText, TextState } from "#dockets/filings/model.ts";
import { slugOf } from "#text/slug.ts";
import type { SourcePart } from "#research/analyst.ts";
import type { CaseFiling, ReadFiling } from "./model.ts";

export function filingOf(record: FilingRecord): CaseFiling {
  const { id, type, caseId, caption, courtId, docketNumber, title, description, entryNumber, dateFiled } = record;
  return {
    documentId: id,
    documentType: type,
    caseId,
    caseName: caption,
    courtName: courtById(courtId)?.fullName ?? courtId,
    docketNumber,
    slug: slugOf(`${caption} ${title ?? type}`),
    title,
    description,
    entryNumber,
    attachmentNumber: record.attachmentNumber === null ? null : String(record.attachmentNumber),
    dateFiled,
    isReadable: record.textState === "held",
    docket: null,
  };
}

const WHY_MISSING: Readonly<Record<TextState, string | null>> = {
  held: null,
  not_given: "its source gives no words of it",
  scanned: "its file holds pictures of pages and no text that could be read",
  protected: "its file is protected by a password",
  damaged: "its file is damaged",
  missing: "its file was not there when it was brought in",
  too_large: "its file is too large to be read",
};

export function readFilingOf(record: FilingRecord, content: FilingText | undefined): ReadFiling {
  return {
    ...filingOf(record),
    sourceUrl: record.sourceUrl,
    isInvented: record.source.startsWith("sample"),
    recognised: content?.recognised ?? null,
    missing: WHY_MISSING[record.textState],
    part: partOf(record.id, content ?? { text: "", pageStarts: [] }),
  };
}

function partOf(id: string, { text, pageStarts }: FilingText): SourcePart {
  const pages = pageStarts.map((at, index) => ({ at, label: String(index + 1) }));
  return { id, text, section: null, url: null, pages };
}
