import { expect, test } from "vitest";
import { numberedIn } from "./numbered.ts";

const waysOf = (text: string): readonly string[] =>
  numberedIn(text).map(({ typed, others }) =>
    [typed, ...others]
      .map((way) => way.join(" "))
      .toSorted()
      .join(", "),
  );

const FOURTH = "4th amend, 4th amendment, amend iv, amendment iv, fourth amend, fourth amendment";

test.each<readonly [string, readonly string[]]>([
  ["4th amendment", [FOURTH]],
  ["Fourth Amendment", [FOURTH]],
  ["Fourth Amend.", [FOURTH]],
  ["U.S. Const. amend. IV", [FOURTH]],
  [
    "a pier and the 8th Amendment",
    ["8th amend, 8th amendment, amend viii, amendment viii, eighth amend, eighth amendment"],
  ],
  [
    "Twenty-First Amendment",
    ["21st amend, 21st amendment, amend xxi, amendment xxi, twenty first amend, twenty first amendment"],
  ],
  ["title 7 claims", ["title 7, title vii"]],
  ["Art. III standing", ["art 3, art iii, article 3, article iii"]],
  ["chapter 11 plan", ["chapter 11, chapter xi"]],
  ["1st degree arson", ["1st, first"]],
  ["2d degree and 22nd", ["2d, second", "22nd, twenty second"]],
])("%s", (text, ways) => {
  expect(waysOf(text)).toEqual(ways);
});

test.each([
  "an amendment",
  "title to land",
  "article x of the lease",
  "4 amendments",
  "98th pier",
  "first pier",
  "amend it",
])("%s is words", (text) => {
  expect(waysOf(text)).toEqual([]);
});
