import fc from "fast-check";
import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { silentLogger } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import type { ClusterDraft } from "#opinions/model.ts";
import { clusterIdOf, opinionIdOf } from "#opinions/ids.ts";
import { compactOutbox } from "#db/outbox-compaction.ts";
import { outboxEnd, readOutbox } from "#db/outbox.ts";
import { workIdsOfDecisions } from "#opinions/store/held.ts";
import { deleteSource } from "#opinions/store/delete.ts";
import { writeDecisions } from "#opinions/store/write.ts";
import { citatorRows } from "#test/citator-rows.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { createCitator, forgetCitator } from "./citator.ts";
import { readChains } from "./chain.ts";
import { readCiting } from "./citing.ts";
import { readCitingWords } from "./citing-words.ts";
import { readSummaries, readTimesCited } from "./read.ts";
import { UNSEEN } from "./summary.ts";

/** An invented decision, the only one of its source, so that it can be deleted alone. */
type Decision = {
  readonly name: string;
  readonly caseName?: string;
  readonly courtId?: string;
  readonly year?: number;
  readonly citations: readonly (readonly [volume: string, reporter: string, page: string])[];
  /** Text of each opinion: the first is the lead, the rest dissents. */
  readonly texts: readonly string[];
};

async function hold(db: Db, ...decisions: readonly Decision[]): Promise<void> {
  const clusters = decisions.map(
    ({ name, caseName = `${name} v. Birch`, courtId = "scotus", year = 1950, citations }): ClusterDraft => ({
      source: name,
      sourceId: name,
      case: { sourceId: name, docketNumber: null, caption: caseName, dateFiled: null, dateTerminated: null },
      courtId,
      caseName,
      filed: { date: `${year}-05-06`, precision: "day" },
      publishStatus: "published",
      judges: [],
      citations: citations.map(([volume, reporter, page]) => ({
        volume,
        reporter,
        page,
        citedAs: `${volume} ${reporter} ${page}`,
      })),
      headmatterHtml: null,
    }),
  );
  const opinions = decisions.flatMap(({ name, texts }) =>
    texts.map((text, ordinal) => ({
      draft: {
        source: name,
        sourceId: `${name}-${ordinal}`,
        clusterSourceId: name,
        ordinal,
        type: ordinal === 0 ? ("lead" as const) : ("dissent" as const),
        author: null,
        joinedBy: null,
        judges: [],
        perCuriam: false,
        enBanc: false,
        publishStatus: "published" as const,
        precedentialNote: null,
        paginationCitation: null,
        textSource: "html",
        text: { html: `<p>${text}</p>`, text, offsetMap: new Uint8Array([0]) },
      },
      contentHash: text,
    })),
  );
  await transaction(db, (trx) => writeDecisions(trx, { clusters, opinions, whole: new Map() }));
}

const follow = (db: Db): Promise<unknown> => createCitator({ db, log: silentLogger }).runUntilCaughtUp();
const opinion = (name: string, ordinal = 0): string => opinionIdOf(name, `${name}-${ordinal}`);

const NAMES = ["Alder", "Cedar", "Elm", "Hazel", "Juniper", "Larch"] as const;
const SAYS = ["We overrule", "See", "We follow", "Unlike", "We decline to follow", "Compare"] as const;
const OWN = NAMES.map((_, at) => [`${310 + at}`, "U.S.", `${101 + at}`] as const);
const SECOND = NAMES.map((_, at) => [`${60 + at}`, "S. Ct.", `${501 + at}`] as const);

type Step =
  | { readonly does: "delete"; readonly which: number }
  | { readonly does: "follow" }
  | { readonly does: "compact" }
  | {
      readonly does: "write";
      readonly which: number;
      /** Citations: its own, a second, another decision's (then the two may be copies). */
      readonly cited: readonly [boolean, boolean, number];
      readonly renamed: boolean;
      readonly courtId: string;
      readonly says: readonly {
        readonly what: number;
        readonly of: number;
        readonly how: "named" | "bare" | "second";
      }[];
      readonly dissents: boolean;
    };

