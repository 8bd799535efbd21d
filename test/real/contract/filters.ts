import { expect, test } from "vitest";
import type { Given } from "./given.ts";
import { EVERY_OPINION } from "./given.ts";
import { overAll } from "./real-service.ts";
import type { Hit, Page } from "./wire.ts";

const STATUSES = ["published", "unpublished", "unknown", "in_chambers", "separate", "errata", "relating_to"];

/** Filters against a full count of what the search without them found. */
export function filterChecks(given: () => Given): void {
  const hits = (): readonly Hit[] => given().pages.flatMap(({ results }) => results);
  const total = async (filters: object): Promise<number> => {
    const body = { ...EVERY_OPINION, page_size: 1, filters };
    return (await given().real.ask<Page>("/search", body)).pagination.total_results;
  };
  const counted = (is: (hit: Hit) => boolean): number => hits().filter(is).length;
  const within = (start: string, end: string): number => counted((hit) => isWithin(hit, start, end));
  const valuesOf = (name: "court_id" | "jurisdiction" | "state"): string[] => [
    ...new Set(hits().map((hit) => hit[name])),
  ];

  test("every court filters to its own opinions, its divisions included", async () => {
    const wrong = await overAll(valuesOf("court_id"), async (id) => {
      const [got, own] = [await total({ court_ids: [id] }), counted(({ court_id }) => court_id === id)];
      return got === own ? [] : [`${id}: ${got} for ${own}`];
    });
    expect(wrong.flat()).toEqual([]);
  });

  test.each([
    ["jurisdictions", "jurisdiction"],
    ["states", "state"],
  ] as const)("%s filter to a full count, alone and together", async (filter, name) => {
    const values = valuesOf(name);
    expect(values.length).toBeGreaterThan(5);
    const wrong = await overAll(values, async (value) =>
      (await total({ [filter]: [value] })) === counted((hit) => hit[name] === value) ? [] : [value],
    );
    expect(wrong.flat()).toEqual([]);
    const [one, two] = values;
    expect(await total({ [filter]: [one, two] })).toBe(counted((hit) => hit[name] === one || hit[name] === two));
    expect(await total({ [filter]: [] })).toBe(hits().length);
  });

  test("each publish status filters to a full count", async () => {
    for (const status of STATUSES) {
      expect(await total({ publish_status: status })).toBe(counted(({ publish_status }) => publish_status === status));
    }
  });

  test("days filter inclusively, from, to and between", async () => {
    const days = hits()
      .flatMap(({ date_filed }) => date_filed ?? [])
      .toSorted();
    const [early, late] = [days[Math.floor(days.length / 3)]!, days[Math.floor((2 * days.length) / 3)]!];
    expect(await total({ date_filed: { start: early, end: late } })).toBe(within(early, late));
    expect(await total({ date_filed: { start: late } })).toBe(within(late, "9999"));
    expect(await total({ date_filed: { end: early } })).toBe(within("0000", early));
    expect(await total({ date_filed: { start: early, end: early } })).toBe(within(early, early));
  });

  test("a decision of which the day is not known is found by each year it can be of, and by no other", async () => {
    const guessed = hits().find(({ date_filed_precision }) => date_filed_precision === "approximate");
    const year = Number(guessed?.date_filed?.slice(0, 4));
    expect(year).toBeGreaterThan(1700);
    for (const [start, end, is] of [
      [`${year}-11-01`, `${year}-11-30`, true],
      [`${year - 1}-12-01`, `${year - 1}-12-31`, true],
      [`${year - 1}-01-01`, `${year - 1}-09-30`, false],
      [`${year + 1}-01-01`, `${year + 1}-12-31`, false],
    ] as const) {
      expect(isWithin(guessed!, start, end)).toBe(is);
      expect(await total({ date_filed: { start, end } })).toBe(within(start, end));
    }
  });

  test("Korematsu is of 1944", async () => {
    const filters = { date_filed: { start: "1944-01-01", end: "1944-12-31" } };
    const body = { query: "name:(Korematsu v. United States)", mode: "keyword", filters };
    const { results } = await given().real.ask<Page>("/search", body);
    expect(results[0]).toMatchObject({ date_filed: "1944-12-18" });
  });

  test("filters hold together, and page through like any search", async () => {
    const filters = { jurisdictions: ["Federal Appellate"], date_filed: { start: "1980-01-01", end: "1999-12-31" } };
    const body = { ...EVERY_OPINION, page_size: 100, filters };
    const first = await given().real.ask<Page>("/search", { ...body, page: 1 });
    const rest = await overAll(
      Array.from({ length: first.pagination.total_pages - 1 }, (_, at) => at + 2),
      async (page) => given().real.ask<Page>("/search", { ...body, page }),
    );
    const ids = [first, ...rest].flatMap(({ results }) => results.map(({ opinion_id }) => opinion_id));
    const expected = hits().filter(
      (hit) => hit.jurisdiction === "Federal Appellate" && isWithin(hit, "1980-01-01", "1999-12-31"),
    );
    expect(ids.toSorted()).toEqual(expected.map(({ opinion_id }) => opinion_id).toSorted());
  });
}

function isWithin(hit: Hit, start: string, end: string): boolean {
  const [first, last] = spanOf(hit) ?? [];
  return first !== undefined && last !== undefined && last >= start && first <= end;
}

/** The days a date can stand for, as docs/api/http-v1.md says. */
function spanOf({ date_filed, date_filed_precision }: Hit): readonly [first: string, last: string] | undefined {
  if (date_filed === null) return undefined;
  const year = date_filed.slice(0, 4);
  if (date_filed_precision === "year") return [date_filed, `${year}-12-31`];
  if (date_filed_precision === "month") return [date_filed, `${date_filed.slice(0, 7)}-31`];
  if (date_filed_precision === "approximate") return [`${Number(year) - 1}-10-01`, `${year}-12-31`];
  return [date_filed, date_filed];
}
