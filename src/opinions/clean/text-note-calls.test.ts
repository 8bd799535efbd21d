import { describe, expect, it } from "vitest";
import { firstUnmapped } from "#test/opinions/clean-html.ts";
import { cleanOpinion } from "./clean-opinion.ts";

const paragraphs = (...texts: readonly string[]): string => texts.join("\n\n");
const clean = (plain: string): ReturnType<typeof cleanOpinion> => cleanOpinion({ plain });

describe("bare digits that call notes", () => {
  it("leave no characters where they count up, and stay in the HTML", () => {
    const { text, account } = clean(
      paragraphs("The court1 held so.2 “It is barred.”3 Denby argued", "(as he did),4 and so—", "1 A note. 2 Another."),
    );
    expect(text.text).toBe(
      "The court held so. “It is barred.” Denby argued\n\n(as he did), and so—\n\n1 A note. 2 Another.",
    );
    expect([...text.html.matchAll(/<sup class="footnote-reference">(\d)<\/sup>/gu)].map(([, label]) => label)).toEqual([
      "1",
      "2",
      "3",
      "4",
    ]);
    expect(firstUnmapped(text)).toBe(-1);
    expect(account.lost).toEqual({});
  });

  it("have their labels parted from the words of the note", () => {
    const { text } = clean(
      paragraphs("It was so.1 Then.2 And.3 More", "1Marlow held. 2Denby", "2“The rule", "9No note", "3d Cir."),
    );
    expect(text.text.split("\n\n").slice(1)).toEqual(["1 Marlow held. 2Denby", "2 “The rule", "9No note", "3d Cir."]);
  });

  it("may miss one now and then", () => {
    expect(clean("It was so.1 Then this.2 And that.4 And more.5").text.text).toBe(
      "It was so. Then this. And that. And more.",
    );
  });

  it("are one or two only where their notes stand in the text", () => {
    expect(clean(paragraphs("It was so.1 Then", "1 The note.")).text.text).toContain("It was so. Then");
    expect(clean("It was so.1 Then").text.text).toContain("so.1 Then");
    expect(clean(paragraphs("The court1 was", "1 The note.")).text.text).toContain("court1");
  });

  it("are found over the tags of a source that does not mark them", () => {
    const { text } = cleanOpinion({ html: "<p>See <i>Marlow.</i>1 It is</p><p>so.2 <i>Id.</i>3 And</p>" });
    expect(text.text).toBe("See Marlow. It is\n\nso. Id. And");
  });

  it.each([
    ["pages of notes", "12 F.3d 4, 5 n.1 and n.2 and 6 n.3 so"],
    ["numbers of documents", "Exh.1 and Exh.2 and No.3 so"],
    ["parts of names", "Claim1 and Claim2 and Claim3 so"],
    ["decimals and years", "0.1 and 1.2 and 1983.3 so"],
    ["no count", "the fi1e was.7 lost and,3 found.9 so"],
    ["what the source marks", "It was so.1 Then.2 And.3 so"],
  ])("are none: %s", (what, words) => {
    const marked = what === "what the source marks" ? "<footnotemark>*</footnotemark>" : "";
    const { text } = cleanOpinion({ html: `<p>${words}${marked}</p>` });
    expect(text.text).toBe(words);
  });
});
