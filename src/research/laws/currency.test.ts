import { expect, test } from "vitest";
import { OPERATOR } from "#accounts/principal.ts";
import { transaction } from "#db/connection.ts";
import type { LawCollection, LawDraft } from "#laws/model.ts";
import { writeCollections } from "#laws/store/collections.ts";
import { writeLaws } from "#laws/store/write.ts";
import { law } from "#test/contracts/invented-laws.ts";
import { lawDatabase } from "#test/laws/import-laws.ts";
import { getLaw } from "./get.ts";

const TODAY = "2026-06-30";

type Situation = {
  readonly source?: string;
  /** Until when the collection says its data speaks. */
  readonly through?: string;
  /** Editions that told the whole of the title. */
  readonly checked?: readonly string[];
  readonly versions: readonly Partial<LawDraft>[];
  readonly asOf?: string;
};

const edition = (day: string, more: Partial<LawDraft> = {}): Partial<LawDraft> => ({
  versionKey: day,
  edition: day,
  text: `Words of ${day}.`,
  ...more,
});
const dated = (day: string, more: Partial<LawDraft> = {}): Partial<LawDraft> => ({
  versionKey: day,
  effectiveDate: day,
  text: `Words of ${day}.`,
  ...more,
});

/** What is told of `Mercia Code § 1`, whether it is current, and on what that rests. */
const SITUATIONS: readonly (readonly [string, Situation, boolean, string, string])[] = [
  ["a new edition", { versions: [edition("2026-06-01")] }, true, "source_says_current", "Mercia Code § 1 is in force"],
  [
    "an old edition",
    { versions: [edition("2013-07-26")] },
    true,
    "newest_edition_held",
    "Mercia Code § 1 is in force as of July 26, 2013; not checked since",
  ],
  [
    "an old text in a new edition",
    { versions: [edition("2013-07-26")], checked: ["2026-06-01"] },
    true,
    "source_says_current",
    "Mercia Code § 1 is in force",
  ],
  [
    "an old text in an edition of some years later",
    { versions: [edition("2013-07-26")], checked: ["2016-04-27"] },
    true,
    "newest_edition_held",
    "Mercia Code § 1 is in force as of April 27, 2016; not checked since",
  ],
  [
    "an edition before it was imported late",
    { versions: [edition("2013-07-26")], checked: ["2016-04-27", "2014-01-01"] },
    true,
    "newest_edition_held",
    "Mercia Code § 1 is in force as of April 27, 2016; not checked since",
  ],
  [
    "a day that the file states",
    { source: "law-jsonl", through: "2026-06-01", versions: [dated("2001-01-01")] },
    true,
    "source_says_current",
    "Mercia Code § 1 is in force",
  ],
  [
    "an old day that the file states",
    { source: "law-jsonl", through: "2020-01-31", versions: [dated("2001-01-01")] },
    true,
    "stated_effective_date",
    "Mercia Code § 1 is in force as of January 31, 2020; not checked since",
  ],
  [
    "the collection's day says nothing of one title",
    { through: "2026-06-01", versions: [edition("2013-07-26")] },
    true,
    "newest_edition_held",
    "Mercia Code § 1 is in force as of July 26, 2013; not checked since",
  ],
  [
    "an effective date alone",
    { versions: [dated("2015-10-03")] },
    true,
    "stated_effective_date",
    "Mercia Code § 1 took effect on October 3, 2015; whether it is still in force has not been checked",
  ],
  [
    "no date at all",
    { versions: [{ text: "Words." }] },
    true,
    "newest_edition_held",
    "Mercia Code § 1 is on file without a date: its source does not say when this text was last in force",
  ],
  [
    "a day to come",
    { versions: [dated("2027-01-01")] },
    false,
    "stated_effective_date",
    "this version of Mercia Code § 1 is not in force yet: it takes effect on January 1, 2027",
  ],
  [
    "a repeal",
    { versions: [edition("2020-01-01"), edition("2026-06-01", { isTombstone: true })] },
    false,
    "newest_edition_held",
    "this version of Mercia Code § 1 is not in force: superseded or repealed",
  ],
  [
    "a mark of the source",
    { versions: [edition("2026-06-01", { isHistorical: true })] },
    false,
    "source_says_current",
    "this version of Mercia Code § 1 is not in force: superseded or repealed",
  ],
  [
    "a line in the place of a text",
    { versions: [edition("2026-06-01", { caveat: "placeholder", text: "Not Applicable." })] },
    false,
    "placeholder",
    "Mercia Code § 1 is not in force: the source prints a note here in place of a text",
  ],
  [
    "such a line after a text",
    { versions: [edition("2020-01-01"), edition("2026-06-01", { caveat: "placeholder" })] },
    false,
    "placeholder",
    "Mercia Code § 1 is not in force: the source prints a note here in place of a text",
  ],
  [
    "what temporary acts displace",
    { versions: [edition("2026-06-01", { caveat: "displaced", isHistorical: true })] },
    false,
    "placeholder",
    "Mercia Code § 1 is not in force: it is what the section will say once temporary acts expire",
  ],
  [
    "temporary law that has lapsed",
    { versions: [edition("2026-01-10", { expiresOn: "2026-06-30" })] },
    false,
    "temporary_until",
    "Mercia Code § 1 is not in force: it was temporary or emergency law that expired on June 30, 2026",
  ],
  [
    "temporary law on its last day",
    { versions: [edition("2026-06-01", { expiresOn: "2026-07-01" })] },
    true,
    "temporary_until",
    "Mercia Code § 1 is in force; it is temporary or emergency law that expires on July 1, 2026",
  ],
  [
    "temporary law of an edition of long ago",
    { versions: [edition("2026-01-10", { expiresOn: "2026-08-01" })] },
    true,
    "temporary_until",
    "Mercia Code § 1 is in force as of January 10, 2026; not checked since; it is temporary or emergency law that expires on August 1, 2026",
  ],
  [
    "temporary amendments",
    { versions: [edition("2026-06-01", { caveat: "amended", expiresOn: "2026-07-01" })] },
    true,
    "temporary_until",
    "Mercia Code § 1 is in force; temporary or emergency amendments in it expire on July 1, 2026",
  ],
  [
    "temporary amendments that have lapsed",
    { versions: [edition("2026-06-01", { caveat: "amended", expiresOn: "2026-06-30" })] },
    true,
    "temporary_until",
    "Mercia Code § 1 is printed with temporary or emergency amendments that expired on June 30, 2026; the text since then is not held",
  ],
  [
    "a later text after temporary law",
    { versions: [edition("2025-01-10", { expiresOn: "2025-06-01" }), edition("2026-06-10")] },
    true,
    "source_says_current",
    "Mercia Code § 1 is in force",
  ],
  [
    "a proposed rule",
    { versions: [{ type: "notice", caveat: "proposed", publicationDate: "2017-09-29", text: "Words." }] },
    true,
    "proposed",
    "Mercia Code § 1 is a proposed rule published on September 29, 2017; it is not law",
  ],
  [
    "a withdrawal",
    { versions: [{ type: "notice", caveat: "withdrawn", publicationDate: "2017-09-29", text: "Words." }] },
    true,
    "withdrawn",
    "Mercia Code § 1 withdraws a proposed rule and was published on September 29, 2017; it is not law",
  ],
  [
    "a notice",
    { versions: [{ type: "notice", publicationDate: "2017-09-29", text: "Words." }] },
    true,
    "notice",
    "Mercia Code § 1 is a notice published on September 29, 2017; it is not a law or a rule",
  ],
  [
    "a regulation of a day",
    { source: "ecfr", versions: [edition("2026-06-01")] },
    true,
    "newest_edition_held",
    "Mercia Code § 1 is in force as of June 1, 2026; not checked since",
  ],
  [
    "a regulation of this week",
    { source: "ecfr", versions: [edition("2026-06-25")] },
    true,
    "source_says_current",
    "Mercia Code § 1 is in force",
  ],
  [
    "another day within the editions",
    {
      versions: [edition("2013-07-26"), edition("2026-06-01", { text: "Other words." })],
      checked: ["2014-04-27", "2026-06-01"],
      asOf: "2015-01-01",
    },
    false,
    "newest_edition_held",
    "this text was checked through April 27, 2014: whether it is the law of January 1, 2015 is not known; this version of Mercia Code § 1 is not in force: superseded or repealed",
  ],
  [
    "a day beyond what was checked",
    { versions: [edition("2013-07-26")], asOf: "2040-01-01" },
    true,
    "newest_edition_held",
    "this text was checked through July 26, 2013: whether it is the law of January 1, 2040 is not known; Mercia Code § 1 is in force as of July 26, 2013; not checked since",
  ],
  [
    "a day of which no source vouches",
    { versions: [dated("2015-10-03")], asOf: "2020-01-01" },
    true,
    "stated_effective_date",
    "it took effect on October 3, 2015; whether it was still the law of January 1, 2020 has not been checked; Mercia Code § 1 took effect on October 3, 2015; whether it is still in force has not been checked",
  ],
  [
    "the last act that an edition names",
    {
      versions: [edition("2021-01-01"), edition("2022-06-01", { effectiveDate: "2021-03-16", isDatedByLastAct: true })],
      asOf: "2021-03-16",
    },
    true,
    "stated_effective_date",
    "this is the law of 2021-03-16; Mercia Code § 1 is in force as of June 1, 2022; not checked since",
  ],
  [
    "an act that did not make the change",
    {
      versions: [
        edition("2021-01-01", { effectiveDate: "2020-03-16", isDatedByLastAct: true }),
        edition("2022-06-01", { effectiveDate: "2020-03-16", isDatedByLastAct: true, text: "Mended." }),
      ],
      checked: ["2021-01-01", "2022-05-31", "2022-06-01"],
      asOf: "2022-05-31",
    },
    false,
    "stated_effective_date",
    "this is the law of 2022-05-31; this version of Mercia Code § 1 is not in force: superseded or repealed",
  ],
];

