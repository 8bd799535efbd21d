import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SIGHTING_KINDS } from "../model.ts";
import type { DocketSighting } from "../model.ts";
import { document, entry, sighting } from "../sightings.fixture.ts";
import { sightingIdOf } from "../store/sighting-body.ts";
import { foldSightings } from "./fold.ts";

const fold = (...sightings: readonly DocketSighting[]) =>
  foldSightings(sightings.map((one) => ({ ...one, id: sightingIdOf(one) })));

const withDocument = (number: string | null) => [
  entry(number, null, { documents: [document(0, { pacerDocId: "0230436525" })] }),
];

const party = (name: string) => ({
  name,
  type: "Defendant",
  dateTerminated: null,
  extraInfo: null,
  attorneys: [],
  counts: [],
});

const numbered = (...numbers: readonly number[]) => numbers.map((number) => entry(String(number), `ORDER ${number}`));

const noticed = (pacerDocId: string) => entry(null, HELD, { documents: [document(0, { pacerDocId })] });
const HELD = "Minute Entry for proceedings held before Judge Ruhl: hearing held. (ab)";

const COMPLAINT = "COMPLAINT against Birch, filed by Alder. (Attachments: # 1 Exhibit A)";

describe("one entry of several sources", () => {
  test("a numbered one is one by its number, in the words of the sheet", () => {
    const { entries } = fold(
      sighting({ entries: [entry("1", COMPLAINT)] }),
      sighting({ kind: "notice", entries: [entry("1", "COMPLAINT", { shortDescription: "Complaint" })] }),
    );
    expect(entries).toMatchObject([
      { key: "#1", description: COMPLAINT, shortDescription: "Complaint", toldBy: ["docket_report", "notice"] },
    ]);
  });

  test.each([
    ["the same words", "Minute entry: hearing held", "MINUTE ENTRY: hearing held.", true],
    [
      "the beginning of the words",
      "Minute entry: hearing held on 3 motions",
      "Minute entry: hearing held on 3 motions (cs)",
      true,
    ],
    ["a short beginning", "ORDER", "ORDER denying stay", false],
    ["other words", "Minute entry: hearing held", "Minute entry: hearing put off", false],
    [
      "words that a reader ran together",
      "NOTICE: the form is located at the office. (jgo)",
      "NOTICE: the form is located atthe office. (jgo)",
      true,
    ],
  ])("one without a number is one by day and %s", (_what, left, right, isOne) => {
    const { entries } = fold(
      sighting({ entries: [entry(null, left)] }),
      sighting({ kind: "history_report", entries: [entry(null, right)] }),
    );
    expect(entries).toHaveLength(isOne ? 1 : 2);
  });

  test("two of one sheet are two, though they say the same", () => {
    const twice = [entry(null, "Minute entry: hearing held"), entry(null, "Minute entry: hearing held")];
    const told = fold(sighting({ entries: twice }), sighting({ kind: "history_report", entries: twice }));
    expect(told.entries.map(({ key }) => key)).toEqual([
      expect.stringMatching(/^2019-02-03\|\w+$/u),
      expect.stringMatching(/^2019-02-03\|\w+\/2$/u),
    ]);
  });

  test("a document's number in the official system makes one of what is written differently", () => {
    expect(
      fold(sighting({ entries: withDocument("7") }), sighting({ kind: "notice", entries: withDocument(null) })).entries,
    ).toHaveLength(1);
    expect(
      fold(sighting({ entries: withDocument("7") }), sighting({ kind: "notice", entries: withDocument("8") })).entries,
    ).toHaveLength(2);
  });

  test.each([
    [
      "that a clerk changed",
      `${HELD} (Entered: 02/03/2019)`,
      `${HELD} Modified on 2/5/2019 (cd). (Entered: 02/03/2019)`,
    ],
    [
      "whose words were changed",
      `${HELD} Modified text on 2/5/2019 (cd)`,
      `${HELD} Modified to add date on 2/6/19 (e)`,
    ],
  ])("one without a number %s stays one, in the later words", (_what, before, after) => {
    const { entries } = fold(
      sighting({ asOf: "2020-01-01", entries: [entry(null, before)] }),
      sighting({ asOf: "2020-02-01", entries: [entry(null, after)] }),
    );
    expect(entries.map(({ description }) => description)).toEqual([after]);
  });

  test.each([
    ["titles", entry(null, null, { shortDescription: "Order" }), entry(null, null, { shortDescription: "Hearing" })],
    ["days that were modified", ...["5/1/2019", "6/1/2019"].map((day) => entry(null, `Schedule modified: due ${day}`))],
    ["places in the case", ...["10", "11"].map((pacerSeqNo) => entry(null, HELD, { pacerSeqNo }))],
    ["documents", ...["70", "71"].map(noticed)],
    ["documents, one numbered", entry("7", HELD, { documents: [document(0, { pacerDocId: "70" })] }), noticed("71")],
  ])("two without a number that notices of one day give other %s are two", (_what, ...entries) => {
    const notices = entries.map((one) => sighting({ kind: "notice", entries: [one] }));
    expect(fold(...notices).entries).toHaveLength(2);
  });

  test("one that got its number later is one, and one that another has beside it is two", () => {
    const without = sighting({ asOf: "2020-01-01", entries: [entry(null, "Case assigned"), entry(null, HELD)] });
    const numbered = entry("7", HELD);
    const others = [entry(null, "Case assigned"), entry("6", "ANSWER")];
    expect(fold(without, sighting({ entries: [...others, numbered] })).entries.map(({ number }) => number)).toEqual([
      null,
      "6",
      "7",
    ]);
    const both = sighting({ entries: [numbered, entry(null, HELD)] });
    expect(fold(without, both).entries.filter(({ description }) => description === HELD)).toHaveLength(2);
    const short = [entry("7", "ORDER"), entry(null, "ORDER")].map((one) => sighting({ entries: [one] }));
    expect(fold(...short).entries).toHaveLength(2);
  });

  test("one that a later sheet numbers otherwise is one by its document, with the later number", () => {
    const before = sighting({ asOf: "2020-01-01", entries: [entry("6", "ANSWER"), ...withDocument("7")] });
    const numbers = (...entries: DocketSighting["entries"]) =>
      fold(before, sighting({ asOf: "2020-02-01", entries })).entries.map(({ number }) => number);
    expect(numbers(entry("6", "ANSWER"), ...withDocument("8"))).toEqual(["6", "8"]);
    // A document that two entries of one sheet share.
    expect(numbers(...withDocument("7"), ...withDocument("8"))).toEqual(["6", "7", "8"]);
  });

  test("attachments are told by their own page, sizes by whoever knows them", () => {
    const { entries } = fold(
      sighting({
        entries: [entry("1", COMPLAINT, { documents: [document(0), document(1, { description: "Exhibit" })] })],
      }),
      sighting({
        kind: "attachment_page",
        entries: [
          entry("1", null, {
            documents: [document(0, { pageCount: 12 }), document(1, { description: "Exhibit A, deed" })],
          }),
        ],
      }),
    );
    expect(entries[0]?.documents).toMatchObject([
      { attachment: 0, pageCount: 12 },
      { attachment: 1, description: "Exhibit A, deed" },
    ]);
  });

  test("a sheet with the newest entry first has the same order", () => {
    const lines = [
      entry("1", COMPLAINT),
      entry(null, "Case assigned to Judge Cedar"),
      entry("2", "ANSWER", { dateFiled: "2019-03-01" }),
    ];
    const numbers = (entries: typeof lines) => fold(sighting({ entries })).entries.map(({ number }) => number);
    expect(numbers(lines)).toEqual(["1", null, "2"]);
    expect(numbers(lines.toReversed())).toEqual(["1", null, "2"]);
  });
});

