import { NEIGHBOURS_MAX } from "#index/index.ts";
import type { Neighbour, WordFrequency, WordQuestion } from "#index/index.ts";
import type { Layout } from "#index/embedded/layout.ts";
import type { Segment } from "#index/embedded/segment/segment.ts";
import type { WorkMeter } from "#index/embedded/work-meter.ts";
import { Expander, frequencyIn } from "./expand.ts";
import type { ExpandOptions } from "./expand.ts";
import { WordDistance } from "./word-distance.ts";

/** How often words stand in the index, from the dictionaries alone. */
export function frequenciesIn(
  segments: readonly Segment[],
  layout: Layout,
  words: readonly WordQuestion[],
  options: ExpandOptions,
): WordFrequency[] {
  return words.map(({ neighbours, text, exact, field }) => {
    const expander = new Expander(segments, layout, options);
    const node = {
      kind: "term",
      text,
      exact,
      at: { start: 0, end: 0 },
      ...(field !== undefined && { field }),
    } as const;
    return {
      documents: Math.round(expander.expand(node).frequency),
      neighbours:
        neighbours === undefined
          ? []
          : neighboursIn(segments, { word: text, max: neighbours, fields: layout.maskOf(field) }, options.meter),
    };
  });
}

function neighboursIn(
  segments: readonly Segment[],
  { word, max, fields }: { readonly word: string; readonly max: number; readonly fields: number },
  meter: WorkMeter,
): Neighbour[] {
  const found = new Map<string, Neighbour>();
  for (const { dictionary } of segments) {
    for (const { ordinal, text, distance } of dictionary.near(new WordDistance(word, max), meter)) {
      const own = frequencyIn(dictionary.entryAt(ordinal), fields);
      if (own > 0) found.set(text, { text, distance, documents: own + (found.get(text)?.documents ?? 0) });
    }
  }
  found.delete(word);
  return [...found.values()]
    .sort((a, b) => b.documents - a.documents || (a.text < b.text ? -1 : 1))
    .slice(0, NEIGHBOURS_MAX);
}
