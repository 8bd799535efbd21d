import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readInvented, treatmentsIn } from "./invented.fixture.ts";
import { beginReading, finishReading } from "./read-opinion.ts";

const PIECES = [
  "We overrule Alder v. Birch, 310 U.S. 101, 105 (1940).",
  "See Cedar v. Dogwood, 320 U. S. 202 (1943)",
  "; accord, Elm v. Fir, 330 U.S. 303 (1947).",
  "MR. JUSTICE HAZEL, dissenting.",
  "“It is so ordered”",
  "Alder is distinguishable.",
  "That case is overruled.",
  "Id., at 107.",
  "(overruling Cedar)",
  "\n\n",
  "  ",
  "\n",
  " 😀é ",
];

test("a quotation is a run of the text, and stands where it is said to stand", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }), (pieces) => {
      const text = pieces.join("");
      for (const { quote, quoteStart, first, pinCites } of readInvented(text)) {
        expect(quote).not.toBe("");
        expect(text.slice(quoteStart, quoteStart + quote.length)).toBe(quote);
        expect(first.start).toBeLessThan(first.end);
        for (const pin of pinCites) expect(text).toContain(pin);
      }
    }),
  );
});

test("a long text is read in time that grows with its length alone", () => {
  const unit = `${PIECES.slice(0, 3).join(" ")} ${"Alder was argued and it was of the and the ".repeat(20)}. `;
  const cited = readInvented(unit.repeat(300));
  expect(cited.map(({ name }) => name)).toEqual(["Alder v. Birch", "Cedar v. Dogwood", "Elm v. Fir"]);
});

describe("who speaks", () => {
  test.each([
    [
      "The dissent begins.\n\nMR. JUSTICE HAZEL, dissenting.\n\nI would overrule Alder.",
      ["Alder: Overruled (dissent)"],
    ],
    ["We follow Alder.\n\nMR. JUSTICE HAZEL, dissenting.\n\nI would overrule Alder.", ["Alder: Followed (court)"]],
    [
      "We follow Alder.\n\nMR. JUSTICE HAZEL, dissenting.\n\nThe Court today overrules Alder.",
      ["Alder: Overruled (account)"],
    ],
    ["We limit Alder to its facts. Alder was overruled by Cedar.", ["Alder: Limited (court)"]],
    ["We follow Alder. Alder was overruled by Cedar.", ["Alder: Overruled (history)"]],
    ["We overrule Alder. We follow Alder as to costs.", ["Alder: Overruled (court)"]],
  ])("%j", (text, treatments) => expect(treatmentsIn(text)).toEqual(treatments));
});

const read = (text: string, given = {}): unknown => readInvented(text, given)[0]?.treatment;

