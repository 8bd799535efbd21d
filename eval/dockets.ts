import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { zstdDecompressSync } from "node:zlib";
import { askPage } from "./dockets/asked.ts";
import type { Asked } from "./dockets/asked.ts";
import { pairsOf } from "./dockets/pairs.ts";
import { reportFigures } from "./report.ts";
import { SHARED_DATA } from "../test/real/shared-data.ts";

/**
 * How much of what is expected of official court pages is read from them: `node eval/dockets.ts [--half building]
 * [--show 20] [--kind dockets/district] [--land]`. Prints the share of equal fields for each kind of page, in both halves; with
 * `--show`, fields that differ, of the building half alone. docs/internals/dockets.md says who is right.
 */
const { values } = parseArgs({
  options: {
    archive: { type: "string", default: join(SHARED_DATA, "dockets/pacer-pages.tar.zst") },
    kind: { type: "string" },
    path: { type: "string" },
    show: { type: "string", default: "0" },
    land: { type: "boolean", default: false },
  },
});

const pairs = await pairsOf(zstdDecompressSync(readFileSync(values.archive)));
const asked = pairs
  .filter(({ kind, path }) => (values.kind === undefined || kind === values.kind) && path.includes(values.path ?? ""))
  .map(askPage);

const figures: Record<string, number> = {};
for (const half of ["building", "sealed"] as const) {
  const ofHalf = asked.filter(({ pair }) => pair.half === half);
  for (const [kind, pages] of Map.groupBy(ofHalf, ({ pair }) => pair.kind)) {
    const fields = sum(pages, ({ fields: count }) => count);
    const open = sum(pages, ({ open: left }) => left.length);
    const equal = sum(pages, ({ equal: count }) => count);
    figures[`${half} ${kind}`] = equal / fields;
    figures[`${half} ${kind}, judged`] = (fields - open) / fields;
    console.log(
      `${half.padEnd(9)} ${kind.padEnd(34)} ${String(pages.length).padStart(4)} pages ${String(fields).padStart(7)} fields ` +
        `equal ${percent(equal / fields)}  equal or ours right ${percent((fields - open) / fields)}  ` +
        `unreadable ${pages.filter(({ fault }) => fault !== null).length}`,
    );
  }
}
showDifferences(
  asked.filter(({ pair }) => pair.half === "building"),
  Number(values.show),
);
if (values.land) reportFigures("dockets", figures, true);

function percent(share: number): string {
  return `${(share * 100).toFixed(2).padStart(6)} %`;
}

function sum(pages: readonly Asked[], of: (page: Asked) => number): number {
  return pages.reduce((total, page) => total + of(page), 0);
}

function showDifferences(pages: readonly Asked[], count: number): void {
  if (count === 0) return;
  const faults = pages.filter(({ fault }) => fault !== null);
  for (const { pair, fault } of faults) console.log(`unreadable ${pair.path}: ${fault}`);
  const all = pages.flatMap(({ pair, page, open }) => open.map((one) => ({ ...one, where: pair.path, page })));
  const byField = Map.groupBy(all, ({ path }) => path);
  for (const [field, differing] of [...byField]
    .toSorted((left, right) => right[1].length - left[1].length)
    .slice(0, count)) {
    console.log(`\n${field || "(page)"}: ${differing.length}`);
    for (const { where, page, expected, found } of differing.slice(0, 4)) {
      console.log(`  ${where} (${page})\n    expected ${shown(expected)}\n    found    ${shown(found)}`);
    }
  }
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 400);
}
