import { describe, expect, test } from "vitest";
import { cleanOpinion } from "./clean-opinion.ts";
import { addAccounts, EMPTY_ACCOUNT } from "./text-account.ts";
import type { TextAccount } from "./text-account.ts";
import type { RawText } from "./text-columns.ts";

function accountOf(raw: RawText): TextAccount {
  return cleanOpinion(raw).account;
}

describe("every character of the source is kept or left out for a reason", () => {
  const cases: readonly (readonly [what: string, html: string, leftOut: TextAccount["leftOut"]])[] = [
    ["plain words", "<p>It is “so” — 5 &amp; &lt;6&gt;.</p>", {}],
    [
      "a page mark",
      '<p>a <span class="star-pagination">*Page 12</span> b</p>',
      { "page mark": { letters: 4, punctuation: 1 } },
    ],
    ["page marks written as words", "<p>a [*1] b [*2] c</p>", { "page mark": { brackets: 4, punctuation: 2 } }],
    ["a note's call", '<p>a<a href="#fn1" id="fn1_ref">[1]</a> b</p>', { "note mark": { brackets: 2 } }],
    [
      "notes marked by superscripts",
      "<div><p>a<sup>[1]</sup> b</p><p>[1] The note.</p></div>",
      { "note mark": { brackets: 4 } },
    ],
    ["a script", "<p>a<script>x = 1</script> b</p>", { "hidden element": { letters: 1, digits: 1, symbols: 1 } }],
    [
      "codes that print nothing",
      "<p>a\u0000b co\u00adop \ufeff</p>",
      {
        "soft hyphen": { "format codes": 1 },
        unprintable: { "format codes": 1, "control codes": 1 },
      },
    ],
    ["an unclosed element without words", "<p>One <svg><path d='M0 0'/> two.", {}],
  ];
  test.each(cases)("%s", (_what, html, leftOut) => {
    const account = accountOf({ html });
    expect(account).toMatchObject({ lost: {}, added: {}, mended: {} });
    expect(account.leftOut).toEqual(leftOut);
  });

  test("of a page of plain text", () => {
    const lines = Array.from(
      { length: 12 },
      (_, at) => `${at + 1} the line that stands on this page, as all the others do`,
    );
    const plain = [...lines, "13 a dif-", "14 ferent end", "15 ______", "-2-"].join("\n");
    const account = accountOf({ plain });
    expect(account.lost).toEqual({});
    expect(account.leftOut).toEqual({
      "line number": { digits: 21 },
      "page number": { digits: 1, dashes: 2 },
      "ruled line": { punctuation: 6 },
      "hyphen at line end": { dashes: 1 },
    });
  });
});

test("control codes read as what they print are told by what they became", () => {
  const account = accountOf({ html: "<p>Zeta\u0097the \u0093maker\u0094</p>" });
  expect(account.mended).toEqual({ dashes: 1, "quotation marks": 2 });
  expect(account.shown).toEqual({ letters: 12, dashes: 1, "quotation marks": 2 });
  expect(account.lost).toEqual({});
});

test("the label that a note bears as an attribute is added", () => {
  const { added, lost } = accountOf({
    html: '<p>a<footnotemark>7</footnotemark></p><footnote label="7"><p>b</p></footnote>',
  });
  expect([added, lost]).toEqual([{ digits: 1 }, {}]);
});

test("accounts add up", () => {
  const one = accountOf({ html: "<p>a\u0097 b</p>" });
  const both = addAccounts(addAccounts(EMPTY_ACCOUNT, one), one);
  expect(both).toEqual({ shown: { letters: 4, dashes: 2 }, mended: { dashes: 2 }, leftOut: {}, lost: {}, added: {} });
});
