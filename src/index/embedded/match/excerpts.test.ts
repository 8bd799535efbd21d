import fc from "fast-check";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import type { EngineRequest, Excerpt, IndexDocument } from "#index/index.ts";
import type { QueryNode, TermNode } from "#index/tree.ts";
import { LocalIndex } from "#test/conformance/random/local-index.ts";
import { wordsOf } from "#test/oracle/words.ts";
import { WINDOW } from "#index/embedded/segment/bits.ts";
import { excerptAround } from "./excerpts.ts";

const AT = { start: 0, end: 0 };
const AROUND = { before_bytes: 91, after_bytes: 321 };

let dir: string;
let index: LocalIndex;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "onpoint-excerpts-"));
  index = new LocalIndex(dir, 1_000_000, 100);
});
afterEach(() => {
  index.close();
  rmSync(dir, { recursive: true });
});

const word = (text: string, exact = false): TermNode => ({ kind: "term", text, exact, at: AT });

function asked(tree: QueryNode, more: Partial<EngineRequest> = {}): EngineRequest {
  const plain = { filters: [], offset: 0, limit: 100, facets: [], total: true, explain: false };
  return { tree, ...plain, excerpts: AROUND, ...more };
}

function documentOf(id: string, body: string, name = ""): IndexDocument {
  return { id, texts: { name, body }, values: {} };
}

/** By bytes, as a database cuts a text. */
function cut(text: string, from: number, bytes: number | undefined): string {
  return Buffer.from(text).toString("utf8", from, bytes === undefined ? undefined : from + bytes);
}

const piece = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.constantFrom("the", "duty", "of", "care", "law", "rule", "owed", "was", "due", "process"),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom("Duties", "careful", "U. S.", "F. 3d", "§§ 1983", "court's", "10,000", "cross-claim"),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("\n\n", ". ", "— ", "\u{1d4d0}", "Pe\u0301n\u0303a", "(", "”", "\u{1f600} "),
  },
);
const text = fc.array(piece, { maxLength: 700, size: "max" }).map((pieces) => pieces.join(" "));

const queries: readonly QueryNode[] = [
  word("duty"),
  word("care", true),
  { kind: "phrase", words: [word("due", true), word("process", true)], at: AT },
  { kind: "wildcard", pattern: "*are*", at: AT },
  {
    kind: "or",
    children: [word("rule"), { kind: "phrase", words: [word("of", true), word("law", true)], at: AT }],
    at: AT,
  },
  { kind: "near", left: word("duty"), right: word("care"), unit: "word", distance: 3, ordered: false, at: AT },
];

test("of any texts, the stretch begins and ends at words of the text and the match stands in it", () => {
  const texts = fc.sample(text, { numRuns: 24, seed: 5 });
  const documents = texts.map((body, at) => documentOf(`document ${at}`, body));
  index.apply({ upserts: [...documents.slice(0, 9), documentOf("gone", "duty of care")], deletes: [] });
  index.apply({ upserts: documents.slice(9), deletes: ["gone"] });
  for (const segments of ["two segments", "one"]) {
    if (segments === "one") index.merge(() => true);
    let matched = 0;
    for (const tree of queries) {
      for (const { id, excerpt } of index.search(asked(tree)).hits) {
        expectToFit(texts[Number(id.slice("document ".length))]!, excerpt!);
        matched += 1;
      }
    }
    expect(matched).toBeGreaterThan(80);
  }
});

function expectToFit(whole: string, { from, bytes, match }: Excerpt): void {
  const words = wordsOf(cut(whole, from, bytes));
  const before = wordsOf(cut(whole, 0, from));
  const after = bytes === undefined ? [] : wordsOf(cut(whole, from + bytes, undefined));
  // Cutting the text there splits no word and changes none.
  expect([...before, ...words, ...after].map((one) => one.text)).toEqual(wordsOf(whole).map((one) => one.text));
  expect(match!.last).toBeLessThan(words.length);
  const bearing = words.slice(match!.first, match!.last + 1).map((one) => one.text);
  expect(bearing.length).toBeLessThanOrEqual(42);
  expect(bearing.join(" ")).toMatch(/^(?:dut|care|due process|rule|of law)/u);
}

