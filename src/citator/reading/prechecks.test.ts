import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Mention } from "../model.ts";
import { matchesOf } from "../matches.ts";
import { speaksOfDecisions } from "./anaphora.ts";
import { readFrames } from "./frames.ts";
import { GONE, PREDICATES, RELATIONS } from "./predicates.ts";
import { wordsOf } from "./sentence.ts";
import { MARK } from "./tokens.ts";
import type { Token } from "./tokens.ts";
import { GROUP, groupBefore } from "./verb-group.ts";
import { VERB_FORMS } from "./verbs.ts";

const mention = (authority: number): Mention => ({ authority, span: { start: 0, end: 1 }, form: "name" });

/** Words that the patterns are made of, so that what they take comes up often. */
const VOCABULARY = [
  ...VERB_FORMS.keys(),
  ...[...PREDICATES.map(([, , words]) => words), ...RELATIONS.map(([, words]) => words), GONE]
    .join(" ")
    .split(/[^a-z'-]+/u)
    .filter(Boolean),
];
const COMMON = [
  ..."we is are was be not no longer to and it them they both each neither none in of the by , court".split(" "),
  ..."now hereby therefore would should cannot has been which that stand good law must ; so".split(" "),
];
const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...COMMON) },
  { weight: 2, arbitrary: fc.constantFrom(...VOCABULARY) },
  { weight: 1, arbitrary: fc.constant(MARK) },
);

function sentenceOf(words: readonly string[]): ReturnType<typeof wordsOf> {
  return wordsOf(words.map((one, at): Token => ({ word: one, at, mentions: one === MARK ? [mention(at)] : [] })));
}

describe("what is passed over unread", () => {
  test("no sentence that a verb, predicate or relation takes", () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 14 }), fc.boolean(), (words, isAfterAnother) => {
        for (const one of [words, words.filter((each) => each !== MARK)]) {
          const sentence = sentenceOf(one);
          const before = isAfterAnother ? [[[mention(99)]]] : [[[mention(98)]], []];
          if (speaksOfDecisions(sentence, before)) continue;
          expect(readFrames(sentence, { isSeparate: false, isQuoted: () => false, before })).toEqual([]);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    "it is overruled .",
    "they are distinguishable .",
    "we overrule them .",
    "both are limited .",
    "none is overruled .",
  ])("not %s", (words) => {
    const sentence = sentenceOf(words.split(" "));
    expect(speaksOfDecisions(sentence, [[[mention(1), mention(2)]]])).toBe(true);
    expect(speaksOfDecisions(sentence, [[[mention(1), mention(2)]], []])).toBe(false);
  });
});

test("the group before a verb is found from the end as from the beginning", () => {
  const helping = fc.constantFrom(
    ..."is are be been has not never no longer to , and it they now hereby in part way of course by means so that extent as such only expressly accordingly ⟦0⟧ the rule".split(
      " ",
    ),
  );
  fc.assert(
    fc.property(fc.array(helping, { maxLength: 120 }), (words) => {
      const before = ` ${words.map((one) => `${one} `).join("")}`;
      expect(groupBefore(before)).toBe(GROUP.exec(before)?.[0] ?? " ");
    }),
    { numRuns: 2000 },
  );
});

test("matches are those of matchAll", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", "b", " ", "é") }), (text) => {
      for (const expression of [/a+/gu, / (\S+)(?= )/gu, /b*/gu])
        expect(matchesOf(expression, text)).toEqual([...text.matchAll(expression)]);
    }),
  );
});
