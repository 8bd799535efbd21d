import type { Layout } from "#index/embedded/layout.ts";
import type { Filter } from "#index/filter.ts";
import { PATHS } from "#index/opensearch/mapping.ts";
import type { Json } from "#index/opensearch/mapping.ts";
import { dateNumber } from "#index/opensearch/write/document-source.ts";
import { anyOf, noneOf } from "./dsl.ts";

/** The documents that pass a filter that was checked against the schema. */
export function filterQuery(layout: Layout, filter: Filter): Json {
  const { kind, name } = layout.columnOf(filter.column);
  const path = PATHS.value(name);
  const exists = { exists: { field: path } };
  if ("anyOf" in filter) {
    const values = filter.anyOf.filter((value) => value !== "");
    const none = values.length < filter.anyOf.length ? [noneOf(exists)] : [];
    return anyOf([...(values.length === 0 ? [] : [{ terms: { [path]: values } }]), ...none]);
  }
  if ("prefix" in filter) {
    return anyOf([{ term: { [path]: filter.prefix } }, { prefix: { [path]: `${filter.prefix}.` } }]);
  }
  const end = (bound: string | number | undefined): string | number | undefined =>
    kind === "date" && bound !== undefined ? dateNumber(bound) : bound;
  const [gte, lte] = [end(filter.from), end(filter.to)];
  if (gte === undefined && lte === undefined) return exists;
  return { range: { [path]: { ...(gte !== undefined && { gte }), ...(lte !== undefined && { lte }) } } };
}
