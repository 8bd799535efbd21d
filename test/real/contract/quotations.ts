import { expect, test } from "vitest";
import { textOf } from "./corpus.ts";
import type { Given } from "./given.ts";
import { inParts, overAll } from "./real-service.ts";
import type { Found, Treatment } from "./wire.ts";

/** What the citator says, against the texts it read. */
export function quotationChecks(given: () => Given): void {
  let told: readonly { readonly id: string; readonly treatments: readonly Treatment[] }[] = [];

  test(
    "every quotation of a treatment stands in the text of the opinion that is said to say it",
    { timeout: 600_000 },
    async () => {
      const { real, corpus } = given();
      const answers = await overAll(
        inParts(
          corpus.opinions.map(({ id }) => id),
          50,
        ),
        async (ids) => real.ask<Found>("/opinions/get", { opinion_ids: ids, include_detailed_treatments: true }),
      );
      told = answers.flatMap(({ opinions }) => opinions.map(({ id, treatments = [] }) => ({ id, treatments })));
      const byCiting = Map.groupBy(
        told.flatMap(({ treatments }) => treatments),
        ({ citing_id }) => citing_id,
      );
      const wrong = [...byCiting].flatMap(([id, treatments]) => {
        const text = textOf(real, id);
        return treatments.filter(
          ({ supporting_quote }) => supporting_quote.trim() === "" || !text.includes(supporting_quote),
        );
      });
      expect(wrong).toEqual([]);
      expect(told.flatMap(({ treatments }) => treatments).length).toBeGreaterThan(20_000);
    },
  );

  test("each treatment is by an opinion that is held, of a category that severity is known of", () => {
    const { corpus } = given();
    const all = told.flatMap(({ treatments }) => treatments);
    expect(all.filter(({ citing_id }) => !corpus.byId.has(citing_id))).toEqual([]);
    expect(new Set(all.map(({ treatment_category }) => treatment_category)).size).toBeGreaterThan(8);
    expect(all.filter(({ treatment_description }) => treatment_description.trim() === "")).toEqual([]);
  });

  test("the summary is one of five words, unknown where nothing cites the decision", () => {
    const { records } = given();
    const all = [...records.values()];
    const words = new Set(all.map(({ overall_treatment }) => overall_treatment));
    expect([...words].toSorted()).toEqual(["Caution", "Negative", "Neutral", "Positive", "unknown"]);
    expect(all.filter((one) => (one.overall_treatment === "unknown") !== (one.citation_count === 0))).toEqual([]);
    expect(all.filter(({ citation_count }) => citation_count === 0).length).toBeGreaterThan(1_000);
  });

  test("copies of one decision are cited equally often, and by as many decisions as treatments tell", () => {
    const { corpus, records } = given();
    const byWork = Map.groupBy(corpus.opinions, ({ workId }) => workId);
    const differing = [...byWork.values()].filter(
      (copies) => new Set(copies.map(({ id }) => records.get(id)?.citation_count)).size > 1,
    );
    expect(differing).toEqual([]);
    const workOf = new Map(corpus.opinions.map(({ id, workId }) => [id, workId]));
    const wrong = told.flatMap(({ id, treatments }) => {
      const citing = new Set(treatments.map(({ citing_id }) => workOf.get(citing_id)));
      citing.delete(workOf.get(id));
      const count = records.get(id)?.citation_count;
      return count === citing.size ? [] : [`${id}: ${count} for ${citing.size}`];
    });
    expect(wrong).toEqual([]);
  });
}
