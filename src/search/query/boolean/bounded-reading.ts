import { err, ok } from "#base/result.ts";
import type { QueryNode } from "#index/tree.ts";
import { QueryFaultSignal } from "#search/query/fault.ts";
import { depthOf, leafCount, onlyExclusion } from "#search/query/normalise.ts";
import type { Read } from "#search/query/reading.ts";
import { faultAt } from "./faults.ts";
import type { QueryCursor } from "./query-cursor.ts";

/** Words of one query after proximities are drawn out. */
export const QUERY_WORDS_MAX = 512;

/** Levels of the finished tree: parentheses and chains of proximities together. */
const TREE_DEPTH_MAX = 64;

/** The tree that `parse` makes of what is at the cursor, within the bounds; what it throws as a signal is the fault. */
export function boundedReading(cursor: QueryCursor, notes: readonly string[], parse: () => QueryNode): Read {
  try {
    const tree = parse();
    checkBounds(tree);
    const { operators, cites } = cursor;
    return ok({ tree, operators, notes: [...notes, ...cursor.notes], ...(cites.size > 0 && { cites }) });
  } catch (thrown) {
    if (thrown instanceof QueryFaultSignal) return err([thrown.fault]);
    throw thrown;
  }
}

function checkBounds(tree: QueryNode): void {
  if (depthOf(tree) > TREE_DEPTH_MAX) {
    throw faultAt("too_deep", "this query nests too deep", tree.at, "", "Split it, or take out proximities.");
  }
  if (leafCount(tree) > QUERY_WORDS_MAX) {
    const message = `a query has at most ${QUERY_WORDS_MAX} words`;
    throw faultAt("too_many_words", message, tree.at, "", "Ask for fewer words.");
  }
  const exclusion = onlyExclusion(tree);
  if (exclusion === undefined) return;
  const message = "this part only excludes; something must be searched for";
  const advice = "Name what to find before what to leave out: fraud NOT securities.";
  throw faultAt("only_exclusions", message, exclusion.at, "", advice);
}
