import type { ThreadPool } from "#base/threads/thread-pool.ts";
import type { QueryNode } from "#index/tree.ts";
import { PATHS } from "#index/opensearch/mapping.ts";
import type { Json } from "#index/opensearch/mapping.ts";
import type { WordsRequests } from "#index/opensearch/words-worker.ts";
import { textIn } from "./answers.ts";
import type { FoundDocument } from "./answers.ts";
import type { ClusterSearch } from "./cluster-search.ts";

/** Documents whose words are read for one search. */
const READ_MAX = 5_000;
/** Some megabytes at a time. */
const PAGE = 200;

export type Checked = {
  /** Ids of the documents in which each node stands. */
  readonly found: ReadonlyMap<QueryNode, readonly string[]>;
  readonly warnings: readonly string[];
};

/** Looks for nodes in the words of the documents that may hold them; `query` finds these. */
export async function checkCandidates(
  tools: { search: ClusterSearch; readers: ThreadPool<WordsRequests>; signal?: AbortSignal | undefined },
  query: Json,
  nodes: readonly QueryNode[],
  leaveOutSource: string | undefined,
): Promise<Checked> {
  const { search, readers, signal } = tools;
  const found = new Map<QueryNode, string[]>(nodes.map((node) => [node, []]));
  let read = 0;
  let candidates = 0;
  const take = async (page: readonly FoundDocument[], total: number): Promise<boolean> => {
    candidates = total;
    const documents = page.slice(0, READ_MAX - read);
    read += documents.length;
    const input = { nodes, documents: documents.map((hit) => textIn(hit, PATHS.words)), leaveOutSource };
    const places = await readers.ask("check", input, signal === undefined ? {} : { signal });
    documents.forEach((hit, at) => {
      for (const place of places[at] ?? []) found.get(nodes[place] as QueryNode)?.push(textIn(hit, PATHS.id));
    });
    return read < READ_MAX;
  };
  const body = { query, sort: [{ [PATHS.id]: "asc" }], stored_fields: [PATHS.words], docvalue_fields: [PATHS.id] };
  await search.walk(body, PAGE, take, signal);
  const warning =
    `${candidates} documents had to be read word by word to see whether they match; ${read} were, and of the others ` +
    "some may be missing. Rarer words, fewer wildcards or filters narrow it.";
  return { found, warnings: read < candidates ? [warning] : [] };
}
