import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";

/** The pages on which an opinion is marked to stand. */
export type PrintedPages = {
  readonly workId: string;
  /** The citation whose pages the markers follow. */
  readonly citedAs: string;
  readonly first: number;
  readonly last: number;
};

const LABEL = /<svc-ps label="(\d{1,5})[A-Za-z]?"/gu;
/** Decisions whose texts are in memory at once. */
const TEXTS_PER_STATEMENT = 8;

/** The pages of every opinion of these works that has page markers of a known reporter. */
export async function readPrintedPages(db: Reader, workIds: readonly string[]): Promise<PrintedPages[]> {
  const found: PrintedPages[] = [];
  const opinions: { id: string; workId: string; citedAs: string }[] = [];
  for (const ids of inParts(workIds)) {
    const rows = await db
      .selectFrom("opinions")
      .innerJoin("clusters", "clusters.id", "opinions.cluster_id")
      .select(["opinions.id", "clusters.work_id", "opinions.pagination_citation"])
      .where("clusters.work_id", "in", ids)
      .where("opinions.pagination_citation", "is not", null)
      .execute();
    for (const { id, work_id, pagination_citation } of rows)
      if (pagination_citation !== null) opinions.push({ id, workId: work_id, citedAs: pagination_citation });
  }
  for (let at = 0; at < opinions.length; at += TEXTS_PER_STATEMENT) {
    const some = opinions.slice(at, at + TEXTS_PER_STATEMENT);
    const texts = await db
      .selectFrom("opinion_texts")
      .select(["opinion_id", "html"])
      .where(
        "opinion_id",
        "in",
        some.map(({ id }) => id),
      )
      .execute();
    const htmlOf = new Map(texts.map(({ opinion_id, html }) => [opinion_id, html]));
    for (const { id, workId, citedAs } of some) {
      const pages = [...(htmlOf.get(id) ?? "").matchAll(LABEL)].map(([, label]) => Number(label));
      const [first] = pages;
      if (first !== undefined) found.push({ workId, citedAs, first: Math.min(...pages), last: Math.max(...pages) });
    }
  }
  return found;
}
