import type { Layout } from "#index/embedded/layout.ts";
import { leastOf, NEIGHBOURS_MAX } from "#index/index.ts";
import type { Neighbour, WordFrequency, WordQuestion } from "#index/index.ts";
import { Compiler } from "#index/opensearch/compile/compiler.ts";
import { fieldsOf } from "#index/opensearch/compile/fields.ts";
import { PATHS } from "#index/opensearch/mapping.ts";
import type { Json } from "#index/opensearch/mapping.ts";
import { isWord } from "#index/opensearch/words/marks.ts";
import type { ClusterSearch } from "./cluster-search.ts";

/** Suggestions asked of each field; stems stand among them and are passed over. */
const SUGGESTIONS = 4 * NEIGHBOURS_MAX;

/** How many documents hold each word, and which words of the index are like it. */
export async function wordFrequencies(
  layout: Layout,
  search: ClusterSearch,
  words: readonly WordQuestion[],
  signal: AbortSignal | undefined,
): Promise<readonly WordFrequency[]> {
  const documents = await search.counts(
    words.map((word) => wordQuery(layout, word)),
    signal,
  );
  const neighbours = words.map((word) => neighboursOf(layout, search, word, signal));
  return (await Promise.all(neighbours)).map((list, at) => {
    const least = leastOf(words[at]?.neighboursIn, documents[at] ?? 0);
    return { documents: documents[at] ?? 0, neighbours: list.filter((one) => one.documents >= least) };
  });
}

async function neighboursOf(
  layout: Layout,
  search: ClusterSearch,
  { text, field, neighbours }: WordQuestion,
  signal: AbortSignal | undefined,
): Promise<readonly Neighbour[]> {
  if (neighbours === undefined) return [];
  const asked = fieldsOf(layout.schema, field).map((name): [string, Json] => [
    name,
    { text, term: { field: PATHS.text(name), max_edits: neighbours, ...LIKENESS } },
  ]);
  const { suggest = {} } = await search.ask({ size: 0, suggest: Object.fromEntries(asked) }, signal);
  const found = new Map<string, { distance: number; frequency: number }>();
  for (const { text: word, score, freq } of Object.values(suggest).flatMap((list) =>
    list.flatMap((one) => one.options),
  )) {
    const distance = Math.round((1 - score) * Math.max(word.length, text.length));
    const known = found.get(word)?.frequency ?? 0;
    if (isWord(word) && word !== text && distance <= neighbours) found.set(word, { distance, frequency: known + freq });
  }
  const likely = [...found].sort((a, b) => b[1].frequency - a[1].frequency).slice(0, NEIGHBOURS_MAX);
  const named = field === undefined ? {} : { field };
  const counts = await search.counts(
    likely.map(([word]) => wordQuery(layout, { text: word, exact: true, ...named })),
    signal,
  );
  return likely
    .map(([word, { distance }], at) => ({ text: word, distance, documents: counts[at] ?? 0 }))
    .filter(({ documents }) => documents > 0)
    .toSorted((a, b) => b.documents - a.documents || (a.text < b.text ? -1 : 1));
}

const LIKENESS = {
  analyzer: "keyword",
  suggest_mode: "always",
  string_distance: "damerau_levenshtein",
  prefix_length: 0,
  min_word_length: 1,
  accuracy: 0.01,
  sort: "frequency",
  size: SUGGESTIONS,
};

function wordQuery(layout: Layout, { text, exact, field }: WordQuestion): Json {
  const at = { start: 0, end: 0 };
  return new Compiler(layout).bounds({ kind: "term", text, exact, at, ...(field !== undefined && { field }) }).over;
}
