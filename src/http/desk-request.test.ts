import { describe, expect, test } from "vitest";
import { deskAddress, readDesk, searchOfDesk } from "./desk-request.ts";

const noCourts = (given: readonly string[]) => ({
  courts: [],
  notes: given.map((name) => ({ message: `no court is called ${name}`, reason: { code: "no_such_court" } })),
});

const read = (address: string) => searchOfDesk(readDesk(new URLSearchParams(address)), noCourts);

describe("a question in an address", () => {
  test("is read as the API reads the same search", () => {
    const found = read("q= lease &mode=words&from=1990-01-01&page=3");
    expect(found).toMatchObject({
      ok: true,
      value: {
        request: { query: "lease", mode: "keyword", filters: { dateFiled: { start: "1990-01-01" } }, page: 3 },
        notes: [],
      },
    });
  });

  test("means the best match on the first page where it does not say", () => {
    expect(read("q=lease&mode=zebra&page=-1&sort=color")).toMatchObject({
      value: { request: { mode: "hybrid", page: 1, sort: "relevance", filters: {} } },
    });
  });

  test("says what it does not know in its address, and what would work", () => {
    const { unknown } = readDesk(
      new URLSearchParams("q=lease&mode=zebra&page=-1&sort=color&standing=good&size=7&tab=x"),
    );
    const named = ["“x”", "“zebra”", "“good”", "“color”", "“7”", "“-1”"];
    for (const value of named) expect(unknown.filter((told) => told.includes(value))).toHaveLength(1);
    expect(unknown).toHaveLength(named.length);
    expect(unknown.join(" ")).toContain("use relevance, newest, oldest, most_cited");
    expect(readDesk(new URLSearchParams("q=lease&mode=words&page=2&sort=newest&standing=Caution")).unknown).toEqual([]);
  });

  test("of a list in another order than relevance is one of words, and says so", () => {
    expect(read("q=lease&sort=newest")).toMatchObject({
      value: { request: { mode: "keyword", sort: "newest" }, notes: [expect.stringContaining("words")] },
    });
    expect(read("q=lease&sort=newest&mode=words")).toMatchObject({ value: { notes: [] } });
  });

  test.each([
    ["q=lease&from=1990-02-30", "filters.date_filed.start"],
    ["q=lease&from=1991-01-01&to=1990-01-01", "filters.date_filed.start"],
    ["q=lease&court=zzz", "court"],
    [`q=${"a".repeat(4097)}`, "query"],
  ])("%s is refused at its field", (address, path) => {
    expect(read(address)).toMatchObject({ ok: false, error: [{ path }] });
  });

  test("is the same question when its own address is read", () => {
    const asked = readDesk(
      new URLSearchParams('q="a%26b" W/5 c%2B&mode=meaning&court=9th Cir.&to=2000-01-01&sort=oldest&page=2&typed=yes'),
    );
    expect(readDesk(new URLSearchParams(deskAddress(asked)))).toEqual(asked);
    expect(deskAddress(readDesk(new URLSearchParams("q=lease&page=1&mode=best")))).toBe("?q=lease");
  });
});
