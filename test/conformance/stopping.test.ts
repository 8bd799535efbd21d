import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LIMITS } from "#base/limits.ts";
import { err } from "#base/result.ts";
import type { Estimate } from "#index/embedded/match/estimate.ts";
import { UNMETERED, WorkMeter } from "#index/embedded/work-meter.ts";
import type { EngineRequest, IndexDocument } from "#index/index.ts";
import type { QueryNode } from "#index/tree.ts";
import { parseQuery } from "#search/query/parse.ts";
import { FACETS } from "./engine-shapes.ts";
import { LocalIndex } from "./random/local-index.ts";
import { TurnCounter } from "./turns.ts";

const COMMON = ["the", "of", "and", "to", "in", "a"];
/** A search is looked at so often, and no oftener than each so many units. */
const LOOKS = 12;
const UNITS_PER_LOOK_MIN = 200;
/** Stretches of code that run for a unit of work, at most; what is passed over in silence comes on top. */
const TURNS_PER_UNIT = 3.2;
/** What is done beside: setting out, and what is as much whatever is asked. */
const TURNS_BESIDE = 5000;

/** Invented words, in an order that repeats nothing for long. */
function inventedWord(number: number): string {
  const letters = "aeioubcdfghlmnprst";
  let word = "";
  for (let rest = number * 7919 + 31; rest > 0; rest = Math.floor(rest / letters.length)) {
    word += letters.charAt(rest % letters.length);
  }
  return word;
}

function textOf(words: number, seed: number): string {
  const list = Array.from({ length: words }, (_, at) => {
    const drawn = (at * 2654435761 + seed * 40503) % 4294967296;
    if (at % 97 === 96) return "end.";
    if (at % 1013 === 1012) return "stop.\n\n";
    return drawn % 10 < 6 ? (COMMON[drawn % 6] ?? "the") : inventedWord((at * 31 + seed * 17) % 6000);
  });
  return list.join(" ");
}

const values = {
  courtId: "scotus",
  courtAbbreviation: "U.S.",
  jurisdiction: "F",
  state: "Federal",
  publishStatus: "Published",
  dateFiled: "2001-02-03",
};
/** One document of extraordinary length among many short ones. */
const documents: readonly IndexDocument[] = [
  { id: "long", texts: { body: textOf(1500, 1), name: "the state of the estate" }, values },
  ...Array.from({ length: 80 }, (_, at) => ({
    id: `short ${at}`,
    texts: { body: textOf(150, at + 2), name: "of the bank and the trust" },
    values,
  })),
];

let dir: string;
let meter = UNMETERED;
let index: LocalIndex;
/** The index takes its meter when it is made; this one is as each test sets it. */
const changing = new Proxy(UNMETERED, {
  get: (_, member) => {
    if (member === "add") return (units: number) => meter.add(units);
    return Reflect.get(meter, member) as unknown;
  },
});

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "onpoint-stopping-"));
  index = new LocalIndex(dir, 1 << 20, LIMITS.wildcard_expansions_max, changing);
  index.apply({ upserts: documents.slice(0, 60), deletes: [] });
  index.apply({ upserts: documents.slice(60), deletes: ["short 7"] });
});

afterAll(() => {
  index.close();
  rmSync(dir, { recursive: true, force: true });
});

function treeOf(query: string): QueryNode {
  const parsed = parseQuery(query, { resolveCourt: () => err([]) });
  if (!parsed.ok) throw new Error(`${query}: ${JSON.stringify(parsed.error)}`);
  return parsed.value.tree;
}

/** What a person, or one who means harm, can type; every kind of node is among them. */
const HEAVY: readonly string[] = [
  "the W/255 of",
  "the PRE/255 of",
  "the W/255 the",
  "(the W/255 of) W/255 and",
  "(the W/255 of) W/255 (and W/255 to)",
  "the /s of",
  "the /p of",
  "the /s of /s and",
  "*a* /p *e* /p the",
  '("of the" OR and) /p (to OR "in the")',
  "(the /p of) W/255 and",
  '"of the" W/255 "to the"',
  "(the OR of OR and) W/255 (to OR in OR a)",
  '("of the" OR and) W/255 (to OR "in the")',
  '"the of"',
  '"th* o*"',
  "*a*",
  "*a* W/255 *e*",
  "*a* OR *e* OR *i*",
  "*a* AND *e* AND NOT *aeiou*",
  "a* PRE/255 e* PRE/255 i*",
  "NOT the AND of",
  "atleast5(*a* OR of)",
  "the of and to in a",
  "name:(the OR of) AND the",
  "*a*e*i*o*",
];

function requestOf(query: string): EngineRequest {
  return {
    tree: treeOf(query),
    filters: [{ column: "jurisdiction", anyOf: ["F"] }],
    offset: 0,
    limit: 20,
    facets: FACETS,
    total: true,
    explain: false,
  };
}

class Injected extends Error {}

/** Searches with a look each so many units; answers how many looks there were. */
function looksOf(query: string, unitsPerLook: number, look: (count: number) => void = () => undefined): number {
  let looks = 0;
  meter = new WorkMeter(() => look(++looks), unitsPerLook);
  index.search(requestOf(query));
  return looks;
}

function unitsPerLook(query: string): number {
  meter = new WorkMeter();
  index.search(requestOf(query));
  return Math.max(UNITS_PER_LOOK_MIN, Math.floor(meter.spent / LOOKS));
}

describe.each(HEAVY)("%s", (query) => {
  test("tells of its work in every loop", () => {
    const units = unitsPerLook(query);
    const counter = new TurnCounter("src/index/embedded/");
    const check = (place: string): void => {
      const { all, busiest } = counter.take();
      expect(all, `turns ${place}, most of them in ${busiest}`).toBeLessThan(TURNS_BESIDE + TURNS_PER_UNIT * units);
    };
    try {
      counter.take();
      const looks = looksOf(query, units, (count) => check(`before look ${count}`));
      check("after the last look");
      expect(looks).toBeGreaterThan(0);
    } finally {
      counter.stop();
    }
  });

  test("ends wherever it is told to, and leaves nothing behind", () => {
    const units = unitsPerLook(query);
    meter = UNMETERED;
    const whole = index.search(requestOf(query));
    const looks = looksOf(query, units);
    for (const place of new Set([1, 2, Math.ceil(looks / 2), looks])) {
      const stop = (count: number): void => {
        if (count === place) throw new Injected();
      };
      if (place <= looks) expect(() => looksOf(query, units, stop)).toThrow(Injected);
    }
    meter = UNMETERED;
    expect(index.search(requestOf(query))).toEqual(whole);
  });
});

test("what a search will cost is told before it runs, within some times of what it does cost", () => {
  const told = HEAVY.map((query) => {
    meter = new WorkMeter();
    let estimated: Estimate | undefined;
    let planned = 0;
    index.search(requestOf(query), (estimate) => {
      estimated = estimate;
      planned = meter.spent;
    });
    expect(estimated?.costly.length).toBeGreaterThan(0);
    return { query, ratio: (meter.spent - planned) / (estimated?.units ?? 0) };
  });
  expect(told.filter(({ ratio }) => ratio > 8)).toEqual([]);
  expect(told.filter(({ ratio }) => ratio < 1 / 40)).toEqual([]);
});