describe("facts", () => {
  test("what was true later counts, and a sheet's caption before a notice's", () => {
    const { facts, docketNumber, freshness } = fold(
      sighting({
        asOf: "2021-01-01",
        kind: "notice",
        docketNumber: "1:19-cv-01234",
        facts: { caption: "Alder v. B", dateTerminated: "2021-01-01" },
      }),
      sighting({ facts: { caption: "Alder v. Birch et al", dateTerminated: null, cause: "28:1332 Diversity" } }),
    );
    expect(facts).toMatchObject({
      caption: "Alder v. Birch et al",
      dateTerminated: "2021-01-01",
      cause: "28:1332 Diversity",
    });
    expect(docketNumber).toBe("1:19-cv-01234-ABC");
    expect(freshness).toMatchObject({ kind: "notice", asOf: "2021-01-01", reportAsOf: "2020-06-01" });
  });

  test("the sheets of two defendants list both", () => {
    const { parties, pacerCaseIds } = fold(
      sighting({ pacerCaseIds: ["11"], parties: [party("Elm"), party("USA")] }),
      sighting({ pacerCaseIds: ["12"], parties: [party("Fir"), party("USA")] }),
      sighting({ pacerCaseIds: ["12"], parties: [party("Fig")], asOf: "2019-01-01" }),
    );
    expect(parties.map(({ name }) => name).toSorted()).toEqual(["Elm", "Fir", "USA"]);
    expect(pacerCaseIds).toEqual(["11", "12"]);
  });
});

