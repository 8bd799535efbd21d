import fc from "fast-check";
import { expect, test } from "vitest";
import { courtRank, isBinding } from "#courts/hierarchy.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { insertRows } from "#db/rows.ts";
import { counted } from "#test/counted-rows.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { addDecision, idsOfDecision } from "#test/records.ts";
import { citingIds } from "./citing-ids.ts";
import { commonLength, countCiting, readCiting, readCitingPage } from "./citing.ts";
import type { CitingOpinion } from "./citing.ts";
import { TREATMENTS } from "./model.ts";
import type { Treatment } from "./model.ts";

type Edge = { readonly courtId: string; readonly dateFiled: string | null; readonly treatment: Treatment };

/** Courts that bind the Eleventh Circuit always, up to a day, or never, and one that no table has. */
const COURTS = ["scotus", "ca11", "ca5", "ca9", "flsd", "fla", "nowhere"];
const DATES = [null, "1902-01-05", "1981-09-30", "1981-10-01", "2003-04-05"];

const edge = fc.record({
  courtId: fc.constantFrom(...COURTS),
  dateFiled: fc.constantFrom(...DATES),
  treatment: fc.constantFrom(...TREATMENTS),
});

const CITED = ["Alder v. Birch", "Cedar v. Dogwood", "Elm v. Fir"];
const citedId = (at: number): string => idsOfDecision({ name: CITED[at] ?? "" }).opinionIds[0] ?? "";

/** The decisions cited, and one citing decision for each edge; the edges cite the first, second and third. */
async function hold(db: Db, edges: readonly (readonly Edge[])[]): Promise<void> {
  await transaction(db, async (trx) => {
    for (const [at, name] of CITED.entries()) {
      const cited = await addDecision(trx, { name, courtId: at === 0 ? "ca11" : "ca9", texts: [""] });
      for (const [index, { courtId, dateFiled, treatment }] of (edges[at] ?? []).entries()) {
        const citing = { name: `${name}, cited ${index}`, courtId, dateFiled, citedAs: [`${index} Xyz ${at}`] };
        const { clusterId, opinionIds } = await addDecision(trx, citing);
        await insertRows(trx, "citing_opinions", [
          { opinion_id: opinionIds[0] ?? "", cluster_id: clusterId, text_chars: 0 },
        ]);
        const ids = await citingIds(trx, opinionIds);
        await insertRows(trx, "citing_edges", [
          {
            citing_id: ids.get(opinionIds[0] ?? "") ?? 0,
            authority: 0,
            cited_cluster_id: cited.clusterId,
            resolution: "found",
            cited_as: "1 Xyz 1",
            year: null,
            court_id: null,
            name: null,
            mentions: 1,
            passages: null,
            treatment,
            voice: "court",
            authoritative: 1,
            cue: null,
            quote_start: 0,
            quote_bytes: 0,
            told_by: null,
            scope: null,
            manner: null,
            chance: null,
            counts_as: "cited",
            place: null,
          },
        ]);
      }
    }
  });
}

const WEIGHT = (treatment: Treatment): number => {
  const at = TREATMENTS.indexOf(treatment);
  if (at < TREATMENTS.indexOf("Criticized")) return 0;
  if (at < TREATMENTS.indexOf("Affirmed")) return 1;
  return at < TREATMENTS.indexOf("Explained") ? 2 : 3;
};

/** The documented order, as a comparison of two. */
function inOrder(citedCourt: string) {
  const keys = ({ courtId, dateFiled, treatment, opinionId }: CitingOpinion): (number | string)[] => [
    isBinding(courtId, citedCourt, dateFiled === null ? {} : { decided: dateFiled }) ? 0 : 1,
    WEIGHT(treatment),
    courtRank(courtId),
    dateFiled ?? "9999",
    TREATMENTS.indexOf(treatment),
    opinionId,
  ];
  return (left: CitingOpinion, right: CitingOpinion): number => {
    const others = keys(right);
    for (const [at, key] of keys(left).entries()) {
      const other = others[at] ?? "";
      if (key !== other) return key < other ? -1 : 1;
    }
    return 0;
  };
}

function groupOf(treatment: string, courtId: string, year: string | null): string {
  return `${treatment} ${courtId} ${year ?? "-"}`;
}

