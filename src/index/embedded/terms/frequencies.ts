import { NEIGHBOURS_MAX } from "#index/index.ts";
import type { Neighbour, WordFrequency, WordQuestion } from "#index/index.ts";
import type { Layout } from "#index/embedded/layout.ts";
import type { Segment } from "#index/embedded/segment/segment.ts";
import { Expander, frequencyIn } from "./expand.ts";
import { WordDistance } from "./word-distance.ts";

/** How often words stand in the index, from the dictionaries alone. */
export function frequenciesIn(
  segments: readonly Segment[],
  layout: Layout,
  words: readonly WordQuestion[],
  expansions_max: number,
): WordFrequency[] {
  return words.map(({ neighbours, text, exact, field }) => {
    const expander = new Expander(segments, layout, expansions_max);
    const node = {
      kind: "term",
      text,
      exact,
      at: { start: 0, end: 0 },
      ...(field !== undefined && { field }),
    } as const;
    return {
      documents: Math.round(expander.expand(node).frequency),
      neighbours: neighbours === undefined ? [] : neighboursIn(segments, text, neighbours, layout.maskOf(field)),
    };
  });
}

function neighboursIn(segments: readonly Segment[], word: string, distance_max: number, fields: number): Neighbour[] {
  const found = new Map<string, Neighbour>();
  for (const { dictionary } of segments) {
    for (const { ordinal, text, distance } of dictionary.near(new WordDistance(word, distance_max))) {
      const own = frequencyIn(dictionary.entryAt(ordinal), fields);
      if (own > 0) found.set(text, { text, distance, documents: own + (found.get(text)?.documents ?? 0) });
    }
  }
  found.delete(word);
  return [...found.values()]
    .sort((a, b) => b.documents - a.documents || (a.text < b.text ? -1 : 1))
    .slice(0, NEIGHBOURS_MAX);
}
