import { Counter, Gauge } from "prom-client";
import type { Registry } from "prom-client";
import { mapsOf, measured } from "#base/measured.ts";
import type { RunningRequests } from "#base/watchdog/running-requests.ts";

/** What this process tells of its threads, caches and connections; each is looked at when it is asked for. */
export function measureProcess(registry: Registry, running: RunningRequests | undefined): void {
  const registers = [registry];
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[]): Gauge<Label> =>
    new Gauge({ name, help, labelNames: [...labelNames], registers });
  const poolSize = gauge("onpoint_pool_threads_max", "Threads that a pool may have.", ["pool"]);
  const poolRunning = gauge("onpoint_pool_threads", "Threads that run.", ["pool"]);
  const poolBusy = gauge("onpoint_pool_threads_busy", "Threads that have work in hand.", ["pool"]);
  const poolWaiting = gauge("onpoint_pool_waiting", "Pieces of work that wait for a thread.", ["pool"]);
  const pools = [poolSize, poolRunning, poolBusy, poolWaiting];
  const tellPools = (): void => {
    for (const one of pools) one.reset();
    for (const { state } of measured.pools) {
      const labels = { pool: state.name };
      poolSize.inc(labels, state.size);
      poolRunning.inc(labels, state.running);
      poolBusy.inc(labels, state.busy);
      poolWaiting.inc(labels, state.waiting);
    }
  };
  collecting(pools, tellPools);

  const threads = gauge("onpoint_threads", "Threads that have their own heap, by what they do.", ["thread"]);
  const heap = gauge("onpoint_thread_heap_bytes", "Heaps of these threads.", ["thread"]);
  const heapUsed = gauge("onpoint_thread_heap_used_bytes", "What lives in these heaps.", ["thread"]);
  const buffers = gauge("onpoint_thread_buffers_bytes", "What buffers of these threads hold outside.", ["thread"]);
  collecting([threads, heap, heapUsed, buffers], async () => {
    // A thread that has just ended has nothing to tell.
    const told = await Promise.all(
      [...measured.threads].map(async ({ name, heap: heapOf }) => ({
        name,
        of: await heapOf().catch(() => undefined),
      })),
    );
    for (const one of [threads, heap, heapUsed, buffers]) one.reset();
    for (const { name: thread, of } of told) {
      if (of === undefined) continue;
      threads.inc({ thread });
      heap.inc({ thread }, of.total_heap_size);
      heapUsed.inc({ thread }, of.used_heap_size);
      buffers.inc({ thread }, of.external_memory);
    }
  });

  const hits = new Counter({
    name: "onpoint_cache_hits_total",
    help: "Values found in a cache.",
    labelNames: ["cache"],
    registers,
  });
  const misses = new Counter({
    name: "onpoint_cache_misses_total",
    help: "Values that were not in a cache.",
    labelNames: ["cache"],
    registers,
  });
  const entries = gauge("onpoint_cache_entries", "Values in a cache.", ["cache"]);
  const fill = new Gauge({
    name: "onpoint_cache_fill_ratio",
    help: "How full a cache is, of what it may hold.",
    labelNames: ["cache"],
    aggregator: "average",
    registers,
  });
  const bytes = gauge("onpoint_cache_bytes", "What a cache takes of memory.", ["cache"]);
  collecting([hits, misses, entries, fill, bytes], () => {
    for (const one of [hits, misses, bytes]) one.reset();
    for (const { name: cache, bytes: taken } of measured.kept) bytes.inc({ cache }, taken());
    for (const [cache, counts] of measured.caches) {
      const maps = mapsOf(counts);
      hits.inc({ cache }, counts.hits);
      misses.inc({ cache }, counts.misses);
      entries.set(
        { cache },
        maps.reduce((sum, { size }) => sum + size, 0),
      );
      fill.set({ cache }, Math.max(0, ...maps.map((map) => map.fill)));
      for (const map of maps) if (map.bytes !== undefined) bytes.inc({ cache }, map.bytes);
    }
  });

  const connections = gauge("onpoint_postgres_connections", "Connections to PostgreSQL of the first thread.", [
    "state",
  ]);
  const waiting = gauge("onpoint_postgres_waiting", "Statements that wait for a connection.", []);
  collecting([connections, waiting], () => {
    connections.reset();
    waiting.reset();
    for (const tell of measured.connections) {
      const { open, idle, waiting: waits } = tell();
      connections.inc({ state: "busy" }, open - idle);
      connections.inc({ state: "idle" }, idle);
      waiting.inc(waits);
    }
  });

  const stalls = new Counter({
    name: "onpoint_event_loop_stalls_total",
    help: "Times the event loop stood still for longer than ONPOINT_STALL_LIMIT_MS.",
    registers,
  });
  collecting([stalls], () => {
    stalls.reset();
    stalls.inc(running?.stalls ?? 0);
  });
  const resident = gauge("onpoint_process_resident_memory_bytes", "Memory of each process, by its id.", ["process"]);
  collecting([resident], () => resident.set({ process: String(process.pid) }, process.memoryUsage.rss()));
}

/** Measures that are told by one look: whichever of them is read first has it made for all. */
export function collecting(measures: readonly object[], collect: () => void | Promise<void>): void {
  let look: Promise<void> | undefined;
  const once = async (): Promise<void> => {
    look ??= Promise.resolve(collect()).finally(() => (look = undefined));
    await look;
  };
  for (const measure of measures) Object.assign(measure, { collect: once });
}
