import { readCorpus } from "./corpus.ts";
import type { Corpus } from "./corpus.ts";
import { inParts, overAll, startRealService } from "./real-service.ts";
import type { RealService } from "./real-service.ts";
import type { Court, Found, Opinion, Page } from "./wire.ts";

/** What every part of the suite looks at, fetched once: all records, and one search followed to its last page. */
export type Given = {
  readonly real: RealService;
  readonly corpus: Corpus;
  readonly courts: readonly Court[];
  readonly records: ReadonlyMap<string, Opinion>;
  readonly pages: readonly Page[];
};

/** A word that nearly every opinion has, and the pages it fills; every opinion, however many of one decision. */
export const WIDE_QUERY = 'body:"the"';
export const EVERY_OPINION = { query: WIDE_QUERY, mode: "keyword", collapse: "opinion" } as const;
export const PAGE_SIZE = 100;

export async function readGiven(): Promise<Given> {
  const real = await startRealService();
  const corpus = readCorpus(real);
  const { courts } = await real.ask<{ readonly courts: readonly Court[] }>("/court/list");
  const ids = corpus.opinions.map(({ id }) => id);
  const found = await overAll(inParts(ids, 100), async (part) =>
    real.ask<Found>("/opinions/get", { opinion_ids: part }),
  );
  const first = await pageOf(real, 1);
  const numbers = Array.from({ length: first.pagination.total_pages - 1 }, (_, at) => at + 2);
  const more = await overAll(numbers, async (page) => pageOf(real, page));
  const records = new Map(found.flatMap(({ opinions }) => opinions.map((one) => [one.id, one] as const)));
  return { real, corpus, courts, records, pages: [first, ...more] };
}

async function pageOf(real: RealService, page: number): Promise<Page> {
  return real.ask<Page>("/search", {
    ...EVERY_OPINION,
    page,
    page_size: PAGE_SIZE,
    include_facets: page === 1,
  });
}
