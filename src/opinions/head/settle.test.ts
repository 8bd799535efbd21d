import { describe, expect, test } from "vitest";
import type { DatePrecision } from "../model.ts";
import { parallelCitation } from "../parallel-citation.ts";
import { docketOfCase } from "./settle-docket.ts";
import { settle } from "./settle.ts";
import type { Settled, ToldBySource } from "./settle.ts";

function citations(...citedAs: readonly string[]): ToldBySource["citations"] {
  return citedAs.flatMap((text) => parallelCitation(text) ?? []);
}

type Told = Partial<Omit<ToldBySource, "citations">> & { readonly citations?: readonly string[] };

function settled(given: Told, ...texts: readonly string[]): Settled {
  const told: ToldBySource = {
    courtId: "ca9",
    filed: { date: "1944-06-30", precision: "approximate" },
    docketNumber: null,
    ...given,
    citations: citations(...(given.citations ?? [])),
  };
  return settle(
    told,
    texts.map((text, at) => ({ opinionId: `o${at}`, text, paginationCitation: null })),
  );
}

describe("the day of decision", () => {
  test.each<[string, string, DatePrecision, string]>(
    [
      ["1945-06-30", "approximate", "Decided December 18, 1944.", "1944-12-18 day"],
      ["1966-06-30", "approximate", "Decided January 23, 1967.", "1967-01-23 day"],
      ["1966-06-30", "approximate", "Decided January 23, 1969.", "1966-06-30 approximate"],
      ["1944-05-01", "month", "May 9, 1944.", "1944-05-09 day"],
      ["1944-05-01", "month", "Filed June 9, 1944.", "1944-05-01 month"],
      ["1944-01-01", "year", "Filed June 9, 1944.", "1944-06-09 day"],
      ["1944-01-01", "year", "No date at all.", "1944-01-01 year"],
      // The day of the hearing, or of something in the text.
      ["1944-10-11", "day", "Argued October 11, 12, 1944.\nDecided December 18, 1944.", "1944-12-18 day"],
      ["1941-02-03", "day", "Argued October 11, 12, 1944.\nDecided December 18, 1944.", "1944-12-18 day"],
      ["1956-11-05", "day", "November 5, 1956.\nJanuary 7, 1957.", "1957-01-07 day"],
      // A later day may be that of an amended opinion; a word less plain than "decided" does not outweigh a whole date.
      ["1945-01-09", "day", "Decided December 18, 1944.\nAs Amended January 9, 1945.", "1945-01-09 day"],
      ["1944-12-17", "day", "Filed December 18, 1944.", "1944-12-17 day"],
      ["1944-12-17", "day", "December 18, 1944.", "1944-12-17 day"],
    ].map(([date = "", precision, head = "", wanted = ""]) => [date, head, precision as DatePrecision, wanted]),
  )("%s beside %j", (date, head, precision, wanted) => {
    const { filed } = settled({ filed: { date, precision } }, head);
    expect(`${filed.date} ${filed.precision}`).toBe(wanted);
  });

  test("where two opinions print different days nothing is mended, and both are kept beside", () => {
    const { filed, readings } = settled({}, "Decided May 1, 1944.", "Decided May 2, 1944.");
    expect(filed.precision).toBe("approximate");
    expect(readings.map(({ value, opinionId, isTaken }) => [value, opinionId, isTaken])).toEqual([
      ["1944-05-01", "o0", false],
      ["1944-05-02", "o1", false],
    ]);
  });

  test("a reading says which words of which opinion it was", () => {
    const text = "ALDER v. BIRCH\nDecided December 18, 1944.";
    const { readings } = settled({}, "No date.", text);
    expect(readings).toMatchObject([
      { field: "date_filed", value: "1944-12-18", opinionId: "o1", rule: "decision stated", isTaken: true },
    ]);
    expect(text.slice(readings[0]?.start ?? 0, readings[0]?.end ?? 0)).toBe("December 18, 1944");
  });
});

