import { parseArgs } from "node:util";
import { err } from "#base/result.ts";
import { collapseSpace } from "#text/typography.ts";
import { citationKey } from "#citations/citation-key.ts";
import { parseQuery } from "#search/query/parse.ts";
import { CORPUS_DIR, openCorpus } from "./corpus.ts";
import type { Corpus } from "./corpus.ts";
import { reportFigures } from "./report.ts";

/**
 * Finds decisions by name as other judges write it: `node eval/case-names.ts [--data DIR] [--count N] [--land]`.
 * A query is a caption that stands before a citation in a real opinion (`Bell Atlantic Corp. v. Twombly`); the
 * decision that bears the citation must come before those that cite it. First is the share at rank 1.
 */
const { values: options } = parseArgs({
  options: {
    data: { type: "string", default: CORPUS_DIR },
    count: { type: "string", default: "1000" },
    misses: { type: "boolean", default: false },
    land: { type: "boolean", default: false },
  },
});

type Named = { readonly caption: string; readonly workId: string };

const WORD = String.raw`(?:[A-Z][\w.&'’-]*|of|the|and|ex|rel\.|de|for|&)`;
const CAPTION = new RegExp(
  String.raw`\b([A-Z][\w.&'’-]*(?: ${WORD}){0,6} v\. [A-Z][\w.&'’-]*(?:,? ${WORD}){0,6}), (\d{1,3} (?:U\. ?S\.|F\. ?[23]d|F\. ?Supp\.) \d{1,4})\b`,
  "gu",
);
const SIGNAL = /^(?:See|In|But|Cf\.|Accord|E\.g\.|Compare|also|and|Under|As|The|Thus|Nor|From|Citing|Quoting)\s+/u;

async function captionsOf({ db, works }: Corpus, count: number): Promise<readonly Named[]> {
  const rows = await db.selectFrom("cluster_citations").select(["cluster_id", "lookup_key"]).execute();
  const workOfCluster = new Map([...works.values()].map(({ clusterId, workId }) => [clusterId, workId]));
  const workOfKey = new Map(rows.map((row) => [row.lookup_key, workOfCluster.get(row.cluster_id)]));
  const named = new Map<string, Named>();
  for (const id of [...works.keys()].sort()) {
    const row = await db.selectFrom("opinion_texts").select("text").where("opinion_id", "=", id).executeTakeFirst();
    for (const [, written = "", citation = ""] of collapseSpace(row?.text ?? "").matchAll(CAPTION)) {
      let caption = written;
      while (SIGNAL.test(caption)) caption = caption.replace(SIGNAL, "");
      const workId = workOfKey.get(citationKey(citation));
      if (workId !== undefined && works.get(id)?.workId !== workId && !named.has(workId))
        named.set(workId, { caption, workId });
    }
    if (named.size >= count) break;
  }
  return [...named.values()].slice(0, count);
}

async function rankOf({ engine, works }: Corpus, { caption, workId }: Named): Promise<number> {
  const parsed = parseQuery(caption, { resolveCourt: () => err([]) });
  if (!parsed.ok) throw new Error(`${caption}: ${parsed.error[0]?.message}`);
  const request = { filters: [], offset: 0, limit: 50, facets: [], total: false, explain: false };
  const { hits } = await engine.search({ ...request, tree: parsed.value.tree });
  const found = [...new Set(hits.map(({ id }) => works.get(id)?.workId))];
  const rank = found.indexOf(workId) + 1;
  if (options.misses && rank !== 1) console.log(`${rank === 0 ? "-" : rank}  ${caption}`);
  return rank === 0 ? Number.POSITIVE_INFINITY : rank;
}

const corpus = await openCorpus(options.data, { citingWords: true });
const named = await captionsOf(corpus, Number(options.count));
if (named.length === 0) throw new Error("no captions were found");
const ranks: number[] = [];
for (const one of named) ranks.push(await rankOf(corpus, one));
await corpus.close();
const within = (most: number): number => ranks.filter((rank) => rank <= most).length / ranks.length;
reportFigures(
  "case-names",
  { captions: named.length, first: within(1), "among 3": within(3), "among 10": within(10) },
  options.land,
);
