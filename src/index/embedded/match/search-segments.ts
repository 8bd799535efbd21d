import type { EngineHit, EngineRequest, EngineResponse, Excerpt } from "#index/index.ts";
import { unitsOf } from "#index/units.ts";
import type { Bits } from "#index/embedded/segment/bits.ts";
import { emptyBits, hasBit, isEmpty, listBits, setBit, WINDOW, WINDOW_WORDS } from "#index/embedded/segment/bits.ts";
import { BOUND_SLACK, SomeMatcher } from "./boolean-matchers.ts";
import { checkFacet, checkFilter, checkOrdered } from "#index/embedded/columns/columns.ts";
import { FacetCounter } from "#index/embedded/columns/facet-counts.ts";
import type { Estimate } from "./estimate.ts";
import { Groups } from "./groups.ts";
import { HitOrder } from "./hit-order.ts";
import { narrows } from "./matcher.ts";
import type { Explanation, Matcher, SegmentContext } from "./matcher.ts";
import { excerptsOf } from "./excerpts.ts";
import { Plan } from "./plan.ts";
import type { Layout } from "#index/embedded/layout.ts";
import type { WorkMeter } from "#index/embedded/work-meter.ts";
import type { SegmentInfo } from "#index/embedded/segment/segment-files.ts";
import { averageLengths } from "#index/embedded/segment/segment-files.ts";
import type { Segment } from "#index/embedded/segment/segment.ts";
import type { Hit } from "./top-hits.ts";
import { TopHits } from "./top-hits.ts";

export type SearchControl = {
  /** Words one wildcard or stem may stand for. */
  readonly expansions_max: number;
  /** Told of all work; ends the search by throwing. */
  readonly meter: WorkMeter;
  /** Told what the search will cost before any document is read; ends it by throwing. */
  readonly admit?: (estimate: Estimate) => void;
  /** Documents with more words than this are not read at once for where words stand in them. */
  readonly wordsAtOnce_max?: number;
};

/**
 * Answers a request over an unchanging list of segments. Each segment is walked in windows of 4,096 documents:
 * match (bitmaps), count, then rank what can still enter the page.
 */
export function searchSegments(
  segments: readonly Segment[],
  layout: Layout,
  request: EngineRequest,
  control: SearchControl,
): EngineResponse {
  check(layout, request);
  const plan = new Plan(segments, layout, request, control);
  try {
    control.admit?.(plan.estimate);
    return answered(segments, layout, request, plan, control);
  } finally {
    plan.close();
  }
}

function answered(
  segments: readonly Segment[],
  layout: Layout,
  request: EngineRequest,
  plan: Plan,
  control: SearchControl,
): EngineResponse {
  const { sort = [], collapse } = request;
  const averages = averageLengths(segments.map((segment) => segment.info));
  const order = new HitOrder(segments, sort);
  const top = new TopHits(order, request.offset + request.limit);
  const facets = request.facets.length > 0 ? new FacetCounter(request.facets) : undefined;
  const groups = collapse === undefined ? undefined : new Groups(segments, order, collapse);
  const matching = new Matching(segments, layout, averages, plan, {
    leaveOutSource: request.leaveOutSource,
    control,
  });
  const { enough = Infinity } = request;
  let total = 0;
  for (const [index, segment] of segments.entries()) {
    if (total >= enough) break;
    facets?.open(segment.columns);
    groups?.open(index, control.meter);
    const walk = new SegmentSearch(matching.open(index), index, request, order.rankIn(index));
    total += walk.run(top, facets, groups, enough - total);
    facets?.close();
  }
  total = Math.min(enough, total + (groups?.settle(top, facets) ?? 0));
  const ranked = top.ranked(request.offset);
  const scores = order.isByScore ? ranked.map(({ rank }) => rank) : matching.scoresOf(ranked);
  const excerpts = matching.excerptsOf(ranked, request);
  const explanations = request.explain ? matching.explanationsOf(ranked) : undefined;
  const hits = ranked.map((hit, at): EngineHit => {
    const id = (segments[hit.segment] as Segment).columns.ids.at(hit.document);
    const score = scores[at] as number;
    const excerpt = excerpts.get(hit);
    const found = { id, score, ...(excerpt === undefined ? {} : { excerpt }) };
    return explanations === undefined ? found : { ...found, explanation: explanations.get(hit) };
  });
  return {
    hits,
    total: request.total || facets !== undefined ? total : undefined,
    facets: facets?.facets() ?? [],
    warnings: plan.warnings,
  };
}

function check(layout: Layout, { filters, facets, sort = [], collapse }: EngineRequest): void {
  for (const filter of filters) checkFilter(layout, filter);
  for (const facet of facets) checkFacet(layout, facet);
  for (const { column } of sort) checkOrdered(layout, column);
  if (collapse === undefined) return;
  checkFilter(layout, { column: collapse.column, from: 0 });
  if (collapse.spare !== undefined) checkFilter(layout, collapse.spare);
}

