import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { parseArgs } from "node:util";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { extract } from "tar-stream";
import { silentLogger } from "#base/log.ts";
import { err } from "#base/result.ts";
import type { IndexDocument, SearchEngine } from "#index/index.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import { opinionDocument, OPINIONS } from "#search/opinions.ts";
import { parseQuery } from "#search/query/parse.ts";
import type { QueryNode } from "#index/tree.ts";
import { SHARED_DATA } from "./corpus.ts";
import { reportFigures } from "./report.ts";

/**
 * Ranks the CACM collection against its judgments, a check of any BM25: `node eval/cacm.ts [--land]`. Every document
 * is one body; each topic is typed as a query without operators. MAP over 1,000 ranks and P@30, over the topics that
 * have judgments. Lucene's published run: MAP 0.3123, P@30 0.1942.
 *
 * Two readings: `any word` ranks every document that holds a word, as Lucene's run does; `as typed` keeps the
 * service's rule that most words must match, which costs recall on abstracts of a hundred words.
 */
const RANKS = 1000;

const { values: options } = parseArgs({ options: { land: { type: "boolean", default: false } } });

type Collection = {
  readonly documents: readonly IndexDocument[];
  readonly topics: readonly { readonly id: string; readonly text: string }[];
  /** Ids of the relevant documents by topic. */
  readonly relevant: ReadonlyMap<string, ReadonlySet<string>>;
};

async function filesOf(archive: Uint8Array): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const entries = extract();
  Readable.from([archive]).pipe(entries);
  for await (const entry of entries) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    files.set(basename(entry.header.name), Buffer.concat(chunks));
  }
  return files;
}

async function readCollection(): Promise<Collection> {
  const outer = await filesOf(zstdDecompressSync(readFileSync(join(SHARED_DATA, "eval/cacm.tar.zst"))));
  const pages = await filesOf(gunzipSync(outer.get("cacm.tar.gz") ?? new Uint8Array()));
  const relevant = new Map<string, Set<string>>();
  for (const line of (outer.get("qrels.cacm.txt")?.toString() ?? "").trim().split("\n")) {
    const [topic = "", , document = "", grade] = line.split(/\s+/u);
    if (grade === "0") continue;
    const known = relevant.get(topic) ?? new Set();
    relevant.set(topic, known.add(document));
  }
  const topics = (outer.get("topics.cacm.txt")?.toString() ?? "").matchAll(
    /<DOCNO>\s*(\d+)\s*<\/DOCNO>([^]*?)<\/DOC>/gu,
  );
  return {
    documents: [...pages].flatMap(([name, page]) =>
      name.endsWith(".html") ? [documentOf(name.slice(0, -5), page)] : [],
    ),
    topics: [...topics].map((match) => ({ id: match[1] ?? "", text: (match[2] ?? "").replace(/\s+/gu, " ").trim() })),
    relevant,
  };
}

function documentOf(id: string, page: Buffer): IndexDocument {
  const values = {
    courtId: "",
    courtAbbreviation: "",
    jurisdiction: "",
    state: "",
    publishStatus: "unknown",
    dateFiled: null,
    decision: null,
    placeInDecision: 0,
    repeats: "" as const,
    timesCited: 0,
  };
  return opinionDocument({
    id,
    name: "",
    body: page.toString("latin1").replace(/<[^>]*>/gu, " "),
    citing: [],
    docket: "",
    cite: [],
    judge: "",
    values,
  });
}

/** The topic as the service reads it, or with the rule of most words set aside. */
function treeOf(topic: string, anyWord: boolean): QueryNode {
  const parsed = parseQuery(topic, { resolveCourt: () => err([]) });
  if (!parsed.ok) throw new Error(`${topic}: ${parsed.error[0]?.message}`);
  const { tree } = parsed.value;
  return anyWord ? withoutRule(tree) : tree;
}

function withoutRule(tree: QueryNode): QueryNode {
  if (tree.kind === "or") return { ...tree, children: tree.children.map(withoutRule) };
  return tree.kind === "ranked" ? { ...tree, required: 1 } : tree;
}

async function score(
  engine: SearchEngine,
  collection: Collection,
  anyWord: boolean,
): Promise<{ map: number; p30: number }> {
  const judged = collection.topics.filter(({ id }) => collection.relevant.has(id));
  if (judged.length === 0) throw new Error("no topic has judgments");
  let map = 0;
  let p30 = 0;
  for (const { id, text } of judged) {
    const relevant = collection.relevant.get(id) ?? new Set();
    const request = { filters: [], offset: 0, limit: RANKS, facets: [], total: false, explain: false };
    const { hits } = await engine.search({ ...request, tree: treeOf(text, anyWord) });
    let found = 0;
    let precisions = 0;
    for (const [index, hit] of hits.entries()) {
      if (!relevant.has(hit.id)) continue;
      found += 1;
      precisions += found / (index + 1);
      if (index < 30) p30 += 1 / 30;
    }
    map += precisions / relevant.size;
  }
  return { map: map / judged.length, p30: p30 / judged.length };
}

const collection = await readCollection();
const dir = mkdtempSync(join(tmpdir(), "onpoint-cacm-"));
const engine = await openEmbeddedIndex({ schema: OPINIONS, dir, workers: 1, log: silentLogger });
try {
  await engine.apply({ upserts: collection.documents, deletes: [] });
  console.log(`${collection.documents.length} documents, ${collection.relevant.size} judged topics`);
  const any = await score(engine, collection, true);
  const typed = await score(engine, collection, false);
  const figures = {
    "MAP, any word": any.map,
    "P@30, any word": any.p30,
    "MAP, as typed": typed.map,
    "P@30, as typed": typed.p30,
  };
  reportFigures("cacm", figures, options.land);
} finally {
  await engine.close();
  rmSync(dir, { recursive: true, force: true });
}
