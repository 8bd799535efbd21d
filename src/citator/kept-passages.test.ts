import fc from "fast-check";
import { expect, test } from "vitest";
import { utf8Positions } from "#text/utf8-positions.ts";
import { packPassages, unpackPassages } from "./kept-passages.ts";
import { wordsOfPassage } from "./passages.ts";
import type { Passage } from "./passages.ts";

const character = fc.constantFrom("a", "b", " ", "\n", "é", "§", "“", "😀");

/** Passages in order, none touching another, each with some mentions in order. */
function passagesIn(length: number, cuts: readonly number[]): Passage[] {
  const places = [...new Set(cuts.map((cut) => cut % (length + 1)))].toSorted((one, other) => one - other);
  const passages: Passage[] = [];
  for (let at = 0; at + 3 < places.length; at += 4) {
    const [start = 0, from = 0, to = 0, end = 0] = places.slice(at, at + 4);
    passages.push({ start, end, holes: at % 8 === 0 ? [{ start: from, end: to }] : [] });
  }
  return passages;
}

test("passages come back as they were packed, and say the same of the bytes as of the text", () => {
  let seen = 0;
  fc.assert(
    fc.property(
      fc.array(character, { minLength: 200, maxLength: 400 }),
      fc.array(fc.nat(), { minLength: 4, maxLength: 40 }),
      (characters, cuts) => {
        const starts = [0];
        for (const one of characters) starts.push((starts.at(-1) ?? 0) + one.length);
        const text = characters.join("");
        const at = (place: number): number => starts[place] ?? text.length;
        const passages = passagesIn(characters.length, cuts).map(({ start, end, holes }) => ({
          start: at(start),
          end: at(end),
          holes: holes.map((hole) => ({ start: at(hole.start), end: at(hole.end) })),
        }));
        const unpacked = unpackPassages(packPassages(passages, utf8Positions(text)));
        const bytes = Buffer.from(text);
        expect(unpacked.map((one) => wordsOfPassage(one, (from, to) => bytes.toString("utf8", from, to)))).toEqual(
          passages.map((one) => wordsOfPassage(one, (from, to) => text.slice(from, to))),
        );
        seen += passages.length;
      },
    ),
  );
  expect(seen).toBeGreaterThan(100);
});

test("no passage takes no room", () => {
  expect(packPassages([], (position) => position)).toBeNull();
  expect(unpackPassages(null)).toEqual([]);
});
