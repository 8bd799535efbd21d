import { expect, test } from "vitest";
import { partOf } from "#analysis/invented.fixture.ts";
import { selectPassages } from "./select.ts";
import type { Passage } from "./select.ts";
import { unitsOf } from "./units.ts";

const words = (count: number, word: string): string =>
  `The ${Array.from({ length: count - 2 }, () => word).join(" ")} end.`;
const unitsFrom = (...sentences: string[]): ReturnType<typeof unitsOf> =>
  unitsOf({ kind: "opinion", parts: [partOf(sentences.join(" "))] });
const quoted = ({ unit, start, end }: Passage): string => unit.part.text.slice(start, end);

test("three fair sentences side by side go before a better one that stands alone", () => {
  const sentences = [words(70, "far"), words(75, "best"), words(20, "one"), words(20, "two"), words(20, "three")];
  const units = unitsFrom(...sentences);
  const [first, second] = selectPassages(units, [[0, 3, 2.6, 2.6, 2.6]], [[]]);
  expect(first && quoted(first)).toBe(sentences.slice(2).join(" "));
  expect(second && quoted(second)).toBe(sentences[1]);
});

test("a passage takes all that has room beside it and has some chance", () => {
  const sentences = [words(30, "before"), words(30, "here"), words(30, "behind")];
  const [passage] = selectPassages(unitsFrom(...sentences), [[1, 5, 2]], [[]]);
  expect(passage && quoted(passage)).toBe(sentences.slice(1).join(" "));
});

test("parts of a question take turns, and one that has nothing more gives its turn away", () => {
  const units = unitsFrom(...Array.from({ length: 8 }, (_, at) => words(60, `w${String.fromCodePoint(97 + at)}`)));
  const early = [9, 8, 7, 6, -9, -9, -9, -9];
  const late = [-9, -9, -9, -9, -9, -9, -9, 9];
  expect(selectPassages(units, [early, late], [[], []]).map(({ asked }) => asked)).toEqual([0, 1, 0, 0, 0]);
});