test.each(SITUATIONS)(
  "%s",
  async (_, { source = "uslm", through, checked = [], versions, asOf }, isCurrent, basis, told) => {
    const db = await lawDatabase();
    const collection: LawCollection = {
      id: "mercia-code",
      name: "Code of Mercia",
      type: "statute",
      state: "Mercia",
      country: "US",
      publisher: null,
      source,
      sourceUrl: null,
      currentThrough: through ?? null,
    };
    const drafts = versions.map((fields) =>
      law({ sourceId: "1", path: "t1.s1", citation: "Mercia Code § 1", ...fields }),
    );
    await transaction(db, async (trx) => {
      await writeCollections(trx, [collection]);
      await writeLaws(
        trx,
        collection.id,
        drafts.map((draft) => ({ kind: "draft", draft })),
      );
      for (const day of checked) {
        const from = { versionKey: day, edition: day, effectiveDate: null, publicationDate: null };
        await writeLaws(trx, collection.id, [{ kind: "checked", from, below: "t1" }]);
      }
    });
    const named = { by: "citation", given: "Mercia Code § 1" } as const;
    const asked = { named, includeHistorical: true, ...(asOf !== undefined && { asOf }) };
    const answer = await getLaw({ db, today: TODAY }, OPERATOR, asked);
    expect(answer.status).toBe("found");
    if (answer.status !== "found") return;
    const { currency, asOfTold, law: view } = answer;
    expect([asOfTold, currency.told].filter((part) => part !== null).join("; ")).toBe(told);
    expect([view.standing.isCurrent, currency.basis]).toEqual([isCurrent, basis]);
  },
);

