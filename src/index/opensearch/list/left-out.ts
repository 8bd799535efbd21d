import type { CountedNode, Statistics, UnitScoring } from "#index/opensearch/compile/unit-scores.ts";
import { allOf, anyOf } from "#index/opensearch/compile/dsl.ts";
import { PATHS } from "#index/opensearch/mapping.ts";
import type { Json } from "#index/opensearch/mapping.ts";
import type { FoundDocument } from "./answers.ts";
import { addWeights } from "./read-weights.ts";
import type { SearchTools } from "./search-list.ts";

/** Documents at a time, and in all: beyond, what others say of a document counts for nothing. */
const PAGE = 200;
const DOCUMENTS_MAX = 5_000;

/**
 * What units count in the texts that others than a source said, for the documents that it said anything of: the cluster
 * has all texts of a field as one. Their words are read where they are kept. Undefined where it said nothing.
 */
export async function scoresWithout(
  { layout, search, readers, signal }: SearchTools,
  statistics: Statistics,
  source: string,
  conditions: readonly Json[],
): Promise<UnitScoring["leftOut"]> {
  const fields = layout.schema.fields.flatMap(({ name, hasSources }) => (hasSources === true ? [name] : []));
  if (fields.length === 0) return undefined;
  const averages = Object.fromEntries(fields.map((field) => [field, statistics.averages[field] ?? 0]));
  const nodes = [...statistics.rarities.keys()];
  const weights = new Map<CountedNode, Record<string, number>>(nodes.map((node) => [node, {}]));
  let read = 0;
  const take = async (page: readonly FoundDocument[]): Promise<boolean> => {
    await addWeights(weights, { readers, signal }, page, { ...statistics, averages, leaveOutSource: source });
    return (read += page.length) < DOCUMENTS_MAX;
  };
  const said = anyOf(fields.map((field) => ({ term: { [PATHS.source(field)]: source } })));
  const body = { query: allOf([said, ...conditions]), sort: [{ [PATHS.id]: "asc" }] };
  await search.walk({ ...body, stored_fields: [PATHS.words], docvalue_fields: [PATHS.id] }, PAGE, take, signal);
  return { source, weights };
}
