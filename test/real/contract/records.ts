import { expect, test } from "vitest";
import { textOf } from "./corpus.ts";
import type { Given } from "./given.ts";
import { inParts, overAll } from "./real-service.ts";
import type { Found, Opinion } from "./wire.ts";

const squeezed = (text: string): string => text.replace(/\s+/gu, " ").trim();

const lettersOf = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, "");

/** Members of an opinion that come when they are asked for. */
const ON_DEMAND = ["html_content", "treatments", "direct_history"];

/** Records against the rows they are made from, all of them. */
export function recordChecks(given: () => Given): void {
  test("every opinion is got by its id", () => {
    const { corpus, records } = given();
    expect(corpus.opinions.length).toBeGreaterThan(7_000);
    expect(corpus.opinions.filter(({ id }) => !records.has(id))).toEqual([]);
    expect(records.size).toBe(corpus.opinions.length);
  });

  test("every record says what its rows say", () => {
    const { corpus, courts, records } = given();
    const court = new Map(courts.map((one) => [one.id, one]));
    const expected = corpus.opinions.map((row) => ({
      id: row.id,
      case_name: row.caseName,
      court_id: row.courtId,
      court_abbreviation: court.get(row.courtId)?.court_abbreviation,
      state: court.get(row.courtId)?.state,
      docket_number: row.docketNumber ?? corpus.copied.get(row.clusterId)?.docketNumber ?? "",
      publish_status: row.publishStatus,
      date_filed: row.dateFiled,
      date_filed_precision: ["day", "none"].includes(row.datePrecision) ? undefined : row.datePrecision,
      pagination_citation: row.paginationCitation,
      per_curiam: row.perCuriam === 1 ? true : undefined,
      en_banc: row.enBanc === 1 ? true : undefined,
      precedential_note: row.note ?? undefined,
    }));
    const wrong = expected.filter((one) => {
      const record = records.get(one.id);
      return Object.entries(one).some(([name, value]) => record?.[name as keyof Opinion] !== value);
    });
    expect(wrong).toEqual([]);
  });

  test("every record has the citations of its decision, in parts and as cited", () => {
    const { corpus, records } = given();
    const byCluster = Map.groupBy(corpus.citations, ({ clusterId }) => clusterId);
    const wrong = corpus.opinions.filter(({ id, clusterId }) => {
      const own = byCluster.get(clusterId) ?? corpus.copied.get(clusterId)?.citations ?? [];
      const rows = own.map(({ citedAs, volume, reporter, page }) => JSON.stringify([citedAs, volume, reporter, page]));
      const told = (records.get(id)?.citations ?? []).map(({ cited_as, volume, reporter, page }) =>
        JSON.stringify([cited_as, volume, reporter, page]),
      );
      return [...new Set(rows)].toSorted().join("; ") !== told.toSorted().join("; ");
    });
    expect(wrong).toEqual([]);
    expect(corpus.citations.length).toBeGreaterThan(12_000);
  });

  test("the United States Reports stand first where a decision is in them", () => {
    const wrong = [...given().records.values()].filter(({ citations }) => {
      const at = citations.findIndex(({ reporter }) => reporter === "U.S.");
      return at > 0;
    });
    expect(wrong).toEqual([]);
  });

  test("the slug of every public page is made from the caption, the name may differ", () => {
    const { corpus, records } = given();
    const wrong = corpus.opinions.filter(({ id, caption }) => {
      const slug = records.get(id)?.public_url.split("/").at(-1) ?? "";
      const letters = lettersOf(slug);
      return !/^[a-z0-9]+(?:-[a-z0-9]+)*$/u.test(slug) || letters.length < 6 || !lettersOf(caption).startsWith(letters);
    });
    expect(wrong.map(({ caption }) => caption)).toEqual([]);
    expect(corpus.opinions.filter(({ caption, caseName }) => caption !== caseName).length).toBeGreaterThan(1_000);
  });

  test("judges are told of every record, comma-separated, and null where none is known", () => {
    const { corpus, records } = given();
    const names = [...records.values()].map(({ judge_name }) => judge_name);
    expect(names.filter((name) => name === undefined || name?.trim() === "" || name?.includes(", ,"))).toEqual([]);
    expect(names.filter((name) => name === null).length).toBeGreaterThan(50);
    const missing = corpus.opinions.filter(({ id, listedJudges }) => {
      const told = records.get(id)?.judge_name?.toLowerCase() ?? "";
      return (listedJudges ?? "").split(", ").some((name) => !told.includes(name.toLowerCase()));
    });
    expect(missing).toEqual([]);
  });

  test(
    "content and treatments come when asked for; everything else is the same with and without",
    { timeout: 300_000 },
    async () => {
      const { real, corpus, records } = given();
      const ids = corpus.opinions.filter((_, at) => at % 4 === 0).map(({ id }) => id);
      let texts = 0;
      const differing = await overAll(inParts(ids, 25), async (part) => {
        const found = await real.ask<Found>("/opinions/get", {
          opinion_ids: part,
          include_content: true,
          include_detailed_treatments: true,
        });
        return found.opinions.filter((opinion) => {
          const { html_content, treatments } = opinion;
          const rest = Object.entries(opinion).filter(([member]) => !ON_DEMAND.includes(member));
          texts += html_content === undefined ? 0 : 1;
          return (
            html_content === undefined ||
            treatments === undefined ||
            JSON.stringify(Object.fromEntries(rest)) !== JSON.stringify(records.get(opinion.id))
          );
        });
      });
      expect(differing.flat().map(({ id }) => id)).toEqual([]);
      expect(texts).toBe(ids.length);
      expect([...records.values()].filter((record) => ON_DEMAND.some((member) => member in record))).toEqual([]);
    },
  );

  test("a pagination citation stands only where the text has page markers", () => {
    const { real, corpus, records } = given();
    const marked = new Set(
      real
        .rows<{ readonly id: string }>("select opinion_id as id from opinion_texts where html like '%<svc-ps%'")
        .map(({ id }) => id),
    );
    const paged = corpus.opinions.filter(({ id }) => typeof records.get(id)?.pagination_citation === "string");
    expect(paged.filter(({ id }) => !marked.has(id))).toEqual([]);
    expect(paged.length).toBeGreaterThan(2_000);
    expect(paged.length / marked.size).toBeGreaterThan(0.85);
  });

  test("a precedential note stands in the opinion word for word, and limits", () => {
    const { real, corpus } = given();
    const noted = corpus.opinions.filter(({ note }) => note !== null);
    expect(noted.length).toBeGreaterThan(100);
    const parts = noted.flatMap(({ id, note }) => (note ?? "").split(" | ").map((part) => ({ id, part })));
    const wrong = parts.filter(({ id, part }) => !squeezed(textOf(real, id)).includes(squeezed(part)));
    expect(wrong).toEqual([]);
    expect(
      parts.filter(({ part }) => /^(?:for publication|published|certified for publication)\.?$/iu.test(part)),
    ).toEqual([]);
  });

  test("the publication decision does not depend on the note", () => {
    const { corpus } = given();
    const noted = corpus.opinions.filter(({ note }) => note !== null);
    expect(new Set(noted.map(({ publishStatus }) => publishStatus)).size).toBeGreaterThan(1);
  });
}
