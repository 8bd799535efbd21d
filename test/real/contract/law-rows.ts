import type { RealService } from "./real-service.ts";

/** What the rows say of one version of a law, read with plain SQL. */
export type LawRow = {
  readonly id: string;
  readonly node: string;
  readonly collection: string;
  readonly state: string;
  readonly country: string;
  readonly name: string;
  readonly path: string;
  readonly parent: string;
  readonly sortOrder: number;
  readonly nodeType: string;
  readonly type: string;
  readonly number: string | null;
  readonly title: string | null;
  readonly citation: string | null;
  readonly registerCitation: string | null;
  readonly effective: string | null;
  readonly published: string | null;
  readonly edition: string | null;
  readonly version: string;
  readonly marked: number;
  readonly tombstone: number;
  readonly caveat: string | null;
  readonly expires: string | null;
  readonly sourceUrl: string | null;
};

export type Standing = { readonly isCurrent: boolean; readonly isHistorical: boolean };

export type LawCorpus = {
  readonly rows: readonly LawRow[];
  readonly byId: ReadonlyMap<string, LawRow>;
  readonly byNode: ReadonlyMap<string, readonly LawRow[]>;
  /** What is law today. */
  readonly inForce: readonly LawRow[];
  /** How a version stands on a day. */
  readonly standing: (row: LawRow, day?: string) => Standing;
};

export const TODAY = new Date().toISOString().slice(0, 10);

export function readLawCorpus(real: RealService): LawCorpus {
  const rows = real.rows<LawRow>(`
    select v.id, v.node_id as node, v.collection_id as collection, c.state, c.country, c.name, v.path,
      v.parent_path as parent, v.sort_order as sortOrder, v.node_type as nodeType, v.type, v.number, v.title,
      v.citation, v.register_citation as registerCitation, v.effective_date as effective,
      v.publication_date as published, v.edition, v.version_key as version, v.is_historical as marked,
      v.is_tombstone as tombstone, v.caveat, v.expires_on as expires, v.source_url as sourceUrl
    from law_versions v join law_collections c on c.id = v.collection_id order by v.id`);
  const byNode = Map.groupBy(rows, ({ node }) => node);
  const standing = (row: LawRow, day = TODAY): Standing => {
    const newest = newestBegun(byNode.get(row.node) ?? [], day);
    const isPrintedLaw =
      row.tombstone === 0 &&
      row.caveat !== "placeholder" &&
      (row.caveat === "amended" || (row.expires ?? "9999") > day);
    const isCurrent = newest?.id === row.id && isPrintedLaw;
    return { isCurrent, isHistorical: !isCurrent && (beginOf(row) <= day || row.marked === 1) };
  };
  return {
    rows,
    byId: new Map(rows.map((row) => [row.id, row])),
    byNode,
    inForce: rows.filter((row) => standing(row).isCurrent),
    standing,
  };
}

/**
 * Section 3 of the specification, a condition at a time; the newest is the one that begins last, a later edition's
 * after an earlier one's, whenever its words began to be law.
 */
function newestBegun(versions: readonly LawRow[], day: string): LawRow | undefined {
  const begun = versions.filter((row) => row.marked === 0 && beginOf(row) <= day);
  return begun.toSorted((left, right) => (ageOf(left) < ageOf(right) ? -1 : 1)).at(-1);
}

/** The first day on which a version can be law. */
function beginOf({ effective, edition, published }: LawRow): string {
  return effective ?? edition ?? published ?? "";
}

function ageOf(row: LawRow): string {
  const [begin, edition] = [beginOf(row), row.edition ?? ""];
  return `${begin > edition ? begin : edition} ${edition} ${begin} ${row.published ?? ""} ${row.version}`;
}

/** The plain text of a version. */
export function lawTextOf(real: RealService, id: string): string {
  return real.rows<{ readonly text: string }>("select text from law_texts where version_id = ?", id)[0]?.text ?? "";
}

/** The same of many at once, by id, of one collection. */
export function lawTextsIn(real: RealService, collection: string): ReadonlyMap<string, string> {
  const rows = real.rows<{ readonly id: string; readonly text: string }>(
    "select t.version_id as id, t.text from law_texts t join law_versions v on v.id = t.version_id where v.collection_id = ?",
    collection,
  );
  return new Map(rows.map(({ id, text }) => [id, text]));
}
