import type { EngineHit, EngineRequest, EngineResponse } from "#index/index.ts";
import type { Bits } from "#index/embedded/segment/bits.ts";
import { emptyBits, listBits, onlyBit, WINDOW, WINDOW_WORDS } from "#index/embedded/segment/bits.ts";
import { AndMatcher, BOUND_SLACK, SomeMatcher } from "./boolean-matchers.ts";
import { checkFacet, checkFilter } from "#index/embedded/columns/columns.ts";
import { FacetCounter } from "#index/embedded/columns/facet-counts.ts";
import type { Explanation, Matcher, SegmentContext } from "./matcher.ts";
import { Plan } from "./plan.ts";
import type { Layout } from "#index/embedded/layout.ts";
import type { SegmentInfo } from "#index/embedded/segment/segment-files.ts";
import { averageLengths } from "#index/embedded/segment/segment-files.ts";
import type { Segment } from "#index/embedded/segment/segment.ts";
import type { Hit } from "./top-hits.ts";
import { TopHits } from "./top-hits.ts";

export type SearchControl = {
  /** Words one wildcard or stem may stand for. */
  readonly expansions_max: number;
  /** Throws when the search should stop; called once a window. */
  readonly check: () => void;
};

/**
 * Answers a request over an unchanging list of segments. Each segment is walked in windows of 4,096 documents:
 * match (bitmaps), count, then score what can still enter the page.
 */
export function searchSegments(
  segments: readonly Segment[],
  layout: Layout,
  request: EngineRequest,
  control: SearchControl,
): EngineResponse {
  for (const filter of request.filters) checkFilter(layout, filter);
  for (const facet of request.facets) checkFacet(layout, facet);
  const plan = new Plan(segments, layout, request, control.expansions_max);
  const averages = averageLengths(segments.map((segment) => segment.info));
  const top = new TopHits(segments, request.offset + request.limit);
  const facets = request.facets.length > 0 ? new FacetCounter(request.facets) : undefined;
  let total = 0;
  segments.forEach((segment, index) => {
    const context = contextOf(segment, layout, averages, request.leaveOutSource);
    facets?.open(segment.columns);
    total += new SegmentSearch(context, plan.matcherFor(context, index), index, request, control).run(top, facets);
    facets?.close();
  });
  const hits = top.ranked(request.offset).map((hit): EngineHit => {
    const segment = segments[hit.segment] as Segment;
    const id = segment.columns.ids.at(hit.document);
    if (!request.explain) return { id, score: hit.score };
    const context = contextOf(segment, layout, averages, request.leaveOutSource);
    return { id, score: hit.score, explanation: explainHit(plan.matcherFor(context, hit.segment), hit) };
  });
  return {
    hits,
    total: request.total || facets !== undefined ? total : undefined,
    facets: facets?.facets() ?? [],
    warnings: plan.warnings,
  };
}

function contextOf(
  segment: Segment,
  layout: Layout,
  averages: readonly number[],
  leftOutSource: string | undefined,
): SegmentContext {
  const leftOut = leftOutSource === undefined ? new Map<number, number[]>() : segment.passagesOf(leftOutSource);
  return {
    segment,
    layout,
    averages,
    leftOut,
    boundFactor: boundFactorOf(segment.info, layout, averages, leftOut.size > 0),
  };
}

/**
 * tf / (1 - b + b * length / average) under one average is at most max(1, average / own) times its value under
 * the other, whatever the length. Infinity where the stored bounds say nothing about these scores.
 */
function boundFactorOf(info: SegmentInfo, layout: Layout, averages: readonly number[], anyLeftOut: boolean): number {
  if (anyLeftOut || info.scoring !== layout.scoring) return Infinity;
  const own = averageLengths([info]);
  let factor = 1;
  averages.forEach((average, field) => {
    const ownAverage = own[field] ?? 0;
    if (ownAverage > 0 && (layout.bs[field] ?? 0) > 0) factor = Math.max(factor, average / ownAverage);
  });
  return factor;
}

// One search runs at a time in a thread.
const windowCandidates = emptyBits();
const windowScores = new Float64Array(WINDOW);
const windowList = new Int32Array(WINDOW);

/** The walk through one segment. */
class SegmentSearch {
  readonly #context: SegmentContext;
  readonly #matcher: Matcher;
  readonly #index: number;
  readonly #everyMatchCounts: boolean;
  readonly #admitted: Int32Array;
  readonly #check: () => void;

  constructor(
    context: SegmentContext,
    matcher: Matcher,
    index: number,
    request: EngineRequest,
    control: SearchControl,
  ) {
    this.#context = context;
    this.#matcher = matcher;
    this.#index = index;
    this.#everyMatchCounts = request.total || request.facets.length > 0;
    this.#admitted = context.segment.admitted(request.filters);
    this.#check = control.check;
  }

  /** Adds to the best hits and the facets; answers how many documents matched (those looked at). */
  run(top: TopHits, facets: FacetCounter | undefined): number {
    let total = 0;
    const { documents } = this.#context.segment;
    for (let target = 0; target < documents;) {
      const next = this.#matcher.next(target);
      if (next >= documents) break;
      const windowStart = next - (next % WINDOW);
      target = windowStart + WINDOW;
      this.#check();
      if (!this.#openWindow(windowStart)) continue;
      const { threshold } = top;
      const hopeless = this.#matcher.bound(windowStart) * BOUND_SLACK < threshold;
      if (hopeless && !this.#everyMatchCounts) continue;
      const bits = this.#match(windowStart, threshold);
      const count = listBits(bits, windowList);
      if (count === 0) continue;
      total += count;
      facets?.add(windowStart, windowList, count);
      if (hopeless) continue;
      this.#offer(windowStart, listBits(this.#score(windowStart, bits, threshold), windowList), top);
    }
    return total;
  }

  #match(windowStart: number, threshold: number): Bits {
    const matcher = this.#matcher;
    if (this.#everyMatchCounts || !(matcher instanceof SomeMatcher))
      return matcher.match(windowStart, windowCandidates);
    return matcher.matchAbove(windowStart, windowCandidates, threshold);
  }

  /** Scores what matched and can reach the threshold, and answers which documents those are. */
  #score(windowStart: number, bits: Bits, threshold: number): Bits {
    const matcher = this.#matcher;
    const scores = windowScores;
    scores.fill(0);
    if (matcher instanceof AndMatcher || matcher instanceof SomeMatcher) {
      return matcher.scoreAbove(windowStart, threshold, scores);
    }
    matcher.score(windowStart, bits, 1, scores);
    return bits;
  }

  #offer(windowStart: number, count: number, top: TopHits): void {
    let { threshold } = top;
    for (let i = 0; i < count; i++) {
      const at = windowList[i] as number;
      const score = windowScores[at] as number;
      if (score < threshold) continue;
      top.add(this.#index, windowStart + at, score);
      threshold = top.threshold;
    }
  }

  #openWindow(windowStart: number): boolean {
    const first = windowStart >>> 5;
    let any = 0;
    for (let i = 0; i < WINDOW_WORDS; i++) {
      const word = this.#admitted[first + i] as number;
      windowCandidates[i] = word;
      any |= word;
    }
    return any !== 0;
  }
}

function explainHit(matcher: Matcher, hit: Hit): Explanation | undefined {
  const at = hit.document % WINDOW;
  const windowStart = hit.document - at;
  matcher.match(windowStart, onlyBit(at));
  return matcher.explain(windowStart, at, 1);
}
