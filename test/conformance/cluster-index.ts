import { silentLogger } from "#base/log.ts";
import type { SearchEngine } from "#index/index.ts";
import { openOpenSearchIndex } from "#index/opensearch/opensearch.ts";
import type { CollectionSchema } from "#index/schema.ts";
import { OPINIONS } from "#search/opinions.ts";

let opened = 0;

/** An empty index on a cluster, under a name that no other test has; removed when it is closed. */
export async function openOnCluster(
  url: string,
  schema: CollectionSchema = OPINIONS,
  shards = 1,
): Promise<{ readonly engine: SearchEngine; readonly close: () => Promise<void> }> {
  const prefix = `test-${process.pid}-${opened++}`;
  const engine = await openOpenSearchIndex({
    urls: [url],
    schema,
    prefix,
    shape: { shards, replicas: 0 },
    readers: 1,
    log: silentLogger,
  });
  const close = async (): Promise<void> => {
    await engine.close();
    await fetch(`${url}/${prefix}-*`, { method: "DELETE" });
  };
  return { engine, close };
}
