/**
 * The nearest of many passages: our index beside `sqlite-vec` (whole vectors, and bits put into order by whole vectors)
 * and `usearch` (a graph, HNSW with its own defaults, 16-bit numbers), over the same vectors in the same run, one after
 * the other on one core. What is found is judged by exact 64-bit cosines.
 *
 *     node bench/vectors.ts [--passages 200000] [--dimensions 256] [--queries 40] [--no-peers] [--write]
 *
 * Peers know no documents, so each passage is a document here. Vectors stand in clusters of different sizes and widths
 * around 2,000 centres. Ours ranks the first 500 on the way to the first ten, as the service does. Times are milliseconds of processor time of this process, p50 and p95; memory is what a peer says
 * it uses, or the growth of the process.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import * as sqliteVec from "sqlite-vec";
import { Index, MetricKind, ScalarKind } from "usearch";
import { randomFrom, schemaOf, VectorIndex, vectorNear } from "#test/conformance/vector-index.ts";
import { cpuOf } from "./clock.ts";

const { values } = parseArgs({
  options: {
    passages: { type: "string", default: "200000" },
    dimensions: { type: "string", default: "256" },
    queries: { type: "string", default: "40" },
    peers: { type: "boolean", default: true },
    write: { type: "boolean", default: false },
  },
  allowNegative: true,
});
const count = Number(values.passages);
const dimensions = Number(values.dimensions);
const NEAREST = 10;
const CENTRES = 2000;
const SPREAD = 0.6;
/** Of a hundred documents one is of this court. */
const RARE = 100;
const ADDED_AT_ONCE = 20_000;

type Find = (query: Float32Array, isFiltered: boolean) => readonly number[];
type Peer = {
  readonly name: string;
  readonly build_ms: number;
  readonly memory_bytes: number;
  readonly disk_bytes: number;
  readonly find: Find;
  /** Whether it takes a filter before it ranks. */
  readonly filters: boolean;
  readonly close: () => void;
};

const random = randomFrom(7);
const centres = Array.from({ length: CENTRES }, () => vectorNear(new Float32Array(dimensions), 1, random));
const some = (): Float32Array =>
  vectorNear(centres[Math.floor(random() ** 2 * CENTRES)] as Float32Array, SPREAD * (0.5 + random()), random);
const dir = mkdtempSync(join(tmpdir(), "onpoint-bench-vectors-"));

const all = new Float32Array(count * dimensions);
for (let passage = 0; passage < count; passage++) all.set(unit(some()), passage * dimensions);
const queries = Array.from({ length: Number(values.queries) }, () => unit(some()));
const rowOf = (passage: number): Float32Array => all.subarray(passage * dimensions, (passage + 1) * dimensions);

try {
  const truth = queries.map((query) => [exact(query, false), exact(query, true)] as const);
  const makers = values.peers ? [ours, sqliteVecPeer, sqliteVecBits, usearchPeer] : [ours];
  const results = [];
  for (const make of makers) {
    const peer = make();
    const rows = [false, true].flatMap((isFiltered) =>
      isFiltered && !peer.filters ? [] : [measure(peer, isFiltered, truth)],
    );
    results.push({
      name: peer.name,
      build_ms: Math.round(peer.build_ms),
      memory_bytes_a_passage: Math.round(peer.memory_bytes / count),
      disk_bytes_a_passage: Math.round(peer.disk_bytes / count),
      searches: rows,
    });
    console.log(JSON.stringify(results.at(-1)));
    peer.close();
  }
  const report = {
    passages: count,
    dimensions,
    queries: queries.length,
    cores: availableParallelism(),
    load: loadavg()[0],
    results,
  };
  if (values.write) {
    const file = new URL(`results/vectors-${count}.json`, import.meta.url);
    writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  }
} finally {
  rmSync(dir, { recursive: true, force: true });
}

function measure(
  peer: Peer,
  isFiltered: boolean,
  truth: readonly (readonly [Set<number>, Set<number>])[],
): Record<string, unknown> {
  const times: number[] = [];
  const walls: number[] = [];
  let found = 0;
  for (const query of queries.slice(0, 5)) peer.find(query, isFiltered);
  queries.forEach((query, at) => {
    let hits: readonly number[] = [];
    const began = performance.now();
    times.push(cpuOf(() => (hits = peer.find(query, isFiltered))));
    walls.push(performance.now() - began);
    const wanted = truth[at]?.[isFiltered ? 1 : 0] ?? new Set();
    found += hits.slice(0, NEAREST).filter((hit) => wanted.has(hit)).length / wanted.size;
  });
  return {
    filter: isFiltered ? "one in a hundred" : "none",
    recallAt10: round(found / queries.length, 4),
    p50_ms: round(quantile(times, 0.5), 2),
    p95_ms: round(quantile(times, 0.95), 2),
    wall_p50_ms: round(quantile(walls, 0.5), 2),
  };
}

function ours(): Peer {
  const index = new VectorIndex(join(dir, "ours"), schemaOf(dimensions));
  const build_ms = cpuOf(() => {
    for (let from = 0; from < count; from += ADDED_AT_ONCE) {
      index.apply(
        Array.from({ length: Math.min(ADDED_AT_ONCE, count - from) }, (_, i) => ({
          id: uuidOf(from + i),
          texts: {},
          values: { court: courtOf(from + i) },
          passages: [{ vector: rowOf(from + i), from: 0, to: 1 }],
        })),
      );
    }
    index.merge();
  });
  const filter = [{ column: "court", anyOf: ["rare"] }];
  return {
    name: "ours",
    build_ms,
    memory_bytes: index.bytesOf("codes"),
    disk_bytes: index.bytesOf("codes") + index.bytesOf("vec"),
    filters: true,
    find: (vector, isFiltered) =>
      index
        .nearest({ vector, filters: isFiltered ? filter : [], depth: 500, offset: 0, limit: NEAREST })
        .hits.map(({ id }) => Number.parseInt(id.slice(-12), 16)),
    close: () => index.close(),
  };
}

