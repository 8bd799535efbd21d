import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapeHtml } from "./escape-html.ts";
import { slugOf } from "./slug.ts";
import { collapseSpace, foldTypography } from "./typography.ts";

describe("slugOf", () => {
  test.each([
    ["Alder v. Birch Lumber Co.", "alder-v-birch-lumber-co"],
    ["In re O’Dell", "in-re-odell"],
    ["Señor Peña v. U.S.", "senor-pena-v-us"],
    ["???", "untitled"],
    ["", "untitled"],
  ])("%j becomes %j", (text, slug) => expect(slugOf(text)).toBe(slug));

  test("is always safe in an address", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => /^[a-z0-9]+(-[a-z0-9]+)*$/u.test(slugOf(text))));
  });
});

test("escapeHtml leaves nothing a parser could take for mark-up", () => {
  fc.assert(fc.property(fc.string(), (text) => !/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/u.test(escapeHtml(text))));
});

test("foldTypography keeps every offset", () => {
  expect(foldTypography("“A” – ‘b’\u00a0c")).toBe(`"A" - 'b' c`);
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => foldTypography(text).length === text.length));
});

test("collapseSpace", () => expect(collapseSpace(" a \n\t b ")).toBe("a b"));
