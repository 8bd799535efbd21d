import { assert, constantFrom, array, nat, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { QuotedText } from "./match-quote.ts";

const SOURCE = `The lease of the pier was let in the spring of that year, and nobody asked the town whether it agreed.
We hold that a tenant who keeps the keys after the term has ended must pay for each month in which the landlord could
not let the rooms. Elm v. Fir, 12 F.3d 34, 36 (2d Cir. 1994). The rule is older than this court; it recognizes what
every land­lord knows.3 No statute says "otherwise" and no contract that we have seen does.`;
const text = new QuotedText(SOURCE);

describe("a quotation is the text's own", () => {
  test.each([
    "a tenant who keeps the keys after the term has ended must pay for each month",
    "[a] tenant who keeps the keys after the term has ended must pay",
    "[A] tenant who keeps the keys . . . must pay for each month in which the landlord could not let the rooms.",
    "a tenant who keeps the keys … must pay for each month",
    "We hold that [the defendant] who keeps the keys after the term has ended must pay",
    "could not let the rooms. The rule is older than this court",
    "could not let the rooms (citation omitted). The rule is older than this court",
    "it recogniz[ed] what every landlord knows. No statute says 'otherwise'",
    "No statute says “otherwise” and no contract that we have seen does",
    "a tenant who keeps the keys after the term has ended [sic] must pay",
    "A TENANT WHO KEEPS THE KEYS AFTER THE TERM HAS ENDED",
    "a tenant who keeps the keys after the terrn has ended",
    "* * * keeps the keys after the term has ended must pay * * * in which the landlord",
    "every land-lord knows. No statute says otherwise",
    "and nobody asked the town whether it agreed. We hold that a tenant",
  ])("%s", (quote) => expect(text.match(quote)).toEqual({ status: "exact" }));
});

describe("what stands in brackets in the source, or is spaced or broken there, is what it makes", () => {
  const altered = new QuotedText(`The complaint offers "[t]hreadbare recitals," and the court recogniz[ed] them under
42 U. S. C. § 1983 as juris-
dictional in the tenant's second suit.`);
  test.each([
    "offers threadbare recitals and the court recognized them",
    "offers “[t]hreadbare recitals,” and the court recogniz[es] them",
    "recognized them under 42 U.S.C. § 1983 as jurisdictional",
    "as jurisdictional in the tenant’s second suit",
  ])("%s", (quote) => expect(altered.match(quote)).toEqual({ status: "exact" }));

  test("a possessive is told whole", () => {
    expect(altered.match("as jurisdictional in the landlord’s second suit")).toMatchObject({
      alterations: [{ quoted: "landlord’s", source: "tenant's" }],
    });
  });
});

describe("a quotation is altered", () => {
  test.each([
    [
      "a tenant who keeps the keys after the term has ended may pay for each month",
      [{ quoted: "may", source: "must" }],
    ],
    [
      "a tenant who keeps the keys after the term has ended must not pay for each month",
      [{ quoted: "not", source: "" }],
    ],
    ["a tenant who keeps the keys after the term must pay for each month", [{ quoted: "", source: "has ended" }]],
    [
      "a guest who keeps the keys after the term has ended must pay for every month",
      [
        { quoted: "guest", source: "tenant" },
        { quoted: "every", source: "each" },
      ],
    ],
  ])("%s", (quote, alterations) => {
    expect(text.match(quote)).toMatchObject({ status: "altered", alterations });
  });

  test("is told with the source's own words", () => {
    expect(text.match("nobody asked the city whether it agreed")).toMatchObject({
      source: "nobody asked the town whether it agreed",
    });
  });
});

test.each(["the sea was calm and the boats came home before the evening", "the rooms of the term in the year of that"])(
  "%s is not found",
  (quote) => expect(text.match(quote)).toEqual({ status: "not found" }),
);

test("any run of a text is its own, wherever it begins", () => {
  const words = array(constantFrom("elm", "fir", "oak", "ash", "yew", "bay", "fig", "lime"), {
    minLength: 30,
    maxLength: 80,
  });
  assert(
    property(words, nat(20), nat(40), (all, from, length) => {
      const run = all.slice(from, from + 5 + length);
      expect(new QuotedText(all.join(" ")).match(run.join(" ")).status).toBe("exact");
    }),
    { numRuns: 300 },
  );
});
