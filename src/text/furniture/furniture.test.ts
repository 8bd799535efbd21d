import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { furnitureIn, inSource, runningText, sourceOf } from "./furniture.ts";
import { isStamp } from "./stamp-lines.ts";

const STAMPS = [
  "Case 1:19-cv-01234-ABC   Document 12   Filed 01/02/20   Page 2 of 2",
  "Case 4:19-cv-01234-HSG Document 40 Filed 05/06/20 Page 3 of 9",
  "Case: 20-1234 Document: 12 Page: 3 Date Filed: 01/02/2020",
  "Case: 20-1234 Document: 12-1 Filed: 01/02/2020 Page: 3",
  "Case: 20-1234, 01/02/2020, ID: 11545678, DktEntry: 12-1, Page 3 of 9",
  "Case 20-1234, Document 12, 01/02/2020, 2743210, Page3 of 9",
  "Case 2:18-cv-00123 ECF No. 12 filed 01/02/19 PageID.123 Page 4 of 9",
  "Case 0:19-cv-61234-XYZ Document 12 Entered on FLSD Docket 01/02/2020 Page 3 of 9",
  "Case 19-12345-abc Doc 12 Filed 01/02/20 Entered 01/02/20 12:34:56 Page 3 of 9",
  "Case 19-12345-abc Doc 12 Filed 01/02/20 Entered 01/02/20 12:34:56 Desc Main Document Page 3 of 9",
  "Appellate Case: 20-1234 Page: 3 Date Filed: 01/02/2020 Entry ID: 4912345",
  "USCA11 Case: 21-12345 Document: 30-1 Date Filed: 01/02/2022 Page: 3 of 9",
  "USCA4 Appeal: 20-1234 Doc: 12 Filed: 01/02/2020 Pg: 3 of 9",
  "USCA Case #20-1234 Document #1821234 Filed: 01/02/2020 Page 3 of 9",
  "NYSCEF DOC. NO. 12 RECEIVED NYSCEF: 01/02/2020",
];

describe("a stamp", () => {
  test.each(STAMPS)("%s is taken out, a page number beside it too", (stamp) => {
    for (const text of [
      `one 9\n${stamp}\nSamp. two`,
      `one 9\n\n3\n\n${stamp}\n\nSamp. two`,
      `one 9\n\n${stamp}\n\n4\n\nSamp. two`,
    ]) {
      expect(runningText(text).text).toBe("one 9 Samp. two");
    }
  });

  test("over two lines is one", () => {
    const stamp =
      "Case 19-12345-abc   Doc 12   Filed 01/02/20   Entered 01/02/20 12:34:56   Desc\n   Main Document   Page 3 of 9";
    expect(runningText(`one\n${stamp}\ntwo`).text).toBe("one two");
  });

  test.each([
    "In Case 12 the Document was filed on Page 3 of 9.",
    "See Case 1:19-cv-01234-ABC, Document 12, at Page 2, which says so.",
    "Case 1:19-cv-01234-ABC Document 12 was filed on 01/02/20 at Page 2",
    "Case 1:19-cv-01234-ABC, Document 12",
  ])("%j is none", (line) => expect(isStamp(line)).toBe(false));
});

/** Lines of running text: each goes on in the middle of a sentence. */
function proseLines(count: number, from = 0): string[] {
  return Array.from(
    { length: count },
    (_, at) => `goods that the ${WORDS[(at + from) % WORDS.length]} of the pier had let to the tenants, and`,
  );
}

const WORDS = ["owner", "keeper", "town", "harbor", "master", "buyer", "seller", "court", "clerk"];
const NUMBERS = (line: string, at: number): string => `${String(at + 1).padStart(2)}   ${line}`;
const CENTERED = (words: string): string => " ".repeat(34) + words;

function pages(count: number, dressed: (lines: string[], page: number) => string[], lines = 20): string {
  return Array.from({ length: count }, (_, page) => dressed(proseLines(lines, page * 4), page).join("\n")).join("\n");
}

function bare(count: number, lines = 20): string {
  return pages(count, (page) => page, lines);
}

const list = (items: readonly string[]): string => items.join("\n");
const flat = (text: string): string => text.replace(/\s+/gu, " ").trim();