test("what is asked of other fields is looked for in the text too, and where it has none the text's beginning is told", () => {
  const body = "Nothing here. ".repeat(200);
  index.apply({ upserts: [documentOf("named", body, "Heron v. Marsh")], deletes: [] });
  const [hit] = index.search(asked(word("heron"))).hits;
  expect(hit?.excerpt).toMatchObject({ from: 0, match: undefined });
  expect(hit?.excerpt?.bytes).toBeGreaterThan(AROUND.after_bytes);
  const [plain] = index.search(asked(word("heron"), { excerpts: undefined })).hits;
  expect(plain).not.toHaveProperty("excerpt");
  index.apply({ upserts: [documentOf("named", "", "Heron v. Marsh")], deletes: [] });
  const [empty] = index.search(asked(word("heron"))).hits;
  expect(empty?.excerpt).toEqual({ from: 0, bytes: undefined, match: undefined });
});

test("of a document beyond the first window, and of words in several fields, the place in the text is told", () => {
  const filler = Array.from({ length: WINDOW + 3 }, (_, at) => documentOf(`filler ${at}`, "nothing"));
  const body = `${"nothing here ".repeat(300)} a duty of care was owed to herons ${"nothing more ".repeat(300)}`;
  index.apply({ upserts: [...filler, documentOf("far", body, "Heron v. Duty")], deletes: [] });
  index.apply({ upserts: [documentOf("near", "herons owe no duty", "Marsh v. Heron")], deletes: [] });
  const found = index.search(asked({ kind: "or", children: [word("duty"), word("heron")], at: AT })).hits;
  expect(found.map(({ id }) => id).toSorted()).toEqual(["far", "near"]);
  const { from, bytes, match } = found.find(({ id }) => id === "far")!.excerpt!;
  const words = wordsOf(cut(body, from, bytes)).map((one) => one.text);
  expect(words.slice(match!.first, match!.last + 1)).toEqual(["duty", "of", "care", "was", "owed", "to", "herons"]);
  expect(found.find(({ id }) => id === "near")!.excerpt).toEqual({
    from: 0,
    bytes: undefined,
    match: { first: 0, last: 3 },
  });
});

test("a stretch has what is wanted around the match, whatever the distances between places", () => {
  const gaps = fc.array(fc.integer({ min: 32, max: 900 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(gaps, fc.nat(), fc.nat(41), (drawn, at, length) => {
      let place = 0;
      const places = [0, ...drawn.map((gap) => (place += gap))];
      const words = places.length * 32;
      const first = at % words;
      const last = Math.min(words - 1, first + length);
      const { from, bytes = Infinity, match } = excerptAround({ first, last }, places, AROUND);
      const [begin, next] = [places[Math.floor(first / 32)]!, places[Math.floor(first / 32) + 1] ?? Infinity];
      expect(from === 0 || begin - from >= AROUND.before_bytes).toBe(true);
      expect(places).toContain(from);
      // No more of the text than that takes.
      expect(places[places.indexOf(from) + 1] ?? Infinity).toBeGreaterThan(begin - AROUND.before_bytes);
      expect(from + bytes).toBeGreaterThanOrEqual(next === Infinity ? Infinity : next + AROUND.after_bytes);
      expect(match).toEqual({ first: first - places.indexOf(from) * 32, last: last - places.indexOf(from) * 32 });
    }),
  );
});

test("a form of the word is no place of the word as typed, which is read first", () => {
  const filler = "of the case as it was ".repeat(60);
  index.apply({ upserts: [documentOf("a", `negligently ${filler} negligence ${filler}`)], deletes: [] });
  const [hit] = index.search(asked(word("negligence"))).hits;
  expect(hit?.excerpt?.from).toBeGreaterThan(0);
});
