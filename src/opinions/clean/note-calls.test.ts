import { expect, test } from "vitest";
import { cleanOpinion } from "./clean-opinion.ts";
import { noteCallsOf } from "./note-calls.ts";

test("calls are told with their place in the text and the note they call", () => {
  const { text } = cleanOpinion(
    {
      html:
        "<p>It is so.<footnotemark>1</footnotemark> We hold<footnotemark>&lt;2&gt;</footnotemark> this.<footnotemark>9</footnotemark></p>" +
        '<footnote label="1"><p>One & a note.</p></footnote><footnote label="<2>"><p>Two.</p></footnote>',
    },
    { idPrefix: "o1-" },
  );
  const told = noteCallsOf(text).map(({ label, offset, note }) => [
    label,
    text.text.slice(0, offset),
    note === null ? null : text.text.slice(note.start, note.end),
  ]);
  expect(told).toEqual([
    ["1", "It is so.", "1 One & a note."],
    ["<2>", "It is so. We hold", "<2> Two."],
    ["9", "It is so. We hold this.", null],
  ]);
});

test("calls that a text bears as bare digits are told too", () => {
  const { text } = cleanOpinion({ plain: "It was so.1 Then this.2 And that.3 More" });
  expect(noteCallsOf(text).map(({ label, offset }) => [label, text.text.slice(0, offset)])).toEqual([
    ["1", "It was so."],
    ["2", "It was so. Then this."],
    ["3", "It was so. Then this. And that."],
  ]);
});