describe("coverage", () => {
  test.each<[string, readonly DocketSighting[], object]>([
    [
      "notices only",
      [sighting({ kind: "notice", entries: numbered(3, 4, 9) })],
      {
        kind: "stored_entries",
        missing: [
          [1, 2],
          [5, 8],
        ],
        isWholeReport: false,
      },
    ],
    [
      "a whole report",
      [sighting({ entries: numbered(1, 3, 7) })],
      { kind: "docket_report", missing: [], isWholeReport: true },
    ],
    [
      "a report and a later notice",
      [sighting({ entries: numbered(1, 3) }), sighting({ kind: "notice", entries: numbered(6) })],
      { missing: [[4, 5]] },
    ],
    [
      "a report cut by number",
      [
        sighting({
          entries: numbered(5, 6),
          range: { firstNumber: 5, lastNumber: null, firstDay: null, lastDay: null },
        }),
      ],
      { kind: "docket_report", missing: [[1, 4]], isWholeReport: false },
    ],
    [
      "an appeal whose entries are not counted from 1",
      [sighting({ courtId: "ca9", kind: "notice", entries: numbered(6001, 6002, 6005) })],
      { missing: [] },
    ],
    [
      "an appeal whose entries are counted from 1",
      [sighting({ courtId: "ca9", kind: "notice", entries: numbered(1, 2, 5) })],
      { missing: [[3, 4]] },
    ],
    ["numbers of documents", [sighting({ kind: "notice", entries: [entry("00117890123", "ORDER")] })], { missing: [] }],
  ])("%s", (_what, sightings, expected) => expect(fold(...sightings).coverage).toMatchObject(expected));
});

test("many entries of one day, told twice, are laid together in time proportional to their number", () => {
  const made = [0, 1].map((from) => {
    const entries = Array.from({ length: 20_000 }, (_, at) => entry(null, `${HELD} ${at + from}`));
    return sighting({ asOf: `2020-01-0${1 + from}`, entries });
  });
  expect(fold(...made).entries).toHaveLength(20_001);
});

test("whatever the order in which sources are heard, the docket is the same", () => {
  const word = fc.constantFrom(
    "COMPLAINT by Alder against all of them",
    "ORDER",
    "ORDER denying stay of discovery",
    "Minute entry",
  );
  const day = fc.constantFrom("2019-02-03", "2019-02-04", null);
  const seen = fc.record({
    number: fc.constantFrom("1", "2", "3", null),
    description: word,
    dateFiled: day,
    doc: fc.constantFrom("10", "11", null),
  });
  const one = fc.record({
    kind: fc.constantFrom(...SIGHTING_KINDS),
    asOf: day,
    pacerCaseIds: fc.constantFrom([], ["5"], ["6"]),
    facts: fc.constantFrom(
      {},
      { caption: "Alder v. Birch" },
      { caption: "Alder v. Birch et al", dateTerminated: "2020-01-01" },
    ),
    entries: fc
      .array(seen, { maxLength: 5 })
      .map((all) =>
        all.map(({ number, description, dateFiled, doc }) =>
          entry(number, description, { dateFiled, documents: doc === null ? [] : [document(0, { pacerDocId: doc })] }),
        ),
      ),
  });
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 6 }), fc.infiniteStream(fc.nat()), (told, order) => {
      const sightings = told.map((some) => sighting(some));
      const shuffled = sightings
        .map((some) => ({ some, at: order.next().value ?? 0 }))
        .toSorted((left, right) => left.at - right.at);
      const folded = fold(...sightings);
      expect(fold(...shuffled.map(({ some }) => some), ...sightings)).toEqual(folded);
      const keys = folded.entries.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      for (const { entries } of sightings) expect(folded.entries.length).toBeGreaterThanOrEqual(entries.length);
    }),
  );
});
