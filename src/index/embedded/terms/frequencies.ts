import { leastOf, NEIGHBOURS_MAX } from "#index/index.ts";
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
  return words.map(({ neighbours: max, neighboursIn, text, exact, field }) => {
    const expander = new Expander(segments, layout, options);
    const node = {
      kind: "term",
      text,
      exact,
      at: { start: 0, end: 0 },
      ...(field !== undefined && { field }),
    } as const;
    const documents = Math.round(expander.expand(node).frequency);
    if (max === undefined) return { documents, neighbours: [] };
    const documents_min = leastOf(neighboursIn, documents);
    const asked = { word: text, max, fields: layout.maskOf(field), documents_min };
    return { documents, neighbours: neighboursOf(segments, asked, options.meter) };
  });
}

type Asked = {
  readonly word: string;
  readonly max: number;
  readonly fields: number;
  readonly documents_min: number;
};

function neighboursOf(
  segments: readonly Segment[],
  { word, max, fields, documents_min }: Asked,
  meter: WorkMeter,
): Neighbour[] {
  // What so many documents hold in all, as many as falls to a segment hold in one of them.
  const share = Math.ceil(documents_min / segments.length);
  const distances = new Map<string, number>();
  for (const { dictionary } of segments) {
    const near = dictionary.near(new WordDistance(word, max), share, meter);
    for (const { text, distance } of near) distances.set(text, distance);
  }
  distances.delete(word);
  return [...distances]
    .map(([text, distance]) => ({ text, distance, documents: documentsOf(segments, text, fields) }))
    .filter(({ documents }) => documents >= documents_min)
    .sort((a, b) => b.documents - a.documents || (a.text < b.text ? -1 : 1))
    .slice(0, NEIGHBOURS_MAX);
}

function documentsOf(segments: readonly Segment[], text: string, fields: number): number {
  const bytes = Buffer.from(text);
  let documents = 0;
  for (const { dictionary } of segments) {
    const ordinal = dictionary.find(bytes);
    if (ordinal >= 0) documents += frequencyIn(dictionary.entryAt(ordinal), fields);
  }
  return documents;
}
