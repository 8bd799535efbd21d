import { OnpointError } from "#base/errors.ts";
import type { Reader } from "#db/connection.ts";
import type { DocumentType } from "#dockets/document-types/document-types.ts";
import { listEntries, wordsOfEntries } from "#dockets/store/list-entries.ts";
import type { Days, EntryWords } from "#dockets/store/list-entries.ts";
import { entriesById } from "#dockets/store/read-entries.ts";
import { paginationOf, pastTheEndNote } from "#search/results/paging.ts";
import type { Note } from "../note.ts";
import type { OpinionViews } from "../opinion-views.ts";
import type { Pagination } from "../search.ts";
import { lookUpDocket, nameAsked } from "./look-up.ts";
import type { DocketKey, DocketNotFound } from "./look-up.ts";
import type { DocketView, EntryView, FilingSummary } from "./model.ts";
import { docketNotes } from "./notes.ts";
import { filingSlug, typeOfLine, typesOfEntry, withFilings } from "./views.ts";

export type EntriesAsked = {
  readonly key: DocketKey;
  /** Entries that are of one of these types, or have a document that is; none filters nothing. */
  readonly types: readonly DocumentType[];
  readonly days: Days;
  /** Words, all of which the entry or one of its documents bears; empty filters nothing. */
  readonly text: string;
  /** Only entries with a document whose words are held. */
  readonly heldOnly: boolean;
  readonly isNewestFirst: boolean;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
};

/** An entry with what it says it is, whatever documents it has, and those with what their addresses call them. */
export type ListedEntry = Omit<EntryView, "filings"> & {
  readonly type: DocumentType;
  readonly filings: readonly (FilingSummary & { readonly slug: string })[];
};

export type EntriesFound = {
  readonly status: "found";
  readonly docket: DocketView;
  readonly entries: readonly ListedEntry[];
  readonly pagination: Pagination;
  readonly notes: readonly Note[];
};

export type EntriesPage = EntriesFound | DocketNotFound;

/** Entries and documents that one question may look at the words of. */
const LINES_MAX = 20_000;

/** @throws OnpointError `invalid_input` for what can name no docket, `too_costly` where too many lines are to be read */
export async function pageOfEntries(
  sources: { readonly db: Reader; readonly views: OpinionViews },
  asked: EntriesAsked,
): Promise<EntriesPage> {
  const words = wordsIn(asked.text);
  if (words.length === 0 && asked.text !== "") throw refusal("text", "this holds no word to look for");
  const found = await lookUpDocket(sources, asked.key);
  if (found.status !== "found") return found;
  const { docket, notes } = found;
  const { ids, total } = await idsOfPage(sources.db, docket.docket.id, asked, words);
  const pagination = paginationOf(asked, total);
  const entries = await withFilings(sources.db, await entriesById(sources.db, ids));
  return {
    status: "found",
    docket,
    entries: entries.map((entry) => listed(docket, entry)),
    pagination,
    notes: [
      ...notes,
      ...pastTheEndNote(pagination).map((message) => ({ message, reason: { code: "past_the_end" } })),
      ...docketNotes(docket, {
        isWithoutTexts: false,
        named: nameAsked(asked.key),
        weighed: docket.docket.coverage.entries,
        decisions: [],
        tried: undefined,
      }),
    ],
  };
}

function listed(docket: DocketView, entry: EntryView): ListedEntry {
  const filings = entry.filings.map((filing) => ({ ...filing, slug: filingSlug(docket, filing) }));
  return { ...entry, type: typeOfLine(entry), filings };
}

type PageOfIds = { readonly ids: readonly string[]; readonly total: number };

/** Where only days are asked for the store finds the page; what the words say is read from them. */
async function idsOfPage(
  db: Reader,
  docketId: string,
  { days, isNewestFirst, page, pageSize, types, heldOnly }: EntriesAsked,
  words: readonly string[],
): Promise<PageOfIds> {
  const offset = (page - 1) * pageSize;
  if (types.length === 0 && words.length === 0 && !heldOnly)
    return listEntries(db, docketId, days, { isNewestFirst, offset, limit: pageSize });
  const lines = await wordsOfEntries(db, docketId, days, LINES_MAX);
  if (lines === undefined) throw tooMany();
  const fitting = lines.filter(
    (entry) =>
      (!heldOnly || entry.documents.some(({ isHeld }) => isHeld)) &&
      bears(entry, words) &&
      (types.length === 0 || typesOfEntry(entry).some((type) => types.includes(type))),
  );
  const ordered = isNewestFirst ? fitting.toReversed() : fitting;
  return { ids: ordered.slice(offset, offset + pageSize).map(({ id }) => id), total: fitting.length };
}

function bears({ description, shortDescription, documents }: EntryWords, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const told = [description, shortDescription, ...documents.map((document) => document.description)].join(" ");
  const text = ` ${wordsIn(told).join(" ")}`;
  return words.every((word) => text.includes(` ${word}`));
}

function wordsIn(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

function refusal(path: string, message: string): OnpointError {
  return new OnpointError("invalid_input", message, { faults: [{ path, message }] });
}

function tooMany(): OnpointError {
  const message = `more than ${LINES_MAX.toLocaleString("en-US")} entries and documents would have to be read`;
  return new OnpointError("too_costly", message, { hint: "Ask for the entries of fewer days." });
}
