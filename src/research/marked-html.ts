import { OffsetMap } from "#opinions/clean/offset-map.ts";
import type { OpinionContent } from "#opinions/store/record.ts";

/** What is put around a stretch of a text where it is shown: an inline element. */
export type Mark = { readonly start: number; readonly end: number; readonly open: string; readonly close: string };

/**
 * The name of what begins at a place of the text: of its paragraph, or where none begins there, of the place. A heading
 * bears the name in its stead and stands above the paragraph.
 */
export type NamedPlace = { readonly start: number; readonly id: string; readonly heading?: string };

type Range = { readonly start: number; readonly end: number };
type Tag = Range & { readonly name: string; readonly isClosing: boolean };

const TAG = /<(?<slash>\/?)(?<name>[a-z][a-z\d-]{0,15})(?![a-z\d-])[^<>]*>/gu;
/** Elements that a mark may hold whole; at the tags of all others it ends. */
const WITHIN: ReadonlySet<string> = new Set(["em", "i", "b", "strong", "u", "s", "sup", "sub", "small", "svc-ps"]);
/** Elements that bear no name of their own. */
const BLOCKS: ReadonlySet<string> = new Set([
  "p",
  "div",
  "blockquote",
  "pre",
  "li",
  "dt",
  "dd",
  "td",
  "th",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
]);

/**
 * The HTML of a text with marks and names, which come in its order; of two that overlap the first is shown. A mark that
 * would cut an element is moved out of it, or stands around the longest of its parts; none stands within a link.
 */
export function markedHtml({ html, offsetMap }: OpinionContent, marks: readonly (Mark | NamedPlace)[]): string {
  if (marks.length === 0 || offsetMap.length === 0) return html;
  const map = new OffsetMap(offsetMap);
  const tags = tagsOf(html);
  const links = tags.filter(({ name }) => name === "a");
  const parts: string[] = [];
  let done = 0;
  for (const mark of marks) {
    if ("id" in mark) {
      const { at, html: name } = named(mark, map.htmlOffsetOf(mark.start), tags, done);
      if (at < done) continue;
      parts.push(html.slice(done, at), name);
      done = at;
      continue;
    }
    const { start, end, open, close } = mark;
    const range = standable(map.htmlRangeOf({ start, end }, html), tags);
    if (range.start < done || (range.start === range.end && end > start)) continue;
    if (links[firstEndingBehind(links, range.start) - 1]?.isClosing === false) continue;
    parts.push(html.slice(done, range.start), open, html.slice(range.start, range.end), close);
    done = range.end;
  }
  return parts.join("") + html.slice(done);
}

function tagsOf(html: string): readonly Tag[] {
  return [...html.matchAll(TAG)].map(({ 0: whole, index, groups }) => ({
    start: index,
    end: index + whole.length,
    name: groups?.["name"] ?? "",
    isClosing: groups?.["slash"] === "/",
  }));
}

/** What names a place, and where it stands. */
function named(
  { id, heading }: NamedPlace,
  place: number,
  tags: readonly Tag[],
  done: number,
): { readonly at: number; readonly html: string } {
  const block = blockBefore(place, tags);
  const anchor = { at: place, html: `<span id="${id}"></span>` };
  if (block === undefined || block.end <= done) return anchor;
  if (heading === undefined) return { at: block.end - 1, html: ` id="${id}"` };
  return block.name === "p" && block.start >= done ? { at: block.start, html: heading } : anchor;
}

/** The tag of the paragraph whose first character stands here; undefined where it has a name already. */
function blockBefore(place: number, tags: readonly Tag[]): Tag | undefined {
  let from = place;
  for (let at = firstEndingBehind(tags, place) - 1; tags[at]?.end === from; at -= 1) {
    const tag = tags[at];
    if (tag === undefined || tag.isClosing) return undefined;
    if (!WITHIN.has(tag.name)) return BLOCKS.has(tag.name) ? tag : undefined;
    from = tag.start;
  }
  return undefined;
}

/** The longest part of a range around which an element can stand. */
function standable({ start, end }: Range, tags: readonly Tag[]): Range {
  const first = firstEndingBehind(tags, start);
  let last = first;
  while ((tags[last]?.start ?? Infinity) < end) last += 1;
  const inside = tags.slice(first, last);
  const unmatched = new Set(unmatchedOf(inside));
  let [from, to] = [start, end];
  // `<em>Erie</em>, 304 U.S. 64` begins behind a tag whose other half is in it.
  for (let at = first - 1; tags[at]?.end === from; at -= 1) {
    const closing = inside.find((tag) => unmatched.has(tag) && tag.isClosing && WITHIN.has(tag.name));
    if (closing === undefined || tags[at]?.isClosing !== false || tags[at]?.name !== closing.name) break;
    unmatched.delete(closing);
    from = tags[at]?.start ?? from;
  }
  for (let at = last; tags[at]?.start === to; at += 1) {
    const opening = inside.findLast((tag) => unmatched.has(tag) && !tag.isClosing && WITHIN.has(tag.name));
    if (opening === undefined || tags[at]?.isClosing !== true || tags[at]?.name !== opening.name) break;
    unmatched.delete(opening);
    to = tags[at]?.end ?? to;
  }
  let best: Range = { start: from, end: from };
  for (const tag of [...inside.filter((one) => unmatched.has(one)), { start: to, end: to }]) {
    if (tag.start - from > best.end - best.start) best = { start: from, end: tag.start };
    from = tag.end;
  }
  return best;
}

/** The tags of a range that have no other half in it, and those that a mark cannot hold. */
function unmatchedOf(tags: readonly Tag[]): Tag[] {
  const open: Tag[] = [];
  const unmatched: Tag[] = [];
  for (const tag of tags) {
    if (!WITHIN.has(tag.name)) unmatched.push(...open.splice(0), tag);
    else if (!tag.isClosing) open.push(tag);
    else if (open.at(-1)?.name === tag.name) open.pop();
    else unmatched.push(tag);
  }
  return [...unmatched, ...open];
}

/** The place in the list of the first tag that ends behind a place. */
function firstEndingBehind(tags: readonly Tag[], place: number): number {
  let low = 0;
  let high = tags.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tags[middle]?.end ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}
