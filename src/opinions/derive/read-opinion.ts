import type { CleanText, OpinionType, ParallelCitation, PublishStatus } from "../model.ts";
import type { CleanOptions } from "../clean/clean-opinion.ts";
import { cleanOpinion } from "../clean/clean-opinion.ts";
import type { Footnote, PageMarker } from "../clean/emit.ts";
import type { TextAccount } from "../clean/text-account.ts";
import type { RawText } from "../clean/text-columns.ts";
import type { Authorship } from "./author.ts";
import { authorshipOfField, authorshipOfHead, authorshipOfSlip } from "./author.ts";
import { isEnBanc } from "./decision-form.ts";
import { headCitations } from "./head-citations.ts";
import { headLines, tailLines } from "./head.ts";
import { judgesFromHead } from "./judges.ts";
import { mergedNames } from "./names.ts";
import { paginationCitation } from "./pagination-citation.ts";
import { precedentialNote } from "./precedential-note.ts";
import { publishStatus, publishStatusOfText } from "./publish-status.ts";

/** One opinion as a source has it. What a source does not say is null or left out. */
export type RawOpinion = {
  readonly text: RawText;
  readonly type: OpinionType;
  /** The decision's parallel citations, to establish which of them the page markers follow. */
  readonly citations: readonly ParallelCitation[];
  /** The source's author field, as it stands. */
  readonly author?: string | null;
  /** The source's own flag; true is believed, false is not taken as a denial. */
  readonly perCuriam?: boolean | null;
  /** The source's word for the publish status (`Published`, `In-chambers`). */
  readonly statusWord?: string | null;
};

/** What one opinion says of itself, each fact null or false when it is not established. */
export type ReadOpinion = {
  readonly text: CleanText;
  /** The text column taken; empty when the source has no words. */
  readonly textSource: string;
  readonly markers: readonly PageMarker[];
  readonly footnotes: readonly Footnote[];
  /** Where every character of the text column went. */
  readonly account: TextAccount;
  readonly author: string | null;
  readonly perCuriam: boolean;
  readonly enBanc: boolean;
  readonly precedentialNote: string | null;
  readonly publishStatus: PublishStatus;
  /** As printed (`citedAs`). */
  readonly paginationCitation: string | null;
  /** Citations the edition prints above the text. A source whose record has none may take them. */
  readonly headCitations: readonly ParallelCitation[];
  /** The panel and the author, as the text names them. */
  readonly judges: readonly string[];
};

/** Cleans one opinion and derives what its own text says: the one call an importer makes for each. Pure. */
export function readOpinion(raw: RawOpinion, options: CleanOptions = {}): ReadOpinion {
  const cleaned = cleanOpinion(raw.text, { firstPages: firstPagesOf(raw.citations), ...options });
  const head = headLines(cleaned.text.text);
  const note = precedentialNote([...head, ...tailLines(cleaned.text.text)]);
  const authorship = authorshipOf(raw, head, cleaned.text.text);
  const printed = headCitations(head);
  const author = authorship.author === null ? [] : [authorship.author];
  const panel = SEPARATE.has(raw.type) ? [] : judgesFromHead(head);
  return {
    ...cleaned,
    author: authorship.author,
    perCuriam: authorship.perCuriam,
    enBanc: isEnBanc(head),
    precedentialNote: note.note,
    publishStatus: publishStatus(raw.statusWord, publishStatusOfText(head, note.unpublished)),
    paginationCitation: paginationOf(raw, cleaned.markers, printed),
    headCitations: printed,
    judges: mergedNames([...panel, ...author]),
  };
}

/** Opinions one judge signs: never per curiam, and their heads name no panel. */
const SEPARATE: ReadonlySet<OpinionType> = new Set(["concurrence", "concurrence_in_part", "dissent"]);

function authorshipOf(raw: RawOpinion, head: readonly string[], text: string): Authorship {
  const given = authorshipOfField(raw.author);
  if (given.perCuriam || (raw.perCuriam === true && !SEPARATE.has(raw.type))) return { author: null, perCuriam: true };
  const ofLine = authorshipOfHead(head);
  const stated = ofLine.author === null && !ofLine.perCuriam ? authorshipOfSlip(text) : ofLine;
  if (given.author === null) return SEPARATE.has(raw.type) ? { ...stated, perCuriam: false } : stated;
  // The text's spelling of the same name is the better one (O'Connor for OCONNOR).
  const same = stated.author !== null && mergedNames([given.author, stated.author]).length === 1;
  return { author: same ? stated.author : given.author, perCuriam: false };
}

function paginationOf(
  raw: RawOpinion,
  markers: readonly PageMarker[],
  printed: readonly ParallelCitation[],
): string | null {
  const citations = distinct([...raw.citations, ...printed]);
  return paginationCitation(markers, citations, SEPARATE.has(raw.type))?.citedAs ?? null;
}

function distinct(citations: readonly ParallelCitation[]): ParallelCitation[] {
  return [...new Map(citations.map((citation) => [citation.citedAs, citation])).values()];
}

function firstPagesOf(citations: readonly ParallelCitation[]): number[] {
  return citations.flatMap(({ page }) => (/^\d{1,5}$/u.test(page) ? [Number(page)] : []));
}