test("of what has lapsed, the text that may stand there since is named where it is held", async () => {
  const db = await lawDatabase();
  const collection: LawCollection = {
    id: "mercia-code",
    name: "Code of Mercia",
    type: "statute",
    state: "Mercia",
    country: "US",
    publisher: null,
    source: "dc-code",
    sourceUrl: null,
    currentThrough: null,
  };
  const day = edition("2026-01-10");
  const drafts = [
    law({
      ...day,
      sourceId: "1",
      path: "t1.s1",
      citation: "Mercia Code § 1",
      caveat: "amended",
      expiresOn: "2026-06-01",
    }),
    law({
      ...day,
      sourceId: "1p",
      path: "t9.s1",
      citation: "Mercia Code § 1(Perm)",
      caveat: "displaced",
      isHistorical: true,
    }),
    law({
      ...day,
      sourceId: "2",
      path: "t1.s2",
      citation: "Mercia Code § 2",
      caveat: "amended",
      expiresOn: "2026-06-01",
    }),
  ];
  await transaction(db, async (trx) => {
    await writeCollections(trx, [collection]);
    await writeLaws(
      trx,
      collection.id,
      drafts.map((draft) => ({ kind: "draft", draft })),
    );
  });
  const toldOn = async (given: string, today: string): Promise<string | undefined> => {
    const answer = await getLaw({ db, today }, OPERATOR, { named: { by: "citation", given }, includeHistorical: true });
    return answer.status === "found" ? answer.currency.told : undefined;
  };
  expect(await toldOn("Mercia Code § 1", TODAY)).toBe(
    "Mercia Code § 1 is printed with temporary or emergency amendments that expired on June 1, 2026; the text since then is not held; what it says since may be Mercia Code § 1(Perm)",
  );
  expect(await toldOn("Mercia Code § 1", "2026-05-01")).not.toContain("(Perm)");
  expect(await toldOn("Mercia Code § 2", TODAY)).toMatch(/the text since then is not held$/u);
});

test("what stands in the place of law is told to those who may not read it", async () => {
  const db = await lawDatabase();
  const collection: LawCollection = {
    id: "mercia-code",
    name: "Code of Mercia",
    type: "statute",
    state: "Mercia",
    country: "US",
    publisher: null,
    source: "uslm",
    sourceUrl: null,
    currentThrough: null,
  };
  const lines: readonly (readonly [Partial<LawDraft>, string | undefined])[] = [
    [{ caveat: "placeholder" }, "the source prints a note here in place of a text"],
    [{ expiresOn: "2026-06-01" }, "it was temporary or emergency law that expired on June 1, 2026"],
    [{ isTombstone: true }, undefined],
    [{ isHistorical: true }, undefined],
  ];
  const drafts = lines.map(([fields], at) =>
    law({ sourceId: `${at}`, path: `t1.s${at}`, citation: `Mercia Code § ${at}`, ...edition("2025-01-01", fields) }),
  );
  await transaction(db, async (trx) => {
    await writeCollections(trx, [collection]);
    await writeLaws(
      trx,
      collection.id,
      drafts.map((draft) => ({ kind: "draft", draft })),
    );
  });
  for (const [at, [, instead]] of lines.entries()) {
    const given = `Mercia Code § ${at}`;
    const answer = await getLaw({ db, today: TODAY }, OPERATOR, {
      named: { by: "citation", given },
      includeHistorical: false,
    });
    const told = instead === undefined ? undefined : `${given} is not in force: ${instead}`;
    expect(answer).toMatchObject({ status: "not_found", code: "only_history" });
    expect("instead" in answer ? answer.instead : undefined).toBe(told);
  }
});
