import { expect, test } from "vitest";
import { kindOfCharacter } from "./character-kinds.ts";

test.each([
  ["letters", "aÉßѪﬁº"],
  ["digits", "0٣½Ⅷ²"],
  ["dashes", "-–—−‑"],
  ["quotation marks", "\"'’‘“”«»„`´′"],
  ["accents", "\u0301\u0327"],
  ["brackets", "()[]{}"],
  ["punctuation", ".,;:*§¶&…†"],
  ["symbols", "$+=<>|©°^"],
  ["format codes", "\u00ad\u200b\ufeff"],
  ["control codes", "\u0000\u0097\u007f"],
  ["other", "\ue000\ud83d\ude00"],
] as const)("%s", (kind, characters) => {
  expect(Array.from({ length: characters.length }, (_, at) => kindOfCharacter(characters.charCodeAt(at)))).toEqual(
    Array.from({ length: characters.length }, () => kind),
  );
});

test("white space has no kind: it is laid out anew", () => {
  expect(Array.from(" \t\n\f\u00a0\u2009\u0085", (space) => kindOfCharacter(space.charCodeAt(0)))).toEqual(
    Array.from({ length: 7 }, () => null),
  );
});