describe("direct history", () => {
  const below = "Rowan v. Spruce, 500 F.2d 10 (9th Cir. 1978)";
  test.each([
    ["Reversed", `The Court of Appeals held otherwise. ${below}.\n\nThe judgment of the Court of Appeals is reversed.`],
    ["Reversed", `See ${below}.\n\nReversed and remanded.`],
    ["Vacated", `See ${below}.\n\nThe judgment is vacated, and the case is remanded.`],
    ["Vacated", `See ${below}.\n\nWe therefore vacate the judgment of the Court of Appeals.`],
    ["Affirmed", `See ${below}.\n\nAffirmed.`],
    [
      "Affirmed",
      `See ${below}.\n\nThe judgment is affirmed.\n\nMR. JUSTICE HAZEL, dissenting.\n\nI would reverse the judgment.`,
    ],
    ["Reversed", `See ${below}.\n\nThe judgment is affirmed in part and reversed in part.`],
    ["Cited", `See ${below}.\n\nIt is so ordered.`],
    ["Cited", "See Alder v. Birch, 500 F.2d 10 (9th Cir. 1978).\n\nThe judgment is reversed."],
    ["Cited", "See Rowan v. Spruce, 400 F.2d 10 (9th Cir. 1968).\n\nThe judgment is reversed."],
    ["Cited", "See Rowan v. Spruce, 310 U.S. 101 (1979).\n\nThe judgment is reversed."],
    ["Reversed", "The Court of Appeals affirmed. 500 F.2d 10 (1978).\n\nThe judgment is reversed."],
    ["Cited", "We granted certiorari. 498 U.S. 1066 (1979).\n\nThe judgment is reversed."],
    ["Cited", "The Supreme Court of California denied review. 60 Cal. 3d 14 (1979).\n\nThe judgment is reversed."],
    ["Cited", "See Rowan Lumber Supply Co., 500 F.2d 10 (9th Cir. 1978).\n\nThe judgment is reversed."],
    ["Reversed", "See People v. Spruce, 60 Cal. 2d 14 (1979).\n\nThe judgment is reversed."],
    [
      "Cited",
      "See People v. Spruce, 60 Cal. 2d 14 (1979).\n\nThe judgment is reversed and the case is remanded to the Supreme Court of Nevada.",
    ],
    [
      "Cited",
      "The state court convicted. State v. Spruce, 9 Ohio St. 3d 136 (1979). The Court of Appeals affirmed. 500 F.2d 10 (1979).\n\nThe judgment of the Court of Appeals is reversed.",
    ],
    [
      "Reversed",
      "The rule stands. Pp. 12-15.\n\n590 F. 2d 10, reversed and remanded.\n\nHAZEL, J., delivered the opinion.",
    ],
    ["Vacated", "Pp. 12-15.\n\n590 F. 2d 10 (first case) and 591 F. 2d 11 (second case), vacated and remanded."],
    [
      "Reversed",
      "Pp. 12-15.\n\nNo. 78-10, 590 F. 2d 10, affirmed in part and reversed in part; No. 78-11, 591 F. 2d 11, affirmed.",
    ],
    ["Affirmed", "That court took another view. See 500 F. 2d 10, 12 (1978).\n\nThe judgment is affirmed."],
    ["Cited", "The record has it. 5 App. 694.\n\nThe judgment is affirmed."],
    ["Affirmed", "The Court of Appeals affirmed. 590 F. 2d 10. We granted certiorari.\n\nThe judgment is affirmed."],
    [
      "Cited",
      `The panel reversed. ${below}. On rehearing en banc, the court agreed. 510 F.2d 20 (1978).\n\nThe judgment of the Court of Appeals is reversed.`,
    ],
    [
      "Cited",
      `The court affirmed. ${below}. We granted certiorari, vacated, and remanded. 440 U.S. 10 (1979). It affirmed again. 510 F.2d 20 (1979).\n\nThe judgment of the Court of Appeals is reversed.`,
    ],
    [
      "Cited",
      "The District Court dismissed. 400 F. Supp. 10 (Minn. 1978). The Court of Appeals reversed. 500 F.2d 10 (1979).\n\nThe judgment of the Court of Appeals is affirmed.",
    ],
    // The other party is another here, and what a court did stands right before.
    [
      "Reversed",
      "The Ninth Circuit reversed. Spruce v. Larch, 500 F.2d 10 (1978).\n\nThe judgment of the Court of Appeals is reversed.",
    ],
    [
      "Cited",
      "Others disagree. Compare Spruce v. Larch, 500 F.2d 10 (5th Cir. 1978).\n\nThe judgment of the Court of Appeals is reversed.",
    ],
    // Another name, and review is granted in the next words.
    [
      "Affirmed",
      "The jury convicted both, and the Court of Appeals affirmed. United States v. Hazel, 500 F.2d 10 (1979). We granted certiorari.\n\nThe judgment is affirmed.",
    ],
    [
      "Cited",
      "The jury convicted both, and the Court of Appeals affirmed. United States v. Hazel, 500 F.2d 10 (1979). The rule is old.\n\nThe judgment is affirmed.",
    ],
    // Who is another case's is not this one's.
    [
      "Cited",
      "See, e.g., Spruce v. Alder, 500 F.2d 10 (9th Cir. 1978); 501 F.2d 11 (case below).\n\nThe judgment is affirmed.",
    ],
    ["Cited", "3 Wall. 654\n\nROWAN\nv.\nSPRUCE.\n\nThe judgment is affirmed."],
    // The volume is of about 1952, and the case of 1980.
    ["Cited", "The Court of Appeals affirmed. 200 F.2d 10. We granted certiorari.\n\nThe judgment is affirmed."],
    [
      "Affirmed",
      "The convictions were affirmed by the Court of Appeals for the Ninth Circuit, 590 F.2d 10. We granted certiorari.\n\nThe judgment is affirmed.",
    ],
    ["Reversed", "The Supreme Court of the State affirmed, 169 Ark. 748.\n\nThe judgment is reversed."],
    ["Reversed", "Pp. 3-4.\n\n363 N. C. 664, 686 S. E. 2d 135, reversed and remanded."],
    [
      "Vacated",
      "The Court of Appeals affirmed. 500 F.2d 10 (1979).\n\nWe grant the petition for certiorari, vacate the judgment of the Court of Appeals, and remand the case.",
    ],
  ])("%s: %j", (treatment, text) => expect(read(text)).toBe(treatment));

  test("a decision that is held under a caption in disorder is under review where a party is the same", () => {
    const text =
      "The Court of Appeals affirmed. 500 F.2d 10 (9th Cir. 1978).\n\nThe judgment of the Court of Appeals is reversed.";
    const opinion = {
      text,
      type: "lead",
      courtId: "scotus",
      caseName: "Rowan v. Larch City Dept. of Social Harbors",
      year: 1980,
    };
    const called = (name: string): string | undefined =>
      finishReading(beginReading(opinion), () => ({ name, courtId: "ca9" }), {}, null)[0]?.treatment;
    expect(
      called("12 Harbor Cas. 836 Ada Rowan v. Department of Social Harbors of the City of Larch, Defendants"),
    ).toBe("Reversed");
    expect(called("12 Harbor Cas. 836 Ada Alder v. Birch")).toBe("Cited");
  });

  test("only a court above on the line of appeal does it", () => {
    expect(read(`See ${below}.\n\nReversed.`, { courtId: "ca2" })).toBe("Cited");
    expect(read("See Rowan v. Spruce, 400 F. Supp. 10 (N.D. Cal. 1978).\n\nReversed.", { courtId: "ca9" })).toBe(
      "Reversed",
    );
  });

  test("an agency is a party of many cases", () => {
    const text = "See Alder v. Spruce Coastal Commission, 500 F.2d 10 (9th Cir. 1979).\n\nThe judgment is reversed.";
    expect(read(text, { caseName: "Rowan v. Spruce Coastal Commission" })).toBe("Cited");
    expect(read(text.replace("Alder", "Rowan"), { caseName: "Rowan v. Spruce Coastal Commission" })).toBe("Reversed");
  });

  test("an officer is a party of many cases", () => {
    const text = "We granted certiorari. Cf. Larch v. Hazel, 500 F.2d 10 (9th Cir. 1979).\n\nThe judgment is reversed.";
    expect(read(text, { caseName: "Rowan v. Ada Hazel, Commissioner of Harbors" })).toBe("Cited");
    expect(read(text.replace("Larch", "Rowan"), { caseName: "Rowan v. Ada Hazel, Commissioner of Harbors" })).toBe(
      "Reversed",
    );
  });

  test("a long name alone makes no old decision the one under review", () => {
    const caseName = "Great Northern Ferry Company v. Rowan";
    const text = "See Great Northern Ferry Company v. Two Parcels, 500 F.2d 10.\n\nThe judgment is reversed.";
    expect(read(text, { caseName })).toBe("Cited");
  });

  test("of a reporter's undated volumes the later is under review", () => {
    const text =
      "The Circuit Court of Appeals affirmed, 420 F.2d 30. On another appeal the Circuit Court of Appeals affirmed, 490 F.2d 10.\n\nAffirmed.";
    const called = readInvented(text, { year: 1976 }).map(({ citedAs, treatment }) => `${citedAs}: ${treatment}`);
    expect(called).toEqual(["420 F.2d 30: Cited", "490 F.2d 10: Affirmed"]);
  });

  test("a bank is no other bank", () => {
    const text =
      "We granted certiorari. Compare Larch v. Bank One, 500 F.2d 10 (9th Cir. 1979).\n\nThe judgment is reversed.";
    expect(read(text, { caseName: "Hazel Bank v. Rowan" })).toBe("Cited");
  });

  test("a successor in office is the same party where review is spoken of", () => {
    const text = "Cf. Rowan v. Larch, 500 F.2d 10 (9th Cir. 1979). We granted certiorari.\n\nThe judgment is reversed.";
    expect(read(text)).toBe("Reversed");
    expect(read(text.replace("We granted certiorari.", ""))).toBe("Cited");
  });
});
