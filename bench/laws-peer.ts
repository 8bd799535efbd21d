/**
 * The peers of `bench/laws.ts`, a server in a process of its own: Hono alone, Hono with one look-up by citation in
 * SQLite, and Hono with a search in SQLite's FTS5 over the same versions in force. It tells its parent where it listens,
 * and what building the FTS5 table took.
 */
import { existsSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { Hono } from "hono";
import { lawKey } from "#citations/laws/law-key.ts";
import { listen } from "#http/listen.ts";

export type Peer = { readonly url: string; readonly built_s: number; readonly index_mb: number };

const [records = "", table = ""] = process.argv.slice(2);
const held = new DatabaseSync(records, { readOnly: true });
const built_s = build();
const index = new DatabaseSync(table, { readOnly: true });

const byKey = held.prepare(
  "select v.*, t.html from law_versions v join law_texts t on t.version_id = v.id where v.citation_key = ? and v.is_tombstone = 0 limit 1",
);
const ranked = index.prepare(
  "select id, bm25(laws, 0, 4, 1, 3) as score, snippet(laws, 2, '<mark>', '</mark>', '…', 40) as snippet from laws where laws match ? order by score limit 20",
);

type Asked = { readonly citation?: string; readonly query?: string };
const app = new Hono();
app.post("/bare", async (c) => c.json({ asked: await c.req.json<unknown>() }));
app.post("/get", async (c) => {
  const { citation = "" } = await c.req.json<Asked>();
  return c.json({ document: byKey.get(lawKey(citation)) ?? null });
});
app.post("/search", async (c) => {
  const { query = "" } = await c.req.json<Asked>();
  return c.json({ results: ranked.all(query) });
});

const { address } = await listen({ fetch: app.fetch, drain: () => undefined }, { host: "127.0.0.1", port: 0 });
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1000);
});
const index_mb = Math.round(statSync(table).size / 1e6);
process.send?.({ url: address, built_s, index_mb } satisfies Peer);

/** The last version of each provision that is not repealed, in one transaction; words are stemmed as ours are. */
function build(): number {
  if (existsSync(table)) return 0;
  const began = performance.now();
  const database = new DatabaseSync(table);
  database.exec("pragma journal_mode = wal");
  database.exec(
    "create virtual table laws using fts5(id unindexed, title, body, citation, tokenize = 'porter unicode61')",
  );
  database.exec(`attach '${records}' as held`);
  database.exec(`insert into laws select v.id, coalesce(v.title, ''), t.text, coalesce(v.citation, '')
    from held.law_versions v join held.law_texts t on t.version_id = v.id
    where v.is_tombstone = 0 and not exists (select 1 from held.law_versions w where w.node_id = v.node_id
      and coalesce(w.effective_date, w.edition, '') > coalesce(v.effective_date, v.edition, ''))`);
  database.close();
  return Math.round((performance.now() - began) / 100) / 10;
}
