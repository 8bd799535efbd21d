import { describe, expect, test } from "vitest";
import { extractCitations } from "./citations.ts";
import { contextOf } from "./context.ts";

function contextsOf(text: string): { sentence: string; passage: string }[] {
  return extractCitations(text).map((citation) => {
    const { sentence, passage } = contextOf(text, citation);
    return { sentence: text.slice(sentence.start, sentence.end), passage: text.slice(passage.start, passage.end) };
  });
}

describe("contextOf", () => {
  test("a citation inside a sentence is cited for that sentence", () => {
    const text = "It was late. The rule that notice is due was settled in Elm v. Fir, 12 F.3d 34. We agree.";
    const sentence = "The rule that notice is due was settled in Elm v. Fir, 12 F.3d 34.";
    expect(contextsOf(text)).toEqual([{ sentence, passage: sentence }]);
  });

  test("a citation sentence is cited for the sentence before it", () => {
    const text =
      "It was late. Notice is due before a hearing. See Elm v. Fir, 12 F.3d 34, 36 (2d Cir. 1994). We agree.";
    expect(contextsOf(text)[0]?.passage).toBe(
      "Notice is due before a hearing. See Elm v. Fir, 12 F.3d 34, 36 (2d Cir. 1994).",
    );
  });

  test("a passage does not reach over a blank line", () => {
    const text = "Notice is due.\n\nElm v. Fir, 12 F.3d 34.";
    expect(contextsOf(text)[0]?.passage).toBe("Elm v. Fir, 12 F.3d 34.");
  });
});