const which = fc.nat({ max: NAMES.length - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ does: fc.constant("delete" as const), which }) },
  { weight: 3, arbitrary: fc.constant({ does: "follow" as const }) },
  { weight: 1, arbitrary: fc.constant({ does: "compact" as const }) },
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant("write" as const),
      which,
      cited: fc.tuple(fc.boolean(), fc.boolean(), which),
      renamed: fc.boolean(),
      courtId: fc.constantFrom("scotus", "ca9"),
      says: fc.array(
        fc.record({
          what: fc.nat({ max: SAYS.length - 1 }),
          of: which,
          how: fc.constantFrom("named" as const, "bare" as const, "second" as const),
        }),
        { maxLength: 4 },
      ),
      dissents: fc.boolean(),
    }),
  },
);

function decisionOf({ which: at, cited, renamed, courtId, says, dissents }: Step & { does: "write" }): Decision {
  const name = NAMES[at] ?? "Alder";
  const [own, second, other] = cited;
  const citations = [
    ...(own ? [OWN[at]] : []),
    ...(second ? [SECOND[at]] : []),
    ...(other < at ? [OWN[other]] : []),
  ].filter((one) => one !== undefined);
  const sentences = says.map(({ what, of, how }) => {
    const citation = (how === "second" ? SECOND[of] : OWN[of])?.join(" ") ?? "";
    return `${SAYS[what]} ${how === "bare" ? "" : `${NAMES[of]} v. Birch, `}${citation} (1950). ${NAMES[of]} was argued twice.`;
  });
  const lead = `The judgment below is reviewed. ${sentences.join(" ")}`;
  return {
    name,
    caseName: renamed ? `${NAMES[at]} Company v. Dogwood` : `${NAMES[at]} v. Birch`,
    courtId,
    citations,
    texts: dissents ? [lead, `I dissent. ${sentences.toReversed().join(" ")}`] : [lead],
  };
}

/** A decision that cites *Alder*, on this page of the reporter. */
const cedarOn = (page: string, name: string): Decision => ({
  name,
  caseName: "Cedar v. Birch",
  year: 1960,
  citations: [["320", "U.S.", page]],
  texts: ["See Alder v. Birch, 310 U.S. 101 (1950)."],
});

