import { expect, test } from "vitest";
import { numbersNamed } from "./sections-named.ts";

/** What is named in a text, and the words that stand there. */
function named(html: string): readonly string[] {
  return numbersNamed(html).map(
    ({ start, end, number, title }) => `${html.slice(start, end)}|${number}${title === undefined ? "" : `|${title}`}`,
  );
}

test.each([
  ["under section 727 of this title", ["727|727"]],
  ["<p>Sections 523(a)(2), 524, and 727(b) apply.</p>", ["523(a)(2)|523", "524|524", "727(b)|727"]],
  ["as § 42-3505.01(b) provides.", ["42-3505.01(b)|42-3505.01"]],
  ["section 552a of title 5.", ["552a|552a|5"]],
  ["section 1101.", ["1101|1101"]],
  ["section 5 of the Heron Act", []],
  ["section 12 of Public Law 99-1", []],
  ['see <a href="x">section 9</a> there', []],
  ["subsection (a)", []],
  ['<p title="section 3">none</p>', []],
])("%s", (html, expected) => {
  expect(named(html)).toEqual(expected);
});
