import fc from "fast-check";
import sanitizeHtml from "sanitize-html";
import { expect, test } from "vitest";
import { LAW_TAGS } from "./allow-list.ts";
import { cleanLawHtml } from "./clean-html.ts";

test.each([
  ["<p onclick=x>No <b>troll</b></p>", "<p>No <b>troll</b></p>", "No troll"],
  ["<script>alert(1)</script>words<style>p{}</style>", "words", "words"],
  ['<a href="javascript:x">§ 2</a><img src=x onerror=y>', "§ 2", "§ 2"],
  ["<h1>Of bridges</h1><p>a &lt; b", "<h2>Of bridges</h2><p>a &lt; b</p>", "Of bridges\n\na < b"],
  ["one<br>two", "one<br>two", "one\ntwo"],
])("%s", (source, html, text) => {
  expect(cleanLawHtml(source)).toEqual({ html, text });
});

test("whatever comes in, nothing but what is allowed comes out", () => {
  const piece = fc.constantFrom(
    "<p>",
    "</p>",
    "<script>",
    "</script>",
    "<td>",
    "<a href=x>",
    "<svg>",
    "<b",
    ">",
    '"',
    "words",
    "&lt;",
    "<!--",
    "-->",
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const { html } = cleanLawHtml(pieces.join(""));
      const again = sanitizeHtml(html, {
        allowedTags: [...LAW_TAGS, "br"],
        allowedAttributes: { "*": ["class", "id", "colspan", "rowspan"] },
      });
      expect(again.replaceAll("<br />", "<br>")).toBe(html);
    }),
  );
});