describe("docket numbers", () => {
  test.each<[string | null, readonly string[], string | null, readonly string[]]>([
    [null, ["93-1356, 93-1672"], "93-1356, 93-1672", ["93-1356", "93-1672"]],
    [null, ["09-1216", "09-1216", "09-1231"], "09-1216, 09-1231", ["9-1216", "9-1231"]],
    ["09-1216", ["09-1216", "09-1231"], "09-1216", ["9-1216", "9-1231"]],
    ["Jan-74", ["74-1"], "74-1", ["74-1"]],
    ["21-Jul", ["07-21"], "07-21", ["7-21"]],
    ["Jan-74", [], null, []],
    [null, ["94, Orig"], "94 Orig", ["94-orig"]],
    ["17", [], "17", ["17"]],
    [null, [], null, []],
  ])("%j with %j printed", (told, printed, shown, keys) => {
    const { docketNumber, numbers } = docketOfCase(told, printed);
    expect(docketNumber).toBe(shown);
    expect(numbers.map(({ key }) => key)).toEqual(keys);
  });

  test("printed numbers lead to a case whose source's number is among them, and to no other", () => {
    const head = "Nos. 93-1356, 93-1672.";
    expect(settled({ docketNumber: "93-1672" }, head).dockets).toEqual(["93-1356, 93-1672"]);
    expect(settled({ docketNumber: null }, head).dockets).toEqual(["93-1356, 93-1672"]);
    expect(settled({ docketNumber: "21-Jul" }, "No. 07-21.").dockets).toEqual(["07-21"]);
    expect(settled({ docketNumber: "Jan-74" }, "No. 01-7574.").dockets).toEqual(["01-7574"]);
    expect(settled({ docketNumber: "Jan-74" }, "No. 01-7575.").dockets).toEqual([]);
    const other = settled({ docketNumber: "93-9999" }, head);
    expect(other.dockets).toEqual([]);
    expect(other.readings).toMatchObject([{ field: "docket_number", value: "93-1356, 93-1672", isTaken: false }]);
  });
});

describe("citations", () => {
  const head = "326 U.S. 120\n65 S.Ct. 1475\nALDER v. BIRCH";
  test.each<[readonly string[], readonly string[]]>([
    [[], ["326 U.S. 120", "65 S.Ct. 1475"]],
    [["326 U.S. 120"], ["65 S.Ct. 1475"]],
    [["326 U. S. 120", "65 S. Ct. 1475"], []],
    // Another page of a book that is cited already: one of the two is misprinted.
    [["326 U.S. 102"], ["65 S.Ct. 1475"]],
  ])("beside %j", (held, wanted) => {
    expect(settled({ citations: held }, head).citations.map(({ citedAs }) => citedAs)).toEqual(wanted);
  });

  test("the citation of the page markers is taken where the record has none", () => {
    const told = {
      courtId: "ca1",
      filed: { date: null, precision: "none" },
      docketNumber: null,
      citations: [],
    } as const;
    const opinion = { opinionId: "o", text: "Words.", paginationCitation: "613 F.3d 44" };
    expect(settle(told, [opinion])).toMatchObject({
      citations: [{ citedAs: "613 F.3d 44" }],
      readings: [{ value: "613 F.3d 44", start: null, isTaken: true }],
    });
  });
});

describe("the court", () => {
  test.each<[string, readonly string[], string, string]>([
    ["scotus", ["43 S.E. 639", "132 N.C. 214"], "", "nc"],
    ["scotus", ["895 F.2d 139"], "United States Court of Appeals,\nFourth Circuit.", "ca4"],
    ["scotus", ["139 N.E.2d 387", "335 Mass. 228"], "Supreme Judicial Court of Massachusetts, Suffolk.", "mass"],
    // Nothing says which district.
    ["scotus", ["399 F. Supp. 1304"], "ALDER v. BIRCH", "scotus"],
    // The reporters and the head contradict each other.
    ["scotus", ["132 N.C. 214"], "Supreme Court of Georgia.", "scotus"],
    ["scotus", ["323 U.S. 214", "65 S. Ct. 193"], "Supreme Court of Georgia.", "scotus"],
    ["scotus", ["1944 U.S. LEXIS 1"], "Supreme Court of Georgia.", "scotus"],
    ["scotus", [], "Supreme Court of Georgia.", "scotus"],
    ["ca9", ["43 S.E. 639", "132 N.C. 214"], "Supreme Court of Georgia.", "ca9"],
  ])("%s with %j under %j", (courtId, held, head, wanted) => {
    expect(settled({ courtId, citations: held }, head || "No head.").courtId).toBe(wanted);
  });
});
