import { idFault, kindOfId } from "#base/ids.ts";
import type { Reader } from "#db/connection.ts";
import { filingsOfCase } from "#dockets/filings/read.ts";
import type { DocketEntry, Filing } from "#dockets/model.ts";
import { entriesById, entriesByNumber, filingsById, filingsOfEntries } from "#dockets/store/read-entries.ts";
import { docketIdsOfCase } from "#dockets/store/read.ts";
import type { FilingNamed } from "../cases/answers.ts";
import { cut } from "../cases/cut.ts";
import { filingOf } from "../cases/filings/view.ts";
import type { DocketView, FilingNotRead, FilingView } from "./model.ts";
import { caseFilingOf, docketViews, summaryOf } from "./views.ts";

/** Where a filing would stand of which no record is held. */
export type MissingPlace = {
  readonly status: "missing";
  readonly docket: DocketView;
  /** Whether the docket tells of the entry, though not of the document. */
  readonly isEntryKnown: boolean;
  readonly entryNumber: string;
  readonly attachment: number;
  readonly message: string;
};

/** A filing that is held, with its words or without. */
export type FoundFiling = { readonly status: "found"; readonly view: FilingView };

const ATTACHMENT = /^[1-9]\d{0,5}$/u;
const CANDIDATES_MAX = 10;
/** Filings of one case that are looked through for what may be meant. */
const FILED_MAX = 1000;

/** The filing that is named, with words or without. */
export async function findFiling(db: Reader, named: FilingNamed): Promise<FoundFiling | MissingPlace | FilingNotRead> {
  return named.by === "id" ? byId(db, named.id) : byPlace(db, named);
}

export function filingRefusal(
  status: FilingNotRead["status"],
  message: string,
  code: string,
  more: Partial<Pick<FilingNotRead, "filing" | "filings" | "dockets">> = {},
): FilingNotRead {
  return { status, note: { message, reason: { code } }, filings: [], dockets: [], filing: null, ...more };
}

async function byId(db: Reader, id: string): Promise<FoundFiling | FilingNotRead> {
  const [filing] = await filingsById(db, [id.toLowerCase()]);
  const [view] = filing === undefined ? [] : await viewsOf(db, [filing]);
  if (view !== undefined) return { status: "found", view };
  return filingRefusal("not_found", `no filing is held under the id ${cut(id)}`, "filing_not_held");
}

