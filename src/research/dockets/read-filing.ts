import type { Principal } from "#accounts/principal.ts";
import { OnpointError } from "#base/errors.ts";
import type { Reader } from "#db/connection.ts";
import { isDraftRuling, titleOf } from "#dockets/document-types/title-page.ts";
import { COVERED } from "#text/pdf/black-bars.ts";
import { filingTexts } from "#dockets/store/texts.ts";
import type { Analyst } from "../analyst.ts";
import { analysed } from "../cases/analysed.ts";
import type { FilingAsked, FilingNamed } from "../cases/answers.ts";
import { findTrialFiling } from "../cases/filings/find.ts";
import type { CaseFiling, ReadFiling } from "../cases/filings/model.ts";
import type { Note } from "../note.ts";
import { withCharges } from "./charges.ts";
import { notFetched } from "./not-fetched.ts";
import { filingRefusal, findFiling } from "./find-filing.ts";
import type { MissingPlace } from "./find-filing.ts";
import type { FilingAnswer, FilingNotRead, FilingView } from "./model.ts";
import type { FilingWanted, Retrieval } from "./retrieval.ts";
import { caseFilingOf, summaryOf } from "./views.ts";

export type FilingSources = { readonly db: Reader; readonly analyst: Analyst; readonly retrieval: Retrieval };

/**
 * Answers a question from the words of one filing, of a trial court's files or of a docket; of a docket what is not held
 * is fetched, where a source is given that can have it.
 */
export async function analyseFiling(
  sources: FilingSources,
  principal: Principal,
  { question, named, needsPremium }: FilingAsked,
  signal?: AbortSignal,
): Promise<FilingAnswer> {
  if (needsPremium) await requirePremium(sources.retrieval, principal);
  const trial = await findTrialFiling(sources.db, named);
  const read =
    trial === undefined ? await heldOrFetched(sources, principal, named, signal) : { filing: trial, notes: [] };
  if ("status" in read) return read;
  const { filing, notes } = read;
  if (filing.missing !== null) return withCharges(noText(filing, filing.missing), notes);
  const analysis = await analysed(sources.analyst, question, { kind: "filing", parts: [filing.part] }, signal);
  if (analysis === undefined) {
    const message = "the filing could not be analysed just now";
    return withCharges(filingRefusal("analysis_failed", message, "analysis_failed", { filing }), notes);
  }
  return { status: "ok", filing, analysis, notes: [...notes, ...notesOn(filing)] };
}

/** @throws OnpointError `forbidden` for a caller without premium access */
export async function requirePremium(retrieval: Retrieval, principal: Principal): Promise<void> {
  if (await retrieval.hasPremium(principal)) return;
  throw new OnpointError("forbidden", "dockets and their filings need premium access", {
    hint: "Version 4 of the tools reads what is stored without it.",
  });
}

type Read = { readonly filing: ReadFiling; readonly notes: readonly Note[] };

async function heldOrFetched(
  { db, retrieval }: FilingSources,
  principal: Principal,
  named: FilingNamed,
  signal: AbortSignal | undefined,
): Promise<Read | FilingNotRead> {
  const found = await findFiling(db, named);
  if (found.status !== "found" && found.status !== "missing") return found;
  const held = found.status === "found" ? await withWords(db, found.view) : undefined;
  const isShut = found.status === "found" && found.view.filing.availability === "sealed";
  if (held !== undefined && (held.missing === null || isShut)) return { filing: held, notes: [] };
  const wanted = found.status === "found" ? wantedOf(found.view) : wantedAt(found);
  const tried = await retrieval.filing(principal, wanted, signal);
  // Whoever was asked may have told of the place without giving the words.
  const again = await findFiling(db, named);
  if (again.status !== "found" && again.status !== "missing") return again;
  const filing = again.status === "found" ? await withWords(db, again.view) : null;
  if (tried.outcome !== "fetched") return notFetched(retrieval, again, filing, tried);
  if (filing !== null) return { filing, notes: tried.notes };
  const message = "message" in again ? again.message : "there is no such filing here";
  return withCharges(filingRefusal("not_found", message, "filing_not_held"), tried.notes);
}

