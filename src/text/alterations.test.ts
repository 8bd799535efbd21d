import { describe, expect, test } from "vitest";
import { foldWildcard, tokenize } from "./tokenize.ts";

const words = (text: string): string =>
  tokenize(text)
    .map((token) => token.text)
    .join(" ");

describe("bracketed alterations are the word they make", () => {
  test.each([
    ["[t]hreadbare recitals", "threadbare recitals"],
    ["“[T]hreadbare recitals”", "threadbare recitals"],
    ["recogniz[ing] the state[s’] statute[s].", "recognizing the states statutes"],
    ["[un]reason[abl]y", "unreasonably"],
    ["the Court['s] and the [plaintiff]'s", "the court and the plaintiff"],
    ["[plaintiffs]’ claims", "plaintiffs claims"],
    ["A[N] STATE[S]", "an states"],
    ["[É]tat and caf[é]", "etat and cafe"],
    ["[A]n [i]t", "an it"],
    ["Viet[N]ow, [D]eath[F]rom[A]bove, Harper[Collins]", "vietnow deathfromabove harpercollins"],
    ["in [Mr.] Smith's [own] hand", "in mr smith own hand"],
  ])("%s", (text, expected) => expect(words(text)).toBe(expected));
});

describe("brackets that are no alteration part words", () => {
  test.each([
    ["recieve[sic] and [SIC]x", "recieve sic and sic x"],
    ["552[b] and § 78j[a]", "552 b and § 78j a"],
    ["[a]1 [b] 2 [ ] x[]y", "a 1 b 2 x y"],
    ["word[emphasis added]next", "word emphasis added next"],
    ["U.[S.]C. and U.S.[c]", "u s c and us c"],
    ["[open and x[never", "open and x never"],
    [`x[${"a".repeat(25)}]`, `x ${"a".repeat(25)}`],
  ])("%s", (text, expected) => expect(words(text)).toBe(expected));
});

test("the whole of it is marked, and takes one position", () => {
  const text = "the “[t]hreadbare recital[s] of";
  const tokens = tokenize(text);
  expect(tokens.map(({ start, end }) => text.slice(start, end))).toEqual(["the", "[t]hreadbare", "recital[s]", "of"]);
  expect(tokens.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
});

test("a sentence may begin with one", () => {
  const begun = tokenize("He said so. “[T]he rule holds.” Id. [W]e agree.").filter(
    ({ begins }) => begins === "sentence",
  );
  expect(begun.map(({ text }) => text)).toEqual(["the", "id", "we"]);
});

test.each([
  ["[t]hread*", ["thread*"]],
  ["recogniz[ing]*", ["recognizing*"]],
  ["re[cog]niz*", ["recogniz*"]],
  ["[the] [Court*]", ["the", "court*"]],
])("wildcards: %s", (typed, parts) => expect(foldWildcard(typed)).toEqual(parts));
