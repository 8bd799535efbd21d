import { checkFilter } from "#index/embedded/columns/columns.ts";
import type { Layout } from "#index/embedded/layout.ts";
import type { Collapse } from "#index/index.ts";
import { NOTHING } from "#index/opensearch/compile/dsl.ts";
import { filterQuery } from "#index/opensearch/compile/filters.ts";
import { PATHS } from "#index/opensearch/mapping.ts";
import type { Json } from "#index/opensearch/mapping.ts";
import { textIn } from "./answers.ts";
import type { FoundDocument } from "./answers.ts";

const SPARE = "spare";

/** Marks the documents that stand back in a collapse, without a score. */
export function spareMark(layout: Layout, { spare }: Collapse): Json {
  if (spare !== undefined) checkFilter(layout, spare);
  const isSpare = spare === undefined ? NOTHING : filterQuery(layout, spare);
  return { bool: { filter: [isSpare], boost: 0, _name: SPARE } };
}

/** What of a document decides in a collapse: the number that it shares, if it has one, and whether it stands back. */
export type Membership = { readonly number: string; readonly isSpare: boolean };

export function membershipOf(hit: FoundDocument, { column }: Collapse): Membership {
  return { number: textIn(hit, PATHS.value(column)), isSpare: hit.matched_queries?.[SPARE] !== undefined };
}

/** Documents by the numbers that they share, as they come in the order of a list. */
export class Groups {
  readonly #groups = new Map<string, { readonly own: string[]; readonly spares: string[] }>();

  add(id: string, { number, isSpare }: Membership): void {
    if (number === "") return;
    const group = this.#groups.get(number) ?? { own: [], spares: [] };
    this.#groups.set(number, group);
    group[isSpare ? "spares" : "own"].push(id);
  }

  /** Ids of those that a collapse leaves out of the list. */
  leftOut({ most }: Collapse): readonly string[] {
    return [...this.#groups.values()].flatMap(({ own, spares }) =>
      own.length === 0 ? spares.slice(1) : [...own.slice(most), ...spares],
    );
  }
}
