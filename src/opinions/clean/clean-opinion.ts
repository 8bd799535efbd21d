import { mendMisreadBytes } from "#text/misread-bytes.ts";
import { OnpointError } from "#base/errors.ts";
import { mendBrokenWords } from "./broken-words.ts";
import type { Emitted } from "./emit.ts";
import { emit } from "./emit.ts";
import { orderNotes } from "./notes.ts";
import { printedLetters } from "./printed-letters.ts";
import { readHtml, shownIn } from "./read-html.ts";
import { readPlain } from "./read-plain.ts";
import { superscriptNotes } from "./superscript-notes.ts";
import { accountOf, EMPTY_ACCOUNT } from "./text-account.ts";
import type { TextAccount } from "./text-account.ts";
import { markTextCalls } from "./text-note-calls.ts";
import { markTextPages } from "./text-page-marks.ts";
import type { Token } from "./token.ts";
import type { RawText, TextCandidate } from "./text-columns.ts";
import { candidatesOf } from "./text-columns.ts";

export type CleanOptions = {
  /** Put before every id in the HTML, so that several opinions can stand on one page; letters, digits and hyphens. */
  readonly idPrefix?: string;
  /** First pages of the decision's citations, which tell a page mark in the text from another book's page. */
  readonly firstPages?: readonly number[];
};

export type CleanedOpinion = Omit<Emitted, "leftOut"> & {
  /** Which text column was taken; empty when none held a word. */
  readonly textSource: string;
  /** Where every character of that column went. */
  readonly account: TextAccount;
};

/**
 * One opinion's text, cleaned: the richest source that holds any words, as safe HTML, as plain text, and the map
 * between them. Pure, and linear in the length of the source. Throws `invalid_input` where only texts whose letters
 * cannot be told hold words.
 */
export function cleanOpinion(raw: RawText, options: CleanOptions = {}): CleanedOpinion {
  let isUnreadable = false;
  for (const candidate of candidatesOf(raw)) {
    const cleaned = clean(candidate, options);
    if (cleaned !== undefined && cleaned.text.text !== "") return cleaned;
    isUnreadable ||= cleaned === undefined;
  }
  if (isUnreadable) throw new OnpointError("invalid_input", UNREADABLE);
  const { leftOut: _, ...nothing } = emit([], { bodyOf: new Map(), referenced: new Set() }, "");
  return { textSource: "", ...nothing, account: EMPTY_ACCOUNT };
}

const UNREADABLE = "the letters of its text are put for others, as where a font does not say which they are";

/** Undefined where the letters of the text cannot be told. */
function clean({ name, form, source: given }: TextCandidate, options: CleanOptions): CleanedOpinion | undefined {
  const source = printedLetters(mendMisreadBytes(given), form);
  if (source === undefined) return undefined;
  const paged = markTextPages(superscriptNotes(mendBrokenWords(tokensOf(source, form))), options.firstPages ?? []);
  // The Caselaw Access Project's texts, one paragraph a line, bear no calls; what looks like one is a misprint.
  const ordered = orderNotes(form === "paragraph" ? paged : markTextCalls(paged));
  const { leftOut, ...emitted } = emit(ordered.tokens, ordered.links, options.idPrefix ?? "");
  const shown = form === "markup" ? shownIn(source) : [source];
  const account = accountOf({ given, source, shown, leftOut, html: emitted.text.html });
  return { textSource: name, ...emitted, account };
}

function tokensOf(source: string, form: TextCandidate["form"]): readonly Token[] {
  if (form !== "markup") return readPlain(source, form);
  const tokens = readHtml(source);
  const laidOut = /^\s*<pre\b/iu.test(source) ? layoutText(tokens) : null;
  if (laidOut === null) return tokens;
  return [...readPlain(laidOut, "wrap"), ...tokens.filter(({ kind }) => kind === "left-out")];
}

/**
 * The text of a document that is one preformatted page, which CourtListener makes of plain text by setting its
 * citations between `pre` elements: it is read as the plain text it was. Null when it holds real structure.
 */
function layoutText(tokens: readonly Token[]): string | null {
  let text = "";
  for (const token of tokens) {
    if (token.kind === "text") text += token.text;
    else if (token.kind === "line-break") text += "\n";
    else if (
      token.kind !== "open" &&
      token.kind !== "close" &&
      token.kind !== "block-break" &&
      token.kind !== "left-out"
    )
      return null;
  }
  return text;
}
