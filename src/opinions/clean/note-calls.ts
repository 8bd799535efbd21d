import type { CleanText } from "../model.ts";
import { OffsetMap } from "./offset-map.ts";

/** A place where a text calls a note. */
export type NoteCall = {
  readonly label: string;
  /** The text offset it stands behind; the call itself leaves no characters. */
  readonly offset: number;
  /** The text span of the note it calls, label included; null when the note is not held, or not known as one. */
  readonly note: { readonly start: number; readonly end: number } | null;
};

const ELEMENTS =
  /<(?:a class="footnote-reference" href="#([^"<]*)"[^<>]*|sup class="footnote-reference")>([^<]*)<\/(?:a|sup)>|<aside class="footnote" id="([^"<]*)">|<\/aside>/gu;

/**
 * Every call of a note in a stored text, in order, found again in its cleaned HTML: who reads what a sentence says in
 * its notes asks for the calls whose `offset` lies in the sentence or at its end.
 */
export function noteCallsOf({ html, offsetMap }: Pick<CleanText, "html" | "offsetMap">): NoteCall[] {
  const map = new OffsetMap(offsetMap);
  const notes = new Map<string, { start: number; end: number }>();
  const calls: { label: string; offset: number; target: string | undefined }[] = [];
  let open: { readonly id: string; readonly start: number } | undefined;
  for (const { 0: element, 1: target, 2: label, 3: noteId, index } of html.matchAll(ELEMENTS)) {
    if (label !== undefined) calls.push({ label: plain(label), offset: map.textEndBefore(index), target });
    else if (noteId !== undefined) open = { id: noteId, start: map.textOffsetOf(index + element.length) };
    else if (open !== undefined) {
      notes.set(open.id, { start: open.start, end: map.textEndBefore(index) });
      open = undefined;
    }
  }
  return calls.map(({ label, offset, target }) => ({ label, offset, note: notes.get(target ?? "") ?? null }));
}

function plain(label: string): string {
  return label.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}
