import type { PrimaryKeys } from "#db/schema.ts";

declare module "#db/schema.ts" {
  interface Database {
    law_collections: LawCollectionsTable;
    law_nodes: LawNodesTable;
    law_versions: LawVersionsTable;
    law_texts: LawTextsTable;
    law_editions: LawEditionsTable;
  }
}

declare module "#db/events.ts" {
  interface EventKinds {
    /** A provision has another version, was told otherwise, or another of its versions is law now; by its node's id. */
    readonly law_changed: LawNews;
  }
}

/** What is new of a provision: what its source told, and which version was law before and is now, if any. */
export type LawNews = {
  /** `day`: nothing was told; a day on which a version begins or ends has come. */
  readonly why: "source" | "day";
  /** Versions that came, changed, and that tell that it is repealed or moved away. */
  readonly versions: { readonly added: number; readonly changed: number; readonly ended: number };
  readonly before: string | null;
  readonly after: string | null;
  /** UTC. */
  readonly day: string;
};

declare module "#db/outbox.ts" {
  interface OutboxKinds {
    /** A provision with all its versions, by the id of its node; one version that is gone, by its own. */
    readonly law: true;
  }
}

/** The tables of this folder with their primary keys, parents before the tables that refer to them. */
export const LAW_TABLES = {
  law_collections: ["id"],
  law_nodes: ["id"],
  law_versions: ["id"],
  law_texts: ["version_id"],
  law_editions: ["collection_id", "below", "edition"],
} as const satisfies Partial<PrimaryKeys>;

type LawCollectionsTable = {
  id: string;
  name: string;
  type: string;
  state: string;
  country: string;
  publisher: string | null;
  source: string;
  source_url: string | null;
  current_through: string | null;
};

/** One provision, whatever it was called and wherever it stood at a time. */
export type LawNodesTable = { id: string; collection_id: string; source_id: string };

/** Whether one is the law of a day is worked out from its whole chain and the day (`currency.ts`), and never kept. */
export type LawVersionsTable = {
  id: string;
  node_id: string;
  collection_id: string;
  version_key: string;
  edition: string | null;
  path: string;
  /** Empty at the top of the collection. */
  parent_path: string;
  sort_order: number;
  /** The age of what told the order (`ageOf`): nothing older changes it. */
  sorted_as_of: string | null;
  node_type: string;
  type: string;
  number: string | null;
  title: string | null;
  citation: string | null;
  /** What look-ups compare (`citations/laws/law-key.ts`). */
  citation_key: string | null;
  register_citation: string | null;
  register_key: string | null;
  effective_date: string | null;
  publication_date: string | null;
  is_historical: 0 | 1;
  is_tombstone: 0 | 1;
  /** A `LawCaveat`. */
  caveat: string | null;
  expires_on: string | null;
  source_url: string | null;
  text_chars: number;
  /** SHA-256 of what makes it another version: words, notes, place and names; not its dates, not its order. */
  content_hash: string;
};

/** The words apart from the record, so that a look-up without them reads none. */
type LawTextsTable = { version_id: string; html: string; text: string; notes_html: string | null };

/** The days of which a source has told all it has at a path and below. */
export type LawEditionsTable = {
  collection_id: string;
  /** Empty for the whole collection. */
  below: string;
  edition: string;
};
