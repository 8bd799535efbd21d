import { describe, expect, test } from "vitest";
import { extractCitations } from "./citations.ts";

/** The citations read in a text; those of one decision have one letter. */
function read(text: string): string[] {
  return extractCitations(text).map((one) => `${one.text}${"group" in one ? ` ${"?abcd"[one.group]}` : ""}`);
}

describe("citations printed side by side", () => {
  test.each<[text: string, citations: string[]]>([
    ["Elm v. Fir, 5 U.S. 137, 2 L. Ed. 60 (1803)", ["5 U.S. 137 a", "2 L. Ed. 60 a"]],
    ["Elm v. Fir, 5 U.S. 137; 6 U.S. 12", ["5 U.S. 137 a", "6 U.S. 12 b"]],
    ["Elm v. Fir, 5 U.S. 137, 6 U.S. 12", ["5 U.S. 137 a", "6 U.S. 12 b"]],
    ["Elm v. Fir, 5 U.S. 137. In 2 L. Ed. 60 it is printed.", ["5 U.S. 137 a", "2 L. Ed. 60 b"]],
    ["Elm v. Fir, 5 U.S. 137, at 5 U.S. 140", ["5 U.S. 137 a"]],
    ["Elm v. Fir, 5 U.S. 137 5 U.S. 140", ["5 U.S. 137 a"]],
    ["Elm v. Fir, 5 U.S. 137, 5 U.S. 137", ["5 U.S. 137 a"]],
    ["Elm v. Fir, 5 U.S. 137, 5 U.S. 120", ["5 U.S. 137 a", "5 U.S. 120 b"]],
    ["Elm v. Fir, 5 U.S. 137; 5 U.S. 140", ["5 U.S. 137 a", "5 U.S. 140 b"]],
    ["Elm v. Fir, 410 U.S. 137, 410 S. Ct. 140", ["410 U.S. 137 a", "410 S. Ct. 140 a"]],
  ])("%j", (text, citations) => expect(read(text)).toEqual(citations));
});

test.each(["ante, at 489 U. S. 618", "ante at 489 U. S. 618", "Post, 489 U. S. 618", "infra, at pp. 489 U. S. 618"])(
  "a page of the decision that is being read is no citation: %s",
  (text) => expect(read(`See ${text}.`)).toEqual([]),
);
