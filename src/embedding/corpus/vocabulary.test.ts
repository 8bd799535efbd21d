import { array, assert, constantFrom, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { hashedTerm, TermCounter, TermRowsBuilder } from "./term-rows.ts";
import { chooseVocabulary, placedRows, TermPlaces } from "./vocabulary.ts";

const countsOf = (text: string): Record<string, number> => {
  const { terms, counts } = new TermCounter().count(text);
  return Object.fromEntries([...terms].map((hash, at) => [hash, counts[at] ?? 0]));
};
const word = (stem: string): number => hashedTerm(stem, false);
const pair = (stems: string): number => hashedTerm(stems, true);

describe("the terms of a text", () => {
  test.each([
    ["stems, function words left out", "The cause of actions", { caus: 1, action: 1 }, ["caus action"]],
    [
      "no pair over the end of a sentence",
      "He was liable. Damages follow.",
      { liabl: 1, damag: 1, follow: 1 },
      ["damag follow"],
    ],
    ["each as often as it stands there", "Due process, due process", { due: 2, process: 2 }, null],
  ])("%s", (_what, text, words, pairs) => {
    const counts = countsOf(text);
    for (const [stem, count] of Object.entries(words)) expect(counts[word(stem)]).toBe(count);
    if (pairs === null) return;
    expect(Object.keys(counts)).toHaveLength(Object.keys(words).length + pairs.length);
    for (const stems of pairs) expect(counts[pair(stems)]).toBe(1);
  });

  test("a word is never a pair", () => {
    expect(word("process") & 1).toBe(0);
    expect(pair("process") & 1).toBe(1);
  });
});

describe("a vocabulary", () => {
  test("knows the terms that enough passages have, and rows are as if each term were looked up by name", () => {
    const texts = array(array(constantFrom("lien", "ship", "tort", "bail", "deed"), { maxLength: 8 }), {
      maxLength: 60,
    });
    assert(
      property(texts, (made) => {
        const builder = new TermRowsBuilder();
        for (const words of made) builder.add(words.join(" "));
        const vocabulary = chooseVocabulary(builder.build());
        const found = new Map<number, number>();
        for (const words of made) {
          for (const one of new Set(words)) found.set(word(one), (found.get(word(one)) ?? 0) + 1);
        }
        const wanted = [...found].filter(([, passages]) => passages >= 4).map(([hash]) => hash);
        expect([...vocabulary.hashes].filter((hash) => (hash & 1) === 0)).toEqual(wanted.toSorted((a, b) => a - b));
        const rows = placedRows(builder.build(), vocabulary);
        expect(rows.starts.length - 1).toBe(made.length);
        for (const [row, words] of made.entries()) {
          const own = [...rows.terms.subarray(rows.starts[row], rows.starts[row + 1])];
          const names = own.map((place) => vocabulary.hashes[place] ?? 0).filter((hash) => (hash & 1) === 0);
          const known = [...new Set(words)].map(word).filter((hash) => wanted.includes(hash));
          expect(names).toEqual(known.toSorted((a, b) => a - b));
        }
      }),
    );
  });

  test("what all passages have weighs less than what few have", () => {
    const builder = new TermRowsBuilder();
    for (let at = 0; at < 40; at++) builder.add(at < 5 ? "salvage court" : "court");
    const { hashes, weights } = chooseVocabulary(builder.build());
    const weight = (stem: string): number => weights[hashes.indexOf(word(stem))] ?? Number.NaN;
    expect(weight("salvag")).toBeGreaterThan(weight("court"));
    expect(weight("court")).toBeGreaterThan(0);
  });

  test("every place is found, and nothing else", () => {
    const hashes = Uint32Array.from({ length: 500 }, (_, at) => (at * 2654435761) >>> 0).toSorted();
    const places = new TermPlaces(hashes);
    for (const [place, hash] of hashes.entries()) expect(places.of(hash)).toBe(place);
    expect(places.of(1)).toBe(-1);
    expect(new TermPlaces(new Uint32Array()).of(7)).toBe(-1);
  });
});