describeEachDatabase("who cites", (store) => {
  test("pages put together are the documented order, whatever the courts, dates and treatments", async () => {
    const random = fc.sample(fc.array(edge, { minLength: 0, maxLength: 40 }), 6);
    for (const edges of random) {
      const db = await store.open();
      await hold(db, [edges, edges.slice(0, 5)]);
      const all: CitingOpinion[] = [];
      for (let offset = 0; ; offset += 7) {
        const { total, citing } = await readCitingPage(db, citedId(0), {}, { offset, limit: 7 });
        expect(total).toBe(edges.length);
        if (citing.length === 0) break;
        all.push(...citing);
      }
      expect(all).toHaveLength(edges.length);
      expect(all).toEqual(all.toSorted(inOrder("ca11")));
      const byYear = all.map((one) => groupOf(one.treatment, one.courtId, one.dateFiled?.slice(0, 4) ?? null));
      const groups = await countCiting(db, citedId(0));
      expect(
        groups
          .flatMap(({ treatment, courtId, year, count }) =>
            Array.from({ length: count }, () => groupOf(treatment, courtId, year === null ? null : String(year))),
          )
          .toSorted(),
      ).toEqual(byYear.toSorted());
      const { byOpinion, leftOut } = await readCiting(db, [citedId(1), citedId(0), citedId(2)]);
      expect(byOpinion.get(citedId(0)) ?? []).toEqual(all);
      const others = byOpinion.get(citedId(1)) ?? [];
      expect(others).toEqual(others.toSorted(inOrder("ca9")));
      expect(others).toHaveLength(Math.min(5, edges.length));
      expect(leftOut.size).toBe(0);
      await db.close();
    }
  });

  test("a page reads its rows and the counts by court, not all that cite", async () => {
    const db = await store.open();
    const courts = ["scotus", "ca9", "ca2"];
    const edges = Array.from({ length: 300 }, (_, at): Edge => ({
      courtId: courts[at % 3] ?? "",
      dateFiled: `19${String(at % 90).padStart(2, "0")}-01-01`,
      treatment: TREATMENTS[at % TREATMENTS.length] ?? "Cited",
    }));
    await hold(db, [edges]);
    const { reader, rows } = counted(db);
    const { total, citing } = await readCitingPage(reader, citedId(0), {}, { offset: 290, limit: 20 });
    expect(total).toBe(300);
    expect(citing).toHaveLength(10);
    expect(rows).toEqual([3, 10, 10]);
    rows.length = 0;
    expect(
      (await readCitingPage(reader, citedId(0), { courtIds: ["ca2"] }, { offset: 200, limit: 20 })).citing,
    ).toEqual([]);
    expect(rows).toEqual([1]);
  });

  test("lists too long for one answer lose their ends, the longest first", async () => {
    const db = await store.open();
    const edges = Array.from({ length: 30 }, (): Edge => ({ courtId: "scotus", dateFiled: null, treatment: "Cited" }));
    const worst: Edge = { courtId: "scotus", dateFiled: null, treatment: "Overruled" };
    await hold(db, [[...edges, worst], edges.slice(0, 25), edges.slice(0, 4)]);
    const { reader, rows } = counted(db);
    const ids = [citedId(0), citedId(1), citedId(2)];
    const { byOpinion, leftOut } = await readCiting(reader, ids, {}, 24);
    expect(ids.map((id) => byOpinion.get(id)?.length)).toEqual([10, 10, 4]);
    expect(ids.map((id) => leftOut.get(id))).toEqual([21, 15, undefined]);
    expect(byOpinion.get(citedId(0))?.[0]?.treatment).toBe("Overruled");
    expect(rows).toEqual([3, 24, 24]);
  });
});

test("the common length uses the room and never more", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 60 }), { maxLength: 8 }), fc.nat({ max: 200 }), (lengths, max) => {
      const length = commonLength(lengths, max);
      const used = (cut: number): number => lengths.reduce((sum, one) => sum + Math.min(one, cut), 0);
      expect(used(length)).toBeLessThanOrEqual(max);
      const isAll = length >= Math.max(0, ...lengths);
      expect(isAll || used(length + 1) > max).toBe(true);
    }),
  );
});
