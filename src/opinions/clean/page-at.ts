import type { CleanText } from "../model.ts";
import type { Footnote, PageMarker } from "./emit.ts";
import { OffsetMap } from "./offset-map.ts";

/** What a pinpoint needs of an opinion's text. */
export type Pages = {
  readonly markers: readonly Pick<PageMarker, "label" | "offset" | "inFootnote">[];
  readonly footnotes: readonly Pick<Footnote, "start" | "end" | "referenceOffset">[];
};

/**
 * The page on which the text character at `offset` stands, as its marker names it. A footnote stands on the page of
 * its reference until a marker inside it says otherwise. Null before the first marker, for a note nothing refers
 * to, and where the source marked a page break without its number.
 */
export function pageAt(pages: Pages, offset: number): string | null {
  const note = pages.footnotes.find(({ start, end }) => start <= offset && offset < end);
  if (note === undefined) return labelBefore(pages, 0, offset, false);
  const inside = labelBefore(pages, note.start, offset, true);
  if (inside !== null) return inside;
  return note.referenceOffset === null ? null : labelBefore(pages, 0, note.referenceOffset - 1, false);
}

function labelBefore(pages: Pages, from: number, offset: number, inFootnote: boolean): string | null {
  const marker = pages.markers.findLast(
    (marker) => marker.inFootnote === inFootnote && from <= marker.offset && marker.offset <= offset,
  );
  return marker === undefined || marker.label === "?" ? null : marker.label;
}

const ELEMENTS =
  /<svc-ps label="([^"<]*)"[^<>]*>[^<]*<\/svc-ps>|<aside class="footnote" id="([^"<]*)">|<\/aside>|<a class="footnote-reference" href="#([^"<]*)" id=/gu;

/** The markers and footnotes of a stored text, found again in its cleaned HTML. */
export function pagesOf({ html, text, offsetMap }: CleanText): Pages {
  const map = new OffsetMap(offsetMap);
  const references = new Map<string, number>();
  const markers: { label: string; offset: number; inFootnote: boolean }[] = [];
  const footnotes: { start: number; end: number; referenceOffset: number | null }[] = [];
  let open: { id: string; start: number } | undefined;
  for (const match of html.matchAll(ELEMENTS)) {
    const [element, label, noteId, referredId] = match;
    const offset = map.textOffsetOf(match.index + element.length);
    if (label !== undefined) markers.push({ label, offset: wordsFrom(text, offset), inFootnote: open !== undefined });
    else if (noteId !== undefined) open = { id: noteId, start: offset };
    else if (referredId !== undefined) references.set(referredId, map.textOffsetOf(match.index));
    else if (open !== undefined) {
      const end = map.textEndBefore(match.index);
      footnotes.push({ start: open.start, end, referenceOffset: references.get(open.id) ?? null });
      open = undefined;
    }
  }
  return { markers, footnotes };
}

/** A space may stand between a marker and the first word on its page. */
function wordsFrom(text: string, offset: number): number {
  let at = offset;
  while (text[at] === " " || text[at] === "\n") at++;
  return at;
}