describe("taken out, with the text whole over pages, is", () => {
  test.each<[string, string]>([
    [
      "a page's number in the middle of its foot",
      pages(4, (lines, page) => [...lines, "", CENTERED(String(page + 2)), ""]),
    ],
    ["a number between dashes", pages(2, (lines, page) => [...lines, "", CENTERED(`-${page + 1}-`)])],
    ["Page 2 of 4", pages(4, (lines, page) => [...lines, `Page ${page + 1} of 4`])],
    ["a number at the edge of pages that form feeds part", pages(3, (lines, page) => [...lines, `${page + 7}\f`])],
    ["small Roman numbers", pages(4, (lines, page) => [...lines, CENTERED(["i", "ii", "iii", "iv"][page] ?? "")])],
    [
      "a running head above each page's number",
      pages(4, (lines, page) => ["Brief for the Harbor Master", CENTERED(String(page + 1)), ...lines]),
    ],
    [
      "a head without any number",
      pages(4, (lines, page) => (page === 0 ? lines : ["ROE V. DOE - REPLY BRIEF", ...lines])),
    ],
    [
      "the name of a case behind its page",
      pages(5, (lines, page) => (page % 2 === 0 ? [`${310 + page} ROE v. HARBOR CO.`, ...lines] : lines)),
    ],
    ["a number for each line of a page", pages(3, (lines) => lines.map(NUMBERS))],
    [
      "numbers of lines on lines of their own",
      pages(1, (lines) => lines.flatMap((line, at) => (at === 0 ? [line] : ["", String(at + 1), "", line]))),
    ],
    [
      "numbers of lines in one column before the page",
      pages(2, (lines) => [...Array.from({ length: 28 }, (_, at) => String(at + 1)), ...lines]),
    ],
    ["a watermark within each page", pages(4, (lines) => [...lines.slice(0, 9), "CONFIDENTIAL", ...lines.slice(9)])],
  ])("%s", (_what, text) => {
    const count = (text.match(/goods that/gu) ?? []).length;
    const lines = count % 20 === 0 ? 20 : count;
    expect(flat(runningText(text).text)).toBe(flat(bare(count / lines, lines)));
  });
});

describe("kept to the last word is", () => {
  test.each<[string, string]>([
    ["a number alone on a line", "The share of each was\n\n3\n\nparts of the whole."],
    ["a table's rows with numbers alone", list(["Piers", "12", "Cranes", "13", "Sheds", "14", "Boats", "15"])],
    [
      "a numbered list",
      list(Array.from({ length: 14 }, (_, at) => `${at + 1} The tenant shall keep item ${at} in repair.`)),
    ],
    ["a list of things in small letters", list(["1 apples", "2 pears", "3 plums", "4 figs"])],
    [
      "parts by large Roman numbers",
      list(
        ["I", "II", "III", "IV"].flatMap((part) => [
          CENTERED(part),
          ...proseLines(14).slice(0, -1),
          "The rest is as it was.",
          "",
        ]),
      ),
    ],
    [
      "sections that are numbered from 1",
      list(
        ["1", "2", "3", "4"].flatMap((part) => [
          CENTERED(part),
          "We hold so.",
          ...proseLines(14).slice(0, -1),
          "The rest is as it was.",
          "",
        ]),
      ),
    ],
    [
      "labels of notes",
      list(
        ["3", "4", "5", "6"].flatMap((label) => [
          ...proseLines(14).slice(0, -1),
          "the rest is as it was.",
          label,
          "    See the deed of the pier.",
        ]),
      ),
    ],
    [
      "notes that begin in like words",
      list(
        [3, 4, 5, 6].flatMap((label) => [
          ...proseLines(14).slice(0, -1),
          "the rest is as it was.",
          `${label} The`,
          "",
          "deed says so.",
        ]),
      ),
    ],
    [
      "questions and answers",
      list(
        Array.from({ length: 12 }, () => "Q. Did you see it?\nA. Yes, I did see it.\f").flatMap((qa) => qa.split("\n")),
      ),
    ],
    [
      "a refrain",
      list(
        Array.from(
          { length: 5 },
          (_, at) => `The boat goes out at ${at},\nAnd the tide comes home again,\nAnd the harbor keeps the men.`,
        ),
      ),
    ],
    [
      "rows that repeat in a table",
      list(Array.from({ length: 30 }, (_, at) => (at % 3 === 0 ? "None reported" : `Pier ${at} of the town`))),
    ],
    [
      "headings of claims",
      list(
        [1, 2, 3, 4].flatMap((claim) => [
          `COUNT ${claim}`,
          "Each is as above.",
          ...proseLines(20).slice(0, -1),
          "the rest is as it was.",
        ]),
      ),
    ],
    [
      "dates that begin entries",
      list(
        [4, 5, 6, 7].flatMap((entry) => [
          `${entry}.  May ${entry + 20}, 1992.`,
          ...proseLines(12).slice(0, -1),
          "the rest is as it was.",
        ]),
      ),
    ],
    [
      "a speaker's name in a transcript",
      list(Array.from({ length: 9 }, () => ["THE COURT:", ...proseLines(12)]).flat()),
    ],
    [
      "a statute's numbered lines",
      list(["9 The owner of a pier", "10 The keeper of a shed", "11 The master of a boat"]),
    ],
  ])("%s", (_what, text) => {
    expect(furnitureIn(text)).toEqual([]);
    expect(runningText(text).text).toBe(text);
  });
});