type MatchedWindow = {
  readonly matcher: Matcher;
  readonly matched: Bits;
  readonly windowStart: number;
  readonly ofWindow: readonly Hit[];
};
type Opened = { readonly context: SegmentContext; readonly matcher: Matcher };

/** The query at work in any segment. */
class Matching {
  readonly #segments: readonly Segment[];
  readonly #layout: Layout;
  readonly #averages: readonly number[];
  readonly #plan: Plan;
  readonly #leftOutSource: string | undefined;
  readonly #control: SearchControl;

  constructor(
    segments: readonly Segment[],
    layout: Layout,
    averages: readonly number[],
    plan: Plan,
    { leaveOutSource, control }: { readonly leaveOutSource: string | undefined; readonly control: SearchControl },
  ) {
    this.#segments = segments;
    this.#layout = layout;
    this.#averages = averages;
    this.#plan = plan;
    this.#leftOutSource = leaveOutSource;
    this.#control = control;
  }

  open(index: number): Opened {
    const segment = this.#segments[index] as Segment;
    const context = contextOf(segment, this.#layout, this.#averages, this.#leftOutSource, this.#control);
    return { context, matcher: this.#plan.matcherFor(context, index) };
  }

  /** The scores of documents that match, in their order: what a page in another order still tells. */
  scoresOf(hits: readonly Hit[]): number[] {
    const scores = new Map<Hit, number>();
    for (const { matcher, matched, windowStart, ofWindow } of this.#matched(hits)) {
      windowRanks.fill(0);
      matcher.score(windowStart, matched, 1, windowRanks);
      for (const hit of ofWindow) scores.set(hit, windowRanks[hit.document - windowStart] as number);
    }
    return hits.map((hit) => scores.get(hit) ?? 0);
  }

  /** How each of these scored. */
  explanationsOf(hits: readonly Hit[]): ReadonlyMap<Hit, Explanation | undefined> {
    const explanations = new Map<Hit, Explanation | undefined>();
    for (const { matcher, windowStart, ofWindow } of this.#matched(hits)) {
      for (const hit of ofWindow) explanations.set(hit, matcher.explain(windowStart, hit.document - windowStart, 1));
    }
    return explanations;
  }

  /** Window after window with hits the query matched to them again, and those hits in the order of their documents. */
  *#matched(hits: readonly Hit[]): Generator<MatchedWindow> {
    for (const [index, ofSegment] of Map.groupBy(hits, ({ segment }) => segment)) {
      const { matcher } = this.open(index);
      const rising = ofSegment.toSorted((a, b) => a.document - b.document);
      for (const [windowStart, ofWindow] of Map.groupBy(rising, ({ document }) => document - (document % WINDOW))) {
        const wanted = emptyBits();
        for (const { document } of ofWindow) setBit(wanted, document - windowStart);
        yield { matcher, matched: matcher.match(windowStart, wanted), windowStart, ofWindow };
      }
    }
  }

  /** Where in their texts hits match; of none unless that is asked for. */
  excerptsOf(hits: readonly Hit[], { tree, excerpts: wanted }: EngineRequest): ReadonlyMap<Hit, Excerpt> {
    if (wanted === undefined) return new Map();
    const units = unitsOf(tree, this.#layout.names[this.#layout.main] ?? "");
    const excerpts = new Map<Hit, Excerpt>();
    for (const [index, ofSegment] of Map.groupBy(hits, ({ segment }) => segment)) {
      const segment = this.#segments[index] as Segment;
      const context = contextOf(segment, this.#layout, this.#averages, undefined, this.#control);
      const documents = ofSegment.map(({ document }) => document).sort((a, b) => a - b);
      const found = excerptsOf(context, this.#plan.readersFor(context, index, units), documents, wanted);
      for (const hit of ofSegment) {
        const excerpt = found.get(hit.document);
        if (excerpt !== undefined) excerpts.set(hit, excerpt);
      }
    }
    return excerpts;
  }
}

function contextOf(
  segment: Segment,
  layout: Layout,
  averages: readonly number[],
  leftOutSource: string | undefined,
  { meter, wordsAtOnce_max }: SearchControl,
): SegmentContext {
  const leftOut = leftOutSource === undefined ? new Map<number, number[]>() : segment.passagesOf(leftOutSource);
  return {
    segment,
    layout,
    averages,
    leftOut,
    meter,
    wordsAtOnce_max,
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

/** Of a window of 4,096 documents, whatever matches in it. */
const WINDOW_COST = 512;

// One search runs at a time in a thread.
const NOBODY = emptyBits();
const windowCandidates = emptyBits();
const windowGrouped = emptyBits();
/** What is listed now; `windowRanks` tells the ranks of what was ranked last. */
const windowList = new Int32Array(WINDOW);
const windowRanks = new Float64Array(WINDOW);

/** The walk through one segment. */
export class SegmentSearch {
  readonly #context: SegmentContext;
  readonly #matcher: Matcher;
  readonly #index: number;
  readonly #everyMatchCounts: boolean;
  readonly #rankOf: ((document: number) => number) | undefined;
  readonly #admitted: Int32Array;
  readonly #facets: number;

  constructor(
    { context, matcher }: Opened,
    index: number,
    request: EngineRequest,
    rankOf: ((document: number) => number) | undefined,
  ) {
    this.#context = context;
    this.#matcher = matcher;
    this.#index = index;
    this.#rankOf = rankOf;
    // A document of a group may be in the list only because another does not match; and only scores have bounds.
    this.#everyMatchCounts =
      request.total || request.facets.length > 0 || request.collapse !== undefined || rankOf !== undefined;
    this.#admitted = context.segment.admittedAmong(request, context.meter);
    this.#facets = request.facets.length;
  }

  /**
   * Adds to the first hits, the facets and the groups, until `enough` have matched; answers how many documents matched
   * (those looked at) that have no group.
   */
  run(top: TopHits, facets: FacetCounter | undefined, groups: Groups | undefined, enough = Infinity): number {
    let total = 0;
    const { segment, meter } = this.#context;
    const { documents } = segment;
    for (let target = 0; target < documents && total < enough;) {
      const next = this.#matcher.next(target);
      if (next >= documents) break;
      const windowStart = next - (next % WINDOW);
      target = windowStart + WINDOW;
      meter.add(WINDOW_COST);
      if (!this.#openWindow(windowStart)) continue;
      const { threshold } = top;
      const hopeless = this.#rankOf === undefined && this.#matcher.bound(windowStart) * BOUND_SLACK < threshold;
      if (hopeless && !this.#everyMatchCounts) continue;
      const bits = this.#match(windowStart, threshold);
      const alone = groups === undefined ? bits : groups.apart(windowStart, bits, windowGrouped);
      const count = listBits(alone, windowList);
      total += count;
      meter.add(count * (1 + this.#facets));
      if (count > 0) facets?.add(windowStart, windowList, count);
      const ranked = hopeless || isEmpty(bits) ? NOBODY : this.#rank(windowStart, bits, threshold);
      this.#offer(windowStart, groups === undefined ? ranked : without(ranked, windowGrouped), top);
      if (groups !== undefined && !isEmpty(windowGrouped)) {
        const isWhole = facets !== undefined && this.#rankOf === undefined;
        this.#addTo(groups, windowStart, isWhole ? this.#scoreAll(windowStart, windowGrouped) : ranked);
      }
    }
    return total;
  }

  #match(windowStart: number, threshold: number): Bits {
    const matcher = this.#matcher;
    if (this.#everyMatchCounts || !(matcher instanceof SomeMatcher))
      return matcher.match(windowStart, windowCandidates);
    return matcher.matchAbove(windowStart, windowCandidates, threshold);
  }

  /** Ranks what matched and can reach the threshold, and answers which documents those are. */
  #rank(windowStart: number, bits: Bits, threshold: number): Bits {
    const matcher = this.#matcher;
    const rankOf = this.#rankOf;
    if (rankOf !== undefined) {
      const count = listBits(bits, windowList);
      for (let i = 0; i < count; i++) {
        const at = windowList[i] as number;
        windowRanks[at] = rankOf(windowStart + at);
      }
      return bits;
    }
    if (!narrows(matcher)) return this.#scoreAll(windowStart, bits);
    windowRanks.fill(0);
    return matcher.scoreAbove(windowStart, threshold, windowRanks);
  }

  #scoreAll(windowStart: number, bits: Bits): Bits {
    windowRanks.fill(0);
    this.#matcher.score(windowStart, bits, 1, windowRanks);
    return bits;
  }

  #offer(windowStart: number, ranked: Bits, top: TopHits): void {
    const count = listBits(ranked, windowList);
    let { threshold } = top;
    for (let i = 0; i < count; i++) {
      const at = windowList[i] as number;
      const rank = windowRanks[at] as number;
      if (rank < threshold) continue;
      top.add(this.#index, windowStart + at, rank);
      threshold = top.threshold;
    }
  }

  #addTo(groups: Groups, windowStart: number, ranked: Bits): void {
    const count = listBits(windowGrouped, windowList);
    for (let i = 0; i < count; i++) {
      const at = windowList[i] as number;
      groups.add(windowStart + at, hasBit(ranked, at) ? (windowRanks[at] as number) : -Infinity);
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

const rest = emptyBits();

function without(bits: Bits, others: Bits): Bits {
  for (let i = 0; i < WINDOW_WORDS; i++) rest[i] = (bits[i] as number) & ~(others[i] as number);
  return rest;
}
