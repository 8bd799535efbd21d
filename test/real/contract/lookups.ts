import { expect, test } from "vitest";
import type { Given } from "./given.ts";
import { inParts, overAll } from "./real-service.ts";
import type { Found } from "./wire.ts";

/** Ten ways to write a citation that name the same page: case, spaces and periods do not matter. */
const SPELLINGS: readonly ((volume: string, reporter: string, page: string) => string)[] = [
  (volume, reporter, page) => `${volume} ${reporter} ${page}`,
  (volume, reporter, page) => `${volume} ${reporter.toLowerCase()} ${page}`,
  (volume, reporter, page) => `${volume} ${reporter.toUpperCase()} ${page}`,
  (volume, reporter, page) => `${volume} ${reporter.replaceAll(".", "")} ${page}`,
  (volume, reporter, page) => `${volume} ${reporter.replaceAll(" ", "")} ${page}`,
  (volume, reporter, page) => `${volume} ${reporter.replace(/\.(?=\S)/gu, ". ")} ${page}`,
  (volume, reporter, page) => `${volume}  ${reporter.replaceAll(" ", "  ")}  ${page}`,
  (volume, reporter, page) => `${volume}\u00a0${reporter.replaceAll(" ", "\u00a0")}\u00a0${page}`,
  (volume, reporter, page) => ` ${volume}\t${reporter}\n${page} `,
  (volume, reporter, page) => `${volume} ${reporter.replaceAll(/[. ]/gu, "").toLowerCase()} ${page}`,
];

/** Of a docket number in a request, as the specification limits it. */
const DOCKET_CHARS_MAX = 200;

/** Citations that no spelling but their own finds, and pairs of a spelling and a citation that find nothing; neither may grow. */
const LOST = { spellings_max: 0, ownCitations_max: 0, dockets_max: 0 } as const;

export function lookupChecks(given: () => Given): void {
  test("each citation in ten spellings finds its opinions", { timeout: 600_000 }, async () => {
    const { real, corpus } = given();
    const byPage = Map.groupBy(corpus.citations, ({ volume, reporter, page }) => `${volume} ${reporter} ${page}`);
    const lost = await overAll(inParts([...byPage.values()], 10), async (part) => {
      const asked = part.flatMap((rows) =>
        SPELLINGS.map((spell) => ({ rows, text: spell(rows[0]!.volume, rows[0]!.reporter, rows[0]!.page) })),
      );
      const found = await real.ask<Found>("/opinions/get", { citations: asked.map(({ text }) => text) });
      const named = Map.groupBy(found.citation_matches ?? [], ({ citation }) => citation);
      return asked.filter(({ rows, text }) => {
        const ids = new Set(named.get(text)?.map(({ opinion_id }) => opinion_id));
        return rows.some(({ clusterId }) => corpus.idsByCluster.get(clusterId)?.some((id) => !ids.has(id)));
      });
    });
    const texts = lost.flat().map(({ text }) => text);
    expect(texts.length, texts.slice(0, 40).join("; ")).toBeLessThanOrEqual(LOST.spellings_max);
    expect(byPage.size).toBeGreaterThan(11_000);
  });

  test("what is found is told: opinions once each, pairs of citation and opinion, warnings for the rest", async () => {
    const { real, corpus, records } = given();
    const [one, two] = [corpus.citations[0]!, corpus.citations.at(-1)!];
    const citations = [one.citedAs, two.citedAs, "999 U.S. 9999", one.citedAs.toLowerCase()];
    const found = await real.ask<Found>("/opinions/get", { citations });
    const ids = found.opinions.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(found.citation_matches?.map(({ opinion_id }) => opinion_id))).toEqual(new Set(ids));
    expect([...new Set(found.citation_matches?.map(({ citation }) => citation))].toSorted()).toEqual(
      [one.citedAs, two.citedAs, one.citedAs.toLowerCase()].toSorted(),
    );
    expect(found.warnings?.join(" ")).toContain("999 U.S. 9999");
    for (const opinion of found.opinions) expect(opinion).toEqual(records.get(opinion.id));
  });

  test("a look-up can match several opinions", async () => {
    const { real, corpus } = given();
    const several = corpus.citations.filter(({ clusterId }) => (corpus.idsByCluster.get(clusterId)?.length ?? 0) > 3);
    expect(several.length).toBeGreaterThan(100);
    const found = await real.ask<Found>("/opinions/get", { citations: [several[0]!.citedAs] });
    expect(found.opinions.length).toBeGreaterThan(3);
  });

  test("each opinion is found by the citation it prints itself", { timeout: 300_000 }, async () => {
    const { real, corpus } = given();
    const printing = corpus.opinions.filter(({ paginationCitation }) => paginationCitation !== null);
    const lost = await overAll(inParts(printing, 100), async (part) => {
      const citations = [...new Set(part.map(({ paginationCitation }) => paginationCitation!))];
      const { citation_matches = [] } = await real.ask<Found>("/opinions/get", { citations });
      const pairs = new Set(citation_matches.map(({ citation, opinion_id }) => `${citation}\n${opinion_id}`));
      return part.filter(({ id, paginationCitation }) => !pairs.has(`${paginationCitation}\n${id}`));
    });
    const texts = lost.flat().map(({ paginationCitation }) => paginationCitation);
    expect(texts.length, texts.slice(0, 20).join("; ")).toBeLessThanOrEqual(LOST.ownCitations_max);
    expect(printing.length).toBeGreaterThan(2_000);
  });

  test(
    "each docket number finds its opinions, by the court's id and by its abbreviation",
    { timeout: 300_000 },
    async () => {
      const { real, corpus, records } = given();
      const filed = corpus.opinions.filter(({ docketNumber }) => docketNumber !== null);
      const dockets = [...Map.groupBy(filed, ({ courtId, docketNumber }) => `${courtId}\n${docketNumber}`).values()];
      const lost = await overAll(dockets, async (opinions) => {
        const { courtId, docketNumber, id } = opinions[0]!;
        // A list too long to be asked for is found by its first number.
        const docket_number =
          docketNumber!.length > DOCKET_CHARS_MAX ? docketNumber!.slice(0, docketNumber!.indexOf(",")) : docketNumber!;
        const asked = [
          { docket_number, court_id: courtId },
          { docket_number, court_abbreviation: records.get(id)!.court_abbreviation },
        ];
        const answers = await Promise.all(asked.map(async (docket) => real.ask<Found>("/opinions/get", { docket })));
        const isWhole = answers.every(({ docket_matches = [], opinions: found }) => {
          const ids = new Set(docket_matches.map(({ opinion_id }) => opinion_id));
          return (
            found.every((one) => ids.has(one.id) && one.court_id === courtId) &&
            opinions.every((one) => ids.has(one.id))
          );
        });
        return isWhole ? [] : [`${docketNumber} in ${courtId}`];
      });
      expect(lost.flat().length, lost.flat().slice(0, 20).join("; ")).toBeLessThanOrEqual(LOST.dockets_max);
      expect(dockets.length).toBeGreaterThan(2_500);
    },
  );
}
