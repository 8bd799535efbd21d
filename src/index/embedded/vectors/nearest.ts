import { OnpointError } from "#base/errors.ts";
import type { NearestHit, NearestRequest, NearestResponse } from "#index/index.ts";
import { NEAREST_DEPTH_MAX } from "#index/index.ts";
import { checkFilter } from "#index/embedded/columns/columns.ts";
import type { Layout } from "#index/embedded/layout.ts";
import type { Estimate } from "#index/embedded/match/estimate.ts";
import { Groups } from "#index/embedded/match/groups.ts";
import { HitOrder } from "#index/embedded/match/hit-order.ts";
import type { Hit } from "#index/embedded/match/top-hits.ts";
import { TopHits } from "#index/embedded/match/top-hits.ts";
import type { Segment } from "#index/embedded/segment/segment.ts";
import type { WorkMeter } from "#index/embedded/work-meter.ts";
import { Comparison } from "./comparison.ts";
import { Kinds } from "./kinds.ts";
import { prepareQuery } from "./prepared-query.ts";
import { PassageScan } from "./passage-scan.ts";
import { PassageSources } from "./passage-sources.ts";

/** Places of a passage that cost about as much as a posting. */
const PLACES_PER_UNIT = 128;
/** Documents at the head of the list that are put into order by their fine codes. */
const FINE_DOCUMENTS = 100;

export type NearestControl = {
  readonly meter: WorkMeter;
  readonly admit?: (estimate: Estimate) => void;
};

/**
 * Answers a request over an unchanging list of segments: every passage of every document that passes the filters is
 * compared by its sketch, those that can still enter the list by their whole codes, and the first documents of the list
 * by what is on disk.
 */
export function nearestIn(
  segments: readonly Segment[],
  layout: Layout,
  request: NearestRequest,
  { meter, admit }: NearestControl,
): NearestResponse {
  const { vectors: space } = layout.schema;
  if (space === undefined) throw new OnpointError("invalid_input", `${layout.schema.name} have no vectors here`);
  const { filters, collapse, offset, limit, leaveOutSource, otherShare = 0 } = request;
  for (const filter of filters) checkFilter(layout, filter);
  const depth = Math.min(request.depth, NEAREST_DEPTH_MAX);
  const comparison = new Comparison(prepareQuery(request.vector, space));
  admit?.({ units: unitsOf(segments), costly: [] });
  const order = new HitOrder(segments, []);
  const top = new TopHits(order, depth);
  const groups = collapse === undefined ? undefined : new Groups(segments, order, collapse);
  const sources = new PassageSources(leaveOutSource);
  const kindsOf = (segment: Segment, document: number): Kinds =>
    new Kinds(segment, document, comparison, sources, otherShare);
  segments.forEach((segment, index) => {
    groups?.open(index, meter);
    const scan = new PassageScan(segment, comparison, sources, { otherShare, meter });
    scan.run(segment.admittedAmong(request, meter), top, {
      found: (document, score) => {
        if (groups?.has(document) === true) groups.add(document, score);
        else top.add(index, document, score);
      },
      // It may still keep another of its group out of the list.
      passedOver:
        groups &&
        ((document) => {
          if (groups.has(document)) groups.passOver(document);
        }),
    });
  });
  groups?.settle(top, undefined);
  const ranked = sharpened(top.ranked(0), order, ({ segment, document }) =>
    kindsOf(segments[segment] as Segment, document).fineScore(),
  );
  const hits = ranked.slice(offset, offset + limit).map(({ segment: index, document, rank }): NearestHit => {
    const segment = segments[index] as Segment;
    const kinds = kindsOf(segment, document);
    const first = kinds.firstOwn;
    const { from, to } = first === undefined ? { from: 0, to: 0 } : segment.opened.vectors.record(first);
    return {
      id: segment.columns.ids.at(document),
      score: rank,
      ...(first === undefined ? {} : { passage: { from, to } }),
      ...kinds.parts(),
    };
  });
  return { hits, total: ranked.length, warnings: [] };
}

/** The first of the list by finer scores; those behind them keep their order, and score no higher. */
function sharpened(hits: readonly Hit[], order: HitOrder, fine: (hit: Hit) => number): readonly Hit[] {
  const first = hits.slice(0, FINE_DOCUMENTS).map((hit) => ({ ...hit, rank: fine(hit) }));
  first.sort((a, b) => b.rank - a.rank || order.compareTied(a.segment, a.document, b.segment, b.document));
  const least = first.at(-1)?.rank ?? 1;
  return [...first, ...hits.slice(FINE_DOCUMENTS).map((hit) => ({ ...hit, rank: Math.min(hit.rank, least) }))];
}

function unitsOf(segments: readonly Segment[]): number {
  return segments.reduce(
    (sum, { opened: { vectors } }) => sum + (vectors.passages * vectors.places) / PLACES_PER_UNIT,
    0,
  );
}
