import type { Layout } from "#index/embedded/layout.ts";
import { leastOf, NEIGHBOURS_MAX } from "#index/index.ts";
import type { WordFrequency, WordQuestion } from "#index/index.ts";
import { Compiler } from "#index/opensearch/compile/compiler.ts";
import { fieldsOf } from "#index/opensearch/compile/fields.ts";
import { PATHS } from "#index/opensearch/mapping.ts";
import type { Json } from "#index/opensearch/mapping.ts";
import { isWord } from "#index/opensearch/words/marks.ts";
import type { SearchAnswer } from "./answers.ts";
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
  const likened = words.some(({ neighbours }) => neighbours !== undefined);
  const counting = words.map((word) => ({ query: wordQuery(layout, word), size: 0, track_total_hits: true }));
  const answers = await search.askAll([...counting, ...(likened ? [likeBody(layout, words)] : [])], signal);
  const documents = words.map((_, at) => answers[at]?.hits.total?.value ?? 0);
  const { suggest = {} } = answers[words.length] ?? {};
  const likely = words.map((word, at) => likeliest(suggest, word, at, leastOf(word.neighboursIn, documents[at] ?? 0)));
  const asked = words.flatMap(({ field }, at) =>
    (likely[at] ?? []).map(({ text }) => wordQuery(layout, { text, exact: true, field })),
  );
  const counts = (await search.counts(asked, signal)).values();
  return likely.map((list, at) => {
    const least = leastOf(words[at]?.neighboursIn, documents[at] ?? 0);
    const neighbours = list
      .map(({ text, distance }) => ({ text, distance, documents: counts.next().value ?? 0 }))
      .filter((one) => one.documents >= least)
      .toSorted((a, b) => b.documents - a.documents || (a.text < b.text ? -1 : 1));
    return { documents: documents[at] ?? 0, neighbours };
  });
}

/** Asks each field for the words that are like those whose neighbours are wanted. */
function likeBody(layout: Layout, words: readonly WordQuestion[]): Json {
  const asked = words.flatMap(({ text, field, neighbours }, at) =>
    neighbours === undefined
      ? []
      : fieldsOf(layout.schema, field).map((name): [string, Json] => [
          `${at} ${name}`,
          { text, term: { field: PATHS.text(name), max_edits: neighbours, ...LIKENESS } },
        ]),
  );
  return { size: 0, track_total_hits: false, suggest: Object.fromEntries(asked) };
}

/** The most frequent words that are like one; none that can only stand in fewer documents than `least`. */
function likeliest(
  suggest: NonNullable<SearchAnswer["suggest"]>,
  { text, neighbours }: WordQuestion,
  at: number,
  least: number,
): readonly { readonly text: string; readonly distance: number }[] {
  const lists = Object.entries(suggest).flatMap(([name, list]) => (name.startsWith(`${at} `) ? list : []));
  const found = new Map<string, { distance: number; frequency: number }>();
  for (const { text: word, score, freq } of lists.flatMap(({ options }) => options)) {
    const distance = Math.round((1 - score) * Math.max(word.length, text.length));
    const known = found.get(word)?.frequency ?? 0;
    if (isWord(word) && word !== text && distance <= (neighbours ?? 0))
      found.set(word, { distance, frequency: known + freq });
  }
  // Where a field has more, a word may stand in documents that its frequency lacks.
  const areAll = lists.every(({ options }) => options.length < SUGGESTIONS);
  return [...found]
    .sort((a, b) => b[1].frequency - a[1].frequency)
    .slice(0, NEIGHBOURS_MAX)
    .flatMap(([word, { distance, frequency }]) => (areAll && frequency < least ? [] : { text: word, distance }));
}

/** Else a word that more than one document in a hundred holds is like no other. */
const ANY_FREQUENCY = 1_000_000_000;

const LIKENESS = {
  analyzer: "keyword",
  suggest_mode: "always",
  string_distance: "damerau_levenshtein",
  prefix_length: 0,
  min_word_length: 1,
  max_term_freq: ANY_FREQUENCY,
  accuracy: 0.01,
  sort: "frequency",
  size: SUGGESTIONS,
};

type Word = { readonly text: string; readonly exact: boolean; readonly field?: string | undefined };

function wordQuery(layout: Layout, { text, exact, field }: Word): Json {
  const at = { start: 0, end: 0 };
  return new Compiler(layout).bounds({ kind: "term", text, exact, at, ...(field !== undefined && { field }) }).over;
}
