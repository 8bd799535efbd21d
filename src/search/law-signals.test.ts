import { expect, test } from "vitest";
import type { QueryNode } from "#index/tree.ts";
import { unitsOf } from "#index/units.ts";
import { besideWords, SIGNAL_WEIGHTS } from "./law-signals.ts";
import { readQueryAs } from "./read/query-forms.ts";

function treeOf(query: string): QueryNode {
  const read = readQueryAs("laws", query);
  if (!read.ok) throw new Error(`${query} cannot be read`);
  return read.value.tree;
}

const requiredOf = (query: string): number | undefined => {
  const tree = besideWords(treeOf(query));
  const among = tree.kind === "or" ? tree.children : [tree];
  return among.find((node) => node.kind === "ranked")?.required;
};

test.each(["mooring AND fee", '"mooring fee"', "name:mooring", "Avalon Code § 1-101"])(
  "%s means what it says",
  (query) => {
    const tree = treeOf(query);
    expect(besideWords(tree)).toBe(tree);
  },
);

test.each([
  ["berth", 1],
  ["berth fees", 2],
  ["berth lighter ballast", 1],
  ["berth lighter ballast foghorn", 2],
  ["berth lighter ballast foghorn pilot", 2],
  ["berth lighter ballast foghorn pilot anchor harbor wharf buoy", 4],
])("of the words of %s %d must be there", (query, required) => expect(requiredOf(query)).toBe(required));

test("a word that only puts the question counts less, and stays one of those of which some must be there", () => {
  const printed = JSON.stringify(besideWords(treeOf("how much can somebody get for harbor fees")));
  const counted = besideWords(treeOf("somebody berth lighter"));
  expect(printed).toContain(`{"kind":"boost","factor":${SIGNAL_WEIGHTS.asking}`);
  expect(requiredOf("somebody berth lighter")).toBe(1);
  const alike = besideWords(treeOf("somebody berth lighter"), { ...SIGNAL_WEIGHTS, asking: 1 });
  expect(JSON.stringify(alike)).not.toBe(JSON.stringify(counted));
  expect(JSON.stringify(alike)).not.toContain(`"factor":${SIGNAL_WEIGHTS.asking},"child":{"kind":"or"`);
});

test("what statutes say for a word is asked for too, in every field, and not where it counts nothing", () => {
  const printed = JSON.stringify(besideWords(treeOf("boss harbor fees")));
  expect(printed).toContain('"text":"employer"');
  expect(printed).toContain('"text":"employer","exact":false,"at":{"start":0,"end":4},"field":"citedIn"');
  const without = besideWords(treeOf("boss harbor fees"), { ...SIGNAL_WEIGHTS, everyday: 0, citedIn: 0, above: 0 });
  expect(JSON.stringify(without)).not.toContain("employer");
});

/** The keys of provisions that a query names, with what each counts. */
const keysOf = (query: string): readonly string[] =>
  [
    ...JSON.stringify(treeOf(query)).matchAll(
      /"factor":([\d.]+),"child":\{"kind":"term","text":"(\w+)","exact":true,"field":"key"/gu,
    ),
  ].map(([, factor, key]) => `${key} ${factor}`);

test("the provisions of an act count where its name stands among other words, the first of them most", () => {
  expect(keysOf("Miller Act payment bond")).toContain("40usc3131 6");
  expect(keysOf("wages under the Davis-Bacon Act")).toEqual(expect.arrayContaining(["40usc3142 6", "40usc3141 5"]));
  expect(keysOf("Miller Act")).toContain("40usc3131 18");
  expect(keysOf("an act of bridges").filter((key) => key.endsWith(" 6"))).toEqual([]);
});

test("of several provisions that are named each counts a little less than the one before", () => {
  const keys = keysOf("17 U.S.C. §§ 107 and 108");
  const factorOf = (key: string): number => Number(keys.find((one) => one.startsWith(`${key} `))?.split(" ")[1]);
  expect(factorOf("17usc107")).toBeGreaterThan(factorOf("17usc108"));
});

test("of what a query is found by, what people asked for is shown, each word once with what stands for it", () => {
  const sought = unitsOf(besideWords(treeOf("how much can my boss get for harbor fees")), "body");
  const told = sought.map(({ unit, sense, isAsked }) => [unit.kind === "term" ? unit.text : unit.kind, sense, isAsked]);
  expect(told).toEqual([
    ["boss", 0, true],
    ["employer", 0, false],
    ["harbor", 1, true],
    ["fees", 2, true],
    ["phrase", 3, true],
  ]);
});
