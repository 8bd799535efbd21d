import type { Collapse } from "#index/index.ts";
import { textIn } from "#index/opensearch/list/answers.ts";
import type { FoundDocument } from "#index/opensearch/list/answers.ts";
import { Groups, membershipOf } from "#index/opensearch/list/groups.ts";
import type { Membership } from "#index/opensearch/list/groups.ts";
import { PATHS } from "#index/opensearch/mapping.ts";
import type { Passages } from "#index/opensearch/mapping.ts";
import { scoreOf } from "#index/vectors.ts";
import { cosineOf } from "./passage-queries.ts";

/** A document with the cosines of its nearest passages, so far as they are known. */
export type NearDocument = {
  readonly id: string;
  readonly membership: Membership | undefined;
  own?: number;
  said?: number;
};

/** The documents that may be in a list, with what puts them into its order. */
export class NearDocuments {
  readonly #byId = new Map<string, NearDocument>();
  readonly #collapse: Collapse | undefined;

  constructor(collapse: Collapse | undefined) {
    this.#collapse = collapse;
  }

  add(passages: Passages, hits: readonly FoundDocument[]): void {
    for (const hit of hits) {
      const id = textIn(hit, PATHS.id);
      const membership = this.#collapse === undefined ? undefined : membershipOf(hit, this.#collapse);
      const document = this.#byId.get(id) ?? { id, membership };
      this.#byId.set(id, document);
      document[passages] = cosineOf(hit._score ?? 0);
    }
  }

  /** Ids of those of whose passages of a kind nothing is known. */
  without(passages: Passages): readonly string[] {
    return [...this.#byId.values()].flatMap((document) => (document[passages] === undefined ? [document.id] : []));
  }

  /** In the order of the list, without those that a collapse leaves out. */
  ranked(otherShare: number): readonly NearDocument[] {
    const scored = [...this.#byId.values()].map((document) => ({ document, score: scoreOf(document, otherShare) }));
    scored.sort((a, b) => b.score - a.score || (a.document.id < b.document.id ? -1 : 1));
    const list = scored.map(({ document }) => document);
    if (this.#collapse === undefined) return list;
    const groups = new Groups();
    for (const { id, membership } of list) if (membership !== undefined) groups.add(id, membership);
    const leftOut = new Set(groups.leftOut(this.#collapse));
    return list.filter(({ id }) => !leftOut.has(id));
  }
}
