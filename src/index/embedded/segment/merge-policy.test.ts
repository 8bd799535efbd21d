import { array, assert, constantFrom, nat, property, record } from "fast-check";
import { expect, test } from "vitest";

import { planMerge, planRest } from "./merge-policy.ts";
import type { SegmentInfo } from "./segment-files.ts";

const KB = 1024;
const GB = 1024 ** 3;

function segment(name: string, size_bytes: number, documents = 100, deleted = 0): SegmentInfo {
  return {
    name,
    documents,
    terms: 1,
    fieldWords: [],
    fieldDocuments: [],
    scoring: "",
    size_bytes: {
      terms: 0,
      cols: 0,
      sums: 0,
      docs: size_bytes / 2,
      pos: size_bytes / 2,
      place: 0,
      pass: 0,
      codes: 0,
      vec: 0,
    },
    sums: { terms: 0, cols: 0, sums: 0, codes: 0 },
    deletions: deleted === 0 ? null : { file: `${name}.del`, count: deleted, sum: 0 },
  };
}

const many = (count: number, size_bytes: number): SegmentInfo[] =>
  Array.from({ length: count }, (_, i) => segment(`${size_bytes} ${i}`, size_bytes));
const names = (segments: readonly SegmentInfo[]): string[] => segments.map(({ name }) => name);

test("eight of a size are merged, in their order, the smallest first", () => {
  expect(planMerge(many(7, 10 * KB))).toEqual([]);
  const small = many(9, 10 * KB);
  expect(planMerge(small)).toEqual(small.slice(0, 8));
  expect(planMerge([...many(8, 8000 * KB), ...small])).toEqual(small.slice(0, 8));
  expect(planMerge([...many(4, 600 * KB), ...many(4, 8000 * KB)])).toEqual([]);
  expect(planMerge([...many(4, KB), ...many(4, 500 * KB)])).toHaveLength(8);
});

test("a large segment is left alone until deletions eat it", () => {
  expect(planMerge(many(8, 5 * GB))).toEqual([]);
  const third = segment("third", 5 * GB, 90, 30);
  const more = segment("more", 5 * GB, 90, 31);
  expect(planMerge([third])).toEqual([]);
  expect(names(planMerge([third, more]))).toEqual(["more"]);
});

test("what is planned stands in the index, in its order, and merging ends", () => {
  const sizes = record({ size: constantFrom(1, 100, 700, 5000, 40_000), deleted: nat(100) });
  assert(
    property(array(sizes, { maxLength: 60, size: "max" }), (drawn) => {
      let segments = drawn.map(({ size, deleted }, i) => segment(`drawn ${i}`, size * KB, 100, deleted));
      for (let merges = 0; ; merges++) {
        const planned = planMerge(segments);
        if (planned.length === 0) break;
        expect(segments.filter((one) => planned.includes(one))).toEqual(planned);
        expect(merges).toBeLessThan(drawn.length * 2);
        const living = planned.reduce((sum, one) => sum + one.documents - (one.deletions?.count ?? 0), 0);
        const size_bytes = planned.reduce((sum, one) => sum + one.size_bytes.docs + one.size_bytes.pos, 0);
        const rest = segments.filter((one) => !planned.includes(one));
        segments = living === 0 ? rest : [...rest, segment(`merged ${merges}`, size_bytes, living)];
      }
    }),
  );
});

test("at rest the small ones are merged, and larger ones of which they come to a quarter", () => {
  const [large, middle, small] = [
    segment("large", 400_000 * KB),
    segment("middle", 8000 * KB),
    segment("small", 2000 * KB),
  ];
  expect(planRest([])).toEqual([]);
  expect(planRest([middle])).toEqual([]);
  expect(planRest([large, middle])).toEqual([]);
  expect(names(planRest([large, middle, small]))).toEqual(["middle", "small"]);
  expect(names(planRest([middle, segment("tiny", KB)]))).toEqual([]);
  expect(names(planRest([...many(2, 5 * GB), segment("tiny", KB), small]))).toEqual(["tiny", small.name]);
});

test("resting ends, and what fits into one segment is left growing fourfold from one to the next", () => {
  const sizes = record({ size: constantFrom(1, 100, 700, 5000, 40_000, 900_000, 5_000_000), deleted: nat(100) });
  assert(
    property(array(sizes, { maxLength: 40, size: "max" }), (drawn) => {
      let segments = drawn.map(({ size, deleted }, i) => segment(`drawn ${i}`, size * KB, 100, deleted));
      for (let merges = 0; ; merges++) {
        const planned = planRest(segments);
        if (planned.length === 0) break;
        expect(merges).toBeLessThan(drawn.length);
        expect(planned.length).toBeGreaterThan(1);
        expect(segments.filter((one) => planned.includes(one))).toEqual(planned);
        const merged_bytes = planned.reduce((sum, one) => sum + counted(one), 0);
        expect(merged_bytes).toBeLessThanOrEqual(4 * GB);
        segments = [...segments.filter((one) => !planned.includes(one)), segment(`merged ${merges}`, merged_bytes)];
      }
      let smaller_bytes = 0;
      for (const size_bytes of segments.map(counted).toSorted((left, right) => left - right)) {
        const fits = smaller_bytes + size_bytes <= 4 * GB;
        if (smaller_bytes > 0 && fits) expect(size_bytes).toBeGreaterThan(smaller_bytes * 4);
        smaller_bytes += size_bytes;
      }
    }),
  );
});

/** What is counted of a segment: its living share, and no less than half a megabyte. */
function counted({ size_bytes, deletions }: SegmentInfo): number {
  return Math.max(512 * KB, (size_bytes.docs + size_bytes.pos) * (1 - (deletions?.count ?? 0) / 100));
}