function sqliteVecPeer(): Peer {
  return sqlitePeer("sqlite-vec, whole vectors", `e float[${dimensions}] distance_metric=cosine, court text`, {
    insert: "INSERT INTO v(rowid, e, court) VALUES (?, ?, ?)",
    row: (vector, court) => [vector, court],
    plain: `SELECT rowid FROM v WHERE e MATCH ? AND k = ${NEAREST}`,
    filtered: `SELECT rowid FROM v WHERE e MATCH ? AND k = ${NEAREST} AND court = 'rare'`,
    uses: 1,
  });
}

function sqliteVecBits(): Peer {
  return sqlitePeer("sqlite-vec, bits then whole vectors", `b bit[${dimensions}], e float[${dimensions}], court text`, {
    insert: "INSERT INTO v(rowid, b, e, court) VALUES (?, vec_quantize_binary(?), ?, ?)",
    row: (vector, court) => [vector, vector, court],
    plain: nearestByBits(""),
    filtered: nearestByBits("AND court = 'rare'"),
    uses: 2,
  });
}

function nearestByBits(where: string): string {
  return `WITH near AS (SELECT rowid, e FROM v WHERE b MATCH vec_quantize_binary(?) AND k = 1000 ${where})
    SELECT rowid FROM near ORDER BY vec_distance_cosine(e, ?) LIMIT ${NEAREST}`;
}

type Statements = {
  readonly insert: string;
  readonly row: (vector: Uint8Array, court: string) => (Uint8Array | string)[];
  readonly plain: string;
  readonly filtered: string;
  /** How often the query's vector stands in a statement. */
  readonly uses: number;
};

function sqlitePeer(name: string, columns: string, { insert, row, plain, filtered, uses }: Statements): Peer {
  const file = join(dir, `${uses}.sqlite`);
  const db = new DatabaseSync(file, { allowExtension: true });
  sqliteVec.load(db);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA cache_size = -4000000; CREATE VIRTUAL TABLE v USING vec0(${columns})`);
  const put = db.prepare(insert);
  const build_ms = cpuOf(() => {
    db.exec("BEGIN");
    for (let passage = 0; passage < count; passage++)
      put.run(BigInt(passage), ...row(bytesOf(rowOf(passage)), courtOf(passage)));
    db.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
  });
  const before = process.memoryUsage.rss();
  const [all10, rare10] = [db.prepare(plain), db.prepare(filtered)];
  const find: Find = (query, isFiltered) =>
    (isFiltered ? rare10 : all10)
      .all(...Array.from({ length: uses }, () => bytesOf(query)))
      .map(({ rowid }) => Number(rowid));
  find(queries[0] as Float32Array, false);
  return {
    name,
    build_ms,
    memory_bytes: Math.max(0, process.memoryUsage.rss() - before),
    disk_bytes: statSync(file).size,
    filters: true,
    find,
    close: () => db.close(),
  };
}

function usearchPeer(): Peer {
  const index = new Index({
    dimensions,
    metric: MetricKind.Cos,
    quantization: ScalarKind.F16,
    connectivity: 16,
    expansion_add: 128,
    expansion_search: 64,
    multi: false,
  });
  const before = process.memoryUsage.rss();
  const build_ms = cpuOf(() => {
    for (let from = 0; from < count; from += ADDED_AT_ONCE) {
      const to = Math.min(count, from + ADDED_AT_ONCE);
      index.add(
        BigUint64Array.from({ length: to - from }, (_, i) => BigInt(from + i)),
        all.subarray(from * dimensions, to * dimensions),
        1,
      );
    }
  });
  const file = join(dir, "graph.usearch");
  const memory_bytes = process.memoryUsage.rss() - before;
  index.save(file);
  return {
    name: "usearch (HNSW), 16-bit",
    build_ms,
    memory_bytes,
    disk_bytes: statSync(file).size,
    filters: false,
    find: (query) => Array.from(index.search(query, NEAREST, 1).keys, Number),
    close: () => undefined,
  };
}

function exact(query: Float32Array, isFiltered: boolean): Set<number> {
  const best: { readonly passage: number; readonly cosine: number }[] = [];
  for (let passage = 0; passage < count; passage++) {
    if (isFiltered && courtOf(passage) !== "rare") continue;
    let cosine = 0;
    const start = passage * dimensions;
    for (let at = 0; at < dimensions; at++) cosine += (all[start + at] as number) * (query[at] as number);
    const last = best.at(-1);
    if (best.length === NEAREST && last !== undefined && cosine <= last.cosine) continue;
    best.push({ passage, cosine });
    best.sort((a, b) => b.cosine - a.cosine);
    if (best.length > NEAREST) best.pop();
  }
  return new Set(best.map(({ passage }) => passage));
}

function courtOf(passage: number): string {
  return passage % RARE === 0 ? "rare" : "common";
}

function uuidOf(passage: number): string {
  return `00000000-0000-8000-8000-${passage.toString(16).padStart(12, "0")}`;
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => value / length);
}

function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
