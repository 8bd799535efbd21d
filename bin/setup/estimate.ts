import type { Publisher } from "#importers/fetch/sources.ts";

/** What bringing some megabytes of a publisher in takes on a machine. */
export type Estimate = {
  readonly opinions: number;
  /** Records and indexes, without the files that were downloaded. */
  readonly disk_bytes: number;
  readonly work_s: number;
  /** Resident while it is imported, and of a server that answers from it afterwards. */
  readonly import_bytes: number;
  readonly serve_bytes: number;
  readonly shape: "embedded" | "cluster";
};

const MB = 1e6;
/** An import of real decisions, at most (`bench/import.json`). */
const IMPORT_BYTES = 520 * MB;
/** A server of 5,568 real decisions with vectors after a day's mixed questions (docs/internals/memory.md). */
const SERVE_BYTES = 400 * MB;
/** Of vectors: 27 passages an opinion of 144 bytes each (docs/internals/embedding.md). */
const VECTOR_BYTES_PER_OPINION = 27 * 144;
/** Searches by meaning take 1.7 s of a core over so many: beyond it several machines share them. */
const EMBEDDED_OPINIONS_MAX = 1_000_000;

/** By figures measured on two cores, times how much slower this machine is. */
export function estimateOf(
  { cost }: Pick<Publisher, "cost">,
  { bytes, slowness = 1 }: { readonly bytes: number; readonly slowness?: number },
): Estimate {
  const opinions = Math.round((bytes / MB) * cost.opinions_per_mb);
  return {
    opinions,
    disk_bytes: bytes * cost.disk_factor,
    work_s: (bytes / MB) * cost.seconds_per_mb * slowness,
    import_bytes: IMPORT_BYTES,
    serve_bytes: SERVE_BYTES + opinions * VECTOR_BYTES_PER_OPINION,
    shape: opinions > EMBEDDED_OPINIONS_MAX ? "cluster" : "embedded",
  };
}