/** A filing of a docket with its words, or with why none are held. */
export async function withWords(db: Reader, view: FilingView): Promise<ReadFiling> {
  const text = (await filingTexts(db, [view.filing.id])).get(view.filing.id);
  const words = text?.text ?? "";
  const filing = text === undefined ? view.filing : summaryOf(view.filing, view.entry, words);
  return {
    ...caseFilingOf({ ...view, filing }),
    sourceUrl: null,
    isInvented: view.docket.isInvented,
    recognised:
      text?.readBy === "ocr"
        ? { confidence_pct: text.confidence_pct ?? null, unreadPages: text.unreadPages ?? null }
        : null,
    missing: words.trim() === "" ? whyMissing(view) : null,
    part: {
      id: view.filing.id,
      text: words,
      section: null,
      url: null,
      pages: (text?.pageStarts ?? []).map((at, index) => ({ at, label: String(index + 1) })),
    },
  };
}

function whyMissing({ filing }: FilingView): string {
  if (filing.availability === "sealed") return "it is sealed, and the court does not show it to the public";
  if (filing.availability === "unavailable") return "the court has no file of it";
  return "the docket tells of it, and its words were not brought in";
}

function wantedOf({ filing, entry, docket }: FilingView): FilingWanted {
  return { docketId: docket.docket.id, entryNumber: entry.number, attachment: filing.attachment, filingId: filing.id };
}

function wantedAt({ docket, entryNumber, attachment }: MissingPlace): FilingWanted {
  return { docketId: docket.docket.id, entryNumber, attachment, filingId: null };
}

/** A filing that is known, and why nothing of it is read. */
function noText(filing: CaseFiling, why: string): FilingNotRead {
  return filingRefusal("text_not_available", `no text of this filing is held: ${why}`, "no_text", { filing });
}

function scannedNote({ confidence_pct, unreadPages }: NonNullable<ReadFiling["recognised"]>): Note {
  const sure = confidence_pct === null ? "" : `, ${confidence_pct} % sure`;
  const unread =
    unreadPages === null || unreadPages === 0
      ? ""
      : `; ${unreadPages === 1 ? "one page" : `${unreadPages} pages`} could not be read`;
  const message = `the words were read from scanned pages by a machine${sure}, and may hold mistakes${unread}`;
  return { message, reason: { code: "scanned" } };
}

/** So many signs in a row stand for what a bar covers. */
const COVERED_MIN = 3;
const COVERED_NOTE: Note = {
  message: "black bars cover words of this paper: each █ stands for a letter under one, whatever the file holds there",
  reason: { code: "covered_words" },
};

function notesOn(filing: ReadFiling): Note[] {
  const message = "this is a proposed order, which a party asks the court to give: no ruling";
  return [
    ...(filing.recognised === null ? [] : [scannedNote(filing.recognised)]),
    ...(filing.part.text.includes(COVERED.repeat(COVERED_MIN)) ? [COVERED_NOTE] : []),
    ...(isProposed(filing) ? [{ message, reason: { code: "proposed" } }] : []),
  ];
}

const PROPOSED = /\bproposed\b[^.;]{0,40}\b(?:order|judgment|ruling|decree)\b/iu;

/** As the docket calls it, or as the paper itself does, whatever the docket says. */
function isProposed({ title, description, documentType, attachmentNumber, part: { text } }: ReadFiling): boolean {
  const called = `${title ?? ""} ${description ?? ""}`;
  if (documentType !== "other") return attachmentNumber !== null && PROPOSED.test(called);
  return PROPOSED.test(`${called} ${titleOf(text) ?? ""}`) || isDraftRuling({ description: called.trim(), text });
}
