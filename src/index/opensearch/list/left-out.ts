import type { LeftOutScores } from "#index/opensearch/compile/scoring.ts";
import { allOf, anyOf } from "#index/opensearch/compile/dsl.ts";
import { PATHS } from "#index/opensearch/mapping.ts";
import type { Json } from "#index/opensearch/mapping.ts";
import type { Unit } from "#index/units.ts";
import { textIn } from "./answers.ts";
import type { FoundDocument } from "./answers.ts";
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
  units: readonly Unit[],
  source: string,
  conditions: readonly Json[],
): Promise<LeftOutScores | undefined> {
  const fields = layout.schema.fields.flatMap(({ name, hasSources }) => (hasSources === true ? [name] : []));
  if (fields.length === 0) return undefined;
  const lengths = await Promise.all(fields.map(async (field) => search.averageLength(PATHS.text(field), signal)));
  const averages = Object.fromEntries(fields.map((field, at) => [field, lengths[at] ?? 0]));
  const weights = new Map<Unit, Record<string, number>>(units.map((unit) => [unit, {}]));
  let read = 0;
  const take = async (page: readonly FoundDocument[]): Promise<boolean> => {
    const documents = page.map((hit) => textIn(hit, PATHS.words));
    const input = { units, documents, leaveOutSource: source, averages };
    const counted = await readers.ask("weigh", input, signal === undefined ? {} : { signal });
    page.forEach((hit, at) => {
      units.forEach((unit, place) => {
        const weight = counted[at]?.[place] ?? 0;
        if (weight > 0) (weights.get(unit) ?? {})[textIn(hit, PATHS.id)] = weight;
      });
    });
    return (read += page.length) < DOCUMENTS_MAX;
  };
  const said = anyOf(fields.map((field) => ({ term: { [PATHS.source(field)]: source } })));
  const body = { query: allOf([said, ...conditions]), sort: [{ [PATHS.id]: "asc" }] };
  await search.walk({ ...body, stored_fields: [PATHS.words], docvalue_fields: [PATHS.id] }, PAGE, take, signal);
  return { source, weights };
}