describe("of any text", () => {
  const line = fc.oneof(
    fc.constantFrom(
      ...STAMPS,
      "3",
      "- 4 -",
      "iv",
      "Page 3 of 9",
      "",
      "  ",
      "CONFIDENTIAL",
      "ROE v. DOE",
      "12 ROE v. DOE",
    ),
    fc.constantFrom("\f", "1  words go on", "2  and on", "3  and on so", "4  and so on"),
    fc.string({ maxLength: 30, unit: fc.constantFrom("a", "b", " ", ".", "1", ",", "-", "\u201c", "\r", "\t") }),
    fc.constantFrom(...proseLines(9)),
  );
  const texts = fc.array(line, { maxLength: 60 }).map((lines) => lines.join("\n"));

  test("the running text and what was taken out are the source, and marks say what stands at their places", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const running = runningText(text);
        expect(sourceOf(running)).toBe(text);
        let last = 0;
        for (const { start, end, text: words } of running.marks) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(text.slice(start, end)).toBe(words);
          last = end;
        }
        // Nothing but marks and white space goes.
        const left = running.marks.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
        expect(running.text.replace(/\s+/gu, "")).toBe(left.replace(/\s+/gu, ""));
      }),
      { numRuns: 400 },
    );
  });

  test("each character of the running text has its place in the source", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const running = runningText(text);
        const placed = inSource(running);
        for (let at = 0; at < running.text.length; at += 1) {
          const inGap = running.gaps.some((gap) => at >= gap.at && at < gap.at + gap.joint.length);
          if (!inGap) expect(text.charAt(placed({ start: at, end: at + 1 }).start)).toBe(running.text.charAt(at));
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe("planted on pages of any text", () => {
  const word = fc.constantFrom(..."pier goods harbor tenant lease keeper of the by to in when had let".split(" "));
  const prose = fc.array(
    fc.array(word, { minLength: 9, maxLength: 12 }).map((words) => words.join(" ")),
    { minLength: 15, maxLength: 25 },
  );
  const document = fc.array(prose, { minLength: 3, maxLength: 6 });
  const dressings: Record<string, (lines: readonly string[], page: number) => readonly string[]> = {
    stamp: (lines, page) => [`Case 1:19-cv-01234-ABC Document 12 Filed 01/02/20 Page ${page + 1} of 9`, ...lines],
    number: (lines, page) => [...lines, "", CENTERED(String(page + 2)), ""],
    "head and number": (lines, page) => [`Reply of the Harbor Master`, ...lines, CENTERED(`- ${page + 1} -`)],
    "line numbers": (lines) => lines.map(NUMBERS),
    "form feeds": (lines, page) => [...lines, `${page + 4}\f`],
  };
  test.each(Object.keys(dressings))("%s is found and only it", (kind) => {
    const dress = dressings[kind] ?? ((lines: readonly string[]) => lines);
    fc.assert(
      fc.property(document, (all) => {
        const source = all.map((lines, page) => dress(lines, page).join("\n")).join("\n");
        expect(flat(runningText(source).text)).toBe(all.flat().join(" "));
      }),
      { numRuns: 60 },
    );
  });

  test("nothing is found where nothing was planted", () => {
    fc.assert(
      fc.property(document, (all) => {
        const source = all.flat().join("\n");
        expect(furnitureIn(source)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