describeEachDatabase("the citator", (store) => {
  test("following step by step comes to the same as starting over", { timeout: 120_000 }, async () => {
    let edges = 0;
    const run = async (steps: readonly Step[]): Promise<void> => {
      const db = await store.open();
      for (const one of steps) {
        if (one.does === "follow") await follow(db);
        else if (one.does === "compact") await compactOutbox(db, { clock: systemClock, growthMin: 1 });
        else if (one.does === "delete") await deleteSource(db, NAMES[one.which] ?? "");
        else await hold(db, decisionOf(one));
      }
      await follow(db);
      const followed = await citatorRows(db);
      await forgetCitator(db);
      await follow(db);
      expect(followed).toEqual(await citatorRows(db));
      edges += (await db.selectFrom("citing_edges").select("authority").execute()).length;
      await db.close();
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), run), {
      numRuns: store.dialect === "sqlite" ? 60 : 6,
    });
    expect(edges).toBeGreaterThan(0);
  });

  const ALDER: Decision = { name: "Alder", citations: [["310", "U.S.", "101"]], texts: ["The writ is denied."] };
  const CITES = "Alder v. Birch, 310 U.S. 101 (1950)";

  test("a decision that overrules another changes how the other stands, whichever comes first", async () => {
    const cedar: Decision = {
      name: "Cedar",
      year: 1960,
      citations: [["320", "U.S.", "202"]],
      texts: [`We overrule ${CITES}.`],
    };
    for (const order of [
      [ALDER, cedar],
      [cedar, ALDER],
    ]) {
      const db = await store.open();
      for (const decision of order) {
        await hold(db, decision);
        await follow(db);
      }
      expect((await readSummaries(db, [opinion("Alder")])).get(opinion("Alder"))).toEqual({
        status: "Negative",
        citationCount: 1,
        negative: 1,
        caution: 0,
        history: [
          {
            category: "Overruled",
            bindingCourt: true,
            citation: "Cedar v. Birch, 320 U.S. 202",
            courtId: "scotus",
            dateDecided: "1960-05-06",
            reason: "The court overrules this decision.",
            documentId: opinion("Cedar"),
          },
        ],
        more: 0,
      });
      await deleteSource(db, "Cedar");
      await follow(db);
      expect((await readSummaries(db, [opinion("Alder")])).get(opinion("Alder"))).toEqual(UNSEEN);
      await db.close();
    }
  });

  test("copies of a decision stand alike, and a copy that goes takes its citers' word with it", async () => {
    const db = await store.open();
    const shared = ["310", "U.S.", "101"] as const;
    const copy: Decision = {
      ...ALDER,
      name: "Copy",
      caseName: "Alder v. Birch",
      citations: [shared, ["60", "S. Ct.", "501"]],
    };
    const cedar: Decision = {
      name: "Cedar",
      year: 1960,
      citations: [["320", "U.S.", "202"]],
      texts: ["We overrule Alder v. Birch, 60 S. Ct. 501 (1950)."],
    };
    const elm: Decision = { name: "Elm", year: 1961, citations: [["330", "U.S.", "303"]], texts: [`See ${CITES}.`] };
    await hold(db, ALDER, copy, cedar, elm);
    await follow(db);
    const both = await readSummaries(db, [opinion("Alder"), opinion("Copy")]);
    expect(both.get(opinion("Copy"))).toMatchObject({ status: "Negative", citationCount: 2 });
    expect(both.get(opinion("Alder"))).toEqual(both.get(opinion("Copy")));
    expect((await readCiting(db, [opinion("Alder")])).byOpinion.get(opinion("Alder"))).toHaveLength(2);
    await deleteSource(db, "Copy");
    await follow(db);
    const left = (await readSummaries(db, [opinion("Alder")])).get(opinion("Alder"));
    expect(left).toMatchObject({ status: "Neutral", citationCount: 1, negative: 0 });
  });

  test("what is cited by fewer because two citers turn out to be one is told to the index", async () => {
    const db = await store.open();
    await hold(db, ALDER, cedarOn("202", "Cedar"), cedarOn("203", "Cedar again"));
    await follow(db);
    const [work = ""] = await workIdsOfDecisions(db, [clusterIdOf("Alder", "Alder")]);
    expect((await readTimesCited(db, [work])).get(work)).toBe(2);
    const end = await outboxEnd(db);
    await hold(db, cedarOn("202", "Cedar again"));
    await follow(db);
    const told = (await readOutbox(db, end, 100)).filter(({ kind }) => kind === "citing_words");
    expect(told.map(({ recordId }) => recordId)).toContain(clusterIdOf("Alder", "Alder"));
    expect((await readTimesCited(db, [work])).get(work)).toBe(1);
  });

  test("who cites: order, filters, and quotations that stand in the text", async () => {
    const db = await store.open();
    const low = { ...ALDER, courtId: "ca9", citations: [["14", "F.2d", "3"] as const] };
    const cite = "Alder v. Birch, 14 F.2d 3 (9th Cir. 1950)";
    const texts = [
      `We follow ${cite}.`,
      `We overrule\n ${cite}.`,
      `We distinguish ${cite}.`,
      `See ${cite}, where  the writ was denied.`,
    ];
    const courts = ["ca9", "scotus", "ca2", "scotus"];
    const names = ["Cedar", "Elm", "Hazel", "Juniper"];
    await hold(
      db,
      low,
      ...names.map((name, at): Decision => ({
        name,
        courtId: courts[at] ?? "",
        year: 1960 + at,
        citations: [],
        texts: [texts[at] ?? ""],
      })),
    );
    await follow(db);
    const citing = (await readCiting(db, [opinion("Alder")])).byOpinion.get(opinion("Alder")) ?? [];
    expect(citing.map(({ caseName, treatment, isBinding }) => [caseName, treatment, isBinding])).toEqual([
      ["Elm v. Birch", "Overruled", true],
      ["Cedar v. Birch", "Followed", true],
      ["Juniper v. Birch", "Cited", true],
      ["Hazel v. Birch", "Distinguished", false],
    ]);
    for (const { caseName, quote } of citing) {
      const at = names.findIndex((name) => caseName.startsWith(name));
      expect(texts[at]).toContain(quote);
      expect(quote.length).toBeGreaterThan(10);
    }
    const only = async (filter: Parameters<typeof readCiting>[2]): Promise<string[]> =>
      ((await readCiting(db, [opinion("Alder")], filter)).byOpinion.get(opinion("Alder")) ?? []).map(
        ({ caseName }) => caseName,
      );
    expect(await only({ treatments: ["Followed"] })).toEqual(["Cedar v. Birch"]);
    expect(await only({ courtIds: ["ca2"] })).toEqual(["Hazel v. Birch"]);
    expect(await only({ dateFrom: "1961-01-01", dateTo: "1962-12-31" })).toEqual(["Elm v. Birch", "Hazel v. Birch"]);
    const words = (await readCitingWords(db, [clusterIdOf("Alder", "Alder")])).get(clusterIdOf("Alder", "Alder"));
    expect(words).toHaveLength(4);
    expect(words?.map(({ text }) => text).join(" ")).toContain("where the writ was denied");
    expect(new Set(words?.map(({ name }) => name))).toEqual(new Set(["Alder v. Birch"]));
  });

  test("an opinion does not cite itself, nor its own copy", async () => {
    const db = await store.open();
    await hold(db, { ...ALDER, texts: [`This is ${CITES}. We overrule it.`] });
    await follow(db);
    expect((await readSummaries(db, [opinion("Alder")])).get(opinion("Alder"))).toEqual(UNSEEN);
  });

  test("the course of a case is told from its first court to its last, whichever of them is asked about", async () => {
    const db = await store.open();
    const caseName = "Rowan v. Spruce";
    await hold(
      db,
      {
        name: "Trial",
        caseName,
        courtId: "nysd",
        year: 1977,
        citations: [["400", "F. Supp.", "10"]],
        texts: ["Dismissed."],
      },
      {
        name: "Appeal",
        caseName,
        courtId: "ca2",
        year: 1978,
        citations: [["500", "F.2d", "10"]],
        texts: [
          "See Rowan v. Spruce, 400 F. Supp. 10 (S.D.N.Y. 1977). The judgment of the district court is affirmed.",
        ],
      },
      {
        name: "Review",
        caseName,
        year: 1980,
        citations: [["446", "U.S.", "1"]],
        texts: [
          "The Court of Appeals affirmed. 500 F.2d 10 (CA2 1978). The judgment of the Court of Appeals is reversed.",
        ],
      },
      {
        name: "Later",
        caseName: "Alder v. Birch",
        year: 1985,
        citations: [],
        texts: ["See Rowan v. Spruce, 400 F. Supp. 10 (S.D.N.Y. 1977), cert. denied, 440 U.S. 5 (1979)."],
      },
    );
    await follow(db);
    const told = async (name: string): Promise<unknown> =>
      (await readChains(db, [opinion(name)]))
        .get(opinion(name))
        ?.map(({ outcome, by, of, toldBy }) => [outcome, by.citation, of.citation, toldBy !== null]);
    const affirmed = ["Affirmed", "Rowan v. Spruce, 500 F.2d 10", "Rowan v. Spruce, 400 F. Supp. 10", false];
    const reversed = ["Reversed", "Rowan v. Spruce, 446 U.S. 1", "Rowan v. Spruce, 500 F.2d 10", false];
    const denied = ["Certiorari denied", "440 U.S. 5", "Rowan v. Spruce, 400 F. Supp. 10", true];
    expect(await told("Appeal")).toEqual([affirmed, reversed]);
    expect(await told("Review")).toEqual([affirmed, reversed]);
    expect(await told("Trial")).toEqual([affirmed, denied, reversed]);
    expect(await told("Later")).toBeUndefined();
    expect((await readSummaries(db, [opinion("Appeal")])).get(opinion("Appeal"))?.status).toBe("Negative");
  });
});
