import { splitPassages } from "#text/passages.ts";
import type { Source, SourcePart } from "#analysis/model.ts";

/** A stretch of a part that a model is shown. */
export type Stretch = { readonly part: SourcePart; readonly start: number; readonly end: number };
/** What a model is shown at once. */
export type Window = readonly Stretch[];

/** About 12,000 tokens: small enough that a model still reads the middle. */
export const WINDOW_CHARS = 48_000;

/** A source in windows, in order, cut between passages; every word stands in one. */
export function windowsOf(source: Source, charsMax: number = WINDOW_CHARS): Window[] {
  const windows: Stretch[][] = [];
  let room = 0;
  for (const part of source.parts) {
    let open: { part: SourcePart; start: number; end: number } | undefined;
    for (const { start, end } of splitPassages(part.text)) {
      if (end - start > room || windows.length === 0) {
        windows.push([]);
        room = charsMax;
        open = undefined;
      }
      room -= end - (open?.end ?? start);
      if (open === undefined) {
        open = { part, start, end };
        windows.at(-1)?.push(open);
      } else open.end = end;
    }
  }
  return windows;
}
