import { ageOf, inOrder } from "../currency.ts";
import type { Dated } from "../currency.ts";
import type { LawDraft, LawMoment, LawPlace, LawRecord } from "../model.ts";
import type { ChainState, HeldVersion, WordsFrom } from "./chain-state.ts";
import { contentHashOf, movedHashOf } from "./content-hash.ts";

type Outcome = "added" | "updated" | "unchanged" | "removed";

/** Works one version into a chain. */
export function applyDraft(state: ChainState, draft: LawDraft): Outcome {
  const {
    sourceId: _,
    isKept = false,
    isDatedByLastAct = false,
    isCommented = false,
    html,
    text,
    notesHtml,
    ...told
  } = draft;
  const record = isDatedByLastAct ? datedByLastAct(state, told) : told;
  const contentHash = contentHashOf(isCommented ? { ...draft, notesHtml: null } : draft);
  const held = state.versions.get(record.versionKey);
  const before = held ?? (isKept ? undefined : versionBefore(state, record));
  if (before?.contentHash !== contentHash) {
    keep(state, record, { contentHash, textChars: text.length }, { html, text, notesHtml });
    return held === undefined ? (record.isTombstone ? "removed" : "added") : "updated";
  }
  if (held !== undefined && datesOf(held.record) !== datesOf(record)) {
    keep(state, { ...record, edition: held.record.edition }, held, undefined);
    return "updated";
  }
  return reorder(state, before, record.sortOrder, ageOf(record));
}

/** A provision that stands elsewhere from some moment on is another version with the same words. */
export function applyMove(
  state: ChainState,
  { from, place }: { readonly from: LawMoment; readonly place: LawPlace },
): Outcome {
  const before = versionAt(state, from);
  if (before === undefined || before.record.isTombstone) return "unchanged";
  if (before.record.path === place.path)
    return reorder(state, before, place.sortOrder, ageOf({ ...before.record, ...from }));
  const words = state.writes.get(before.record.versionKey) ?? { sameAs: before.record.versionKey };
  const contentHash = movedHashOf(before.contentHash, place.path);
  keep(state, { ...before.record, ...place, ...from }, { contentHash, textChars: before.textChars }, words);
  return "added";
}

/** What is no longer there ends with a tombstone; what the same moment brought stays. */
export function applyRemoval(state: ChainState, from: LawMoment): Outcome {
  const before = versionAt(state, from);
  if (before === undefined || before.record.isTombstone || before.record.versionKey === from.versionKey) {
    return "unchanged";
  }
  const { caveat: _, expiresOn: __, ...lasting } = before.record;
  const record: LawRecord = { ...lasting, ...from, isHistorical: false, isTombstone: true };
  const words = { html: "", text: "", notesHtml: null };
  keep(state, record, { contentHash: contentHashOf({ ...record, ...words }), textChars: 0 }, words);
  return "removed";
}

/** What was told of an order holds until something later tells another; it makes no other version. */
function reorder(state: ChainState, held: HeldVersion, sortOrder: number, toldAt: string): Outcome {
  if (held.record.sortOrder === sortOrder || (held.sortedAsOf ?? "") > toldAt) return "unchanged";
  const { record } = held;
  state.versions.set(record.versionKey, { ...held, record: { ...record, sortOrder }, sortedAsOf: toldAt });
  state.writes.set(record.versionKey, state.writes.get(record.versionKey));
  return "updated";
}

function keep(
  state: ChainState,
  record: LawRecord,
  { contentHash, textChars }: Pick<HeldVersion, "contentHash" | "textChars">,
  words: WordsFrom | undefined,
): void {
  state.versions.set(record.versionKey, { record, contentHash, textChars, sortedAsOf: ageOf(record) });
  state.writes.set(record.versionKey, words ?? state.writes.get(record.versionKey));
}

/** The version that a new one comes after, in the order of the chain. */
function versionBefore(state: ChainState, record: Dated): HeldVersion | undefined {
  const ordered = inOrder<Dated>([...[...state.versions.values()].map((held) => held.record), record]);
  const before = ordered[ordered.indexOf(record) - 1];
  return before === undefined ? undefined : state.versions.get(before.versionKey);
}

/** The version held at a moment, or the one before it. */
function versionAt(state: ChainState, from: LawMoment): HeldVersion | undefined {
  const held = state.versions.get(from.versionKey);
  return held ?? versionBefore(state, { ...from, isHistorical: false, isTombstone: true });
}

function datesOf({ effectiveDate, publicationDate, isHistorical, caveat, expiresOn }: LawRecord): string {
  return JSON.stringify([effectiveDate, publicationDate, isHistorical, caveat ?? null, expiresOn ?? null]);
}

/** Without its day where a version of an edition before states that day or a later one. */
function datedByLastAct(state: ChainState, record: LawRecord): LawRecord {
  const isStatedBefore = [...state.versions.values()].some(
    (held) =>
      (held.record.edition ?? "") < (record.edition ?? "") &&
      (held.record.effectiveDate ?? "") >= (record.effectiveDate ?? ""),
  );
  return isStatedBefore ? { ...record, effectiveDate: null } : record;
}
