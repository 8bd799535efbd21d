import { expect, test } from "vitest";
import { extractCitations } from "./citations.ts";

test.each([
  ["Roe v. Doe, 12 F. Sup-\np. 34, 36 (S.D.N.Y. 1935)", "12 F. Sup-\np. 34", "12 F. Supp. 34"],
  ["See 410 U.S.\u00a0113; 12 So\u00aduth. 34", "12 So\u00aduth. 34", "12 So. 34"],
  ["In re Oﬃce of Doe, 12 F.3d 34 (2d Cir. 1993)", "12 F.3d 34", "12 F.3d 34"],
  ["42 U.S. C. § 1983", "42 U.S. C. § 1983", "42 U.S.C. § 1983"],
  ["42 U. S.C. § 1983", "42 U. S.C. § 1983", "42 U.S.C. § 1983"],
  ["12 N.Y. S.2d 34", "12 N.Y. S.2d 34", "12 N.Y.S.2d 34"],
])("%j", (text, printed, corrected) => {
  const found = extractCitations(text).map((one) => ({
    printed: one.text,
    at: text.slice(one.span.start, one.span.end),
    corrected: "corrected" in one ? one.corrected : "",
  }));
  expect(found).toContainEqual({ printed, at: printed, corrected });
});

test("pins and names are where the text has them", () => {
  const text = "See Mar-\nlow v. Denby, 12 F.3d 34, 36 (2d Cir. 1993).";
  const [one] = extractCitations(text);
  expect(one?.kind === "case" ? [text.slice(one.fullSpan.start, one.fullSpan.end), one.pin?.text] : []).toEqual([
    "Mar-\nlow v. Denby, 12 F.3d 34, 36 (2d Cir. 1993)",
    "36",
  ]);
  const pin = one?.kind === "case" ? one.pin?.span : undefined;
  expect(text.slice(pin?.start, pin?.end)).toBe("36");
});
