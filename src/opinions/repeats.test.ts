import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { repeatedOpinions } from "./repeats.ts";

/** Invented prose of so many words, the same for the same seed and another for another. */
function prose(seed: number, words: number): string {
  return Array.from({ length: words }, (_, at) => `w${(seed * 7919 + at * 104_729 + ((at * at) % 613)) % 9973}`).join(
    " ",
  );
}

const lead = prose(1, 400);
const dissent = prose(2, 200);
const concurrence = prose(3, 60);
const note = prose(4, 12);

const remark = prose(6, 5);

type Texts = Readonly<Record<string, string>>;

function repeated(texts: Texts): string {
  const given = Object.entries(texts).map(([id, text]) => ({ id, text }));
  return [...repeatedOpinions(given)].toSorted().join(" ");
}

describe("what only repeats other opinions of its decision", () => {
  const cases: readonly (readonly [what: string, texts: Texts, repeats: string])[] = [
    ["nothing, of one opinion", { a: lead }, ""],
    ["nothing, where each says something else", { a: lead, b: dissent, c: concurrence }, ""],
    ["a copy; the first stays", { a: lead, b: lead }, "b"],
    ["copies, spelled another way", { a: lead, b: lead.toUpperCase().replaceAll(" w", ",\n w") }, "b"],
    ["a whole whose parts all stand beside it", { all: `${lead} ${dissent}`, a: lead, b: dissent }, "all"],
    ["the whole, whichever comes first", { a: lead, b: dissent, all: `${lead} ${dissent}` }, "all"],
    ["a part of a whole, where the rest stands nowhere else", { all: `${lead} ${dissent}`, b: dissent }, "b"],
    [
      "a whole and a copy of it",
      { all: `${lead} ${dissent}`, same: `${lead} ${dissent}`, a: lead, b: dissent },
      "all same",
    ],
    ["a short remark in a longer text", { a: `${lead} ${note}`, n: note }, "n"],
    ["words too few to be anybody's own are no copy of a longer text", { a: `${lead} ${remark}`, r: remark }, ""],
    ["nothing, where half is shared", { a: `${lead} ${dissent}`, b: `${lead} ${prose(5, 300)}` }, ""],
    ["no text at all repeats nothing", { a: lead, b: "", c: "" }, ""],
  ];
  test.each(cases)("%s", (_, texts, repeats) => expect(repeated(texts)).toBe(repeats));

  test("page numbers and misprints in a copy change nothing", () => {
    const printed = lead
      .split(" ")
      .map((word, at) => (at % 60 === 59 ? `${word} ${400 + at}` : word))
      .join(" ");
    expect(repeated({ a: lead, b: printed })).toBe("b");
  });

  test("of every text something is kept: what repeats is held by those that do not", () => {
    const parts = [lead, dissent, concurrence, note];
    const texts = fc.array(fc.subarray([0, 1, 2, 3], { minLength: 1 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(texts, (drawn) => {
        const given = drawn.map((some, at) => ({
          id: String(at),
          some,
          text: some.map((part) => parts[part]).join(" "),
        }));
        const gone = repeatedOpinions(given);
        const kept = given.filter(({ id }) => !gone.has(id));
        const said = new Set(kept.flatMap(({ some }) => some));
        expect(kept.length).toBeGreaterThan(0);
        // A part so small that a text without it is nearly the same may go with it.
        for (const { some } of given) for (const part of some) if (part < 2) expect(said.has(part)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