/** What stands around the number of an entry where briefs and dockets cite it: `ECF No. 12`, `[12]`, `Dkt. #12`. */
const CITED =
  /^(?:(?:ecf|dkt|docket|doc|document|d\.? ?e|entry|filing|item|numbers?|nos?)\b\.?\s*)*(?:[#[(]\s*)?(\d{1,15})\s*[\])]?[.,;]?$/iu;

/** The number of an entry as it is kept, however it was typed; what is no such citation stays as it is. */
function entryNumberOf(typed: string): string {
  const text = typed.normalize("NFKC").trim();
  return CITED.exec(text)?.[1] ?? text.replace(/^#\s*/u, "");
}

type Place = Extract<FilingNamed, { by: "entry" }>;

async function byPlace(db: Reader, { caseId, entryNumber, attachmentNumber }: Place) {
  if (kindOfId(caseId) !== "case")
    return filingRefusal("invalid_reference", `the case: ${idFault(caseId, "case") ?? ""}`, "no_case_id");
  const number = entryNumberOf(entryNumber);
  if (number === "") return filingRefusal("invalid_reference", "the entry has no number", "no_entry_number");
  if (attachmentNumber !== null && !ATTACHMENT.test(attachmentNumber)) {
    const message = `${cut(attachmentNumber)} is no attachment number: it is a whole number from 1, without the entry's; the main document has none`;
    return filingRefusal("invalid_reference", message, "no_attachment_number");
  }
  const ids = await docketIdsOfCase(db, caseId.toLowerCase());
  const own = ids.includes(caseId.toLowerCase()) && ids.length > 1 ? [caseId.toLowerCase()] : ids;
  const dockets = await docketViews(db, own);
  const attachment = Number(attachmentNumber ?? 0);
  if (dockets.length === 0) return withoutDocket(db, caseId.toLowerCase(), number, attachment);
  return atPlace(db, dockets, number, attachment);
}

/** Of a case without a docket filings of a trial court may be held, though not the one that is named. */
async function withoutDocket(
  db: Reader,
  caseId: string,
  entryNumber: string,
  attachment: number,
): Promise<FilingNotRead> {
  const all = await filingsOfCase(db, caseId, FILED_MAX);
  if (all.length === 0)
    return filingRefusal("not_found", "no docket of this case is held, so no filing of it", "docket_not_held");
  const entry = `entry ${cut(entryNumber)}`;
  const there = all.filter((one) => one.entryNumber === entryNumber);
  const what = attachment === 0 ? `the main document of ${entry}` : `attachment ${attachment} of ${entry}`;
  const held = there.length === 0 ? "others of its filings are" : "of that entry is held what is listed";
  return filingRefusal("not_found", `${what} is not held of this case; ${held}`, "filing_not_held", {
    filings: (there.length === 0 ? all : there).slice(0, CANDIDATES_MAX).map(filingOf),
  });
}

async function atPlace(db: Reader, dockets: readonly DocketView[], entryNumber: string, attachment: number) {
  const found = await Promise.all(dockets.map(async ({ docket }) => entriesByNumber(db, docket.id, entryNumber)));
  const entries = found.flat();
  if (entries.length === 0 && /^\d+\s*-\s*\d+$/u.test(entryNumber)) {
    const message = `${cut(entryNumber)} is not an entry number: give the number of an attachment separately`;
    return filingRefusal("invalid_reference", message, "no_entry_number");
  }
  const filings = await filingsOfEntries(
    db,
    entries.map(({ id }) => id),
  );
  const views = await viewsOf(
    db,
    filings.filter((filing) => filing.attachment === attachment),
    entries,
  );
  const [view, ...others] = views;
  if (view === undefined) {
    const message = missingWords(entryNumber, attachment, entries, filings);
    const having = new Set(entries.map(({ docketId }) => docketId));
    const meant = dockets.filter(({ docket }) => having.size === 0 || having.has(docket.id));
    const [docket, ...more] = meant;
    if (docket !== undefined && more.length === 0)
      return { status: "missing" as const, docket, isEntryKnown: having.size > 0, entryNumber, attachment, message };
    return severalDockets(meant);
  }
  if (others.length === 0) return { status: "found" as const, view };
  const message = `several filings have the number ${cut(entryNumber)}`;
  return filingRefusal("ambiguous", message, "several_filings", {
    filings: views.slice(0, CANDIDATES_MAX).map(caseFilingOf),
  });
}

/** What may have to be fetched is of one docket; which is not guessed. */
function severalDockets(dockets: readonly DocketView[]): FilingNotRead {
  const message = "the case has several dockets; name the one that is meant by its own id";
  return filingRefusal("ambiguous", message, "several_dockets", { dockets: dockets.slice(0, CANDIDATES_MAX) });
}

function missingWords(
  number: string,
  attachment: number,
  entries: readonly DocketEntry[],
  filings: readonly Filing[],
): string {
  const entry = `entry ${cut(number)}`;
  if (entries.length === 0) return `the docket as it is held has no ${entry}`;
  const known = filings.flatMap((filing) => (filing.attachment > 0 ? [filing.attachment] : []));
  const others = known.length === 0 ? "no attachment of it is known" : `its attachments known are ${known.join(", ")}`;
  return attachment === 0
    ? `no document of ${entry} is known`
    : `${entry} has no attachment ${attachment} that is known: ${others}`;
}

async function viewsOf(
  db: Reader,
  filings: readonly Filing[],
  known: readonly DocketEntry[] = [],
): Promise<FilingView[]> {
  const ids = filings.map(({ entryId }) => entryId);
  const entries = new Map((known.length > 0 ? known : await entriesById(db, ids)).map((entry) => [entry.id, entry]));
  const dockets = await docketViews(
    db,
    filings.map(({ docketId }) => docketId),
  );
  const byId = new Map(dockets.map((view) => [view.docket.id, view]));
  return filings.flatMap((filing) => {
    const [entry, docket] = [entries.get(filing.entryId), byId.get(filing.docketId)];
    return entry === undefined || docket === undefined ? [] : [{ filing: summaryOf(filing, entry), entry, docket }];
  });
}
