import { expect, it } from "vitest";
import { firstUnmapped } from "#test/opinions/clean-html.ts";
import { cleanOpinion } from "./clean-opinion.ts";

const WORDS = "The debtor and a debtor; relevant; may be, maybe; pre trial; the equity.";

it.each([
  ["the debt- or’s rele- vant plan", "the debtor’s relevant plan"],
  ["the Debt- or. A debt-\nor", "the Debtor. A debtor"],
  ["pre- and post-trial, debt- or equity-based", "pre- and post-trial, debt- or equity-based"],
  ["it may- be so, the- equity", "it may- be so, the- equity"],
  ["an unheard- of multi- kilogram", "an unheard- of multi- kilogram"],
  ["non-debt- or, 16th- and 17th-century", "non-debt- or, 16th- and 17th-century"],
])("%j", (given, expected) => {
  const { text, account } = cleanOpinion({ html: `<p>${WORDS} Of debt and kind.</p><p>${given}</p>` });
  expect(text.text.split("\n\n")[1]).toBe(expected);
  expect(firstUnmapped(text)).toBe(-1);
  expect(account.lost).toEqual({});
});
