import { basename } from "node:path";
import { courtOfHost } from "#dockets/pages/court-of-page.ts";
import { PageFault } from "#dockets/pages/page-fault.ts";
import { readPage } from "#dockets/pages/pages.ts";
import { compare } from "./compare.ts";
import type { Compared, Difference } from "./compare.ts";
import { asExpected, isLeftOut } from "./as-expected.ts";
import type { Pair } from "./pairs.ts";
import { VERDICTS } from "./verdicts.ts";

export type Asked = Compared & {
  readonly pair: Pair;
  /** What the page was taken for. */
  readonly page: string;
  /** Why it could not be read, where it could not. */
  readonly fault: string | null;
  /** Of the differences, those in which the page itself shows that we are right, by the name of the reason. */
  readonly ours: ReadonlyMap<string, number>;
  /** The rest. */
  readonly open: readonly Difference[];
};

/** Reads a page and compares what came of it with what is expected. An empty expectation asks that nothing be read. */
export function askPage(pair: Pair): Asked {
  const { expected, path } = pair;
  const courtId = courtOfHost(basename(path).split(/[_.-]/u)[0] ?? "");
  const { page, found, fault } = readSafely(pair.page, courtId);
  const isNothing = typeof expected === "object" && expected !== null && Object.keys(expected).length === 0;
  if (isNothing) {
    const isEqual = found === undefined;
    const differences = isEqual ? [] : [{ path: "", expected, found: page }];
    return judged(pair, page, fault, { equal: isEqual ? 1 : 0, fields: 1, differences });
  }
  return judged(
    pair,
    page,
    fault,
    compare(expected, found, (at) => isLeftOut(pair.kind, at)),
  );
}

function readSafely(text: string, courtId: string | null) {
  const told = { source: "eval", place: null, courtId, asOf: null, fetchedAt: null };
  try {
    const read = readPage(text, told);
    if (read.kind !== "record")
      return { page: read.kind === "refusal" ? read.page : "unknown", found: undefined, fault: null };
    return { page: read.page, found: asExpected(read.page, read.sightings), fault: null };
  } catch (thrown) {
    if (!(thrown instanceof PageFault)) throw thrown;
    return { page: thrown.page, found: undefined, fault: thrown.message };
  }
}

function judged(pair: Pair, page: string, fault: string | null, compared: Compared): Asked {
  const ours = new Map<string, number>();
  const open = compared.differences.filter((one) => {
    const verdict = VERDICTS.find(({ holds }) => holds(one, pair.page));
    if (verdict !== undefined) ours.set(verdict.name, (ours.get(verdict.name) ?? 0) + 1);
    return verdict === undefined;
  });
  return { ...compared, pair, page, fault, ours, open };
}
